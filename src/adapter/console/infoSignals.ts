// `info signals`: what gdb would do with the signals of a process that runs (gdb manual,
// "Signals"). In a trace nothing changes it.
import { signals, type Signal } from '../../remote/signals';
import { RequestFailed } from '../requestFailed';
import { integerGiven, text, type Command } from './command';
import type { ConsoleState } from './consoleState';

/** `info signals`. */
export const infoSignals: Command = {
  name: 'signals',
  aliases: ['handle'],
  help: 'What gdb does with each signal, or with one: `info signals SIGINT`.',
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
