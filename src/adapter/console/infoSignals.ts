// `info signals`: what gdb would do with the signals of a process that runs (gdb manual,
// "Signals"). In a trace nothing changes it.
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

type Signal = readonly [name: string, description: string];

/** By gdb's numbers, which are those of the first systems, from 1. */
const signals: readonly Signal[] = [
  ['SIGHUP', 'Hangup'],
  ['SIGINT', 'Interrupt'],
  ['SIGQUIT', 'Quit'],
  ['SIGILL', 'Illegal instruction'],
  ['SIGTRAP', 'Trace/breakpoint trap'],
  ['SIGABRT', 'Aborted'],
  ['SIGEMT', 'Emulation trap'],
  ['SIGFPE', 'Arithmetic exception'],
  ['SIGKILL', 'Killed'],
  ['SIGBUS', 'Bus error'],
  ['SIGSEGV', 'Segmentation fault'],
  ['SIGSYS', 'Bad system call'],
  ['SIGPIPE', 'Broken pipe'],
  ['SIGALRM', 'Alarm clock'],
  ['SIGTERM', 'Terminated'],
  ['SIGURG', 'Urgent I/O condition'],
  ['SIGSTOP', 'Stopped (signal)'],
  ['SIGTSTP', 'Stopped (user)'],
  ['SIGCONT', 'Continued'],
  ['SIGCHLD', 'Child status changed'],
  ['SIGTTIN', 'Stopped (tty input)'],
  ['SIGTTOU', 'Stopped (tty output)'],
  ['SIGIO', 'I/O possible'],
  ['SIGXCPU', 'CPU time limit exceeded'],
  ['SIGXFSZ', 'File size limit exceeded'],
  ['SIGVTALRM', 'Virtual timer expired'],
  ['SIGPROF', 'Profiling timer expired'],
  ['SIGWINCH', 'Window size changed'],
  ['SIGLOST', 'Resource lost'],
  ['SIGUSR1', 'User defined signal 1'],
  ['SIGUSR2', 'User defined signal 2'],
  ['SIGPWR', 'Power fail/restart'],
  ['SIGPOLL', 'Pollable event occurred'],
  ['SIGWIND', 'SIGWIND'],
  ['SIGPHONE', 'SIGPHONE'],
  ['SIGWAITING', "Process's LWPs are blocked"],
  ['SIGLWP', 'Signal LWP'],
  ['SIGDANGER', 'Swap space dangerously low'],
  ['SIGGRANT', 'Monitor mode granted'],
  ['SIGRETRACT', 'Need to relinquish monitor mode'],
  ['SIGMSG', 'Monitor mode data available'],
  ['SIGSOUND', 'Sound completed'],
  ['SIGSAK', 'Secure attention'],
  ['SIGPRIO', 'SIGPRIO'],
  ...realTime(33, 63),
  ['SIGCANCEL', 'LWP internal signal'],
  ...realTime(32, 32),
  ...realTime(64, 127),
  ['SIGINFO', 'Information request'],
  ['EXC_BAD_ACCESS', 'Could not access memory'],
  ['EXC_BAD_INSTRUCTION', 'Illegal instruction/operand'],
  ['EXC_ARITHMETIC', 'Arithmetic exception'],
  ['EXC_EMULATION', 'Emulation instruction'],
  ['EXC_SOFTWARE', 'Software generated exception'],
  ['EXC_BREAKPOINT', 'Breakpoint'],
  ['SIGLIBRT', 'librt internal signal'],
];

/** Those that gdb passes to the program without a word. */
const unnoticed = new Set(
  (
    'SIGALRM SIGURG SIGCHLD SIGIO SIGVTALRM SIGPROF SIGWINCH ' +
    'SIGPOLL SIGWAITING SIGLWP SIGPRIO SIGCANCEL SIGLIBRT'
  ).split(' '),
);

function realTime(first: number, last: number): Signal[] {
  return Array.from({ length: last - first + 1 }, (_, i) => [
    `SIG${first + i}`,
    `Real-time event ${first + i}`,
  ]);
}

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
