// The help of the command line.
import type { CommandLineCommand, CommandOption } from './command';

/** Characters of a line of help. */
const width = 100;

/** What `--help` prints of all commands. */
export function generalHelp(commands: readonly CommandLineCommand[]): string {
  const names = commands.map(({ name, summary }) => entry(`  ${name}`, summary));
  return [
    'Usage: gdb-tracefile COMMAND TRACE [OPTIONS]',
    '',
    'Asks gdb trace files (and folders that “tsave -ctf” wrote) about their frames.',
    '',
    'Commands:',
    ...names,
    '',
    'gdb-tracefile COMMAND --help says more of one.',
    '',
    "Conditions and expressions are gdb’s: --where 'call->state == HUNG_UP'. Besides variables of",
    'the program they know $trace_frame, $tracepoint, $trace_func, $trace_line, registers,',
    '$_changed(EXPR) and $_collected(EXPR).',
    '',
    'Exit codes: 0 done; 1 a check found a frame that breaks a rule; 2 the command line makes no',
    'sense; 3 a file cannot be read, or a question has no answer; 130 interrupted.',
    '',
  ].join('\n');
}

/** What `COMMAND --help` prints. */
export function commandHelp(command: CommandLineCommand): string {
  const { name, arguments: takes, summary, options, examples = [] } = command;
  const known = Object.entries(options).map(([option, each]) =>
    entry(`  ${optionText(option, each)}`, each.help),
  );
  return [
    `Usage: gdb-tracefile ${name} ${takes}${known.length > 0 ? ' [OPTIONS]' : ''}`,
    '',
    `${summary}.`,
    ...(known.length > 0 ? ['', 'Options:', ...known] : []),
    ...(examples.length > 0 ? ['', 'Examples:'] : []),
    ...examples.map((example) => `  gdb-tracefile ${example}`),
    '',
  ].join('\n');
}

function optionText(name: string, { value, multiple = false }: CommandOption): string {
  const takes = value === undefined ? '' : ` ${value}`;
  return `--${name}${takes}${multiple ? ' …' : ''}`;
}

const column = 26;

/** A name with what it means beside it, or below where it is long. */
function entry(name: string, meaning: string): string {
  const lines = wrapped(meaning, width - column);
  const indented = lines.map((line) => ' '.repeat(column) + line);
  if (name.length >= column - 1) return [name, ...indented].join('\n');
  return [name.padEnd(column) + (lines[0] ?? ''), ...indented.slice(1)].join('\n');
}

function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > most) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
