// Rows of a page's table.
import * as v from 'valibot';
import { question, upTo, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { tableRow } from './frameRow';
import { column } from './tableMessages';
import { TableView } from './tableView';

/** The most rows that are asked for at once. */
const maxRows = 1000;
/** The most columns that a table has. */
const maxColumns = 100;

/** `rows`. */
export const tableRows = question({
  input: v.strictObject({
    view: wholeNumber,
    first: wholeNumber,
    count: upTo(maxRows),
    columns: v.pipe(v.array(column), v.maxLength(maxColumns)),
  }),
  result: v.array(tableRow),
  answer: ({ views }: TraceAsked, { view, first, count, columns }) =>
    views.get(TableView, view).rows(first, count, columns),
});
