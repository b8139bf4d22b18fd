// When some frames were collected.
import * as v from 'valibot';
import { question, wholeNumber } from '../question';
import { float64Array } from '../typedArrays';
import type { TraceAsked } from '../views';
import { maxParts } from './axis';
import { lanesOf } from './lanes';

/** `timesOf`: for each of the frames, in microseconds since the first time. */
export const timesOf = question({
  input: v.strictObject({ frames: v.pipe(v.array(wholeNumber), v.maxLength(maxParts)) }),
  result: v.strictObject({
    /** NaN where a frame did not collect it. */
    times: float64Array,
    /** Where each is drawn. */
    places: float64Array,
  }),
  answer: async ({ trace }: TraceAsked, { frames }) => {
    const { times } = lanesOf(trace);
    return Promise.resolve({
      times: Float64Array.from(frames, (frame) => (times.isOwn(frame) ? times.place(frame) : NaN)),
      places: Float64Array.from(frames, (frame) => times.place(frame)),
    });
  },
});
