// Frames of a page's table that have something in common.
import * as v from 'valibot';
import type { Immutable } from '../../wire/contract';
import { question, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { commonTo, expression } from './tableMessages';
import { TableView } from './tableView';

const groupRow = v.strictObject({
  /** Absent for frames in which it is unknown. */
  label: v.exactOptional(v.string()),
  /** A filter that matches only these; absent if none exists. */
  condition: v.exactOptional(v.string()),
  frames: wholeNumber,
  /** The first and the last frame's number. */
  first: wholeNumber,
  last: wholeNumber,
  /** Of the numbers measured in them. */
  least: v.exactOptional(v.number()),
  most: v.exactOptional(v.number()),
  mean: v.exactOptional(v.number()),
});
export type FrameGroupRow = Immutable<v.InferOutput<typeof groupRow>>;

/** `groups` of a page. */
export const tableGroups = question({
  input: v.strictObject({
    view: wholeNumber,
    by: commonTo,
    /** An expression whose least, most and mean are wanted in each group; empty for none. */
    measured: expression,
  }),
  /** `others`: frames of groups beyond those that are listed. */
  result: v.strictObject({ groups: v.array(groupRow), others: wholeNumber }),
  answer: ({ views }: TraceAsked, { view, by, measured }, run) =>
    views.get(TableView, view).groups(by, measured, run),
});
