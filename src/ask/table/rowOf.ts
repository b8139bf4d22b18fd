// The row of a frame in a page's table.
import * as v from 'valibot';
import { question, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { TableView } from './tableView';

/** `rowOf`: none where the filter hides the frame. */
export const rowOfFrame = question({
  input: v.strictObject({ view: wholeNumber, frame: wholeNumber }),
  result: v.strictObject({ row: v.exactOptional(wholeNumber) }),
  answer: ({ views }: TraceAsked, { view, frame }) => {
    const row = views.get(TableView, view).frames.rowOf(frame);
    return Promise.resolve(row === undefined ? {} : { row });
  },
});
