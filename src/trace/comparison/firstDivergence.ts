// The first frame in which two traces differ, as one sentence.
import { t } from '@vscode/l10n';
import { TimeSlice } from '../../bytes/timeSlice';
import type { Trace } from '../trace';
import { none, type AlignedSide, type Alignment } from './alignment';
import type { Both, Divergence } from './comparedTraces';
import { tracepointPlace, type MatchedTracepoints } from './tracepointPairs';
import type { ValueComparison } from './valueComparison';

/**
 * The first difference in the order of the left trace: a value, or a hit that only one trace has.
 * Undefined where there is none. A tracepoint that only one trace has is no difference of its runs.
 */
export async function firstDivergence(
  { left, right }: Both<Trace>,
  alignment: Alignment,
  { pairs }: MatchedTracepoints,
  { first }: ValueComparison,
): Promise<Divergence | undefined> {
  const leftAlone = firstAlone(alignment.left);
  const rightAlone = firstAlone(alignment.right);
  const rightAt = rightAlone === undefined ? Infinity : placeInLeft(alignment.right, rightAlone);
  const at = Math.min(first?.left ?? Infinity, leftAlone ?? Infinity, rightAt);
  if (at === Infinity) return undefined;
  const hitsBefore = await hitsUpTo(left, alignment.left, at);
  const before =
    hitsBefore === 1 ? t('1 hit before is equal') : t('{0} hits before are equal', hitsBefore);
  const where = (side: AlignedSide, frame: number, which: 'left' | 'right') => {
    const pair = side.pairOf[frame] ?? none;
    const tracepoint = pairs[pair]?.[which];
    const hit = side.hits[pair]?.hitOf(frame) ?? 0;
    const isStep = (which === 'left' ? left : right).recording.stepping.isStep(frame);
    const what = isStep ? t('a step of hit {0}', hit) : t('hit {0}', hit);
    if (!tracepoint) return what;
    return t('{0} of #{1} at {2}', what, tracepoint.number, tracepointPlace(tracepoint));
  };
  if (first?.left === at) {
    const { statistics, right: partner } = first;
    const { expression } = statistics.part;
    const [ours, theirs] = statistics.firstValues.map(
      (value) => statistics.textOf(value) ?? t('not collected'),
    );
    return {
      sentence: t(
        '{0}: {1} is {2} on the left, {3} on the right; {4}',
        where(alignment.left, at, 'left'),
        expression,
        ours ?? '',
        theirs ?? '',
        before,
      ),
      ...{ left: at, right: partner, hitsBefore, expression },
    };
  }
  const isLeft = leftAlone === at;
  const [frame, side, which] = isLeft
    ? ([at, alignment.left, 'left'] as const)
    : ([rightAlone ?? 0, alignment.right, 'right'] as const);
  return {
    sentence: isLeft
      ? t('{0} is only on the left; {1}', where(side, frame, which), before)
      : t('{0} is only on the right; {1}', where(side, frame, which), before),
    ...{ [which]: frame, hitsBefore },
  };
}

/** The first frame of a matched tracepoint that the other trace does not have. */
function firstAlone({ partners, pairOf }: AlignedSide): number | undefined {
  const frame = partners.findIndex((partner, i) => partner === none && pairOf[i] !== none);
  return frame === -1 ? undefined : frame;
}

/** Behind which frame of the left trace a frame of the right one comes: a frame and a half. */
function placeInLeft({ partners }: AlignedSide, frame: number): number {
  for (let before = frame - 1; before >= 0; before--) {
    const partner = partners[before] ?? none;
    if (partner !== none) return partner + 0.5;
  }
  return -0.5;
}

/** Aligned hits before a place. */
async function hitsUpTo(
  { recording }: Trace,
  { partners }: AlignedSide,
  at: number,
): Promise<number> {
  const slice = new TimeSlice();
  let hits = 0;
  for (let frame = 0; frame < Math.min(at, partners.length); frame++) {
    if ((frame & 255) === 0) await slice.yieldIfDue();
    if (partners[frame] !== none && !recording.stepping.isStep(frame)) hits++;
  }
  return hits;
}
