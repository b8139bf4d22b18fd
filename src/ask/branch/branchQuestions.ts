// What the page of a branch trace asks, by name.
import { blocks } from './blocks';
import { depth } from './depth';
import { expand } from './expand';
import { instructions } from './instructions';
import { move } from './move';
import { rowOf } from './rowOf';
import { callRows } from './tree';

export const branchQuestions = { tree: callRows, blocks, instructions, depth, expand, rowOf, move };

/** The questions as the page knows them. */
export type BranchQuestions = typeof branchQuestions;
