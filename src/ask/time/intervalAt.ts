// The interval at a place of a page's track of them.
import * as v from 'valibot';
import type { Immutable } from '../../wire/contract';
import { question, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { FoundIntervals, intervalRow } from './foundIntervals';

const intervalThere = v.strictObject({
  ...intervalRow.entries,
  /** How many are there. */
  count: wholeNumber,
});
export type IntervalThere = Immutable<v.InferOutput<typeof intervalThere>>;

/** `intervalAt`: the last of a depth that covers a frame from `first` on, before `end`. */
export const intervalAt = question({
  input: v.strictObject({
    view: wholeNumber,
    depth: wholeNumber,
    first: wholeNumber,
    end: wholeNumber,
  }),
  result: v.undefinedable(intervalThere),
  answer: async ({ views }: TraceAsked, { view, depth, first, end }) =>
    views.get(FoundIntervals, view).coveringAt(depth, first, end),
});
