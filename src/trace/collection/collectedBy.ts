// What each action of a tracepoint collected, over all its frames.
import { TimeSlice } from '../../bytes/timeSlice';
import type { Tracepoint } from '../../format/description';
import { numberInFrames } from '../../format/tracepointLines';
import { StoppedMachine } from '../../machine/stoppedMachine';
import { Buffers } from '../search/frameRun';
import { Span } from '../search/span';
import type { Trace } from '../trace';
import { actionLists, listOf, type SharedActions } from './actionLists';
import { actionOutcome, type ActionOutcome } from './actionOutcome';

/** Frames in which an action collected, or did not. */
interface ActionCounts {
  collected: number;
  lacking: number;
  unknown: number;
  nothing: number;
  /** Frames in which it collected at an address where programs have no memory. */
  nearNull: number;
  firstNearNull?: number;
  /** The first frame that lacks something, and what. */
  firstLacking?: { readonly frame: number; readonly why: string };
  firstUnknown?: { readonly frame: number; readonly why: string };
}

/** What came of a tracepoint's actions. */
interface CollectedBy {
  readonly lists: readonly (SharedActions & {
    readonly frames: number;
    readonly counts: readonly ActionCounts[];
  })[];
  /** Frames of which it is not known which list they were collected by. */
  readonly unplaced: number;
  /** Frames looked at. */
  readonly frames: number;
}

/** Counts over the frames of a tracepoint, as far as the index goes; what is known so far where it is cancelled. */
export async function collectedBy(
  trace: Trace,
  tracepoint: Tracepoint,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<CollectedBy> {
  const tally = new Tally(trace, tracepoint);
  const buffers = new Buffers(trace.bytes);
  const slice = new TimeSlice();
  for await (const { frames, span, next } of spans(trace, tracepoint.number, slice)) {
    const run = await span.read(buffers);
    for (const frame of run ? frames : []) {
      if (slice.usedUp) await slice.breathe();
      if (signal.aborted || !run) return tally.result;
      await tally.add(await run.frame(frame));
    }
    run?.release(buffers);
    onProgress(next);
  }
  return tally.result;
}

interface Together {
  readonly frames: readonly number[];
  readonly span: Span;
  /** The frame behind them. */
  readonly next: number;
}

/** The frames of a tracepoint, in pieces that are read from the file at once. */
async function* spans(
  trace: Trace,
  tracepoint: number,
  slice: TimeSlice,
): AsyncGenerator<Together> {
  const { index } = trace;
  const wanted = numberInFrames(tracepoint);
  let span = new Span(trace, 0);
  let frames: number[] = [];
  for (let frame = 0; frame < index.count; frame++) {
    if (slice.usedUp) await slice.breathe();
    if (index.tracepoint(frame) !== wanted) continue;
    if (!span.add(frame)) {
      yield { frames, span, next: frame };
      span = new Span(trace, frame);
      span.add(frame);
      frames = [];
    }
    frames.push(frame);
  }
  if (frames.length > 0) yield { frames, span, next: index.count };
}

/** Counts frame by frame. */
class Tally {
  private readonly lists: readonly SharedActions[];
  private readonly counts: readonly ActionCounts[][];
  private readonly framesOf: number[];
  private unplaced = 0;
  private frames = 0;

  constructor(
    private readonly trace: Trace,
    private readonly tracepoint: Tracepoint,
  ) {
    this.lists = actionLists(tracepoint);
    this.framesOf = this.lists.map(() => 0);
    this.counts = this.lists.map(({ actions }) =>
      actions.map(() => ({ collected: 0, lacking: 0, unknown: 0, nothing: 0, nearNull: 0 })),
    );
  }

  get result(): CollectedBy {
    const { counts, framesOf, unplaced, frames } = this;
    const lists = this.lists.map((list, i) => ({
      ...list,
      ...{ frames: framesOf[i] ?? 0, counts: counts[i] ?? [] },
    }));
    return { lists, unplaced, frames };
  }

  async add(frame: StoppedMachine['frame']): Promise<void> {
    const { trace, tracepoint, lists } = this;
    this.frames++;
    const list = listOf(trace, lists, tracepoint, frame.number);
    const at = list ? lists.indexOf(list) : -1;
    if (!list) {
      if (lists.some(({ stepping }) => stepping === trace.stepping.isStep(frame.number))) {
        this.unplaced++;
      }
      return;
    }
    this.framesOf[at] = (this.framesOf[at] ?? 0) + 1;
    const machine = new StoppedMachine(frame, trace.layout, tracepoint, trace.transparent);
    const { registerBlockSize } = trace.framing;
    for (const [i, action] of list.actions.entries()) {
      const counts = this.counts[at]?.[i];
      if (counts)
        count(counts, frame.number, await actionOutcome(action, machine, registerBlockSize));
    }
  }
}

function count(counts: ActionCounts, frame: number, { state, why, nearNull }: ActionOutcome): void {
  counts[state]++;
  if (nearNull && counts.nearNull++ === 0) counts.firstNearNull = frame;
  if (state === 'lacking') counts.firstLacking ??= { frame, why: why ?? '' };
  if (state === 'unknown') counts.firstUnknown ??= { frame, why: why ?? '' };
}
