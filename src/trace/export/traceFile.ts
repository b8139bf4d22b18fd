// Frames as a trace file of their own, which gdb reads: gdb manual, "Trace File Format". The description is kept but for
// the count of frames; a frame's bytes are copied as they stand, whatever they mean.
import { TimeSlice } from '../../bytes/timeSlice';
import { unlessAborted } from '../../bytes/unlessAborted';
import { Holds } from '../../format/blocks';
import { frameHeaderLength } from '../../format/framing';
import { descriptionBytes, endMarker, frameHeader } from '../../format/writer';
import type { FrameIndex } from '../../format/frameIndex';
import type { FrameList } from '../list/frameList';
import { requireIndex } from '../readAnew';
import type { Trace } from '../trace';
import { ExportProblem, type ExportRun, type Sink } from './sink';

/** Bytes that are copied at a time. */
const pieceSize = 1 << 20;
/** Frames that are made ready without a look at the clock. */
const framesPerBreath = 4096;

/** Bytes of the original that stand together. */
interface Range {
  /** Offset in the original, in bytes. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** What stands before them in the copy; nothing where they begin with a header of the original. */
  readonly header?: Uint8Array;
  /** Frames that are written when the range is. */
  readonly frames: number;
}

/**
 * Writes frames, in the order of the list, as a trace file. Rejects with an {@link ExportProblem} where the original is no
 * longer what it was; false where it was cancelled.
 */
export async function writeFramesAsTrace(
  trace: Trace,
  frames: FrameList,
  sink: Sink,
  { signal, onProgress }: ExportRun = {},
): Promise<boolean> {
  const slice = new TimeSlice();
  const { index } = trace;
  await sink.write(descriptionBytes(trace.description, trace.framing, frames.count));
  let written = 0;
  for (const range of ranges(trace, frames)) {
    if (signal?.aborted) return false;
    if (range.header) await sink.write(range.header);
    if (!(await copy(trace, index, range, sink, signal))) return false;
    written += range.frames;
    onProgress?.(written);
    await slice.breathe();
  }
  await sink.write(new Uint8Array(endMarker));
  return true;
}

/** False where it was cancelled. */
async function copy(
  trace: Trace,
  index: FrameIndex,
  range: Range,
  sink: Sink,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for (let at = range.start; at < range.end; at += pieceSize) {
    const wanted = Math.min(pieceSize, range.end - at);
    const bytes = await unlessAborted(trace.bytes.read(at, wanted), signal);
    if (!bytes) return false;
    requireIndex(trace, index);
    if (bytes.length < wanted) {
      throw new ExportProblem(
        `${trace.name} has become shorter than it was: ${wanted} bytes are missing.`,
      );
    }
    await sink.write(bytes);
  }
  return true;
}

/** The bytes of the frames; those of frames that follow each other in the file come together. */
function* ranges(trace: Trace, frames: FrameList): Generator<Range> {
  const { index, framing } = trace;
  let start = 0;
  let end = 0;
  let together = 0;
  for (let row = 0; row < frames.count; row++) {
    const frame = frames.frameAt(row);
    const offset = index.offset(frame);
    const size = index.size(frame);
    const isDamaged = (index.holds(frame) & Holds.damage) !== 0;
    const goesOn = offset === end && together < framesPerBreath && end - start < pieceSize;
    if (together > 0 && (isDamaged || !goesOn)) {
      yield { start, end, frames: together };
      together = 0;
    }
    if (isDamaged) {
      // Its header may claim bytes that belong to the frame after it.
      const header = frameHeader(index.tracepoint(frame), size, framing);
      const blocks = offset + frameHeaderLength;
      yield { start: blocks, end: blocks + size, header, frames: 1 };
      continue;
    }
    if (together === 0) start = offset;
    end = offset + frameHeaderLength + size;
    together++;
  }
  if (together > 0) yield { start, end, frames: together };
}
