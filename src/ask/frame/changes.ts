// Where a value changes over the frames.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { valueChanges } from '../../adapter/changes';
import { RequestFailed } from '../../bytes/requestFailed';
import { evaluate, evaluationContext, problemText } from '../../trace/expressions';
import { placeFrames } from '../../trace/search/expressionCheck';
import type { AskedTrace } from '../askedTrace';
import { option } from '../option';
import { described, level, publicQuestion, upTo, wholeNumber } from '../question';
import type { QuestionRun } from '../run';
import { followedExpression, stackFrameArguments } from './followed';

/** Changes of one answer. */
const maxChanges = 1000;
/** Places of the program at which an expression is tried. */
const maxPlaces = 500;

const changesInput = v.strictObject({
  expression: followedExpression,
  frame: v.optional(
    option(
      described(
        wholeNumber,
        'The frame in which the expression means what is to be followed; otherwise the first in which it means something.',
      ),
      () => t('The frame in which EXPR means what is to be followed'),
    ),
  ),
  level,
  first: v.optional(described(wholeNumber, 'The change to begin with, from 0.'), 0),
  count: v.optional(described(upTo(maxChanges), 'How many changes.'), 100),
});

const changeList = v.strictObject({
  /** What was followed, and where: queue->waiting at 0x404168. */
  followed: v.string(),
  total: wholeNumber,
  changes: v.array(
    v.strictObject({
      before: wholeNumber,
      after: wholeNumber,
      from: v.string(),
      to: v.string(),
      interval: v.string(),
    }),
  ),
  next: v.optional(wholeNumber),
});

/** `changes`. */
export const changes = publicQuestion({
  name: 'changes',
  title: () => t('Changes of a value'),
  description:
    'The frames between which a value changed, with the value before and after. What is in memory is followed at its address, whatever name reaches it in another function.',
  input: changesInput,
  result: changeList,
  answer: async (asked, { expression: followed, frame: at, level: on, first, count }, run) => {
    const from = await frameWithMeaning(asked, followed, at, run);
    return asked.debugAt(
      from,
      async (debugged) => {
        const given = new Map(await stackFrameArguments(debugged, followed, on));
        const found = await valueChanges(debugged, given);
        const end = first + count;
        return {
          followed: found.label,
          total: found.total,
          changes: found.changes.slice(first, end),
          ...(end < found.changes.length && { next: end }),
        };
      },
      run.signal,
    );
  },
});

/** The frame given, or the first of those places at which the expression means something. */
async function frameWithMeaning(
  { trace }: AskedTrace,
  written: string,
  given: number | undefined,
  { signal }: QuestionRun,
): Promise<number> {
  if (given !== undefined) return given;
  await trace.recording.indexed;
  let problem: string | undefined;
  let places = 0;
  for await (const place of placeFrames(trace)) {
    const [innermost] = (await trace.callStack(place)).frames;
    const context = await evaluationContext(trace, place, innermost);
    const evaluated = await evaluate(written, 'watch', context);
    if (!('problem' in evaluated)) return place;
    problem ??= problemText(evaluated);
    if (++places >= maxPlaces || signal.aborted) break;
  }
  throw new RequestFailed(`${written}: ${problem ?? 'the trace has no frames.'}`);
}
