// Chooses which of the intervals that were found a page lists, and in which order.
import * as v from 'valibot';
import { question, wholeNumber } from '../question';
import { expression } from '../table/tableMessages';
import type { TraceAsked } from '../views';
import { FoundIntervals } from './foundIntervals';

const intervalColumn = v.picklist(['begin', 'end', 'duration', 'key', 'depth']);
/** A column that intervals are sorted by. */
export type IntervalColumn = v.InferOutput<typeof intervalColumn>;

/** `arrangeIntervals`: how many intervals are listed. */
export const arrangeIntervals = question({
  input: v.strictObject({
    view: wholeNumber,
    by: intervalColumn,
    descending: v.boolean(),
    /** From the first to the second, in the unit of the intervals. */
    durations: v.exactOptional(v.tuple([wholeNumber, wholeNumber])),
    /** Part of the key's text; empty for all. */
    key: expression,
  }),
  result: v.strictObject({ rows: wholeNumber }),
  answer: async ({ views }: TraceAsked, { view, by, descending, ...choice }, { signal }) => {
    const found = views.get(FoundIntervals, view);
    return { rows: await found.arrange({ by, descending }, choice, signal) };
  },
});
