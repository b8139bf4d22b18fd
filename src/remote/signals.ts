// Signals by the numbers that gdb and its protocol have for them on every system: the first are
// those of the first systems (gdb/signals.def).

/** A signal. */
export type Signal = readonly [name: string, description: string];

/** By gdb's numbers, from 1. */
export const signals: readonly Signal[] = [
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

function realTime(first: number, last: number): Signal[] {
  return Array.from({ length: last - first + 1 }, (_, i) => [
    `SIG${first + i}`,
    `Real-time event ${first + i}`,
  ]);
}

/** The name of a signal; undefined where gdb has none of the number. */
export function signalNameOf(number: number): string | undefined {
  return signals[number - 1]?.[0];
}
