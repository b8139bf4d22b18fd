// `info` commands that ask for what no trace has, answered in gdb's words; and those that are not
// supported, with the reason.
import { t } from '@vscode/l10n';
import { RequestFailed } from '../../bytes/requestFailed';
import { commandNamed, text, type Command, integerGiven } from './command';
import type { ConsoleState } from './consoleState';
import { aboutGdb, noLanguage, notSupported } from './gdbCommands';
import { infoMacroCommands } from './macros';
import { infoPrettyPrinter } from './prettyPrinters';
import { signals, type Signal } from '../../remote/signals';

/** `info signals`. */
const infoSignals: Command = {
  name: 'signals',
  aliases: ['handle'],
  help: () => t('What gdb does with each signal, or with one: `info signals SIGINT`.'),
  takes: 'expression',
  async run(args, state) {
    const head = 'Signal        Stop\tPrint\tPass to program\tDescription';
    if (args !== '') {
      state.writeLine(head);
      return rowOf(await signalNamed(args, state));
    }
    const rows = signals.map(rowOf);
    return text([head, '', ...rows, '', 'Use the "handle" command to change these tables.']);
  },
};

/** Those that gdb passes to the program without a word. */
const unnoticed = new Set(
  (
    'SIGALRM SIGURG SIGCHLD SIGIO SIGVTALRM SIGPROF SIGWINCH ' +
    'SIGPOLL SIGWAITING SIGLWP SIGPRIO SIGCANCEL SIGLIBRT'
  ).split(' '),
);

async function signalNamed(args: string, state: ConsoleState): Promise<Signal> {
  const named = signals.find(([name]) => name === args);
  if (named) return named;
  const number = Number(await integerGiven(args, state));
  const signal = number <= 15 ? signals[number - 1] : undefined;
  if (signal) return signal;
  throw new RequestFailed(
    'Only signals 1-15 are valid as numeric signals.\n' +
      'Use "info signals" for a list of symbolic signals.',
  );
}

function rowOf([name, description]: Signal): string {
  const noticed = unnoticed.has(name) ? 'No' : 'Yes';
  const passed = name === 'SIGINT' || name === 'SIGTRAP' ? 'No' : 'Yes';
  return `${name.padEnd(13)} ${noticed}\t${noticed}\t${passed}\t\t${description}`;
}

/** How files of sources are named, by language. */
const objectiveC = /\.mm?$/;
const fortran = /\.(f|for|ftn|fpp|f\d\d)$/i;
const ada = /\.(ad[abs]|ada)$/;

