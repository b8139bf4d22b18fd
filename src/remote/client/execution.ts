// The program under a target: letting it run, stopping it, hearing of it. gdb manual, "Notification Packets" and "Remote Non-Stop":
// only in non-stop mode does gdbserver answer while a program runs, so that is what is asked for first.
import { Emitter, type Disposable } from '../../trace/emitter';
import { forever, type Exchange } from './exchange';
import type { TargetFeatures } from './features';
import type { ProgramState } from './recording';
import { isDeadly, readStop, signalName, type StopReply } from './stopReply';
import { TargetProblem } from './targetProblem';

/** gdb's numbers of signals that are no program's own: none, what stops for a debugger, what stops for a terminal. */
const debuggers = { none: 0, interrupt: 2, trap: 5, stop: 17 } as const;
const aboutToEnd = 'it is about to end';
/** Threads whose stops are heard of at once. */
const mostThreads = 1 << 16;

/** What the program does now. */
export interface RunState {
  readonly state: ProgramState;
  /** Why it stands, in a few words. */
  readonly note?: string;
}

/** Lets the program run and stop. */
export class ProgramControl implements Disposable {
  private execution: RunState = { state: 'stopped' };
  private readonly changed = new Emitter<RunState>();
  private readonly listener: Disposable;
  /** The signal that a stopped program gets when it goes on, and its thread. */
  private signal: { readonly number: number; readonly thread: string | undefined } | undefined;
  private isInterrupting = false;
  private hasVCont = false;

  readonly onDidChange = this.changed.event;

  private constructor(
    private readonly exchange: Exchange,
    private readonly features: TargetFeatures,
    /** Whether the target answers while the program runs. */
    readonly isLive: boolean,
  ) {
    this.listener = exchange.onNotification((body) => {
      if (body.startsWith('Stop:')) void this.hear(body.slice('Stop:'.length));
    });
  }

  /** Finds out what the program does. */
  static async begin(exchange: Exchange, features: TargetFeatures): Promise<ProgramControl> {
    const isLive = features.has('QNonStop') && (await exchange.ask('QNonStop:1')) === 'OK';
    const control = new ProgramControl(exchange, features, isLive);
    const reply = await exchange.ask('?');
    if (isLive && reply === 'OK') control.become({ state: 'running' });
    else await control.hear(reply);
    // Packets about a process find none, or end gdbserver, before a thread was chosen.
    await exchange.ask('Hg0');
    control.hasVCont = /;c(;|$)/.test(await exchange.ask('vCont?'));
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
   * Holds the program when it makes a call of the system that ends it: with the program gone, gdbserver forgets its frames. False
   * where the target cannot.
   */
  async holdAtCall(call: number | undefined): Promise<boolean> {
    if (call === undefined || !this.features.has('QCatchSyscalls')) return false;
    return (await this.exchange.ask(`QCatchSyscalls:1;${call.toString(16)}`)) === 'OK';
  }

  /** Lets a program that stands go on. */
  async resume(): Promise<void> {
    if (this.execution.state === 'running' || this.execution.state === 'ended') return;
    const packet = this.resumption();
    this.signal = undefined;
    this.become({ state: 'running' });
    if (this.isLive) {
      await this.exchange.demand(packet, 'The program cannot go on');
      return;
    }
    // The answer is the next stop.
    this.exchange.ask(packet, forever).then(
      (reply) => this.hear(reply),
      () => undefined,
    );
  }

  /** Stops a program that runs, and waits until it stands. */
  async halt(): Promise<void> {
    if (this.execution.state !== 'running') return;
    const stopped = this.standing();
    this.isInterrupting = true;
    if (this.isLive) await this.exchange.demand('vCont;t', 'The program cannot be stopped');
    else this.exchange.interrupt();
    await stopped;
    this.isInterrupting = false;
  }

  /** Does something for which the program must stand; it goes on afterwards if it ran. */
  async whileStanding<T>(act: () => Promise<T>): Promise<T> {
    const ran = this.execution.state === 'running';
    await this.halt();
    const done = await act();
    if (ran && this.execution.state === 'stopped' && !this.signal) await this.resume();
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

  /** `vCont` with the signal for the thread that got it, or the packets of before. */
  private resumption(): string {
    const { signal, hasVCont } = this;
    const digits = signal?.number.toString(16).padStart(2, '0');
    if (!hasVCont) return digits === undefined ? 'c' : `C${digits}`;
    const thread = signal?.thread === undefined ? '' : `:${signal.thread}`;
    return digits === undefined ? 'vCont;c' : `vCont;C${digits}${thread};c`;
  }

  /** Takes in a stop, and in non-stop mode those of other threads that wait behind it. */
  private async hear(first: string): Promise<void> {
    try {
      let passOn = this.take(readStop(first));
      for (let more = 0; this.isLive && more < mostThreads; more++) {
        const reply = await this.exchange.ask('vStopped');
        const stop = readStop(reply);
        if (!stop) break;
        passOn = this.take(stop) || passOn;
      }
      if (passOn) await this.resume();
    } catch (error) {
      if (!(error instanceof TargetProblem)) throw error;
    }
  }

  /** True where the program should go on at once, with a signal that is its own business. */
  private take(stop: StopReply | undefined): boolean {
    if (!stop) return false;
    if (stop.kind === 'ended') {
      this.become({ state: 'ended', note: stop.note });
      return false;
    }
    if (stop.entersCall) {
      this.become({ state: 'leaving', note: aboutToEnd });
      return false;
    }
    // Threads that stop beside one that is about to end, or that got a signal, change nothing.
    if (this.execution.state === 'leaving') return false;
    const { signal: number, thread } = stop;
    const isOurs = number === debuggers.interrupt && this.isInterrupting;
    const isPrograms = !isOurs && !isDebuggers(number);
    if (isPrograms) this.signal = { number, thread };
    const isHeld = isPrograms && isDeadly(number);
    this.become({ state: 'stopped', ...(isHeld && { note: signalName(number) }) });
    return isPrograms && !isHeld && !this.isInterrupting;
  }

  private become(execution: RunState): void {
    this.execution = execution;
    this.changed.fire(execution);
  }

  /** Resolves when the program stands; rejects where the target is lost before. */
  private standing(): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        heard.dispose();
        lost.dispose();
        clearTimeout(timer);
      };
      const heard = this.changed.event(({ state }) => {
        if (state === 'running') return;
        end();
        resolve();
      });
      const lost = this.exchange.onLost((sentence) => {
        end();
        reject(new TargetProblem('lost', sentence));
      });
      const timer = setTimeout(() => {
        end();
        reject(new TargetProblem('refused', 'The program did not stop when it was asked to.'));
      }, patienceForStop);
    });
  }
}

/** Milliseconds. */
const patienceForStop = 10_000;

function isDebuggers(signal: number): boolean {
  const { none, trap, stop } = debuggers;
  return signal === none || signal === trap || signal === stop;
}
