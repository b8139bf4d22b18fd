// Where a frame is in the file.
import * as v from 'valibot';
import { frameHeaderLength } from '../../format/blocks';
import { question, wholeNumber } from '../question';
import { awaitFrame } from '../run';
import type { TraceAsked } from '../views';

/** `frameBytes`: in bytes of the file, with its header. */
export const frameBytes = question({
  input: v.strictObject({ frame: wholeNumber }),
  result: v.strictObject({ offset: wholeNumber, length: wholeNumber }),
  answer: async ({ trace: { recording } }: TraceAsked, { frame }) => {
    await awaitFrame(recording, frame);
    const { index } = recording;
    return { offset: index.offset(frame), length: frameHeaderLength + index.size(frame) };
  },
});
