// Searches the bytes of a file of any size, forward or backward, a piece at a time.
import type { ByteSource } from '../bytes/source';
import { TimeSlice } from '../bytes/timeSlice';
import { unlessAborted } from '../bytes/unlessAborted';
import { BytesMatcher } from './bytesMatcher';
import type { BytesPattern } from './bytesPattern';

/** A search: offsets are bytes of the file. */
export interface BytesSearch {
  /** The first offset at which a place may begin; backward the last. */
  readonly from: number;
  /** Forward where the places to begin at end, exclusive; backward the first of them. */
  readonly to: number;
  readonly direction: 1 | -1;
  /** The search ends with this many places. */
  readonly most: number;
  readonly signal: AbortSignal;
  /** Bytes that were searched. */
  readonly onProgress: (done: number, found: number) => void;
}

/** Places to begin at in one piece of the file. */
const pieceSize = 1024 * 1024;
/** Comparisons between two looks at the clock: a few milliseconds. */
const mostComparisons = 1024 * 1024;

/** Where the pattern stands, in the order of finding; places do not overlap. */
export async function findBytes(
  source: ByteSource,
  pattern: BytesPattern,
  search: BytesSearch,
): Promise<number[]> {
  const { direction, most, signal, onProgress } = search;
  const { length } = pattern.values;
  const matcher = new BytesMatcher(pattern);
  const slice = new TimeSlice();
  const found: number[] = [];
  const isOver = () => found.length >= most || signal.aborted;
  const stepSize = Math.floor(mostComparisons / length);
  const [low, high] = span(search, source.size - length);
  for (let done = 0; done < high - low && !isOver();) {
    const count = Math.min(pieceSize, high - low - done);
    const start = direction > 0 ? low + done : high - done - count;
    const piece = await unlessAborted(source.read(start, count + length - 1), signal);
    if (!piece) break;
    for (let at = 0; at < count && !isOver(); at += stepSize) {
      const step = Math.min(stepSize, count - at);
      const first = direction > 0 ? at : count - at - step;
      matcher.places(piece, first, first + step, direction, (place) => {
        const last = found.at(-1);
        if (found.length >= most) return;
        if (last === undefined || Math.abs(start + place - last) >= length)
          found.push(start + place);
      });
      await slice.breathe();
    }
    done += count;
    onProgress(done, found.length);
  }
  return found;
}

/** The places to begin at, ascending, `high` exclusive; `last` is the last one that the file has room for. */
function span({ from, to, direction }: BytesSearch, last: number): [low: number, high: number] {
  const [low, high] = direction > 0 ? [from, to] : [to, from + 1];
  return [low, Math.min(high, last + 1)];
}
