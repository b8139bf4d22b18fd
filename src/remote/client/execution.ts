// The program under a target: letting it run, stopping it, hearing of it. gdb manual,
// "Notification Packets" and "Remote Non-Stop": only in non-stop mode does gdbserver answer while
// a program runs, so that is what is asked for first.
import { t } from '@vscode/l10n';
import { Emitter, type Disposable } from '../../trace/emitter';
import { noTimeouts, type RspClient, TargetProblem, type TargetFeatures } from './rspClient';
import type { ProgramState } from './recording';
import { signalNameOf } from '../signals';
import type { Architecture } from '../../machine/arch/architecture';

/**
 * gdb's numbers of signals that are no program's own: none, what stops for a debugger, what stops
 * for a terminal.
 */
const debuggers = { none: 0, interrupt: 2, trap: 5, stop: 17 } as const;
/** Threads whose stops are heard of at once. */
const maxThreads = 1 << 16;

/** What the program does now. */
export interface RunState {
  readonly state: ProgramState;
  /** The signal that ended it, or that stopped it and will most likely end it, by name. */
  readonly signal?: string;
  /** Where it ended by itself. */
  readonly exitCode?: number;
}

/** Lets the program run and stop. */
export class ProgramControl implements Disposable {
  private execution: RunState = { state: 'stopped' };
  private readonly changed = new Emitter<RunState>();
  private readonly listener: Disposable;
  /** The signals that threads get when the stopped program continues, by the target's names. */
  private readonly signals = new Map<string | undefined, number>();
  /** The thread that a signal or its end stopped; undefined where the target does not say. */
  private stoppedThread: string | undefined;
  private isInterrupting = false;
  /** How many wait for a stop. */
  private waiting = 0;
  /** Whether a stop is being taken in. */
  private isHearing = false;
  /** The stop that the target told of meanwhile. */
  private next: string | undefined;
  private hasVCont = false;
  private isHeldAtExit = false;

  readonly onDidChange = this.changed.event;
  /**
   * The call of the system that ends the program; undefined while its processor is not known, where
   * each call that a target tells of is taken for it. A client before may have asked for that.
   */
  exitCall: ExitCall | undefined;

  private constructor(
    private readonly client: RspClient,
    private readonly features: TargetFeatures,
    /** Whether the target answers while the program runs. */
    readonly isLive: boolean,
  ) {
    this.listener = client.onNotification((body) => {
      if (!body.startsWith('Stop:')) return;
      const stop = body.slice('Stop:'.length);
      // It can come with the answer that ends the stops before it, which is read after it.
      if (this.isHearing) this.next = stop;
      else void this.hear(stop);
    });
  }

  /** Finds out what the program does. */
  static async begin(client: RspClient, features: TargetFeatures): Promise<ProgramControl> {
    const isLive = features.has('QNonStop') && (await client.request('QNonStop:1')) === 'OK';
    const control = new ProgramControl(client, features, isLive);
    const reply = await client.request('?');
    if (isLive && reply === 'OK') control.become({ state: 'running' });
    else await control.hear(reply);
    // Packets about a process find none, or end gdbserver, before a thread was chosen.
    await client.request('Hg0');
    control.hasVCont = /;c(;|$)/.test(await client.request('vCont?'));
    return control;
  }

  get now(): RunState {
    return this.execution;
  }

  /** Whether a question is answered now. */
  get answers(): boolean {
    return this.isLive || this.execution.state !== 'running';
  }

  /**
   * Holds the program when it makes the call of the system that ends it: with the program gone,
   * gdbserver forgets its frames. False where the target cannot.
   */
  async holdAtExit(): Promise<boolean> {
    if (this.exitCall === undefined || !this.features.has('QCatchSyscalls')) return false;
    const number = this.exitCall.number.toString(16);
    this.isHeldAtExit = (await this.client.request(`QCatchSyscalls:1;${number}`)) === 'OK';
    return this.isHeldAtExit;
  }

  /** Lets the program go on without a debugger. */
  async detach(): Promise<void> {
    // gdbserver also watches the calls that it was not asked for. Stopped in one, it would give the
    // program a signal that does not exist, and be refused: the call must be over first.
    if (this.isHeldAtExit && this.execution.state === 'running') {
      await this.halt();
      await this.client.request('QCatchSyscalls:0');
      await this.resume();
      await this.halt();
    }
    if (!this.answers) await this.halt();
    await this.client.requireOk('D', t('The target does not let its program go'));
  }

  /** The registers of the thread that a signal or its end stopped, as the target answers `g`. */
  async readRegisters(): Promise<string> {
    const { stoppedThread: thread } = this;
    if (thread !== undefined) await this.client.request(`Hg${thread}`);
    return this.client.request('g');
  }

  /** Lets a stopped program run to an address; `name` is what is there. */
  async runTo(address: bigint, breakpointKind: number, name: string): Promise<void> {
    const breakpoint = `0,${address.toString(16)},${breakpointKind}`;
    await this.client.requireOk(`Z${breakpoint}`, t('The program cannot be stopped at {0}', name));
    const stopped = this.standing(t('The program did not reach {0} within 10 seconds.', name));
    try {
      await Promise.all([stopped, this.resume()]);
    } finally {
      if (this.execution.state !== 'ended' && this.client.lost === undefined) {
        await this.halt();
        await this.client.request(`z${breakpoint}`);
      }
    }
  }

