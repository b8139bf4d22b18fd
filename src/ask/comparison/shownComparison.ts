// What of a comparison goes to its page: what differs, as much as anyone reads.
import type { ComparedTraces, ComparedValue } from '../../trace/comparison/comparedTraces';
import { mostApart } from '../../trace/comparison/distribution';
import type { ShownComparison } from './comparedSchema';

/** Values and tracepoints that are listed. */
const maxListed = 200;
/** Bars of one histogram. */
const maxBars = 24;

export function shownComparison(compared: ComparedTraces): ShownComparison {
  const { values, tracepoints, intervals, ...shown } = compared;
  const differing = values.filter(isDifferent);
  return {
    ...shown,
    tracepoints: tracepoints.slice(0, maxListed),
    tracepointsLeft: Math.max(0, tracepoints.length - maxListed),
    values: differing.slice(0, maxListed).map(withFewBars),
    valuesLeft: Math.max(0, differing.length - maxListed),
    equalValues: values.length - differing.length,
    intervals: intervals.slice(0, maxListed),
  };
}

function isDifferent({ differing, histogram }: ComparedValue): boolean {
  return differing > 0 || histogram.distance > 0;
}

/** Of many values, those between which the traces differ most; in their order. */
function withFewBars(value: ComparedValue): ComparedValue {
  const { bars, ...histogram } = value.histogram;
  if (bars.length <= maxBars) return value;
  const shown = new Set(mostApart(bars, maxBars));
  return { ...value, histogram: { ...histogram, bars: bars.filter((bar) => shown.has(bar)) } };
}
