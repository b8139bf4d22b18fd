// The commands of the debug console by their names: gdb's aliases, and as much of a name as no other command begins with
// (gdb manual, "Command Syntax").
import { tdumpLines } from '../../trace/text/tdump';
import { tstatusLines } from '../../trace/text/statusText';
import { RequestFailed } from '../requestFailed';
import { text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { disassemble } from './disassemble';
import { examine } from './examine';
import { tfind } from './tfind';
import { infoCommands } from './info';
import { list } from './list';
import { printCommands } from './print';
import { set, show } from './setCommands';
import { stackCommands } from './stack';

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
      const { frame } = trace.cursor;
      const at = { frame, tracepoint: trace.recording.index.tracepoint(frame) };
      return text(tstatusLines(trace.recording.description.status, at));
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
  const lines = await tdumpLines(state.trace, state.trace.cursor.frame, state.view);
  if ('problem' in lines) {
    if (lines.before.length > 0) state.session.log(text(lines.before));
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

// gdb's commands that a trace has no use for, with what to do instead.

const buttons = 'use the buttons of the debug toolbar, which go from frame to frame, or `tfind`';
const breakpoints =
  'set breakpoints in the editor’s margin or the Breakpoints view: continue goes to the next frame that hits one';
const noProcess = 'a trace is a record, no process runs: `tfind` goes from frame to frame';
const readOnly = 'a trace is read-only';
const launch =
  'what is debugged is named in launch.json: "trace", "program", "programs", "sourceMap"';
const noScripts = 'commands of your own are not known here';

/** By name; aliases stand beside. */
export const unsupported: ReadonlyMap<string, string> = new Map([
  ...each('run start starti r', noProcess),
  ...each('kill k detach attach target signal thread inferior checkpoint record fork', noProcess),
  ...each('continue c fg next n step s stepi si nexti ni finish fin until u advance', buttons),
  ...each(
    'reverse-continue rc reverse-next rn reverse-step rs reverse-stepi rsi reverse-nexti rni',
    buttons,
  ),
  ...each('reverse-finish', buttons),
  ...each(
    'break b br brea tbreak tb hbreak thbreak rbreak condition ignore commands enable disable delete d',
    breakpoints,
  ),
  ...each('watch rwatch awatch catch tcatch', breakpoints),
  ...each(
    'trace tr tp ftrace strace actions collect teval while-stepping passcount tvariable',
    'tracepoints were set when the trace was recorded: `info tracepoints` lists them',
  ),
  ...each('tstart tstop tsave', 'the trace run is over: `tstatus` tells how it ended'),
  ...each(
    'call jump j return compile',
    'functions of a trace cannot be called: `print` evaluates what was collected',
  ),
  ...each('file exec-file symbol-file core-file add-symbol-file load directory', launch),
  ...each('define document source python py guile alias shell ! make if while', noScripts),
  ...each('display undisplay', 'add an expression to the Watch view: it is shown at every frame'),
  ...each(
    'tui layout focus refresh winheight',
    'the editor shows source, disassembly and registers',
  ),
  ...each('restore', readOnly),
  ...each('dump append', 'the memory view shows and saves bytes'),
  ...each('quit q exit', 'stop the debug session with its button'),
  ...each('search forward-search reverse-search fo rev', 'the editor searches sources'),
]);

function each(names: string, instead: string): [string, string][] {
  return names.split(' ').map((name) => [name, instead]);
}
