// The help of the command line.
import { t } from '@vscode/l10n';
import type { CommandOption } from './command';
import type { LoadedCommand } from './loadedCommand';
import { padded, wrapped } from './terminalColumns';

/** Characters of a line of help. */
const width = 100;

/** What `--help` prints of all commands. */
export function generalHelp(commands: readonly Pick<LoadedCommand, 'name' | 'summary'>[]): string {
  const names = commands.map(({ name, summary }) => entry(`  ${name}`, summary()));
  return [
    t('Usage: {0}', 'gdb-tracefile COMMAND TRACE [OPTIONS]'),
    '',
    t('Asks gdb trace files (and folders that “tsave -ctf” wrote) about their frames.'),
    '',
    t('Commands:'),
    ...names,
    '',
    t('gdb-tracefile COMMAND --help says more of one.'),
    '',
    ...wrapped(
      t(
        "Conditions and expressions are gdb’s: --where 'call->state == HUNG_UP'. Besides variables of the program they know $trace_frame, $tracepoint, $trace_func, $trace_line, registers, $_changed(EXPR) and $_collected(EXPR).",
      ),
      width - 4,
    ),
    '',
    ...wrapped(
      t(
        'Exit codes: 0 done; 1 a check found a frame that breaks a rule; 2 the command line makes no sense; 3 a file cannot be read, or a question has no answer; 130 interrupted.',
      ),
      width - 4,
    ),
    '',
  ].join('\n');
}

/** What `COMMAND --help` prints. */
export function commandHelp(command: LoadedCommand): string {
  const { name, arguments: takes, summary, options, examples = [] } = command;
  const known = Object.entries(options).map(([option, each]) =>
    entry(`  ${optionText(option, each)}`, each.help()),
  );
  return [
    t('Usage: {0}', `gdb-tracefile ${name} ${takes}${known.length > 0 ? ' [OPTIONS]' : ''}`),
    '',
    t('{0}.', summary()),
    ...(known.length > 0 ? ['', t('Options:'), ...known] : []),
    ...(examples.length > 0 ? ['', t('Examples:')] : []),
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
  return [padded(name, column) + (lines[0] ?? ''), ...indented.slice(1)].join('\n');
}