  /** Lets a program that is stopped continue. */
  async resume(): Promise<void> {
    if (this.execution.state === 'running' || this.execution.state === 'ended') return;
    this.become({ state: 'running' });
    await this.goOn();
  }

  private async goOn(): Promise<void> {
    const packet = this.resumption();
    this.signals.clear();
    if (this.isLive) {
      await this.client.requireOk(packet, t('The program cannot go on'));
      return;
    }
    // The answer is the next stop.
    this.client.request(packet, noTimeouts).then(
      (reply) => this.hear(reply),
      () => undefined,
    );
  }

  /** Stops a program that runs, and waits until it is stopped. */
  async halt(): Promise<void> {
    if (this.execution.state !== 'running') return;
    this.isInterrupting = true;
    try {
      await Promise.all([this.standing(), this.interrupt()]);
    } finally {
      this.isInterrupting = false;
    }
  }

  private async interrupt(): Promise<void> {
    if (this.isLive) await this.client.requireOk('vCont;t', t('The program cannot be stopped'));
    else this.client.interrupt();
  }

  /** Does something for which the program must be stopped; it continues afterwards if it ran. */
  async whileStanding<T>(act: () => Promise<T>): Promise<T> {
    const ran = this.execution.state === 'running';
    await this.halt();
    const done = await act();
    if (ran && this.execution.state === 'stopped' && this.signals.size === 0) await this.resume();
    return done;
  }

  /** Does something for which the target must answer. */
  async whileAnswering<T>(act: () => Promise<T>): Promise<T> {
    return this.answers ? act() : this.whileStanding(act);
  }

  dispose(): void {
    this.listener.dispose();
    this.changed.dispose();
  }

  /** `vCont` with the signals for the threads that got them, or the packets of before. */
  private resumption(): string {
    const actions = [...this.signals].map(([thread, number]) => {
      const action = `C${number.toString(16).padStart(2, '0')}`;
      return this.hasVCont && thread !== undefined ? `${action}:${thread}` : action;
    });
    return this.hasVCont ? ['vCont', ...actions, 'c'].join(';') : (actions.at(-1) ?? 'c');
  }

  /** Handles a stop, and in non-stop mode those of other threads that are queued after it. */
  private async hear(first: string): Promise<void> {
    try {
      this.isHearing = true;
      const goesOn = await this.takeAll(first).finally(() => {
        this.isHearing = false;
      });
      if (goesOn === undefined || this.execution.state !== 'running') return;
      if (goesOn && !this.isInterrupting) await this.goOn();
      else this.become({ state: 'stopped' });
    } catch (error) {
      if (!(error instanceof TargetProblem)) throw error;
    }
  }

  /** Whether the program should go on at once; undefined where it did not run. */
  private async takeAll(first: string): Promise<boolean | undefined> {
    let goesOn: boolean | undefined;
    let stop = readStop(first);
    for (let taken = 0; taken < maxThreads; taken++) {
      const { state } = this.execution;
      const isItsOwn = stop && this.take(stop);
      if (state === 'running' && isItsOwn !== undefined) goesOn = isItsOwn && goesOn !== false;
      if (!this.isLive) break;
      stop = await this.nextStop();
      if (!stop) break;
    }
    return goesOn;
  }

  /** The next stop that the target has in store; undefined where there is none. */
  private async nextStop(): Promise<StopReply | undefined> {
    const stored = readStop(await this.client.request('vStopped'));
    if (stored || this.next === undefined) return stored;
    const stop = readStop(this.next);
    this.next = undefined;
    return stop;
  }

  /** Whether what stopped it is the program's own business: it should go on at once. */
  private take(stop: StopReply): boolean {
    if (stop.kind === 'ended') {
      const { signal, exitCode } = stop;
      this.become({
        state: 'ended',
        ...(signal !== undefined && { signal }),
        ...(exitCode !== undefined && { exitCode }),
      });
      return false;
    }
    // Threads that stop with one that is about to end the program change nothing.
    if (this.execution.state === 'leaving') return false;
    const { call, thread } = stop;
    if (call === undefined) return this.takeSignal(stop.signal, thread);
    // gdbserver also tells of calls that it was not asked for, where it stops all threads for one.
    if (this.exitCall !== undefined && call !== this.exitCall.number) return true;
    this.stoppedThread = thread;
    this.become({ state: 'leaving' });
    return false;
  }

  private takeSignal(number: number, thread: string | undefined): boolean {
    // A thread that was stopped for a debugger may tell so when the others go on already.
    if (number === debuggers.none && this.isLive && !this.isAwaited) return true;
    const isPrograms = !this.isDebuggers(number);
    if (isPrograms && this.signals.size < maxThreads) this.signals.set(thread, number);
    // The first signal that would end the program is why it stands, and where.
    if (this.execution.signal !== undefined) return false;
    if (isPrograms) this.stoppedThread = thread;
    if (!isPrograms || !isDeadly(number)) return isPrograms;
    this.become({ state: 'stopped', signal: signalName(number) });
    return false;
  }

