// A filter that shows the frames of a transition that was found.
import * as v from 'valibot';
import { question, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { FoundTransitions } from './foundTransitions';

/** `transitionFilter`: of the transition in a row. */
export const transitionFilter = question({
  input: v.strictObject({ view: wholeNumber, row: wholeNumber }),
  result: v.strictObject({
    filter: v.string(),
    /** What the filter shows beside the transition's frames. */
    note: v.exactOptional(v.string()),
  }),
  answer: async ({ views }: TraceAsked, { view, row }) =>
    views.get(FoundTransitions, view).filterOf(row),
});
