// The nearest frame, forward or backward, in which an expression has another value than in the
// nearest earlier frame that has one.
import * as v from 'valibot';
import { findFrame } from '../../trace/search/search';
import { compiledCondition } from '../expressions';
import { question, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { direction, expression } from './tableMessages';

/** `nextChange`. */
export const nextChange = question({
  input: v.strictObject({ text: expression, frame: wholeNumber, direction }),
  result: v.strictObject({ frame: v.exactOptional(wholeNumber) }),
  answer: async ({ trace }: TraceAsked, { text, frame: from, direction: way }, { signal }) => {
    const condition = await compiledCondition(trace, `$_changed(${text})`);
    const found = await findFrame(trace, [{ condition }], { from, direction: way, signal });
    return found ? { frame: found.frame } : {};
  },
});
