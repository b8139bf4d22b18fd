// The next frame of a lane, for a keyboard that goes from one to the next.
import * as v from 'valibot';
import { question, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { lanesOf } from './lanes';
import { frameOf, maybeFrame } from './maybeFrame';

/** `nextOfLane`: from a frame on, forward or backward. */
export const nextOfLane = question({
  input: v.strictObject({
    lane: wholeNumber,
    from: wholeNumber,
    direction: v.picklist([1, -1]),
  }),
  result: maybeFrame,
  answer: async ({ trace }: TraceAsked, { lane, from, direction }) =>
    Promise.resolve(frameOf(lanesOf(trace).counts.nearest(lane, from, direction))),
});
