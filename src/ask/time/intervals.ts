// Intervals between two conditions on frames: begin, end, duration, and what has no other half.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { RequestFailed } from '../../bytes/requestFailed';
import { problemText } from '../../trace/expressions';
import { intervalsOf, type Intervals } from '../../trace/intervals/intervals';
import type { IntervalConditions } from '../../trace/intervals/intervalEvents';
import { intervalList } from '../../trace/intervals/intervalList';
import { intervalNotes, unpairedReason } from '../../trace/intervals/intervalNotes';
import type { FrameValue } from '../../trace/search/frameValues';
import type { Trace } from '../../trace/trace';
import { meantCondition, meantValue } from '../expressions';
import { condition, described, textSchema, upTo, wholeNumber, publicQuestion } from '../question';
import { passOf } from '../run';

/** Rows of one answer. */
const maxRows = 1000;

/** What durations are counted in, in the questions about them. */
export const durationUnit = v.optional(
  described(
    v.picklist(['time', 'frames']),
    'Durations in microseconds of $trace_timestamp, or in frames; time where it was collected, unless given.',
  ),
);

/** Numbers over durations. */
export const durationStatistics = v.strictObject({
  count: wholeNumber,
  min: v.number(),
  mean: v.number(),
  median: v.number(),
  p95: v.number(),
  p99: v.number(),
  max: v.number(),
});

const intervalsInput = v.strictObject({
  begin: described(condition, 'Holds in the frames at which intervals begin: "$tracepoint == 2".'),
  end: described(condition, 'Holds in the frames at which intervals end.'),
  key: v.optional(
    described(
      textSchema,
      'Pairs a begin with the end that has the same value of this: call->number. Without it an end belongs to the last open begin.',
    ),
  ),
  unit: durationUnit,
  sort: v.optional(
    v.strictObject({
      by: described(v.picklist(['frame', 'duration']), 'The frame of the begin, or the duration.'),
      descending: v.optional(v.boolean(), false),
    }),
    { by: 'frame' },
  ),
  first: v.optional(described(wholeNumber, 'The interval to begin with, from 0.'), 0),
  count: v.optional(described(upTo(maxRows), 'How many intervals, and unpaired frames.'), 50),
  firstUnpaired: v.optional(described(wholeNumber, 'The unpaired frame to begin with, from 0.'), 0),
});

const side = v.picklist(['begin', 'end']);

const intervalAnswer = v.strictObject({
  total: wholeNumber,
  unit: v.picklist(['time', 'frames']),
  /** Of the durations that are known. */
  durations: v.optional(durationStatistics),
  intervals: v.array(
    v.strictObject({
      begin: wholeNumber,
      end: wholeNumber,
      /** 0: inside of no other interval of its key. */
      depth: wholeNumber,
      /** Microseconds or frames; absent where it is not known. */
      duration: v.optional(v.number()),
      key: v.optional(v.string()),
    }),
  ),
  next: v.optional(wholeNumber),
  unpaired: v.strictObject({
    begins: wholeNumber,
    ends: wholeNumber,
    frames: v.array(v.strictObject({ frame: wholeNumber, side, reason: v.string() })),
    next: v.optional(wholeNumber),
  }),
  /** What the trace cannot say, in sentences. */
  notes: v.array(v.string()),
});

type IntervalAnswer = v.InferOutput<typeof intervalAnswer>;

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
    const found = await intervalsOf(trace, conditions, unit, passOf(run));
    if (!found) throw new RequestFailed('cancelled');
    const total = found.columns.begins.length;
    const end = Math.min(first + count, total);
    const rows: IntervalAnswer['intervals'] = [];
    const { by, descending } = sort;
    const order = { by: by === 'frame' ? ('begin' as const) : by, descending };
    const list = await intervalList(found, order, {}, run.signal);
    if (!list) throw new RequestFailed('cancelled');
    for (let place = first; place < end; place++) {
      rows.push(await shownInterval(found, list.rowAt(place), conditions.key));
    }
    const durations = found.sorted.statistics;
    return {
      ...{ total, unit: found.unit, intervals: rows },
      ...(durations && { durations }),
      ...(end < total && { next: end }),
      unpaired: shownUnpaired(trace, found, input.key, firstUnpaired, count),
      notes: [...whyNone(conditions), ...intervalNotes(trace, found, unit)],
    };
  },
});

async function shownInterval(
  { columns }: Intervals,
  row: number,
  key: FrameValue | undefined,
): Promise<IntervalAnswer['intervals'][number]> {
  const { begins, ends, depths, durations } = columns;
  const begin = begins[row] ?? 0;
  const duration = durations[row] ?? NaN;
  const text = await key?.textIn(begin);
  return {
    ...{ begin, end: ends[row] ?? 0, depth: depths[row] ?? 0 },
    ...(duration >= 0 && { duration }),
    ...(text && !('problem' in text) && { key: text.text }),
  };
}

function shownUnpaired(
  trace: Trace,
  { unpaired }: Intervals,
  key: string | undefined,
  first: number,
  count: number,
): IntervalAnswer['unpaired'] {
  const { begins, count: total } = unpaired;
  const end = Math.min(first + count, total);
  const frames: IntervalAnswer['unpaired']['frames'] = [];
  for (let row = first; row < end; row++) {
    const event = unpaired.at(row);
    const reason = unpairedReason(event, trace, key);
    frames.push({ frame: event.frame, side: event.side, reason });
  }
  return { begins, ends: total - begins, frames, ...(end < total && { next: end }) };
}

/** Why a condition holds nowhere, where its names mean nothing in any frame. */
function whyNone({ begin, end }: IntervalConditions): string[] {
  const reasons = [begin, end].flatMap(({ text, whyNowhere }) =>
    whyNowhere ? [`${text}: ${problemText(whyNowhere)}`] : [],
  );
  return [...new Set(reasons)];
}
