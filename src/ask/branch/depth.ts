// The depth of the calls over the recording, in so many columns.
import * as v from 'valibot';
import { question, wholeNumber } from '../question';
import type { BranchAsked } from './branchAsked';
import { depthByInstruction, depthByTime, depthColumn } from './depthColumns';

const axis = v.picklist(['instruction', 'time']);

/** What the columns go by. */
export type TimelineAxis = v.InferOutput<typeof axis>;

export const depth = question({
  input: v.strictObject({ columns: wholeNumber, axis }),
  result: v.array(depthColumn),
  answer: ({ execution }: BranchAsked, { columns, axis }) =>
    axis === 'time' ? depthByTime(execution, columns) : depthByInstruction(execution, columns),
});
