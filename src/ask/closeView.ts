// Closes what a face has made and needs no more.
import * as v from 'valibot';
import { question, wholeNumber } from './question';
import type { TraceAsked } from './views';

/** `closeView`: a view that is closed already stays so. */
export const closeView = question({
  input: v.strictObject({ view: wholeNumber }),
  result: v.undefined(),
  answer: ({ views }: TraceAsked, { view }) => {
    views.close(view);
    return Promise.resolve(undefined);
  },
});
