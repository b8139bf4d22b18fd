// Durations in questions and answers: their unit, and what is said of many.
import * as v from 'valibot';
import { described, wholeNumber } from '../question';

/** What the durations of an answer are counted in. */
export const unitOfDurations = v.picklist(['time', 'frames']);

/** What durations are to be counted in. */
export const durationUnit = v.optional(
  described(
    unitOfDurations,
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
