// The children of a node in a tree of variables.
import * as v from 'valibot';
import { question, upTo, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { VariableTree, variableRows } from './variableTree';

/** The most variables of one answer. */
const maxVariables = 200;
/** How deep a tree of variables can be opened: a linked list has no limit. */
const maxDepth = 256;

/** `variableChildren`: `count` of them from `start` on; {@link VariableTree.children}. */
export const variableChildren = question({
  input: v.strictObject({
    view: wholeNumber,
    path: v.pipe(v.array(wholeNumber), v.maxLength(maxDepth)),
    start: wholeNumber,
    count: upTo(maxVariables),
  }),
  result: variableRows,
  answer: ({ views }: TraceAsked, { view, path, start, count }) =>
    views.get(VariableTree, view).children(path, start, count),
});
