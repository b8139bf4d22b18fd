// A trace that questions are asked of: opened as the debug adapter opens it, with its programs and
// sources. What needs a stopped program gets a debugger of its own at a frame.
import type { Client } from '../adapter/client';
import type { DebugContext } from '../adapter/debugContext';
import type { AdapterHost } from '../adapter/host';
import { launched, openLaunched, requireFrame, type Launched } from '../adapter/launch';
import { readLaunchArguments, type LaunchArguments } from '../adapter/launchArguments';
import { RequestFailed } from '../bytes/requestFailed';
import { raceAbort } from '../bytes/source';
import type { Disposable } from '../trace/emitter';
import type { TraceLease } from '../trace/openTraces';
import type { SourceLookup } from '../trace/sourceLookup';
import type { Trace } from '../trace/trace';

/** A trace file that is open for questions. Whoever opened it disposes of it. */
export class AskedTrace implements Disposable {
  /** Debuggers share the trace's position: one works at a time. */
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly launched: Launched,
    /** What is odd about the file or its program, in sentences. */
    readonly notes: readonly string[],
  ) {}

  /**
   * Opens the trace of some launch arguments (README, "Launch configuration"); fails with a
   * sentence.
   */
  static async open(given: object, host: AdapterHost): Promise<AskedTrace> {
    const notes: string[] = [];
    const log = (text: string): void => void notes.push(text);
    const args = checkedArguments(given);
    const opened = await openLaunched(args, host, log, () => Promise.resolve());
    return new AskedTrace(opened, notes);
  }

  /** A trace that others show too, as they show it; the lease goes to the result. */
  static shown(lease: TraceLease, path: string, host: AdapterHost): AskedTrace {
    return new AskedTrace(launched(lease, path, checkedArguments({ trace: path }), host), []);
  }

  get trace(): Trace {
    return this.launched.trace;
  }

  get sources(): SourceLookup {
    return this.launched.sources;
  }

  /** The text of a source of this machine; undefined where it cannot be read. */
  readText(path: string): Promise<string | undefined> {
    return this.launched.readText(path);
  }

  /**
   * Works with a debugger of its own, which ends with the work; `log` hears what it says. Fails
   * where `signal` ends it.
   */
  async debug<T>(
    work: (debugged: DebugContext) => Promise<T>,
    signal?: AbortSignal,
    log: Client['log'] = () => undefined,
  ): Promise<T> {
    const before = this.turn;
    const working = before.then(() => this.debugNow(work, signal, log));
    this.turn = working.catch(() => undefined);
    return working;
  }

  /**
   * The same, at a frame; fails with a sentence where there is no such frame. Those who show the
   * trace hear nothing where it is at that frame already.
   */
  async debugAt<T>(
    frame: number,
    work: (debugged: DebugContext) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.debug(async (debugged) => {
      if (frame === this.trace.cursor.frame) await this.requireFrame(frame);
      else await debugged.navigator.goTo(frame);
      return work(debugged);
    }, signal);
  }

  /** Fails with a sentence where there is no such frame. */
  requireFrame(frame: number): Promise<void> {
    return requireFrame(this.trace.recording, frame);
  }

  dispose(): void {
    this.launched.dispose();
  }

  private async debugNow<T>(
    work: (debugged: DebugContext) => Promise<T>,
    signal: AbortSignal | undefined,
    log: Client['log'],
  ): Promise<T> {
    if (signal?.aborted) throw new RequestFailed('cancelled');
    const { DebugContext } = await import('../adapter/debugContext');
    // The lease is this trace's own.
    const launched = { ...this.launched, dispose: () => undefined };
    const debugged = new DebugContext(launched, clientThatLogs(log));
    try {
      const done = await raceAbort(
        work(debugged).then((result) => ({ result })),
        signal,
      );
      if (!done) throw new RequestFailed('cancelled');
      return done.result;
    } finally {
      debugged.dispose();
    }
  }
}

function checkedArguments(given: object): LaunchArguments {
  const args = readLaunchArguments(given);
  if ('problem' in args) throw new RequestFailed(args.problem);
  return args;
}

/** Nobody listens to events: what comes of the work is its result. */
function clientThatLogs(log: Client['log']): Client {
  const same = <Place>(place: Place): Place => place;
  return {
    places: { line: same, column: same, path: same, lineHere: same },
    abilities: {
      invalidated: false,
      progress: false,
      countsCompletionsFromZero: false,
      listsNewBreakpoints: false,
    },
    send: () => undefined,
    log,
  };
}
