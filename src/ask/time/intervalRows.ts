// Some of the intervals that a page lists.
import * as v from 'valibot';
import { question, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { FoundIntervals, intervalRow, rowsInput } from './foundIntervals';

/** `intervalRows`: in the order that they were arranged in last. */
export const intervalRows = question({
  input: v.strictObject({ view: wholeNumber, ...rowsInput }),
  result: v.array(intervalRow),
  answer: async ({ views }: TraceAsked, { view, ...rows }) =>
    views.get(FoundIntervals, view).rows(rows),
});
