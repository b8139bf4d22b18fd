// Finds the intervals that a page shows: a view, and all of them in a few numbers.
import * as v from 'valibot';
import type { Immutable } from '../../wire/contract';
import { compiledCondition, compiledValue } from '../expressions';
import { question, wholeNumber } from '../question';
import { expression } from '../table/tableMessages';
import type { TraceAsked } from '../views';
import { durationStatistics, unitOfDurations } from './durations';
import { FoundIntervals } from './foundIntervals';

/** Bars of a histogram. */
const maxBins = 48;

const summary = v.strictObject({
  view: wholeNumber,
  total: wholeNumber,
  unit: unitOfDurations,
  /** Of the durations that are known. */
  durations: v.exactOptional(durationStatistics),
  histogram: v.exactOptional(
    v.strictObject({
      /** Bin `i` has the durations from `edges[i]` on that are below `edges[i + 1]`. */
      edges: v.array(v.number()),
      counts: v.array(wholeNumber),
      /** Each bin is about as many times as long as the one before, rather than equally long. */
      isLogarithmic: v.boolean(),
    }),
  ),
  /** How many begins have no end, and ends no begin. */
  unpaired: v.strictObject({ begins: wholeNumber, ends: wholeNumber }),
  /** What the trace cannot say, in sentences. */
  notes: v.array(v.string()),
});
export type IntervalSummary = Immutable<v.InferOutput<typeof summary>>;

/** `findIntervals`: a face has one such view, the newest. */
export const findIntervals = question({
  input: v.strictObject({
    begin: expression,
    /** Empty: the begin, so that each interval lasts to the next one. */
    end: expression,
    /** What begins and ends are paired by; empty for none. */
    key: expression,
  }),
  result: summary,
  answer: async ({ trace, views }: TraceAsked, asked, run) => {
    const begin = await compiledCondition(trace, asked.begin);
    const end = asked.end === '' ? begin : await compiledCondition(trace, asked.end);
    const key = asked.key === '' ? undefined : await compiledValue(trace, asked.key);
    const found = await FoundIntervals.find(trace, { begin, end, key }, undefined, run);
    const { total, unit, durations, unpaired, notes } = found;
    const histogram = found.histogram(maxBins);
    return {
      ...{ view: views.replace(found), total, unit },
      ...(durations && { durations }),
      ...(histogram && { histogram }),
      ...{ unpaired, notes },
    };
  },
});
