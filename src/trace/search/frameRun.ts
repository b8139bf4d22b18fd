// Consecutive frames read from the file at once: a read for each frame would take longer than the
// search itself.
import type { ByteSource } from '../../bytes/source';
import { readFrame, type Frame } from '../../format/frame';
import { frameHeaderLength } from '../../format/blocks';
import type { FrameIndex } from '../../format/frameIndex';
import type { Trace } from '../trace';

/** Bytes of a run, unless a single frame is longer. */
export const runBytes = 1024 * 1024;

/**
 * Bytes that one run after the other is read into: new ones for each would keep the collector busy.
 */
export class Buffers {
  private readonly free: ArrayBufferLike[] = [];

  constructor(private readonly source: ByteSource) {}

  /** Reads bytes of the file. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const { source } = this;
    if (!source.readInto || length > runBytes) return source.read(offset, length);
    const buffer = this.free.pop() ?? new ArrayBuffer(runBytes);
    const bytes = new Uint8Array(buffer, 0, length);
    return bytes.subarray(0, await source.readInto(offset, bytes));
  }

  /** Takes bytes back. */
  take({ buffer }: Uint8Array): void {
    if (buffer.byteLength === runBytes) this.free.push(buffer);
  }
}

/** A piece of the file that holds whole frames. */
export class FrameRun {
  readonly view: DataView;
  /** Where the blocks of each frame begin in the view. */
  private readonly starts: Float64Array;

  private constructor(
    private readonly trace: Trace,
    private readonly index: FrameIndex,
    private readonly first: number,
    last: number,
    /** Offset in the file of the bytes. */
    private readonly start: number,
    private readonly bytes: Uint8Array,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.starts = new Float64Array(last - first + 1);
    for (let frame = first, offset = start; frame <= last; frame++) {
      this.starts[frame - first] = offset + frameHeaderLength - start;
      if (frame < last) offset = index.offsetAfter(frame, offset);
    }
  }

  /**
   * Reads the frames from `first` to `last`, which are close together in the file; into `buffers`,
   * if there are some, to which the run gives its bytes back with {@link release}.
   */
  static async read(
    trace: Trace,
    first: number,
    last: number,
    buffers?: Buffers,
  ): Promise<FrameRun> {
    const { index } = trace.recording;
    const start = index.offset(first);
    const length = index.offset(last) + frameHeaderLength + index.size(last) - start;
    const bytes = await (buffers?.read(start, length) ?? trace.recording.bytes.read(start, length));
    return new FrameRun(trace, index, first, last, start, bytes);
  }

  /** Gives the bytes back for another run: nothing may be read from this one any more. */
  release(buffers: Buffers): void {
    buffers.take(this.bytes);
  }

  /**
   * Where a frame's blocks begin in the view; undefined where the run does not hold all of the
   * frame.
   */
  blocksAt(frame: number): number | undefined {
    const at = this.starts[frame - this.first];
    if (at === undefined) return undefined;
    return at + this.index.size(frame) <= this.view.byteLength ? at : undefined;
  }

  /** A frame as {@link readFrame} gives it, out of the run where that holds it. */
  frame(number: number): Promise<Frame> {
    const { start, bytes, index, trace } = this;
    const held = this.blocksAt(number) !== undefined;
    const source: ByteSource = {
      size: trace.recording.bytes.size,
      read: (offset, length) =>
        Promise.resolve(bytes.subarray(offset - start, offset - start + length)),
    };
    return readFrame(
      held ? source : trace.recording.bytes,
      index,
      number,
      trace.recording.frameLayout,
    );
  }
}

// Which frames are read from the file together: those that are close to each other in it.

/** Bytes between two frames that are read along with them. */
const widestGap = 64 * 1024;

/**
 * Frames to the next one whose offset is reached step by step; it is looked up for one that is
 * farther.
 */
const widestWalk = 32;

/** Frames that are read together. */
export class Span {
  private first = -1;
  private last = -1;
  private start = 0;
  private end = 0;
  /** The offset of the frame that was asked about last. */
  private offset: number;

  constructor(
    private readonly trace: Trace,
    private frame: number,
  ) {
    this.offset = frame < trace.recording.index.count ? trace.recording.index.offset(frame) : 0;
  }

  /**
   * Adds a frame before or after the others; false where it is too far from them or they are
   * enough.
   */
  add(frame: number): boolean {
    const from = this.offsetOf(frame);
    const to = from + frameHeaderLength + this.trace.recording.index.size(frame);
    if (this.first < 0) {
      this.first = this.last = frame;
      this.start = from;
      this.end = to;
      return true;
    }
    if (frame >= this.first && frame <= this.last) return true;
    const isAfter = frame > this.last;
    const gap = isAfter ? from - this.end : this.start - to;
    const bytes = isAfter ? to - this.start : this.end - from;
    if (gap > widestGap || bytes > runBytes) return false;
    if (isAfter) {
      this.last = frame;
      this.end = to;
    } else {
      this.first = frame;
      this.start = from;
    }
    return true;
  }

  /** Begins to read the next frames; undefined at the end. */
  read(buffers: Buffers): Promise<FrameRun> | undefined {
    if (this.first < 0) return undefined;
    const run = FrameRun.read(this.trace, this.first, this.last, buffers);
    // A chunk that was read ahead may never be looked at.
    run.catch(() => undefined);
    return run;
  }

  private offsetOf(frame: number): number {
    const { index } = this.trace.recording;
    if (Math.abs(frame - this.frame) > widestWalk) {
      this.offset = index.offset(frame);
      this.frame = frame;
    }
    while (this.frame < frame) this.offset = index.offsetAfter(this.frame++, this.offset);
    while (this.frame > frame) this.offset = index.offsetBefore(this.frame--, this.offset);
    return this.offset;
  }
}
