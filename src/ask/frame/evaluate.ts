// Values of expressions, in one frame or in several.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import {
  described,
  level,
  publicQuestion,
  someOf,
  TextRoom,
  textSchema,
  wholeNumber,
} from '../question';
import { stackFrameAt } from './frame';
import { inFrames, maxTexts, orProblem } from './inFrames';

const evaluateInput = v.strictObject({
  frames: inFrames,
  level,
  expressions: described(
    someOf(textSchema, maxTexts),
    "Expressions in gdb's language; a format may follow: n,x or (after a pointer) p,10.",
  ),
});

const values = v.strictObject({
  answers: v.array(
    v.strictObject({
      frame: wholeNumber,
      values: v.array(
        v.strictObject({
          expression: v.string(),
          value: v.optional(v.string()),
          type: v.optional(v.string()),
          /** Why there is no value. */
          problem: v.optional(v.string()),
        }),
      ),
    }),
  ),
});

/** `evaluate`. */
export const evaluateOverFrames = publicQuestion({
  name: 'evaluate',
  title: () => t('Evaluate expressions in frames'),
  description:
    'Values of expressions in one or several frames, with their types. For many frames ask for columns of frames instead.',
  input: evaluateInput,
  result: values,
  answer: (asked, { frames, level: at, expressions }, run) => {
    const { signal, report } = run;
    const room = new TextRoom(run);
    return asked.debug(async (debugged) => {
      const answers: v.InferOutput<typeof values>['answers'] = [];
      for (const frame of frames) {
        if (room.isFull()) break;
        await debugged.navigator.goTo(frame);
        const stackFrame = await stackFrameAt(debugged, at);
        const inFrame: (typeof answers)[number]['values'] = [];
        for (const expression of expressions) {
          if (room.isFull()) break;
          const answer = await orProblem(async () => {
            const { value, type } = await debugged.evaluator.watch(expression, stackFrame);
            room.take(value);
            return { value, ...(type !== undefined && { type }) };
          });
          inFrame.push({ expression, ...answer });
        }
        answers.push({ frame, values: inFrame });
        report({ done: answers.length, total: frames.length });
      }
      return { answers };
    }, signal);
  },
});
