// An answer that is a frame, or none.
import * as v from 'valibot';
import { wholeNumber } from '../question';

/** A frame, where there is one. */
export const maybeFrame = v.strictObject({ frame: v.exactOptional(wholeNumber) });

/** A frame as an answer. */
export function frameOf(frame: number | undefined): v.InferOutput<typeof maybeFrame> {
  return frame === undefined ? {} : { frame };
}
