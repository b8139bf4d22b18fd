// Which frames are read from the file together: those that lie close to each other in it.
import { frameHeaderLength } from '../../format/framing';
import type { Trace } from '../trace';
import { FrameRun, runBytes, type Buffers } from './frameRun';

/** Bytes between two frames that are read along with them. */
const widestGap = 64 * 1024;

/** Frames to the next one whose offset is reached step by step; it is looked up for one that is farther. */
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
    this.offset = frame < trace.index.count ? trace.index.offset(frame) : 0;
  }

  /** Adds a frame before or after the others; false where it is too far from them or they are enough. */
  add(frame: number): boolean {
    const from = this.offsetOf(frame);
    const to = from + frameHeaderLength + this.trace.index.size(frame);
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

  /** Begins to read them; undefined where there are none. */
  read(buffers: Buffers): Promise<FrameRun> | undefined {
    if (this.first < 0) return undefined;
    const run = FrameRun.read(this.trace, this.first, this.last, buffers);
    // A chunk that was read ahead may never be looked at.
    run.catch(() => undefined);
    return run;
  }

  private offsetOf(frame: number): number {
    const { index } = this.trace;
    if (Math.abs(frame - this.frame) > widestWalk) {
      this.offset = index.offset(frame);
      this.frame = frame;
    }
    while (this.frame < frame) this.offset = index.offsetAfter(this.frame++, this.offset);
    while (this.frame > frame) this.offset = index.offsetBefore(this.frame--, this.offset);
    return this.offset;
  }
}
