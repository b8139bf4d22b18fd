// A value of both traces over the hits of its tracepoint.
import * as v from 'valibot';
import { pairedSeries } from '../../trace/comparison/pairedSeries';
import { question, textSchema, wholeNumber } from '../question';
import type { ComparisonAsked } from './comparisonAsked';
import { ComparisonView } from './comparisonView';
import { places } from './comparedSchema';

/** A value, by what it is listed as. */
export const seriesValue = v.strictObject({
  expression: textSchema,
  tracepoint: v.pipe(v.number(), v.safeInteger()),
  atSteps: v.boolean(),
});

export type SeriesChoice = v.InferOutput<typeof seriesValue>;

const range = v.tuple([v.number(), v.number()]);

const seriesPart = v.strictObject({
  /** The first of its hits, or steps, from 0, and how many there are. */
  first: wholeNumber,
  count: wholeNumber,
  /** The least and the greatest number, or state; absent where none was collected. */
  left: v.exactOptional(range),
  right: v.exactOptional(range),
  /** Hits of both traces whose values differ. */
  differing: wholeNumber,
  /** The first frames that differ, or the first of all, and their values. */
  frames: v.strictObject(places),
  leftText: v.exactOptional(v.string()),
  rightText: v.exactOptional(v.string()),
});

const valueSeries = v.strictObject({
  ...seriesValue.entries,
  count: wholeNumber,
  parts: v.array(seriesPart),
  /** Where values are no numbers: their texts, which the parts number. */
  states: v.exactOptional(v.array(v.string())),
});

/** A value over the hits of both. */
export type ComparedSeries = v.InferOutput<typeof valueSeries>;

export const series = question({
  input: v.strictObject({ view: wholeNumber, value: seriesValue }),
  /** Absent where it has too many different texts to be drawn. */
  result: v.strictObject({ series: v.exactOptional(valueSeries) }),
  answer: async ({ views }: ComparisonAsked, { view, value }, { signal }) => {
    const compared = views.get(ComparisonView, view);
    compared.plotted = value;
    const found = await pairedSeries(compared.traces, value, compared.options, signal);
    return found ? { series: found } : {};
  },
});
