// The nearest frame, forward or backward, that the filter of a page's table lets through.
import * as v from 'valibot';
import { question, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { direction } from './tableMessages';
import { TableView } from './tableView';

/** `nextMatch`. */
export const nextMatch = question({
  input: v.strictObject({ view: wholeNumber, frame: wholeNumber, direction }),
  result: v.strictObject({ frame: v.exactOptional(wholeNumber) }),
  answer: async ({ views }: TraceAsked, { view, frame, direction: way }, { signal }) => {
    const found = await views.get(TableView, view).nextMatch(frame, way, signal);
    return found === undefined ? {} : { frame: found };
  },
});
