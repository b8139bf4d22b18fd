// Moves that DAP has no request for: this adapter's own request `traceMove`.
import { problemText } from '../trace/expressions';
import { functionExtent } from '../trace/functionExtent';
import { FrameCondition } from '../trace/search/frameCondition';
import type { Direction } from '../trace/search/search';
import type { Trace } from '../trace/trace';
import { changeCondition } from './breakpoints/dataCondition';
import { followedBy } from './breakpoints/dataInfo';
import type { Debuggee } from './debuggee';
import { changeOf, frameIn, hitOf, toFirst, toLast, type Journey } from './journeys';
import { RequestFailed } from './requestFailed';

/** Moves that need a trace alone, by the names that `traceMove` knows them by. */
const moves = {
  first: () => toFirst,
  last: () => toLast,
  nextHit: (trace: Trace) => hitFrom(trace, 1),
  previousHit: (trace: Trace) => hitFrom(trace, -1),
  nextInFunction: (trace: Trace) => inFunction(trace, 1),
  previousInFunction: (trace: Trace) => inFunction(trace, -1),
} as const;

/** The name of a move that needs a trace alone. */
export type MoveName = keyof typeof moves;

/** Moves of a session. */
const sessionMoves: Readonly<Record<string, (debuggee: Debuggee, expression: unknown) => unknown>> =
  {
    nextChange: (debuggee, expression) => goToChange(debuggee, expression, 1),
    previousChange: (debuggee, expression) => goToChange(debuggee, expression, -1),
    back: ({ mover }) => {
      mover.revisit(-1);
    },
    forward: ({ mover }) => {
      mover.revisit(1);
    },
  };

/** Begins a move; fails with a sentence where there is no such move here. */
export async function navigate(
  debuggee: Debuggee,
  to: unknown,
  expression: unknown,
): Promise<void> {
  const move =
    typeof to === 'string' && Object.hasOwn(sessionMoves, to) ? sessionMoves[to] : undefined;
  if (move) await move(debuggee, expression);
  else if (isMoveName(to)) debuggee.mover.go(await journeyTo(debuggee.trace, to));
  else {
    const known = [...Object.keys(moves), ...Object.keys(sessionMoves)];
    throw new RequestFailed(`traceMove goes to one of ${known.join(', ')}.`);
  }
}

/** The move of a name, from where the trace stands; fails with a sentence where there is none. */
export async function journeyTo(trace: Trace, to: MoveName): Promise<Journey> {
  return moves[to](trace);
}

function isMoveName(to: unknown): to is MoveName {
  return typeof to === 'string' && Object.hasOwn(moves, to);
}

function hitFrom(trace: Trace, direction: Direction): Journey {
  return hitOf(trace.index.tracepoint(trace.position), direction);
}

async function inFunction(trace: Trace, direction: Direction): Promise<Journey> {
  const at = trace.pc(trace.position);
  const extent = at && (await functionExtent(trace, at.pc));
  if (!extent) throw new RequestFailed('No function is known at this frame.');
  return frameIn(extent, direction);
}

async function goToChange(
  debuggee: Debuggee,
  expression: unknown,
  direction: Direction,
): Promise<void> {
  if (typeof expression !== 'string') throw new RequestFailed('A change is of an expression.');
  const followed = await followedBy(debuggee, { name: expression });
  if ('problem' in followed) throw new RequestFailed(followed.problem);
  const { trace } = debuggee;
  const change = await changeCondition(trace, followed);
  const condition = await FrameCondition.compile(trace, change);
  if ('problem' in condition) throw new RequestFailed(problemText(condition));
  const ranges = followed.within?.ranges;
  debuggee.mover.go(changeOf(expression, { condition, ...(ranges && { ranges }) }, direction));
}
