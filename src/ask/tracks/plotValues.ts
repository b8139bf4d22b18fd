// Reads an expression's numbers in every frame; plots of it grow meanwhile.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { RequestFailed } from '../../bytes/requestFailed';
import type { Immutable } from '../../wire/contract';
import { question, wholeNumber } from '../question';
import { expression } from '../table/tableMessages';
import type { TraceAsked } from '../views';
import { lanesOf } from './lanes';
import { plotsOf } from './plots';

/** A number and the frame that has it. */
const extreme = v.strictObject({ frame: wholeNumber, value: v.number() });
export type PlotExtreme = v.InferOutput<typeof extreme>;

/** A summary of an expression's numbers over all frames. */
export const plotFacts = v.strictObject({
  /** Frames that were read, and those of them in which it is a number. */
  frames: wholeNumber,
  count: wholeNumber,
  /** Frames that might have had it, as others of their tracepoint have. */
  gaps: wholeNumber,
  first: v.exactOptional(extreme),
  last: v.exactOptional(extreme),
  least: v.exactOptional(extreme),
  most: v.exactOptional(extreme),
  /** The names of numbers that are states; absent where they are numbers. */
  states: v.exactOptional(v.array(v.strictObject({ value: v.number(), name: v.string() }))),
});
export type PlotFacts = Immutable<v.InferOutput<typeof plotFacts>>;

/** `plotValues`: of all frames. */
export const plotValues = question({
  input: v.strictObject({ text: expression }),
  result: plotFacts,
  answer: async ({ trace }: TraceAsked, { text }, { signal, report }) => {
    const series = await plotsOf(trace).series(text);
    const { index } = lanesOf(trace).counts;
    await series.readAll(signal, (done) => {
      report({ done, total: index.count });
    });
    if (series.hasManyTexts) {
      throw new RequestFailed(t('It is no number, and has too many different values.'));
    }
    return series.facts;
  },
});
