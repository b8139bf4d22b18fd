// A breakpoint: what was asked for, and the test that a frame passes where it stops.
import { t } from '@vscode/l10n';
import type { Problem } from '../../expressions/problem';
import { problemText } from '../../trace/expressions';
import { FrameCondition, type FramePredicate } from '../../trace/search/framePredicate';
import type { Trace } from '../../trace/trace';
import type { RequestedStop } from './requestedStop';
import { changeCondition } from './dataCondition';
import { readLogMessage, type LogPart } from './logMessage';
import type { BreakpointPlace, BreakpointPlaces } from './place';

/** Which frames a breakpoint is about. */
export interface StopTest {
  readonly test: FramePredicate;
  readonly hits?: HitCount;
  /** What to print instead of stopping. */
  readonly log?: readonly LogPart[];
}

/** A breakpoint whose place is known. */
export interface Breakpoint {
  readonly id: number;
  readonly asked: RequestedStop;
  /** Of a breakpoint on code. */
  readonly place?: BreakpointPlace;
  /** Absent where it can stop nowhere; then there is a problem. */
  readonly stop?: StopTest;
  /** For the user. */
  readonly problem?: string;
}

/** Looks up where a breakpoint is, and reads its terms. */
export async function makeBreakpoint(
  id: number,
  asked: RequestedStop,
  trace: Trace,
  places: BreakpointPlaces,
): Promise<Breakpoint> {
  if (asked.kind === 'nowhere') return { id, asked, problem: asked.problem };
  const place = asked.kind === 'data' ? undefined : await places.of(asked);
  const breakpoint = { id, asked, ...(place && { place }) };
  if (place?.problem !== undefined) return { ...breakpoint, problem: place.problem };
  const stop = await stopTest(asked, place, trace);
  return 'problem' in stop ? { ...breakpoint, ...stop } : { ...breakpoint, stop };
}

async function stopTest(
  asked: Exclude<RequestedStop, { kind: 'nowhere' }>,
  place: BreakpointPlace | undefined,
  trace: Trace,
): Promise<StopTest | { problem: string }> {
  const { hitCondition, logMessage } = asked.terms;
  const condition = await conditionOf(asked, trace);
  if (condition && 'problem' in condition) return { problem: problemText(condition) };
  const hits = isGiven(hitCondition) ? readHitCount(hitCondition) : undefined;
  if (hits && 'problem' in hits) return hits;
  const { addresses } = place ?? {};
  const ranges = asked.kind === 'data' ? asked.followed.within?.ranges : place?.ranges;
  return {
    test: {
      ...(addresses && { addresses }),
      ...(ranges && { ranges }),
      ...(place?.ranges && { arrivalsOnly: true }),
      ...(condition && { condition }),
    },
    ...(hits && { hits }),
    ...(isGiven(logMessage) && { log: readLogMessage(logMessage) }),
  };
}

async function conditionOf(
  asked: RequestedStop,
  trace: Trace,
): Promise<FrameCondition | Problem | undefined> {
  const { condition } = asked.terms;
  const typed = isGiven(condition) ? await FrameCondition.compile(trace, condition) : undefined;
  if (asked.kind !== 'data' || (typed && 'problem' in typed)) return typed;
  const change = await changeCondition(trace, asked.followed);
  return FrameCondition.compile(trace, typed ? `${change} && (${typed.text})` : change);
}

/** Clients send empty texts for terms that were taken back. */
function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

// Hit counts of breakpoints (DAP leaves their form to the adapter). A hit is numbered by its place
// in the file, from 1: the third frame that matches is the third hit whichever way the debugger
// goes.

/** Which hits stop. */
export interface HitCount {
  readonly text: string;
  /** Whether a hit stops, by its number in the order of the file. */
  admits(hit: number): boolean;
}

const comparisons: Readonly<Record<string, (hit: number, count: number) => boolean>> = {
  '': (hit, count) => hit === count,
  '=': (hit, count) => hit === count,
  '==': (hit, count) => hit === count,
  '>': (hit, count) => hit > count,
  '>=': (hit, count) => hit >= count,
  '<': (hit, count) => hit < count,
  '<=': (hit, count) => hit <= count,
  '%': (hit, count) => hit % count === 0,
};

/** Reads a hit condition: `3`, `== 3`, `>= 3`, `% 3` and the like. */
export function readHitCount(text: string): HitCount | { readonly problem: string } {
  const [, operator = '', digits = ''] = /^(|==?|>=?|<=?|%)\s*(\d{1,15})$/.exec(text.trim()) ?? [];
  const compare = comparisons[operator];
  const count = Number(digits);
  if (digits === '' || !compare || (operator === '%' && count === 0)) {
    return {
      problem: t(
        '“{0}” is no hit count: write 3 for the third hit, or >3, >=3, <3, <=3, %3 for every third.',
        text,
      ),
    };
  }
  return { text: text.trim(), admits: (hit) => compare(hit, count) };
}