  /** Whether a signal is no program's own; one that nobody waits for is, by `raise` or int3. */
  private isDebuggers(signal: number): boolean {
    const { none, interrupt, trap, stop } = debuggers;
    if (signal === interrupt) return this.isInterrupting;
    return signal === none || ((signal === trap || signal === stop) && this.isAwaited);
  }

  /** Whether the program stands, or somebody waits for it to. */
  private get isAwaited(): boolean {
    return this.execution.state !== 'running' || this.waiting > 0;
  }

  private become(execution: RunState): void {
    this.execution = execution;
    this.changed.fire(execution);
  }

  /** Resolves when the program has stopped; rejects where the target is lost before. */
  private standing(otherwise = t('The program did not stop when it was asked to.')): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting++;
      const end = (): void => {
        this.waiting--;
        heard.dispose();
        lost.dispose();
        clearTimeout(timer);
      };
      const heard = this.changed.event(({ state }) => {
        if (state === 'running') return;
        end();
        resolve();
      });
      const lost = this.client.onLost((sentence) => {
        end();
        reject(new TargetProblem('lost', sentence));
      });
      const timer = setTimeout(() => {
        end();
        reject(new TargetProblem('refused', otherwise));
      }, patienceForStop);
    });
  }
}

/** Milliseconds. */
const patienceForStop = 10_000;

// Why a program stopped: gdb manual, "Stop Reply Packets".

/** What a stop reply says. */
export type StopReply =
  | {
      readonly kind: 'signal';
      /** gdb's number of the signal. */
      readonly signal: number;
      /** As the target names it, for packets; undefined where it does not say. */
      readonly thread: string | undefined;
      /**
       * The number of the call of the system that the thread makes; undefined where it stopped for
       * another reason. gdbserver takes one that ends the program for the return of a call where
       * the program stopped for nothing since it was started.
       */
      readonly call: number | undefined;
    }
  /** The program is gone: it exited, or a signal ended it. */
  | { readonly kind: 'ended'; readonly exitCode?: number; readonly signal?: string };

/** Signals that usually end a program. */
const deadly: ReadonlySet<string> = new Set([
  ...['SIGQUIT', 'SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGEMT', 'SIGFPE', 'SIGKILL', 'SIGBUS'],
  ...['SIGSEGV', 'SIGSYS', 'SIGTERM', 'SIGXCPU', 'SIGXFSZ'],
]);

/**
 * Reads a stop reply, or what follows the name in a `StopReply` notification; undefined for other
 * replies.
 */
export function readStop(reply: string): StopReply | undefined {
  const match = /^([STWX])([\da-f]{2})/.exec(reply);
  if (!match) return undefined;
  const number = Number.parseInt(match[2] ?? '', 16);
  const call = /^T[\da-f]{2}(?:.*;)?syscall_(?:entry|return):([\da-f]+)/i.exec(reply)?.[1];
  const kind = match[1];
  if (kind === 'W') return { kind: 'ended', exitCode: number };
  if (kind === 'X') return { kind: 'ended', signal: signalName(number) };
  return {
    kind: 'signal',
    signal: number,
    thread: /^T[\da-f]{2}(?:.*;)?thread:([^;]+)/i.exec(reply)?.[1],
    call: call === undefined ? undefined : Number.parseInt(call, 16),
  };
}

/** Whether a program that continues with this signal will most likely end. */
function isDeadly(signal: number): boolean {
  return deadly.has(signalName(signal));
}

/** A signal by its name. */
function signalName(signal: number): string {
  return signalNameOf(signal) ?? `signal ${signal}`;
}

// The call of Linux that ends a program, exit_group, by processor: the numbers of the kernel's
// own tables, and the register of the first argument as syscall(2) has it. RISC-V's kernel
// overwrites that one before a debugger sees the call.

/** A call of the system that ends a program. */
export interface ExitCall {
  readonly number: number;
  /** The register with the exit code; undefined where it cannot be read. */
  readonly code: string | undefined;
}

/** By e_machine and width. */
const calls: readonly (readonly [machine: number, bits: 32 | 64, number: number, code?: string])[] =
  [
    [3, 32, 252, 'ebx'], // i386
    [62, 64, 231, 'rdi'], // x86-64
    [40, 32, 248, 'r0'], // Arm
    [183, 64, 94, 'x0'], // AArch64
    [243, 32, 94], // RISC-V
    [243, 64, 94],
    [20, 32, 234, 'r3'], // PowerPC
    [21, 64, 234, 'r3'],
    [22, 32, 248, 'orig_r2'], // s390
    [22, 64, 248, 'orig_r2'],
    [8, 32, 4246, 'a0'], // MIPS
    [8, 64, 5205, 'a0'],
  ];

/** Undefined for a processor that is not known. */
export function exitCall(architecture: Architecture | undefined): ExitCall | undefined {
  const found = calls.find(
    ([machine, bits]) => architecture?.bits === bits && architecture.elfMachines.includes(machine),
  );
  return found && { number: found[2], code: found[3] };
}
