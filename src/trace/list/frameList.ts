// The frames that a face shows, in its order: all of them, or those that match, as the file has
// them or sorted. A row is a place in the list; the frame at it is a number of the trace. All
// frames in the file's order cost nothing, every other list 4 bytes a row.
import { partitionPoint } from '../../bytes/arrays';

/** A list of frames. Frames are unsigned 32-bit numbers, each at most once. */
export interface FrameList {
  /** Rows. */
  readonly count: number;
  /** The frame at a row below `count`. */
  frameAt(row: number): number;
  /** The row of a frame; undefined where the list does not have it. */
  rowOf(frame: number): number | undefined;
}

/** All frames, in the order of the file; grows with the index. */
export class AllFrames implements FrameList {
  constructor(private readonly index: { readonly count: number }) {}

  get count(): number {
    return this.index.count;
  }

  frameAt(row: number): number {
    return row;
  }

  rowOf(frame: number): number | undefined {
    return frame < this.count ? frame : undefined;
  }
}

/** Frames in a segment of {@link ChosenFrames}. */
const segmentRows = 1 << 14;

/** Frames chosen one after the other, ascending; grows while a search finds more. */
export class ChosenFrames implements FrameList {
  private readonly segments: Uint32Array[] = [];
  private rows = 0;

  get count(): number {
    return this.rows;
  }

  /** Adds frames, each higher than all before. */
  add(frames: Uint32Array): void {
    for (let taken = 0; taken < frames.length;) {
      const slot = this.rows % segmentRows;
      if (slot === 0) this.segments.push(new Uint32Array(segmentRows));
      const part = frames.subarray(taken, taken + segmentRows - slot);
      this.segments.at(-1)?.set(part, slot);
      this.rows += part.length;
      taken += part.length;
    }
  }

  frameAt(row: number): number {
    return this.segments[Math.floor(row / segmentRows)]?.[row % segmentRows] ?? 0;
  }

  rowOf(frame: number): number | undefined {
    const row = partitionPoint(this.rows, (each) => this.frameAt(each) >= frame);
    return row < this.rows && this.frameAt(row) === frame ? row : undefined;
  }
}

/** Frames of a list that is in the order of the file, backward. They are those that it has now. */
export class ReversedFrames implements FrameList {
  readonly count: number;

  constructor(private readonly list: FrameList) {
    this.count = list.count;
  }

  frameAt(row: number): number {
    return this.list.frameAt(this.count - 1 - row);
  }

  rowOf(frame: number): number | undefined {
    const row = this.list.rowOf(frame);
    return row === undefined || row >= this.count ? undefined : this.count - 1 - row;
  }
}

/** Some rows of a list, in its order: ranges apart from each other, from first to last. */
export function framesOfRows(
  list: FrameList,
  ranges: readonly (readonly [first: number, last: number])[],
): FrameList {
  const last = list.count - 1;
  const there = ranges.flatMap(([from, to]) => (from > last ? [] : [[from, Math.min(to, last)]]));
  const count = there.reduce((sum, [from = 0, to = 0]) => sum + to - from + 1, 0);
  const frames = new Uint32Array(count);
  let row = 0;
  for (const [from = 0, to = 0] of there) {
    for (let at = from; at <= to; at++) frames[row++] = list.frameAt(at);
  }
  return new SortedFrames(frames);
}

/** Frames in an order of their own. */
export class SortedFrames implements FrameList {
  constructor(private readonly frames: Uint32Array) {}

  get count(): number {
    return this.frames.length;
  }

  frameAt(row: number): number {
    return this.frames[row] ?? 0;
  }

  /** Looks through the list, which the user waits for rarely: 10 ms for ten million rows. */
  rowOf(frame: number): number | undefined {
    const row = this.frames.indexOf(frame);
    return row === -1 ? undefined : row;
  }
}

/** The frames at the first rows of a list. */
export function* firstFrames(list: FrameList, rows: number): Generator<number> {
  for (let row = 0; row < rows; row++) yield list.frameAt(row);
}
