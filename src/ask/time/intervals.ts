// Intervals between two conditions on frames: begin, end, duration, and what has no other half.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { problemText } from '../../trace/expressions';
import type { IntervalConditions } from '../../trace/intervals/intervalEvents';
import { meantCondition, meantValue } from '../expressions';
import { option } from '../option';
import {
  condition,
  described,
  orderBy,
  publicQuestion,
  textSchema,
  upTo,
  wholeNumber,
} from '../question';
import { durationStatistics, durationUnit, unitOfDurations } from './durations';
import { FoundIntervals, intervalRow, unpairedFrame } from './foundIntervals';

/** Rows of one answer. */
const maxRows = 1000;

const sortedBy = described(
  v.picklist(['frame', 'duration']),
  'The frame of the begin, or the duration.',
);

const intervalsInput = v.strictObject({
  begin: option(
    described(condition, 'Holds in the frames at which intervals begin: "$tracepoint == 2".'),
    () => t('Holds in the frames at which intervals begin'),
    { value: 'CONDITION' },
  ),
  end: option(
    described(condition, 'Holds in the frames at which intervals end.'),
    () =>
      t(
        'Holds in the frames at which they end; without it, an interval ends where the next begins',
      ),
    { value: 'CONDITION' },
  ),
  key: v.optional(
    option(
      described(
        textSchema,
        'Pairs a begin with the end that has the same value of this: call->number. Without it an end belongs to the last open begin.',
      ),
      () =>
        t(
          'Pair a begin with the end that has the same value of this; without it, an end belongs to the last open begin',
        ),
    ),
  ),
  unit: durationUnit,
  sort: v.optional(
    option(
      orderBy(sortedBy),
      () => t('Sort by frame or duration; --sort=-duration: the longest first'),
      { value: 'WHAT' },
    ),
    { by: 'frame' },
  ),
  first: v.optional(described(wholeNumber, 'The interval to begin with, from 0.'), 0),
  count: v.optional(described(upTo(maxRows), 'How many intervals, and unpaired frames.'), 50),
  firstUnpaired: v.optional(described(wholeNumber, 'The unpaired frame to begin with, from 0.'), 0),
});

const intervalAnswer = v.strictObject({
  total: wholeNumber,
  unit: unitOfDurations,
  /** Of the durations that are known. */
  durations: v.optional(durationStatistics),
  intervals: v.array(intervalRow),
  next: v.optional(wholeNumber),
  unpaired: v.strictObject({
    begins: wholeNumber,
    ends: wholeNumber,
    frames: v.array(unpairedFrame),
    next: v.optional(wholeNumber),
  }),
  /** What the trace cannot say, in sentences. */
  notes: v.array(v.string()),
});

/** `intervals`. */
export const intervals = publicQuestion({
  name: 'intervals',
  title: () => t('Intervals between two conditions'),
  description:
    'Pairs frames at which something begins with those at which it ends: durations with min, mean, median, p95, p99 and max, nesting, and what has no other half. With one condition for both: from one such frame to the next.',
  input: intervalsInput,
  result: intervalAnswer,
  answer: async ({ trace }, input, run) => {
    const { unit, sort, first, count, firstUnpaired } = input;
    const conditions = {
      begin: await meantCondition(trace, input.begin, run),
      end: await meantCondition(trace, input.end, run),
      ...(input.key !== undefined && { key: await meantValue(trace, input.key, run) }),
    };
    const found = await FoundIntervals.find(trace, conditions, unit, run);
    try {
      const by = sort.by === 'frame' ? ('begin' as const) : sort.by;
      await found.arrange({ by, descending: sort.descending }, { key: '' }, run.signal);
      const { total, durations, unpaired, notes } = found;
      const end = first + count;
      const endUnpaired = firstUnpaired + count;
      return {
        ...{ total, unit: found.unit, intervals: await found.rows({ first, count }) },
        ...(durations && { durations }),
        ...(end < total && { next: end }),
        unpaired: {
          ...unpaired,
          frames: found.unpairedFrames({ first: firstUnpaired, count }),
          ...(endUnpaired < unpaired.begins + unpaired.ends && { next: endUnpaired }),
        },
        notes: [...whyNone(conditions), ...notes],
      };
    } finally {
      found.dispose();
    }
  },
});

/** Why a condition holds nowhere, where its names mean nothing in any frame. */
function whyNone({ begin, end }: IntervalConditions): string[] {
  const reasons = [begin, end].flatMap(({ text, whyNowhere }) =>
    whyNowhere ? [`${text}: ${problemText(whyNowhere)}`] : [],
  );
  return [...new Set(reasons)];
}
