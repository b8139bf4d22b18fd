// Moving from frame to frame. Every frame is a stopped program: a move ends with DAP's `stopped`,
// at either end too, and a session never ends by itself.
import { t } from '@vscode/l10n';
import { ContinuedEvent } from '@vscode/debugadapter';
import { raceAbort } from '../bytes/source';
import type { Disposable } from '../trace/emitter';
import { endNoteOf, endOfTrace, type Move, type Navigation } from './stepping';
import type { Direction, SearchOptions, SearchProgress } from '../trace/search/search';
import type { Trace } from '../trace/trace';
import { VisitedFrames } from '../trace/cursor';
import type { Breakpoint } from './breakpoints/breakpoint';
import {
  breakpointsWithoutHits,
  nextStop,
  type PrintLogMessage,
  stopNote,
  dapStopReason,
  type RunStop,
} from './breakpoints/run';
import type { Client } from './client';
import { requireFrame } from './launch';
import type { LaunchArguments } from './launchArguments';
import { Progress } from './progress';
import { messageOf, RequestFailed } from '../bytes/requestFailed';
import { stoppedAtInstruction, stoppedEvent, threadId, type DapStopReason } from './stopped';
import type { DebugProtocol } from '@vscode/debugprotocol';

/** A move that is under way. */
interface UnderWay {
  readonly abort: AbortController;
  readonly progress: Progress;
}

/** Where a run ends, and why. */
export interface RunEnd {
  readonly frame: number;
  readonly why: DapStopReason;
  /** Absent at an end of the trace. */
  readonly stop?: RunStop;
}

/** What the navigator needs of its session. */
interface MoverParts {
  readonly trace: Trace;
  readonly client: Client;
  readonly breakpoints: () => readonly Breakpoint[];
  readonly onHit?: (stop: RunStop) => void;
  /** What prints the log messages of one run. */
  readonly log: () => PrintLogMessage;
  /** Whether the disassembly shows where the debugger is, since no source does. */
  readonly isInDisassembly: () => Promise<boolean>;
  readonly beforeStop?: () => Promise<void>;
  /** What was handed out for the frame before holds no more. */
  readonly leave: () => void;
}

/** Moves one debug session's trace, and tells the client where it stopped. */
export class FrameNavigator implements Disposable {
  private underWay: UnderWay | undefined;
  private moves = 0;
  /** Whether the client was told of this stop so that its disassembly shows it. */
  private isInDisassembly = false;
  /** Moves and stops so far: what is found out about one is not said after the next. */
  private stops = 0;
  private disposed = false;
  /**
   * Whether the client takes the machine to run: since a request that implies it, until it hears of
   * a stop.
   */
  private runsForClient = true;
  /** A stop that the client hears of after the answer to its request. */
  private untold: DapStopReason | undefined;
  private readonly visited = new VisitedFrames();
  private readonly others: Disposable;

  constructor(private readonly parts: MoverParts) {
    this.others = parts.trace.cursor.onDidMove(({ mover }) => {
      if (mover === this || this.stops === 0) return;
      this.move('', () => {
        this.stopped({ reason: 'goto' });
      });
    });
  }

  /**
   * The first stop: where the launch says, or at the first breakpoint from there on. Where the
   * client has moved already, while it was configuring, that stands.
   */
  begin({ stopOnEntry, frame }: LaunchArguments): void {
    if (this.stops > 0) return;
    this.move(lookingForStop(), (underWay) => {
      if (stopOnEntry) this.stopAt(frame, { reason: 'entry' });
      else return this.runTo(1, frame - 1, frame, underWay);
    });
  }

  /** Goes where one of DAP's requests for a step leads. */
  step(navigation: Navigation): void {
    this.runsForClient = true;
    this.go(navigation);
  }

  /** Goes where the user asked to. */
  go({ reason, direction, move, none }: Navigation): void {
    this.move(t('Looking for the frame…'), async (underWay) => {
      const from = this.parts.trace.cursor.frame;
      const to = await this.follow(move, from, direction, underWay);
      if (underWay.abort.signal.aborted) return;
      if (to !== undefined && to !== from) this.stopAt(to, { reason });
      else this.stopped({ reason, note: endNoteOf(this.parts.trace, direction) ?? none });
    });
  }

  /** Continue, or reverse: to the nearest frame at which a breakpoint stops, else to the end. */
  run(direction: Direction): void {
    this.runsForClient = true;
    const { frame } = this.parts.trace.cursor;
    this.move(lookingForStop(), (underWay) => this.runTo(direction, frame, frame, underWay));
  }

