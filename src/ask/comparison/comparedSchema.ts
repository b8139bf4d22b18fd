// Two compared traces as schemas: all that comes of it, and what its page shows of that.
import * as v from 'valibot';
import { durationStatistics } from '../time/durations';
import { wholeNumber } from '../question';
import type { Immutable } from '../../wire/contract';

/** A frame of each trace, or of one where the other has none. */
export const places = { left: v.optional(wholeNumber), right: v.optional(wholeNumber) };
const name = v.strictObject({ name: v.string(), frames: wholeNumber });
const unaligned = v.strictObject({
  total: wholeNumber,
  frames: v.array(v.strictObject({ frame: wholeNumber, tracepoint: v.number() })),
});

/** What comes of comparing two traces. */
export const comparedTraces = v.strictObject({
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

/** What the page shows: the rest is exported. Values are those that differ, the most first. */
export const shownTraces = v.strictObject({
  ...comparedTraces.entries,
  tracepointsLeft: wholeNumber,
  valuesLeft: wholeNumber,
  /** Values that are the same in all aligned frames. */
  equalValues: wholeNumber,
});
export type ShownComparison = Immutable<v.InferOutput<typeof shownTraces>>;
