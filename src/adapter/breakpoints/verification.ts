// Whether some frame can hit a breakpoint, and what to say where none can.
import { linesWithFrames } from '../../trace/framePcs';
import { findFrame } from '../../trace/search/search';
import type { Trace } from '../../trace/trace';
import type { Breakpoint, StopTest } from './breakpoint';
import { countFrames, nextStop } from './run';

/** What a client is told of a breakpoint. */
export interface Verdict {
  readonly verified: boolean;
  /** Why not, for a person. */
  readonly message?: string;
}

/** While frames are looked at. */
export const looking: Verdict = { verified: false, message: 'Looking for frames…' };

/** What the frames indexed so far tell at once; undefined where frames must be read, or are still to come. */
export async function verdictAtOnce(
  trace: Trace,
  { asked, stop, problem }: Breakpoint,
): Promise<Verdict | undefined> {
  if (!stop) return { verified: false, ...(problem !== undefined && { message: problem }) };
  if (stop.test.condition || stop.hits) return undefined;
  const known = trace.index.count - 1;
  const isHit =
    known >= 0 && (await findFrame(trace, [stop.test], { from: -1, direction: 1, to: known }));
  if (isHit) return { verified: true };
  return asked.kind !== 'line' && trace.indexProgress.complete ? noFrame : undefined;
}

/** What all frames tell; undefined where the search is cancelled. */
export async function verdict(
  trace: Trace,
  breakpoint: Breakpoint,
  signal: AbortSignal,
): Promise<Verdict | undefined> {
  const { stop } = breakpoint;
  if (!stop) return undefined;
  const { test, hits } = stop;
  const stopping = { test, ...(hits && { hits }) };
  const found = await nextStop(
    trace,
    [{ ...breakpoint, stop: stopping }],
    { from: -1, direction: 1, signal },
    () => Promise.resolve(),
  );
  if (found) return { verified: true };
  if (signal.aborted) return undefined;
  return { verified: false, message: await whyNot(trace, breakpoint, stop, signal) };
}

const noFrame: Verdict = { verified: false, message: 'No frame stops here.' };

async function whyNot(
  trace: Trace,
  { asked, place }: Breakpoint,
  { test, hits }: StopTest,
  signal: AbortSignal,
): Promise<string> {
  const { condition, ...where } = test;
  const matching = hits ? await countFrames(trace, test, Number.MAX_SAFE_INTEGER, signal) : 0;
  if (hits && matching > 0) {
    const frames = matching === 1 ? 'Only one frame matches' : `Only ${matching} frames match`;
    return `${frames}: the hit count ${hits.text} is never reached.`;
  }
  if (asked.kind === 'data') {
    const { expression, label = expression } = asked.followed;
    return `${label} does not change from one frame to another that collected it.`;
  }
  const here = await findFrame(trace, [where], { from: -1, direction: 1, signal });
  if (here && condition) {
    const why = condition.whyNowhere;
    const because = why ? ` ${why.problem}` : '';
    return `Frames stop here, but in none of them the condition holds.${because}`;
  }
  if (asked.kind !== 'line') return 'No frame stops here.';
  return `No frame is at this line. ${await nearestLines(trace, place?.files ?? [], place?.line ?? 0)}`;
}

async function nearestLines(trace: Trace, files: readonly string[], line: number): Promise<string> {
  const lines = await linesWithFrames(trace, files);
  const nearest = [
    ...lines.filter((each) => each < line).slice(-2),
    ...lines.filter((each) => each > line).slice(0, 2),
  ];
  if (nearest.length === 0) return 'No other line of the file has frames.';
  return `The nearest lines that have frames: ${nearest.join(', ')}.`;
}
