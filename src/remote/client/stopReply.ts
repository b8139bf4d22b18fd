// Why a program stands: gdb manual, "Stop Reply Packets".

/** What a stop reply says. */
export type StopReply =
  | {
      readonly kind: 'signal';
      /** gdb's number of the signal. */
      readonly signal: number;
      /** As the target names it, for packets; undefined where it does not say. */
      readonly thread: string | undefined;
      /** Whether the program is about to make the call of the system that is waited for: the one that ends it. */
      readonly entersCall: boolean;
    }
  /** The program is gone: it ended, or a signal ended it. */
  | { readonly kind: 'ended'; readonly note: string };

/** gdb's numbers of signals that usually end a program, with their names (gdb/signals.def). */
const deadly: ReadonlyMap<number, string> = new Map([
  [3, 'SIGQUIT'],
  [4, 'SIGILL'],
  [6, 'SIGABRT'],
  [7, 'SIGEMT'],
  [8, 'SIGFPE'],
  [9, 'SIGKILL'],
  [10, 'SIGBUS'],
  [11, 'SIGSEGV'],
  [12, 'SIGSYS'],
  [15, 'SIGTERM'],
  [24, 'SIGXCPU'],
  [25, 'SIGXFSZ'],
]);

/** Reads a stop reply, or the part of a `StopReply` notification behind its name; undefined where it is none. */
export function readStop(reply: string): StopReply | undefined {
  const match = /^([STWX])([\da-f]{2})/.exec(reply);
  if (!match) return undefined;
  const number = Number.parseInt(match[2] ?? '', 16);
  const kind = match[1];
  if (kind === 'W') return { kind: 'ended', note: `it ended with code ${number}` };
  if (kind === 'X') return { kind: 'ended', note: `${signalName(number)} ended it` };
  return {
    kind: 'signal',
    signal: number,
    thread: /^T[\da-f]{2}(?:.*;)?thread:([^;]+)/i.exec(reply)?.[1],
    entersCall: /^T[\da-f]{2}(.*;)?syscall_entry:/i.test(reply),
  };
}

/** Whether a program that goes on with this signal will most likely end. */
export function isDeadly(signal: number): boolean {
  return deadly.has(signal);
}

/** A signal as a person knows it. */
export function signalName(signal: number): string {
  return deadly.get(signal) ?? `signal ${signal}`;
}
