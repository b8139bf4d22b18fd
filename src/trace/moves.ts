// Moves over frames: the debugger's buttons (ARCHITECTURE.md, "Meaning of the buttons"), the ends of the file, and what
// a search leads to.
import { TimeSlice } from '../bytes/timeSlice';
import type { FramePredicate } from './search/framePredicate';
import { findFrame, type Direction, type SearchProgress } from './search/search';
import type { Trace } from './trace';

/** What the buttons need of a trace. */
export type MovedFrames = Pick<Trace, 'index' | 'stepping' | 'reach'>;

/** Where a move begins. */
interface MoveStart<Moved = Trace> {
  readonly trace: Moved;
  /** Frame number. */
  readonly from: number;
  /** Ends the move, as if there were no more frames. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SearchProgress) => void;
}

/** Leads to a frame by its number, also while the index grows; undefined where there is none, or the move is cancelled. */
export type Move<Moved = Trace> = (start: MoveStart<Moved>) => Promise<number | undefined>;

/** Step Into: the next frame in the file, stepping frames included. */
export const nextFrame: Move<MovedFrames> = async ({ trace, from }) =>
  (await trace.reach(from + 1)) ? from + 1 : undefined;

/** Step Back: the frame before. */
export const previousFrame: Move<MovedFrames> = async ({ trace, from }) =>
  from > 0 && (await trace.reach(from - 1)) ? from - 1 : undefined;

/** Step Over: the next frame that is not a step of this hit. */
export const nextHit: Move<MovedFrames> = async (start) => {
  const { trace, from } = start;
  const { index, stepping } = trace;
  const tracepoint = index.tracepoint(from);
  const lastOfHit = from + (await stepping.stepsAhead(from, new TimeSlice()));
  return firstAfter(
    start,
    (frame) =>
      frame > lastOfHit || index.tracepoint(frame) !== tracepoint || !stepping.isStep(frame),
  );
};

/** Step Out: the next frame of another tracepoint. */
export const nextTracepoint: Move<MovedFrames> = (start) => {
  const { index } = start.trace;
  const tracepoint = index.tracepoint(start.from);
  return firstAfter(start, (frame) => index.tracepoint(frame) !== tracepoint);
};

/** The first frame of the file. */
export const firstFrame: Move<MovedFrames> = async ({ trace }) =>
  (await trace.reach(0)) ? 0 : undefined;

/** The last frame of the file; waits for the whole index. */
export const lastFrame: Move<MovedFrames> = async ({ trace }) => {
  await trace.reach(Number.MAX_SAFE_INTEGER);
  return trace.index.count > 0 ? trace.index.count - 1 : undefined;
};

/** The nearest frame that passes a test. */
export function toFrame(test: FramePredicate, direction: Direction): Move {
  return async ({ trace, from, signal, onProgress }) =>
    (await findFrame(trace, [test], { from, direction, signal, onProgress }))?.frame;
}

/** A move by source lines: passes over steps at the line where it began. Every hit is a visit of its own. */
export function byLine(move: Move): Move {
  return async (start) => {
    const { trace, from, signal } = start;
    const line = await lineOf(trace, from);
    let frame = await move(start);
    while (frame !== undefined && trace.stepping.isStep(frame) && signal?.aborted !== true) {
      if ((await lineOf(trace, frame)) !== line) break;
      frame = await move({ ...start, from: frame });
    }
    return frame;
  };
}

async function lineOf(trace: Trace, frame: number): Promise<string | undefined> {
  const at = trace.pc(frame);
  const source = at && (await trace.locate(at.pc)).source;
  return source && `${source.file}:${source.line}`;
}

async function firstAfter(
  { trace, from, signal }: MoveStart<MovedFrames>,
  isWanted: (frame: number) => boolean,
): Promise<number | undefined> {
  const slice = new TimeSlice();
  for (let frame = from + 1; ; frame++) {
    if (frame >= trace.index.count && !(await trace.reach(frame))) return undefined;
    if (isWanted(frame)) return frame;
    if (slice.usedUp) await slice.breathe();
    if (signal?.aborted) return undefined;
  }
}
