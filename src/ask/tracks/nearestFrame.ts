// The frame nearest to a place on the axis.
import * as v from 'valibot';
import { question, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { axis, coordinate } from './axis';
import { lanesOf, type Lanes } from './lanes';
import { frameOf, maybeFrame } from './maybeFrame';

const nearestInput = v.strictObject({
  axis,
  at: coordinate,
  /** Of this lane; of any unless given. */
  lane: v.exactOptional(wholeNumber),
  /** Of those frames alone that collected their time. */
  timed: v.exactOptional(v.boolean()),
});

/** `nearestFrame`: of the frames that are counted. */
export const nearestFrame = question({
  input: nearestInput,
  result: maybeFrame,
  answer: async ({ trace }: TraceAsked, asked) => {
    const lanes = lanesOf(trace);
    const { timed, at } = asked;
    return Promise.resolve(
      frameOf(timed === true ? lanes.times.nearestOwn(at) : nearest(lanes, asked)),
    );
  },
});

function nearest(
  lanes: Lanes,
  { axis, at, lane }: v.InferOutput<typeof nearestInput>,
): number | undefined {
  const { counts } = lanes;
  const last = counts.counted - 1;
  if (last < 0) return undefined;
  const times = lanes.timesOn(axis);
  const place = (frame: number) => times?.place(frame) ?? frame + 0.5;
  const from = Math.min(Math.max(times?.firstFrom(at) ?? Math.floor(at), 0), last);
  const before = Math.max(0, from - 1);
  // Of frames that are at the same time, the first one is that which collected it.
  const first = (frame: number) => times?.firstFrom(place(frame)) ?? frame;
  const found =
    lane === undefined
      ? [first(from), first(before)]
      : [counts.nearest(lane, from, 1), counts.nearest(lane, before, -1)];
  const distance = (frame: number) => Math.abs(place(frame) - at);
  const [frame] = found
    .filter((each) => each !== undefined)
    .sort((one, other) => distance(one) - distance(other));
  return frame;
}
