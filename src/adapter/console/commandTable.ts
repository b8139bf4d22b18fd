// The commands of the debug console by their names: gdb's aliases, and as much of a name as no
// other command begins with (gdb manual, "Command Syntax").
import { t } from '@vscode/l10n';
import { tdumpLines } from '../../trace/text/tdump';
import { tstatusLines } from '../../trace/text/statusText';
import { RequestFailed } from '../../bytes/requestFailed';
import { applyCommands } from './apply';
import { breakpointCommands } from './breakpointCommands';
import { commandNamed, text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { disassemble } from './disassemble';
import { displayCommands } from './displays';
import { examine } from './examine';
import { findCommands } from './find';
import { notSupported, unsupported } from './gdbCommands';
import { tfind } from './tfind';
import { infoCommands } from './info';
import { list, searchCommands } from './list';
import { macro } from './macros';
import { otherInfoCommands } from './otherInfo';
import { moveCommands } from './moves';
import { printCommands } from './print';
import { source } from './scriptRun';
import { initIfUndefined, set, show, unset } from './setCommands';
import { threadCommands } from './threads';

/** What a word means. */
export type KnownCommand =
  | { readonly command: Command; readonly abbreviated: boolean }
  /** A command of gdb that is not supported, and what to do instead. */
  | { readonly unsupported: string; readonly instead: () => string }
  | { readonly ambiguous: readonly string[] };

const info: Command = {
  name: 'info',
  aliases: ['i', 'inf'],
  help: () => t('Show what is known: `info` lists of what.'),
  takes: { subcommands: infoCommands },
  run(args, state) {
    if (args === '') return subcommandList('info', infoCommands);
    const [, word = '', rest = ''] = /^([\w-]+)\s*(.*)/s.exec(args) ?? [];
    const all = [...infoCommands, ...otherInfoCommands];
    const found = commandNamed(word, all);
    if (found) return found.run(rest, state);
    const begun = all.flatMap(({ name }) => (name.startsWith(word) ? [name] : [])).sort();
    throw new RequestFailed(
      begun.length > 1
        ? `Ambiguous info command "${args}": ${begun.join(', ')}.`
        : `Undefined info command: "${args}".  Try "help info".`,
    );
  },
};

const help: Command = {
  name: 'help',
  aliases: ['h'],
  help: () => t('List the commands, or tell about one.'),
  takes: 'command',
  run: (args, { userCommands }) => {
    const user = userCommands.get(args);
    return user ? (user.documentation ?? 'User-defined.') : helpText(args);
  },
};

/** All commands, as `help` lists them. */
export const commands: readonly Command[] = [
  tfind,
  {
    name: 'tdump',
    help: () => t('Print what the actions of this frame’s tracepoint collected.'),
    takes: 'nothing',
    run: tdump,
  },
  {
    name: 'tstatus',
    help: () => t('How the trace run ended, and where the debugger stands.'),
    takes: 'nothing',
    run: (_, { trace }) => {
      const { frame } = trace.cursor;
      const at = { frame, tracepoint: trace.recording.index.tracepoint(frame) };
      return text(tstatusLines(trace.recording.description.status, at));
    },
  },
  info,
  ...moveCommands,
  ...breakpointCommands,
  ...displayCommands,
  ...applyCommands,
  ...threadCommands,
  source,
  ...findCommands,
  ...printCommands,
  examine,
  list,
  ...searchCommands,
  macro,
  disassemble,
  set,
  initIfUndefined,
  show,
  unset,
  help,
];

async function tdump(_: string, state: ConsoleState): Promise<string> {
  const lines = await tdumpLines(state.trace, state.trace.cursor.frame, state.view);
  if ('problem' in lines) {
    if (lines.before.length > 0) state.session.log(text(lines.before));
    throw new RequestFailed(lines.problem);
  }
  return text(lines);
}

/**
 * What a word means as a command, by gdb's rules: a name, or a prefix that no other command has.
 * Undefined for any other word.
 */
export function meaningOfWord(word: string): KnownCommand | undefined {
  const exact = namedExactly(word);
  if (exact) return exact;
  const begun = allNames.filter((name) => name.startsWith(word));
  const [only = ''] = begun;
  if (begun.length > 1) return { ambiguous: begun };
  const meaning = namedExactly(only);
  return meaning && 'command' in meaning ? { ...meaning, abbreviated: true } : meaning;
}

function namedExactly(word: string): KnownCommand | undefined {
  const command = commands.find(({ name, aliases }) => name === word || aliases?.includes(word));
  if (command) return { command, abbreviated: false };
  const instead = unsupported.get(word);
  return instead === undefined ? undefined : { unsupported: word, instead };
}

/** The names of all commands and their aliases, as gdb lists them where several are meant. */
const allNames: readonly string[] = [
  ...commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
  ...unsupported.keys(),
].sort();

function helpText(args: string): string {
  if (args === '') {
    const lines = commands.map((each) => `${each.name}${aliasText(each)} -- ${each.help()}`);
    return text([
      t('Commands, as gdb has them; whatever is none of them is an expression:'),
      '',
      ...lines,
      '',
      t(
        'A name may be cut where no other command begins so. An empty line runs the last command again.',
      ),
    ]);
  }
  const [word = '', second] = args.split(/\s+/);
  const meaning = meaningOfWord(word);
  if (meaning && 'command' in meaning) {
    const { takes } = meaning.command;
    const under = typeof takes === 'object' && 'subcommands' in takes ? takes.subcommands : [];
    const found = second === undefined ? undefined : commandNamed(second, under);
    if (found) return found.help();
    return under.length > 0
      ? text([meaning.command.help(), '', subcommandList(meaning.command.name, under)])
      : meaning.command.help();
  }
  if (meaning && 'unsupported' in meaning)
    return notSupported(meaning.unsupported, meaning.instead());
  throw new RequestFailed(`Undefined command: "${args}".  Try "help".`);
}

function subcommandList(name: string, subcommands: readonly Command[]): string {
  const lines = subcommands.map(
    (each) => `${name} ${each.name}${aliasText(each, `${name} `)} -- ${each.help()}`,
  );
  return text([`List of ${name} subcommands:`, '', ...lines]);
}

function aliasText({ aliases = [] }: Command, before = ''): string {
  return aliases.map((alias) => `, ${before}${alias}`).join('');
}
