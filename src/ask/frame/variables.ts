// Opens the variables of a stack frame as a view, whose nodes are opened one by one.
import * as v from 'valibot';
import { requireUncancelled } from '../expressions';
import { question, wholeNumber } from '../question';
import { awaitFrame } from '../run';
import type { TraceAsked } from '../views';
import { VariableTree, variableRows } from './variableTree';

/**
 * `variables`: the scopes, and the view that has what is in them. It takes the last one's place.
 */
export const variables = question({
  input: v.strictObject({
    frame: wholeNumber,
    level: wholeNumber,
    /** The frame to compare with. */
    before: v.exactOptional(wholeNumber),
  }),
  result: v.strictObject({
    view: wholeNumber,
    ...variableRows.entries,
    /** Why nothing is compared, or nothing is known: a sentence. */
    note: v.exactOptional(v.string()),
  }),
  answer: async ({ trace, views }: TraceAsked, root, { signal }) => {
    await awaitFrame(trace.recording, root.frame);
    const tree = new VariableTree(trace, root);
    try {
      const scopes = await tree.children([], 0, Infinity);
      const note = await tree.note();
      // The view of who asked later stays.
      requireUncancelled(signal);
      return { view: views.replace(tree), ...scopes, ...(note !== undefined && { note }) };
    } catch (error) {
      tree.dispose();
      throw error;
    }
  },
});
