// Durations in questions and answers: their unit, and what is said of many.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { option } from '../option';
import { described, wholeNumber } from '../question';

/** What the durations of an answer are counted in. */
export const unitOfDurations = v.picklist(['time', 'frames']);

/** What durations are to be counted in. */
export const durationUnit = v.optional(
  option(
    described(
      unitOfDurations,
      'Durations in microseconds of $trace_timestamp, or in frames; time where it was collected, unless given.',
    ),
    () =>
      t(
        'Durations in time ($trace_timestamp, µs) or frames; time where it was collected, unless given',
      ),
    { value: 'UNIT' },
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
