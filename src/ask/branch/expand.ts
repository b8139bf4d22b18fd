// Expands or collapses a row of the tree of calls, or every row.
import * as v from 'valibot';
import { question, wholeNumber } from '../question';
import type { BranchAsked } from './branchAsked';
import { OutlineView } from './outlineView';

export const expand = question({
  input: v.strictObject({
    view: wholeNumber,
    /** Its number, from 1. */
    segment: wholeNumber,
    expanded: v.boolean(),
    /** Every row, whichever the segment. */
    all: v.optional(v.boolean(), false),
  }),
  /** The rows that there are then. */
  result: v.strictObject({ rows: wholeNumber }),
  answer: ({ views }: BranchAsked, { view, segment, expanded, all }) => {
    const { outline } = views.get(OutlineView, view);
    if (all) outline.setAll(expanded);
    else outline.set(segment - 1, expanded);
    return Promise.resolve({ rows: outline.count });
  },
});
