// A trace file written from a description and frames: what was read is written again, byte for
// byte.
import { concat } from '../../../src/bytes/cursor';
import type { Description } from '../../../src/format/description';
import type { Frame } from '../../../src/format/frame';
import type { FrameLayout } from '../../../src/format/blocks';
import { descriptionBytes, endMarker, frameHeader } from '../../../src/format/writer';

/**
 * The bytes of a trace file with the description and the frames given. The description counts its
 * frames before the first of them comes, so `frameCount` must be told; another number of frames is
 * a mistake of the caller and rejects at the end.
 */
export async function* writeTraceFile(
  description: Description,
  frameLayout: FrameLayout,
  frames: AsyncIterable<Frame>,
  frameCount: number,
): AsyncGenerator<Uint8Array> {
  yield descriptionBytes(description, frameLayout, frameCount);
  let written = 0;
  for await (const frame of frames) {
    yield frameBytes(frame, frameLayout);
    written++;
  }
  if (written !== frameCount) {
    throw new RangeError(`${written} frames were written, ${frameCount} were announced.`);
  }
  yield new Uint8Array(endMarker);
}

function frameBytes({ tracepoint, bytes }: Frame, frameLayout: FrameLayout): Uint8Array {
  return concat([frameHeader(tracepoint, bytes.length, frameLayout), bytes]);
}
