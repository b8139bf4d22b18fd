// Chooses which frames a page's table shows, and in which order.
import * as v from 'valibot';
import { question, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { column, expression } from './tableMessages';
import { TableView } from './tableView';

const progress = v.strictObject({
  doing: v.picklist(['searching', 'sorting']),
  /** Frames done of all. */
  done: wholeNumber,
  total: wholeNumber,
  matched: v.exactOptional(wholeNumber),
  /** Rows that the table has so far. */
  rows: wholeNumber,
});

/** How far filtering or sorting has come. */
export type ViewProgress = v.InferOutput<typeof progress>;

/** `view`: the newest is the table's. An empty filter lets every frame through. */
export const arrangeTable = question({
  input: v.strictObject({
    view: wholeNumber,
    filter: expression,
    /** Frames that do not match are left out; otherwise those that match are marked. */
    hide: v.boolean(),
    sort: v.optional(v.strictObject({ column, descending: v.boolean() })),
  }),
  /** How many frames match the filter; if none does, `note` may give the reason. */
  result: v.strictObject({
    rows: wholeNumber,
    matched: v.exactOptional(wholeNumber),
    note: v.exactOptional(v.string()),
  }),
  progress,
  answer: ({ views }: TraceAsked, { view, ...arrangement }, run) =>
    views.get(TableView, view).arrange(arrangement, run),
});
