// Reads when every frame was collected; the axis of time waits for it.
import * as v from 'valibot';
import type { Immutable } from '../../wire/contract';
import { question, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { lanesOf } from './lanes';

/** How often a lane's hits came; absent parts are not known. */
const laneRate = v.strictObject({
  hitsPerSecond: v.exactOptional(v.number()),
  /** Microseconds, and the frames before and after. */
  longestGap: v.exactOptional(
    v.strictObject({ time: v.number(), from: wholeNumber, to: wholeNumber }),
  ),
});
export type LaneRate = Immutable<v.InferOutput<typeof laneRate>>;

const allTimes = v.strictObject({
  /** Frames that collected their time. */
  timed: wholeNumber,
  /** Frames whose clock was before that of an earlier frame; they are drawn where that one is. */
  late: wholeNumber,
  /** Microseconds from the first time to the last. */
  length: v.number(),
  /**
   * Where the first frame and the last one are: beyond the times where they did not collect theirs.
   */
  from: v.number(),
  to: v.number(),
  /** For each lane. */
  rates: v.array(laneRate),
});
export type TimesAnswer = Immutable<v.InferOutput<typeof allTimes>>;

/** `times`: waits for the whole index. */
export const times = question({
  input: v.strictObject({}),
  result: allTimes,
  answer: async ({ trace }: TraceAsked, _, run) => {
    const lanes = lanesOf(trace);
    const { counts } = lanes;
    await counts.count(Infinity, run.signal);
    const read = await lanes.readTimes(trace, run);
    const rates = await read.rates(counts.lanes, (frame) => counts.kind(frame));
    const { timed, late, length, from, to } = read;
    return { timed, late, length, from, to, rates };
  },
});
