// Names with which an expression may go on in a frame.
import * as v from 'valibot';
import { evaluationContext } from '../../trace/expressions';
import { completeExpression } from '../../trace/expressionCompletion';
import { question, wholeNumber } from '../question';
import { expression } from '../table/tableMessages';
import type { TraceAsked } from '../views';

/** Names offered at once. */
const maxCompletions = 100;

/** Each replaces the text from `start`, counted in characters from 0. */
const completions = v.array(v.strictObject({ name: v.string(), start: wholeNumber }));

/** `complete`. */
export const complete = question({
  input: v.strictObject({ frame: wholeNumber, text: expression }),
  result: completions,
  answer: async ({ trace }: TraceAsked, { frame, text }) => {
    if (!(await trace.recording.reach(frame))) return [];
    const [innermost] = (await trace.callStack(frame)).frames;
    const context = await evaluationContext(trace, frame, innermost);
    const names = await completeExpression(text, trace.recording, innermost, context);
    return names.slice(0, maxCompletions).map(({ name, start }) => ({ name, start }));
  },
});
