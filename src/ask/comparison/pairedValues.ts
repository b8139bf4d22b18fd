// The values of two frames that belong together, side by side.
import * as v from 'valibot';
import { pairedValues as valuesOf } from '../../trace/comparison/framePair';
import { question, wholeNumber } from '../question';
import { awaitFrame } from '../run';
import type { ComparisonAsked } from './comparisonAsked';
import { ComparisonView } from './comparisonView';

const pairedValue = v.strictObject({
  expression: v.string(),
  /** As texts; absent on the side where it was not collected. */
  left: v.exactOptional(v.string()),
  right: v.exactOptional(v.string()),
});

/** A value of two frames. */
export type ComparedPair = v.InferOutput<typeof pairedValue>;

export const compareFramePair = question({
  input: v.strictObject({ view: wholeNumber, left: wholeNumber, right: wholeNumber }),
  result: v.array(pairedValue),
  answer: async ({ views }: ComparisonAsked, { view, left, right }) => {
    const compared = views.get(ComparisonView, view);
    await awaitFrame(compared.traces.left.recording, left);
    await awaitFrame(compared.traces.right.recording, right);
    compared.frames = { left, right };
    return valuesOf(compared.traces, { left, right }, compared.options);
  },
});
