// Where the next interval begins, for a keyboard that goes from one to the next.
import * as v from 'valibot';
import { question, wholeNumber } from '../question';
import { frameOf, maybeFrame } from '../tracks/maybeFrame';
import type { TraceAsked } from '../views';
import { FoundIntervals } from './foundIntervals';

/** `nextInterval`: the nearest frame from a frame on, forward or backward. */
export const nextInterval = question({
  input: v.strictObject({
    view: wholeNumber,
    from: wholeNumber,
    direction: v.picklist([1, -1]),
  }),
  result: maybeFrame,
  answer: async ({ views }: TraceAsked, { view, from, direction }) =>
    frameOf(await views.get(FoundIntervals, view).nextBegin(from, direction)),
});