/** The commands under `info` that `help` does not list. */
export const otherInfoCommands: readonly Command[] = [
  under('auto-load', [
    says('gdb-scripts', 'No auto-load scripts.'),
    says('libthread-db', 'No auto-loaded libthread-db.'),
    says('local-gdbinit', 'Local .gdbinit file was not found.'),
    says('python-scripts', 'No auto-load scripts.'),
  ]),
  fails('auxv', 'No auxiliary vector found, or failed reading it.'),
  says('bookmarks', 'No bookmarks.'),
  says('checkpoints', 'No checkpoints.'),
  ofLanguage('classes', objectiveC, (args) => `No classes matching "${args || '*'}"`),
  ofLanguage('common', fortran, (args) =>
    args === '' ? 'No common blocks.' : `No common block '${args}'.`,
  ),
  other('connections', [], (args) => {
    if (args !== '' && args !== '1') return 'No connections.';
    return text(['  Num  What   Description       ', '* 1    tfile  Local trace dump file ']);
  }),
  unsupported('copying', aboutGdb),
  other('dcache', [], (args) =>
    args === ''
      ? text(['Dcache 4096 lines of 64 bytes each.', 'No data cache available.'])
      : 'No such cache line exists.',
  ),
  ofLanguage('exceptions', ada, (args) =>
    args === ''
      ? 'All defined Ada exceptions:'
      : `All Ada exceptions matching regular expression "${args}":`,
  ),
  unsupported('extensions', () => t('each program says what language it is written in')),
  says('frame-filter', 'No frame filters.'),
  unsupported('guile', noLanguage, ['gu']),
  other('inferiors', [], inferiors),
  ...infoMacroCommands,
  says(
    'mem',
    text(['Using memory regions provided by the target.', 'There are no memory regions defined.']),
  ),
  under('module', [
    ofLanguage('functions', fortran, () => 'All functions in all modules:'),
    ofLanguage('variables', fortran, () => 'All variables in all modules:'),
  ]),
  ofLanguage('modules', fortran, (args) =>
    args === '' ? 'All defined modules:' : `All modules matching regular expression "${args}":`,
  ),
  fails('os', 'Can not fetch data now.'),
  infoPrettyPrinter,
  unsupported('probes', () => t('probes are not read from programs')),
  fails('proc', 'No current process: you must name one.'),
  says('program', 'The program being debugged is not being run.'),
  other('record', ['rec'], (args) => {
    if (args === '') return 'No recording is currently active.';
    throw undefinedUnder('record', args);
  }),
  ofLanguage('selectors', objectiveC, (args) => `No selectors matching "${args || '*'}"`),
  infoSignals,
  other('skip', [], (args) =>
    args === ''
      ? 'Not skipping any files or functions.'
      : `No skiplist entries found with number ${args}.`,
  ),
  fails('static-tracepoint-markers', "You can't do that when your target is `tfile'"),
  ofLanguage('tasks', ada, () => 'Your application does not use any Ada tasks.'),
  says('terminal', 'No saved terminal information.'),
  says('type-printers', ''),
  says('unwinder', ''),
  unsupported('warranty', aboutGdb),
  says('win', 'The TUI is not active.'),
  says('xmethod', ''),
];

function other(name: string, aliases: readonly string[], run: Command['run']): Command {
  return { name, aliases, help: () => t('Asks for what no trace has.'), takes: 'nothing', run };
}

function says(name: string, answer: string): Command {
  return other(name, [], () => answer);
}

function fails(name: string, problem: string): Command {
  return other(name, [], () => {
    throw new RequestFailed(problem);
  });
}

function unsupported(name: string, why: () => string, aliases: readonly string[] = []): Command {
  return other(name, aliases, () => {
    throw new RequestFailed(notSupported(`info ${name}`, why()));
  });
}

/** Commands under one, which without a name says what all of them say. */
function under(name: string, commands: readonly Command[]): Command {
  return other(name, [], async (args, state) => {
    if (args !== '') {
      const found = commandNamed(args, commands);
      if (!found) throw undefinedUnder(name, args);
      return found.run('', state);
    }
    const lines: string[] = [];
    for (const each of commands) {
      const answer = await each.run('', state);
      lines.push(typeof answer === 'string' ? `${each.name}:  ${answer}` : each.name);
    }
    return text(lines);
  });
}

function undefinedUnder(name: string, args: string): RequestFailed {
  return new RequestFailed(`Undefined info ${name} command: "${args}".  Try "help info ${name}".`);
}

/** A command about one language alone: `none` is the answer where no source is written in it. */
function ofLanguage(name: string, sources: RegExp, none: (args: string) => string): Command {
  return other(name, [], async (args, { trace }) => {
    for (const { program } of trace.modules.current.loaded) {
      const files = await program.sourceFiles();
      if (files.some((file) => sources.test(file)))
        throw new RequestFailed(notSupported(`info ${name}`, t('it is of one language alone')));
    }
    return none(args);
  });
}

/** `info inferiors`: the one that gdb makes of a trace. */
function inferiors(args: string, { trace }: ConsoleState): string {
  if (args !== '' && args !== '1') return 'No inferiors.';
  const executable = trace.modules.current.loaded[0]?.program.path ?? '';
  return text([
    '  Num  Description       Connection           Executable        ',
    `* 1    process 1         1 (tfile)            ${executable.padEnd(17)} `,
  ]);
}
