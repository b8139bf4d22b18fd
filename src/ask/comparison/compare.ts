// Two traces held against each other: the first divergence, then what differs by tracepoint, by
// value and in time.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { RequestFailed } from '../../bytes/requestFailed';
import { compareTraces } from '../../trace/comparison/compareTraces';
import type { ComparedTraces } from '../../trace/comparison/comparedTraces';
import type { AskedTrace } from '../askedTrace';
import { durationStatistics } from '../time/durations';
import { described, textSchema, wholeNumber } from '../question';
import { passOf, type Run } from '../run';

/** Expressions that one question excludes. */
const maxExcluded = 1000;

const compareInput = v.strictObject({
  matching: v.optional(
    described(
      v.picklist(['place', 'number']),
      'Matches tracepoints by place and text, or by number.',
    ),
    'place',
  ),
  key: v.optional(
    described(textSchema, 'Aligns hits by the value of this, instead of by their number.'),
  ),
  exclude: v.optional(
    described(
      v.pipe(v.array(textSchema), v.maxLength(maxExcluded)),
      'Expressions that are not compared, with all their members.',
    ),
    [],
  ),
  registers: v.optional(described(v.boolean(), 'Compares registers too.'), false),
  memory: v.optional(
    described(v.boolean(), 'Compares blocks of memory without a name too.'),
    false,
  ),
  addresses: v.optional(
    described(v.boolean(), 'Takes addresses of the heap and the stack as they are.'),
    false,
  ),
});

const places = { left: v.optional(wholeNumber), right: v.optional(wholeNumber) };
const name = v.strictObject({ name: v.string(), frames: wholeNumber });
const unaligned = v.strictObject({
  total: wholeNumber,
  frames: v.array(v.strictObject({ frame: wholeNumber, tracepoint: v.number() })),
});

const comparedTraces = v.strictObject({
  left: name,
  right: name,
  summary: v.string(),
  divergence: v.optional(
    v.strictObject({
      sentence: v.string(),
      ...places,
      hitsBefore: wholeNumber,
      expression: v.optional(v.string()),
    }),
  ),
  notes: v.array(v.string()),
  tracepoints: v.array(
    v.strictObject({
      left: v.optional(v.number()),
      right: v.optional(v.number()),
      place: v.string(),
      functionName: v.optional(v.string()),
      leftHits: wholeNumber,
      rightHits: wholeNumber,
      aligned: wholeNumber,
      equal: wholeNumber,
      first: v.optional(v.strictObject(places)),
    }),
  ),
  values: v.array(
    v.strictObject({
      expression: v.string(),
      tracepoint: v.number(),
      place: v.string(),
      atSteps: v.boolean(),
      compared: wholeNumber,
      differing: wholeNumber,
      first: v.optional(v.strictObject(places)),
      leftText: v.optional(v.string()),
      rightText: v.optional(v.string()),
      histogram: v.strictObject({
        bars: v.array(
          v.strictObject({
            value: v.union([v.number(), v.string()]),
            left: wholeNumber,
            right: wholeNumber,
          }),
        ),
        isBucketed: v.boolean(),
        distance: v.number(),
      }),
      noise: v.optional(v.string()),
    }),
  ),
  intervals: v.array(
    v.strictObject({
      tracepoint: v.number(),
      place: v.string(),
      left: durationStatistics,
      right: durationStatistics,
    }),
  ),
  onlyLeft: unaligned,
  onlyRight: unaligned,
  excluded: v.array(v.string()),
});

/** `compare`, which takes a second trace. */
export const comparison = {
  name: 'compare',
  title: () => t('Compare two traces'),
  description:
    'The first frame in which two traces differ, in one sentence; then hits by tracepoint, values whose distribution differs, times between hits, and hits that only one trace has.',
  input: compareInput,
  result: comparedTraces,
  answer: async (
    left: AskedTrace,
    right: AskedTrace,
    input: v.InferOutput<typeof compareInput>,
    run: Run,
  ): Promise<ComparedTraces> => {
    const compared = await compareTraces(left.trace, right.trace, input, passOf(run));
    if (!compared) throw new RequestFailed('cancelled');
    return compared;
  },
} as const;