  restart(): void {
    this.move('', () => {
      this.stopAt(0, { reason: 'entry' });
    });
  }

  /** Goes back, or forward again, through the frames visited. */
  revisit(direction: Direction): void {
    this.move('', () => {
      const frame = direction > 0 ? this.visited.forward() : this.visited.back();
      if (frame !== undefined) this.stopAt(frame, { reason: 'goto' });
      else this.stopped({ reason: 'goto', note: nothingVisited(direction) });
    });
  }

  /** Ends a move that is under way, where the debugger is. */
  pause(): void {
    this.move('', () => {
      this.stopped({ reason: 'pause' });
    });
  }

  /** Ends the move that is shown under a progress id; fails where it is not under way. */
  cancel(progressId: unknown): void {
    if (this.underWay === undefined || this.underWay.progress.id !== progressId) {
      throw new RequestFailed(t('Nothing is under way that could be cancelled.'));
    }
    this.move('', () => {
      this.stopped({ reason: 'pause', note: t('The search was cancelled.') });
    });
  }

  /**
   * Tells the client again where the debugger is, if its disassembly shows that: a source may be
   * there now, and VS Code keeps the reason of a stop when it is told that all is invalid. False
   * where there is nothing to tell.
   */
  stopAgain(): boolean {
    if (!this.isInDisassembly || this.underWay) return false;
    this.move('', () => {
      this.stopped({ reason: 'goto' });
    });
    return true;
  }

  /** Searches for a request that moves itself. What ends a move ends it: it fails then. */
  async search<Found>(
    title: string,
    find: (options: Pick<SearchOptions, 'signal' | 'onProgress'>) => Promise<Found>,
    { from, direction }: Pick<SearchOptions, 'from' | 'direction'> = {
      from: this.parts.trace.cursor.frame,
      direction: 1,
    },
  ): Promise<Found> {
    this.end();
    const { client } = this.parts;
    const progress = new Progress(client, `move ${++this.moves}`, title);
    const underWay = { abort: new AbortController(), progress };
    this.underWay = underWay;
    const { signal } = underWay.abort;
    try {
      const onProgress = this.reporter(progress, from, direction);
      const finding = find({ signal, onProgress }).then((found) => ({ found }));
      const result = await raceAbort(finding, signal);
      if (signal.aborted || !result) throw new RequestFailed(t('The search was cancelled.'));
      return result.found;
    } finally {
      if (this.underWay === underWay) {
        const { untold } = this;
        this.end();
        this.untold = untold;
      }
    }
  }

  /**
   * Goes to a frame for DAP's `goto`, whose answer comes before the stop; fails with a sentence
   * if it does not exist.
   */
  async jump(frame: number): Promise<void> {
    await requireFrame(this.parts.trace.recording, frame);
    this.runsForClient = true;
    this.move('', () => {
      this.stopAt(frame, { reason: 'goto' });
    });
  }

  /**
   * Goes to a frame by its number, without a search; the client is told of the stop after the
   * answer. Fails with a sentence if the frame does not exist. `within`: ends the move that this
   * one is part of, a script.
   */
  async goTo(
    frame: number,
    why: DapStopReason = { reason: 'goto' },
    within?: AbortSignal,
  ): Promise<void> {
    await requireFrame(this.parts.trace.recording, frame);
    this.parts.trace.cursor.moveTo(frame, this);
    this.parts.leave();
    if (within === undefined || this.underWay?.abort.signal !== within) this.end();
    this.goesOn();
    this.untold = why;
  }

  /** A request was answered, perhaps the one that moved at once. */
  answered(): void {
    if (this.untold && !this.disposed) this.tellStop(this.untold);
  }

  dispose(): void {
    this.disposed = true;
    this.end();
    this.others.dispose();
  }

  /**
   * Where a run ends: at the nearest frame at which a breakpoint stops, else at the end. `stay`:
   * where to stop where no frame at all is hit; a run to the end would be taken for a hit there.
   */
  async runEnd(options: SearchOptions, stay = options.from): Promise<RunEnd | undefined> {
    const { trace, log, breakpoints } = this.parts;
    const { direction, signal } = options;
    const stop = await nextStop(trace, breakpoints(), options, log());
    if (direction > 0 && !stop) await trace.recording.indexed;
    const missed = stop ? undefined : await breakpointsWithoutHits(trace, breakpoints(), signal);
    if (signal?.aborted === true) return undefined;
    if (stop) {
      const text = await stopNote(trace, stop);
      const ids = stop.breakpoints.map(({ id }) => id);
      return { frame: stop.frame, stop, why: { reason: dapStopReason(stop), hit: { text, ids } } };
    }
    if (missed !== undefined) return { frame: stay, why: { reason: 'step', note: missed } };
    const frame = direction > 0 ? trace.recording.index.count - 1 : 0;
    return { frame, why: { reason: 'step', note: endOfTrace(direction) } };
  }

