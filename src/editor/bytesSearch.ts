// Searches the bytes of a file of any size, forward or backward, a piece at a time.
import type { ByteSource } from '../bytes/source';
import { TimeSlice } from '../bytes/timeSlice';
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
  onProgress(done: number, found: number): void;
}

/** Places to begin at in one piece of the file. */
const pieceSize = 1024 * 1024;
/** Places looked at between two looks at the clock: the longest pattern makes it a few milliseconds. */
const stepSize = 16 * 1024;

/** Where the pattern stands, in the order of finding; places do not overlap. */
export async function findBytes(
  source: ByteSource,
  pattern: BytesPattern,
  search: BytesSearch,
): Promise<number[]> {
  const { direction, most, signal, onProgress } = search;
  const { length } = pattern.values;
  const matcher = new Matcher(pattern);
  const slice = new TimeSlice();
  const found: number[] = [];
  const [low, high] = span(search, source.size - length);
  for (let done = 0; done < high - low && found.length < most && !signal.aborted;) {
    const count = Math.min(pieceSize, high - low - done);
    const start = direction > 0 ? low + done : high - done - count;
    const piece = await source.read(start, count + length - 1);
    for (let at = 0; at < count && found.length < most && !signal.aborted; at += stepSize) {
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

class Matcher {
  /** The byte of the pattern that the platform's own search looks for; -1 where none is wholly known. */
  private readonly anchor: number;

  constructor(private readonly pattern: BytesPattern) {
    const isKnown = (byte: number, i: number) => pattern.masks[i] === 0xff;
    // Zeros are what a trace has most of.
    const rare = pattern.values.findIndex((byte, i) => isKnown(byte, i) && byte !== 0);
    this.anchor = rare >= 0 ? rare : pattern.values.findIndex(isKnown);
  }

  /** Tells the places from `first` to `end`, exclusive, in the direction of the search. */
  places(
    bytes: Uint8Array,
    first: number,
    end: number,
    direction: 1 | -1,
    take: (at: number) => void,
  ): void {
    const { length } = this.pattern.values;
    const step = bytes.subarray(first, end + length - 1);
    const last = step.length - length;
    for (let at = direction > 0 ? 0 : last; at >= 0 && at <= last; at += direction) {
      at = this.nextAnchor(step, at, direction);
      if (at < 0 || at > last) return;
      if (this.isAt(step, at)) take(first + at);
    }
  }

  private nextAnchor(bytes: Uint8Array, at: number, direction: 1 | -1): number {
    const { anchor } = this;
    if (anchor < 0) return at;
    const byte = this.pattern.values[anchor] ?? 0;
    const found =
      direction > 0 ? bytes.indexOf(byte, at + anchor) : bytes.lastIndexOf(byte, at + anchor);
    return found < 0 ? -1 : found - anchor;
  }

  private isAt(bytes: Uint8Array, at: number): boolean {
    const { values, masks } = this.pattern;
    for (let i = 0; i < values.length; i++) {
      if (((bytes[at + i] ?? 0) & (masks[i] ?? 0)) !== values[i]) return false;
    }
    return true;
  }
}
