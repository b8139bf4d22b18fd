// The axis that tracks are over, and a range of it in parts.
import * as v from 'valibot';
import { wholeNumber } from '../question';

/** The most parts that an axis is cut into, and the most frames that are asked for at once. */
export const maxParts = 8192;

/** Frame numbers, or microseconds since the first time that was collected. */
export const axis = v.picklist(['frame', 'time']);
export type Axis = v.InferOutput<typeof axis>;

/** A place on an axis. */
export const coordinate = v.pipe(v.number(), v.finite());

/** A range of an axis, in parts of equal length. */
export const axisRange = v.strictObject({
  axis,
  from: coordinate,
  to: coordinate,
  parts: v.pipe(wholeNumber, v.minValue(1), v.maxValue(maxParts)),
});
export type AxisRange = v.InferOutput<typeof axisRange>;
