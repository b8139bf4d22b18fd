// The depth of the calls over the recording, in so many columns.
import * as v from 'valibot';
import { question, wholeNumber } from '../question';
import type { BranchAsked } from './branchAsked';
import { depthByInstruction, depthByTime } from './depthColumns';

const axis = v.picklist(['instruction', 'time']);

/** What the columns go by. */
export type TimelineAxis = v.InferOutput<typeof axis>;

const depthColumn = v.strictObject({
  /** Levels, from 0. */
  least: wholeNumber,
  most: wholeNumber,
  /** The first that began there, or what ran then. */
  instruction: wholeNumber,
  /** Why nothing is known to have run there. */
  gap: v.exactOptional(v.string()),
});

/** How deep calls were in a part of the recording. */
export type DepthColumn = v.InferOutput<typeof depthColumn>;

export const depth = question({
  input: v.strictObject({ columns: wholeNumber, axis }),
  result: v.array(depthColumn),
  answer: ({ execution }: BranchAsked, { columns, axis }) =>
    axis === 'time' ? depthByTime(execution, columns) : depthByInstruction(execution, columns),
});
