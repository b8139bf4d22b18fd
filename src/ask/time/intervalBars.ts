// Intervals as bars over an axis, for a page's track of them.
import * as v from 'valibot';
import type { Immutable } from '../../wire/contract';
import { question, wholeNumber } from '../question';
import { axisRange } from '../tracks/axis';
import { lanesOf } from '../tracks/lanes';
import { uint32Array } from '../typedArrays';
import type { TraceAsked } from '../views';
import { FoundIntervals } from './foundIntervals';

const bars = v.strictObject({
  depths: wholeNumber,
  /** How many intervals are in each part of the range: `part * depths + depth`. */
  covering: uint32Array,
  /** Of them, those that begin in the part. */
  beginning: uint32Array,
});
export type BarCounts = Immutable<v.InferOutput<typeof bars>>;

/** `intervalBars`: in parts of a range of the axis, by depth. */
export const intervalBars = question({
  input: v.strictObject({ view: wholeNumber, range: axisRange }),
  result: bars,
  answer: async ({ trace, views }: TraceAsked, { view, range }, { signal }) => {
    const found = views.get(FoundIntervals, view);
    const lanes = lanesOf(trace);
    await lanes.counts.count(Infinity, signal);
    return found.barsInParts(lanes.starts(range));
  },
});