  private async runTo(
    direction: Direction,
    from: number,
    stay: number,
    { abort: { signal }, progress }: UnderWay,
  ): Promise<void> {
    const onProgress = this.reporter(progress, from, direction);
    const end = await this.runEnd({ from, direction, signal, onProgress }, stay);
    if (!end) return;
    this.stopAt(end.frame, end.why);
    if (end.stop) this.parts.onHit?.(end.stop);
  }

  private follow(
    move: Move,
    from: number,
    direction: Direction,
    { abort: { signal }, progress }: UnderWay,
  ): Promise<number | undefined> {
    const { trace } = this.parts;
    const onProgress = this.reporter(progress, from, direction);
    return move({ trace, from, signal, onProgress });
  }

  /** Shows how far a search has come on its way to the end of the trace. */
  private reporter(progress: Progress, from: number, direction: Direction) {
    const { trace } = this.parts;
    return ({ frame }: SearchProgress): void => {
      const whole = direction > 0 ? trace.recording.index.count - from : from;
      progress.update(whole > 0 ? Math.abs(frame - from) / whole : 1);
    };
  }

  private stopAt(frame: number, why: DapStopReason): void {
    this.parts.trace.cursor.moveTo(frame, this);
    this.stopped(why);
  }

  /** Says that the machine is stopped, in the console too where there is more to say. */
  private stopped(why: DapStopReason): void {
    const description = this.tellStop(why);
    if (why.hit ?? why.note !== undefined) this.parts.client.log(description, 'console');
  }

  /** Tells the client of a stop at the trace's position; gives the description of it. */
  private tellStop(why: DapStopReason): string {
    const { trace, leave } = this.parts;
    leave();
    this.visited.visit(trace.cursor.frame);
    const { event, description } = stoppedEvent(trace, why);
    this.untold = undefined;
    void this.tell(event);
    return description;
  }

  /** Tells the client of a stop, unless it is stale by then. */
  private async tell(event: DebugProtocol.StoppedEvent): Promise<void> {
    const stop = ++this.stops;
    const { beforeStop } = this.parts;
    const isInDisassembly = await this.parts.isInDisassembly().catch(() => false);
    await beforeStop?.();
    if (stop !== this.stops || this.disposed) return;
    this.isInDisassembly = isInDisassembly;
    if (isInDisassembly) event.body.reason = stoppedAtInstruction;
    this.runsForClient = false;
    this.parts.client.send(event);
  }

  /**
   * Moves after the request was answered: a client takes the machine to run until it hears that it
   * stopped. A move that is still under way is cancelled.
   */
  private move(title: string, go: (underWay: UnderWay) => void | Promise<void>): void {
    this.end();
    this.goesOn();
    const progress = new Progress(this.parts.client, `move ${++this.moves}`, title);
    const underWay = { abort: new AbortController(), progress };
    this.underWay = underWay;
    setTimeout(() => void this.tryTo(go, underWay), 0);
  }

  /**
   * Tells a client that takes the machine to be stopped that it runs, or it keeps what it shows
   * of the stop before. VS Code mixes this up with a stop that follows at once: an answer, or a
   * turn of the event loop, must be between.
   */
  private goesOn(): void {
    this.stops++;
    if (!this.runsForClient) this.parts.client.send(new ContinuedEvent(threadId, true));
    this.runsForClient = true;
  }

  private async tryTo(
    go: (underWay: UnderWay) => void | Promise<void>,
    underWay: UnderWay,
  ): Promise<void> {
    const { signal } = underWay.abort;
    try {
      if (!signal.aborted) await go(underWay);
    } catch (error) {
      if (this.disposed || signal.aborted) return;
      this.parts.client.log(messageOf(error), 'stderr');
      this.stopped({ reason: 'pause' });
    } finally {
      if (this.underWay === underWay) this.end();
    }
  }

  private end(): void {
    this.underWay?.abort.abort();
    this.underWay?.progress.dispose();
    this.underWay = undefined;
    this.untold = undefined;
  }
}

const lookingForStop = () => t('Looking for a breakpoint’s frame…');

function nothingVisited(direction: Direction): string {
  return direction > 0
    ? t('No frame was gone back from.')
    : t('No frame was visited before this one.');
}
