// Two traces held against each other: the first divergence, then what differs by tracepoint, by
// value and in time.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { RequestFailed } from '../../bytes/requestFailed';
import { compareTraces } from '../../trace/comparison/compareTraces';
import type { ComparedTraces, ComparisonOptions } from '../../trace/comparison/comparedTraces';
import type { Trace } from '../../trace/trace';
import type { Immutable } from '../../wire/contract';
import type { AskedTrace } from '../askedTrace';
import { comparedTraces, places, shownTraces } from './comparedSchema';
import type { ComparisonAsked } from './comparisonAsked';
import { ComparisonView } from './comparisonView';
import { seriesValue } from './series';
import { shownComparison } from './shownComparison';
import { option } from '../option';
import { question, textSchema, wholeNumber } from '../question';
import { passOf, type QuestionRun } from '../run';

/** Expressions that one question excludes. */
const maxExcluded = 1000;

const compareInput = v.strictObject({
  key: v.optional(
    option(textSchema, () => t('Align hits by the value of this, instead of their number')),
  ),
  exclude: v.optional(
    option(v.pipe(v.array(textSchema), v.maxLength(maxExcluded)), () =>
      t('Do not compare this, nor its members (times, thread ids)'),
    ),
    [],
  ),
  matching: v.optional(
    option(
      v.picklist(['place', 'number']),
      () => t('Match tracepoints by number, instead of by place and text'),
      { switch: { name: 'by-number', choice: 'number' } },
    ),
    'place',
  ),
  registers: v.optional(
    option(v.boolean(), () => t('Compare registers too')),
    false,
  ),
  memory: v.optional(
    option(v.boolean(), () => t('Compare blocks of memory without a name too')),
    false,
  ),
  addresses: v.optional(
    option(v.boolean(), () => t('Take addresses of the heap and the stack as they are')),
    false,
  ),
});

/** `compare`, which takes a second trace. */
export const comparison = {
  name: 'compare',
  input: compareInput,
  result: comparedTraces,
  answer: (left: AskedTrace, right: AskedTrace, input: ComparisonOptions, run: QuestionRun) =>
    compareTwo(left.trace, right.trace, input, run),
} as const;

const sides = ['left', 'right'] as const;

const comparedPair = v.strictObject({
  /** The view that frames and values are asked of. */
  view: wholeNumber,
  options: compareInput,
  compared: shownTraces,
  /** The traces that have no program with known addresses. */
  withoutProgram: v.array(v.picklist(sides)),
  /** The frames whose values were shown last; at first those that differ first. */
  frames: v.strictObject(places),
  /** The value that was shown last over the hits of both; at first the one that differs first. */
  plotted: v.exactOptional(seriesValue),
});

/** How traces are compared. */
export type ShownOptions = Immutable<v.InferOutput<typeof compareInput>>;

/** The same for a page, which asks for frames and values then. */
export const comparePair = question({
  input: compareInput,
  result: comparedPair,
  answer: async (asked: ComparisonAsked, input, run) => {
    const traces = await asked.traces();
    const compared = await compareTwo(traces.left, traces.right, input, run);
    if (asked.shown !== undefined) asked.views.close(asked.shown);
    asked.shown = asked.views.add(new ComparisonView(traces, input, compared));
    return pairOf(asked, asked.shown);
  },
});

/** What was compared before, for a page that begins again. */
export const comparedBefore = question({
  input: v.strictObject({ view: wholeNumber }),
  result: comparedPair,
  answer: (asked: ComparisonAsked, { view }) => Promise.resolve(pairOf(asked, view)),
});

function pairOf({ views }: ComparisonAsked, view: number) {
  const { traces, options, compared, frames, plotted } = views.get(ComparisonView, view);
  return {
    ...{ view, options: { ...options, exclude: [...options.exclude] } },
    compared: shownComparison(compared),
    withoutProgram: sides.filter((side) => traces[side].modules.current.loaded.length === 0),
    frames,
    ...(plotted && { plotted }),
  };
}

async function compareTwo(
  left: Trace,
  right: Trace,
  options: ComparisonOptions,
  run: QuestionRun,
): Promise<ComparedTraces> {
  const compared = await compareTraces(left, right, options, passOf(run));
  if (!compared) throw new RequestFailed('cancelled');
  return compared;
}
