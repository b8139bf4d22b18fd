// Where the debugger's buttons lead (ARCHITECTURE.md, "Meaning of the buttons"), and the further
// moves that this adapter knows by name. A move finds a frame; a navigation adds what the client is
// told.
import { t } from '@vscode/l10n';
import { TimeSlice } from '../bytes/timeSlice';
import type { FramePredicate } from '../trace/search/framePredicate';
import { findFrame, type Direction, type SearchProgress } from '../trace/search/search';
import type { Recording } from '../trace/recording';
import type { Trace } from '../trace/trace';
import { functionExtent, type FunctionExtent } from '../trace/framePcs';
import { RequestFailed } from '../bytes/requestFailed';

/** What the buttons need of a trace. */
export interface MovedFrames {
  readonly recording: Pick<Recording, 'index' | 'stepping' | 'reach'>;
}

/** Where a move begins. */
interface MoveStart<Moved = Trace> {
  readonly trace: Moved;
  /** Frame number. */
  readonly from: number;
  /** Ends the move, as if there were no more frames. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: SearchProgress) => void) | undefined;
}

/**
 * Leads to a frame by its number, also while the index grows; undefined if none exists, or the
 * move is cancelled.
 */
export type Move<Moved = Trace> = (start: MoveStart<Moved>) => Promise<number | undefined>;

/** Step Into: the next frame in the file, stepping frames included. */
export const nextFrame: Move<MovedFrames> = async ({ trace, from }) =>
  (await trace.recording.reach(from + 1)) ? from + 1 : undefined;

/** Step Back: the frame before. */
export const previousFrame: Move<MovedFrames> = async ({ trace, from }) =>
  from > 0 && (await trace.recording.reach(from - 1)) ? from - 1 : undefined;

/** Reverse next: back to the start of this hit, or of the one before. */
const hitBefore: Move<MovedFrames> = async ({ trace, from }) => {
  const slice = new TimeSlice();
  for (let frame = from - 1; frame >= 0; frame--) {
    if (frame === 0 || !trace.recording.stepping.isStep(frame)) return frame;
    if (slice.usedUp) await slice.yieldIfDue();
  }
  return undefined;
};

/** Step Over: the next frame that is not a step of this hit. */
export const nextHit: Move<MovedFrames> = async (start) => {
  const { trace, from } = start;
  const { index, stepping } = trace.recording;
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
  const { index } = start.trace.recording;
  const tracepoint = index.tracepoint(start.from);
  return firstAfter(start, (frame) => index.tracepoint(frame) !== tracepoint);
};

/** The first frame of the file. */
export const firstFrame: Move<MovedFrames> = async ({ trace }) =>
  (await trace.recording.reach(0)) ? 0 : undefined;

/** The last frame of the file; waits for the whole index. */
export const lastFrame: Move<MovedFrames> = async ({ trace }) => {
  await trace.recording.reach(Number.MAX_SAFE_INTEGER);
  return trace.recording.index.count > 0 ? trace.recording.index.count - 1 : undefined;
};

/** The nearest frame that passes a test. */
export function toFrame(test: FramePredicate, direction: Direction): Move {
  return async ({ trace, from, signal, onProgress }) =>
    (await findFrame(trace, [test], { from, direction, signal, onProgress }))?.frame;
}

/**
 * A move by source lines: passes over steps at the line where it began. Every hit is a visit of its
 * own.
 */
function byLine(move: Move): Move {
  return async (start) => {
    const { trace, from, signal } = start;
    const line = await lineOf(trace, from);
    let frame = await move(start);
    while (
      frame !== undefined &&
      trace.recording.stepping.isStep(frame) &&
      signal?.aborted !== true
    ) {
      if ((await lineOf(trace, frame)) !== line) break;
      frame = await move({ ...start, from: frame });
    }
    return frame;
  };
}

async function lineOf(trace: Trace, frame: number): Promise<string | undefined> {
  const at = trace.recording.pc(frame);
  const source = at && (await trace.modules.current.locate(at.pc)).source;
  return source && `${source.file}:${source.line}`;
}

async function firstAfter(
  { trace, from, signal }: MoveStart<MovedFrames>,
  isWanted: (frame: number) => boolean,
): Promise<number | undefined> {
  const slice = new TimeSlice();
  for (let frame = from + 1; ; frame++) {
    if (frame >= trace.recording.index.count && !(await trace.recording.reach(frame)))
      return undefined;
    if (isWanted(frame)) return frame;
    if (slice.usedUp) await slice.yieldIfDue();
    if (signal?.aborted) return undefined;
  }
}

/** A move, and what the client is told of it. */
export interface Navigation {
  readonly reason: 'step' | 'goto';
  readonly direction: Direction;
  readonly move: Move;
  /** The message when no such frame exists. */
  readonly none: string;
}

const thisIsTheFirst = () => t('This is the first frame.');
const thisIsTheLast = () => t('This is the last frame.');

export function endOfTrace(direction: Direction): string {
  return direction > 0 ? thisIsTheLast() : thisIsTheFirst();
}

/** What to say where the trace's position is its first or last frame; undefined elsewhere. */
export function endNoteOf(
  { cursor, recording: { index } }: Trace,
  direction: Direction,
): string | undefined {
  const end = direction > 0 ? index.count - 1 : 0;
  return cursor.frame === end ? endOfTrace(direction) : undefined;
}

/**
 * What DAP's stepping granularities mean for frames: an instruction is a frame; a line passes over
 * steps of the same one.
 */
function stepping(granularity: unknown, move: Move, direction: Direction): Move {
  if (granularity === 'instruction') return direction > 0 ? nextFrame : previousFrame;
  return granularity === 'line' ? byLine(move) : move;
}

export function stepIn(granularity: unknown): Navigation {
  const move = stepping(granularity, nextFrame, 1);
  const none = t('No frame after this one is at another line.');
  return { reason: 'step', direction: 1, move, none };
}

export function stepOver(granularity: unknown): Navigation {
  const move = stepping(granularity, nextHit, 1);
  return {
    reason: 'step',
    direction: 1,
    move,
    none: t('Only steps of this hit come after this frame.'),
  };
}

export const stepOut: Navigation = {
  reason: 'step',
  direction: 1,
  move: nextTracepoint,
  get none() {
    return t('No frame after this one is of another tracepoint.');
  },
};

export function stepBack(granularity: unknown): Navigation {
  const move = stepping(granularity, previousFrame, -1);
  const none = t('No frame before this one is at another line.');
  return { reason: 'step', direction: -1, move, none };
}

export const previousHit: Navigation = {
  reason: 'step',
  direction: -1,
  move: hitBefore,
  get none() {
    return thisIsTheFirst();
  },
};

export const toFirst: Navigation = {
  reason: 'goto',
  direction: -1,
  move: firstFrame,
  get none() {
    return thisIsTheFirst();
  },
};

export const toLast: Navigation = {
  reason: 'goto',
  direction: 1,
  move: lastFrame,
  get none() {
    return thisIsTheLast();
  },
};

/** The next or previous hit of a tracepoint, by its number. */
function hitOf(tracepoint: number, direction: Direction): Navigation {
  return search(
    direction,
    { tracepoints: new Set([tracepoint]), hitsOnly: true },
    t('hit of tracepoint {0}', tracepoint),
  );
}

/** The next or previous frame that is in a function. */
function frameIn({ name, ranges }: FunctionExtent, direction: Direction): Navigation {
  return search(direction, { ranges }, t('frame in {0}', name));
}

function search(direction: Direction, test: FramePredicate, wanted: string): Navigation {
  return {
    reason: 'goto',
    direction,
    move: toFrame(test, direction),
    none:
      direction > 0
        ? t('There is no {0} after this frame.', wanted)
        : t('There is no {0} before this frame.', wanted),
  };
}

/** Moves that need only a trace, by their names in the request `traceMove`. */
const namedMoves = {
  first: () => toFirst,
  last: () => toLast,
  nextHit: (trace: Trace) => hitFrom(trace, 1),
  previousHit: (trace: Trace) => hitFrom(trace, -1),
  nextInFunction: (trace: Trace) => inFunction(trace, 1),
  previousInFunction: (trace: Trace) => inFunction(trace, -1),
} as const;

/** The names of the moves that need only a trace. */
export const moveNames: readonly string[] = Object.keys(namedMoves);

/** The name of a move that needs only a trace. */
export type MoveName = keyof typeof namedMoves;

/**
 * The move with a name, from the trace's position; fails with a sentence where it leads nowhere.
 */
export async function navigationTo(trace: Trace, to: MoveName): Promise<Navigation> {
  return namedMoves[to](trace);
}

/** Whether a name is that of a move that needs only a trace. */
export function isMoveName(to: unknown): to is MoveName {
  return typeof to === 'string' && Object.hasOwn(namedMoves, to);
}

function hitFrom(trace: Trace, direction: Direction): Navigation {
  return hitOf(trace.recording.index.tracepoint(trace.cursor.frame), direction);
}

async function inFunction(trace: Trace, direction: Direction): Promise<Navigation> {
  const at = trace.recording.pc(trace.cursor.frame);
  const extent = at && (await functionExtent(trace.modules.current, at.pc));
  if (!extent) throw new RequestFailed(t('No function is known at this frame.'));
  return frameIn(extent, direction);
}
