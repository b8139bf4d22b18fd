// The commands of the debug console by their names: gdb's aliases, and as much of a name as no other command begins with
// (gdb manual, "Command Syntax").
import { tdumpLines } from '../../trace/words/tdump';
import { tstatusLines } from '../../trace/words/statusWords';
import { RequestFailed } from '../requestFailed';
import { text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { disassemble } from './disassemble';
import { examine } from './examine';
import { tfind } from './finds';
import { infoCommands } from './info';
import { list } from './list';
import { printCommands } from './print';
import { set, show } from './setCommands';
import { stackCommands } from './stack';
import { unsupported } from './unsupported';

/** What a word means. */
export type KnownCommand =
  | { readonly command: Command; readonly abbreviated: boolean }
  /** A command of gdb that is not supported, and what to do instead. */
  | { readonly unsupported: string; readonly instead: string }
  | { readonly ambiguous: readonly string[] };

const info: Command = {
  name: 'info',
  aliases: ['i', 'inf'],
  help: 'Show what is known: `info` lists of what.',
  takes: { subcommands: infoCommands },
  run(args, state) {
    if (args === '') return subcommandList('info', infoCommands);
    const [, word = '', rest = ''] = /^([\w-]+)\s*(.*)$/s.exec(args) ?? [];
    const found = commandNamed(word, infoCommands);
    if (found) return found.run(rest, state);
    const begun = infoCommands.filter(({ name }) => name.startsWith(word)).map(({ name }) => name);
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
  help: 'List the commands, or tell about one.',
  takes: 'command',
  run: (args) => helpText(args),
};

/** All commands, as `help` lists them. */
export const commands: readonly Command[] = [
  tfind,
  {
    name: 'tdump',
    help: 'Print what the actions of this frame’s tracepoint collected.',
    takes: 'nothing',
    run: tdump,
  },
  {
    name: 'tstatus',
    help: 'How the trace run ended, and where the debugger stands.',
    takes: 'nothing',
    run: (_, { trace }) => {
      const { position: frame } = trace;
      const at = { frame, tracepoint: trace.index.tracepoint(frame) };
      return text(tstatusLines(trace.description.status, at));
    },
  },
  info,
  ...stackCommands,
  ...printCommands,
  examine,
  list,
  disassemble,
  set,
  show,
  help,
];

async function tdump(_: string, state: ConsoleState): Promise<string> {
  const lines = await tdumpLines(state.trace, state.trace.position, state.view);
  if ('problem' in lines) {
    if (lines.before.length > 0) state.session.say(text(lines.before));
    throw new RequestFailed(lines.problem);
  }
  return text(lines);
}

/** What a word means as a command; undefined for a word that is none. */
export function meaningOfWord(word: string): KnownCommand | undefined {
  const named = commands.find(({ name, aliases }) => name === word || aliases?.includes(word));
  // Another name, as `bt`, is no abbreviation.
  if (named) {
    return { command: named, abbreviated: named.name !== word && named.name.startsWith(word) };
  }
  const instead = unsupported.get(word);
  if (instead !== undefined) return { unsupported: word, instead };
  const begun = commands.filter(({ name }) => name.startsWith(word));
  const refused = [...unsupported.keys()].filter(
    (name) => name.length > 2 && name.startsWith(word),
  );
  const [command] = begun;
  const [refusedName = ''] = refused;
  if (begun.length + refused.length > 1) {
    return { ambiguous: [...begun.map(({ name }) => name), ...refused].sort() };
  }
  if (command) return { command, abbreviated: true };
  return refused.length === 1
    ? { unsupported: refusedName, instead: unsupported.get(refusedName) ?? '' }
    : undefined;
}

/** One of some commands by its name, its alias, or the beginning of its name. */
export function commandNamed(word: string, among: readonly Command[]): Command | undefined {
  const exact = among.find(({ name, aliases }) => name === word || aliases?.includes(word));
  if (exact) return exact;
  const begun = among.filter(({ name }) => name.startsWith(word));
  return begun.length === 1 ? begun[0] : undefined;
}

function helpText(args: string): string {
  if (args === '') {
    const lines = commands.map((each) => `${each.name}${aliasText(each)} -- ${each.help}`);
    return text([
      'Commands, as gdb has them; whatever is none of them is an expression:',
      '',
      ...lines,
      '',
      'A name may be cut where no other command begins so. An empty line runs the last command again.',
    ]);
  }
  const [word = '', second] = args.split(/\s+/);
  const meaning = meaningOfWord(word);
  if (meaning && 'command' in meaning) {
    const { takes } = meaning.command;
    const under = typeof takes === 'object' && 'subcommands' in takes ? takes.subcommands : [];
    const found = second === undefined ? undefined : commandNamed(second, under);
    if (found) return found.help;
    return under.length > 0
      ? text([meaning.command.help, '', subcommandList(meaning.command.name, under)])
      : meaning.command.help;
  }
  if (meaning && 'unsupported' in meaning)
    return notSupported(meaning.unsupported, meaning.instead);
  throw new RequestFailed(`Undefined command: "${args}".  Try "help".`);
}

/** Why a command of gdb does nothing here. */
export function notSupported(name: string, instead: string): string {
  return `“${name}” is not supported: ${instead}.`;
}

function subcommandList(name: string, subcommands: readonly Command[]): string {
  const lines = subcommands.map(
    (each) => `${name} ${each.name}${aliasText(each, `${name} `)} -- ${each.help}`,
  );
  return text([`List of ${name} subcommands:`, '', ...lines]);
}

function aliasText({ aliases = [] }: Command, before = ''): string {
  return aliases.map((alias) => `, ${before}${alias}`).join('');
}
