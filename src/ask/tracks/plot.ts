// The numbers of plotted expressions in parts of the axis.
import * as v from 'valibot';
import type { Immutable } from '../../wire/contract';
import { question } from '../question';
import { float64Array, uint32Array, uint8Array } from '../typedArrays';
import type { TraceAsked } from '../views';
import { axisRange } from './axis';
import { lanesOf } from './lanes';
import { plotsOf, plotTexts } from './plots';
import { plotFacts } from './plotValues';

/** NaN where a part has none. */
const plotParts = v.strictObject({
  first: float64Array,
  last: float64Array,
  least: float64Array,
  most: float64Array,
  mean: float64Array,
  /** 1 for a part without a number in which one was to come. */
  gaps: uint8Array,
  facts: plotFacts,
});
export type PlotParts = Immutable<v.InferOutput<typeof plotParts>>;

/** `plot`: of as many frames as were read so far. */
export const plot = question({
  input: v.strictObject({ range: axisRange, texts: plotTexts }),
  result: v.strictObject({
    /** Over time: frames of each part that collected their time. */
    timed: v.exactOptional(uint32Array),
    /** For each of the texts; undefined for one whose numbers `plotValues` did not read. */
    plots: v.array(v.undefinedable(plotParts)),
  }),
  answer: async ({ trace }: TraceAsked, { range, texts }, { signal }) => {
    const lanes = lanesOf(trace);
    const starts = lanes.starts(range);
    const times = lanes.timesOn(range.axis);
    const plots: (PlotParts | undefined)[] = [];
    for (const series of await plotsOf(trace).known(texts)) {
      const parts = await series?.parts(starts, signal);
      plots.push(series && parts && { ...parts, facts: series.facts });
    }
    return { plots, ...(times && { timed: times.timedInParts(starts) }) };
  },
});
