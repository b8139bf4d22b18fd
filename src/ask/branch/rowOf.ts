// The row of an instruction in the tree of calls, whose parents are expanded, and its block.
import * as v from 'valibot';
import { question, wholeNumber } from '../question';
import type { BranchAsked } from './branchAsked';
import { OutlineView } from './outlineView';

export const rowOf = question({
  input: v.strictObject({ view: wholeNumber, instruction: wholeNumber }),
  /** Rows and blocks count from 0; `rows`: how many there are then. */
  result: v.strictObject({ row: wholeNumber, rows: wholeNumber, block: wholeNumber }),
  answer: ({ views, execution: { calls, blocks } }: BranchAsked, { view, instruction }) => {
    const { outline } = views.get(OutlineView, view);
    const row = outline.reveal(calls.placeOf(instruction));
    return Promise.resolve({ row, rows: outline.count, block: blocks.blockOf(instruction) });
  },
});
