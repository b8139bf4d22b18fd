// Where a person can ask to go, and what to say where there is no such frame.
import type { FunctionExtent } from '../trace/functionExtent';
import {
  byLine,
  firstFrame,
  lastFrame,
  nextFrame,
  nextHit,
  nextTracepoint,
  previousFrame,
  toFrame,
  type Move,
} from '../trace/moves';
import type { FrameCondition } from '../trace/search/frameCondition';
import type { FramePredicate } from '../trace/search/framePredicate';
import type { Direction } from '../trace/search/search';

/** A move as a person asks for it. */
export interface Journey {
  readonly reason: 'step' | 'goto';
  readonly direction: Direction;
  readonly move: Move;
  /** Said where no frame further on is meant. */
  readonly none: string;
}

export const thisIsTheFirst = 'This is the first frame.';
export const thisIsTheLast = 'This is the last frame.';

/** What DAP's stepping granularities mean for frames: an instruction is a frame; a line passes over steps of the same one. */
function stepping(granularity: unknown, move: Move, direction: Direction): Move {
  if (granularity === 'instruction') return direction > 0 ? nextFrame : previousFrame;
  return granularity === 'line' ? byLine(move) : move;
}

export function stepIn(granularity: unknown): Journey {
  const move = stepping(granularity, nextFrame, 1);
  const none = 'No frame after this one is at another line.';
  return { reason: 'step', direction: 1, move, none };
}

export function stepOver(granularity: unknown): Journey {
  const move = stepping(granularity, nextHit, 1);
  return {
    reason: 'step',
    direction: 1,
    move,
    none: 'Only steps of this hit come after this frame.',
  };
}

export const stepOut: Journey = {
  ...{ reason: 'step', direction: 1, move: nextTracepoint },
  none: 'No frame after this one is of another tracepoint.',
};

export function stepBack(granularity: unknown): Journey {
  const move = stepping(granularity, previousFrame, -1);
  const none = 'No frame before this one is at another line.';
  return { reason: 'step', direction: -1, move, none };
}

export const toFirst: Journey = {
  ...{ reason: 'goto', direction: -1, move: firstFrame, none: thisIsTheFirst },
};

export const toLast: Journey = {
  ...{ reason: 'goto', direction: 1, move: lastFrame, none: thisIsTheLast },
};

/** The next or previous hit of a tracepoint, by its number. */
export function hitOf(tracepoint: number, direction: Direction): Journey {
  return search(
    direction,
    { tracepoints: new Set([tracepoint]), hitsOnly: true },
    `hit of tracepoint ${tracepoint}`,
  );
}

/** The next or previous frame that is in a function. */
export function frameIn({ name, ranges }: FunctionExtent, direction: Direction): Journey {
  return search(direction, { ranges }, `frame in ${name}`);
}

/** The next or previous frame that passes the test of a change. */
export function changeOf(
  expression: string,
  test: FramePredicate & { readonly condition: FrameCondition },
  direction: Direction,
): Journey {
  return search(direction, test, `change of ${expression}`);
}

function search(direction: Direction, test: FramePredicate, wanted: string): Journey {
  const where = direction > 0 ? 'after' : 'before';
  return {
    ...{ reason: 'goto', direction, move: toFrame(test, direction) },
    none: `There is no ${wanted} ${where} this frame.`,
  };
}
