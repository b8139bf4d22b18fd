// The frames of a search in pieces: what the index leaves of them, and the bytes that conditions need, read ahead.
import type { Trace } from '../trace';
import { indexTest, type FrameTest, type IndexTest } from './frameTest';
import { Buffers, type FrameRun } from './frameRun';
import type { Direction } from './search';
import { Span } from './span';

/** Frames that follow each other in a search. */
export interface Chunk {
  /** Those that pass what the index decides of a test, in the order of the search. */
  readonly frames: readonly number[];
  /** Holds those of them that a condition needs; absent where none does. */
  readonly run: Promise<FrameRun> | undefined;
  /** How many frames were looked at, and the last of them. */
  readonly searched: number;
  readonly last: number;
}

/** Frames looked at for one chunk at most: at first few, so that what is near is found at once. */
const scanned = { first: 256, most: 8192 };
/** Cuts a search into chunks. */
export class Chunks {
  private mostFrames = scanned.first;
  private readonly indexTests: readonly IndexTest[];
  private readonly buffers: Buffers;

  constructor(
    private readonly trace: Trace,
    private readonly tests: readonly FrameTest[],
    private frame: number,
    private readonly direction: Direction,
    /** The first frame that is not looked at any more. */
    private readonly end: number,
  ) {
    this.indexTests = tests.map((test) => indexTest(trace, test));
    this.buffers = new Buffers(trace.bytes);
  }

  /** Says that a run of an earlier chunk is read no more. */
  release(run: FrameRun): void {
    run.release(this.buffers);
  }

  /** The frame that comes next. */
  get at(): number {
    return this.frame;
  }

  /** Whether there is a next frame; it may not be in the index yet. */
  get hasNext(): boolean {
    return this.frame >= 0 && (this.end - this.frame) * this.direction > 0;
  }

  /** Whether the index decides that a frame may pass a test. */
  mayPass(test: number, frame: number): boolean {
    return this.indexTests[test]?.(frame) === true;
  }

  /** The next frames, as far as the index goes. Their bytes are being read. */
  next(): Chunk {
    const { direction, trace } = this;
    const frames: number[] = [];
    const span = new Span(trace, this.frame);
    const limit = direction > 0 ? Math.min(this.end, trace.index.count) : this.end;
    const first = this.frame;
    let frame = first;
    for (let left = this.mostFrames; left > 0 && frame !== limit; left--, frame += direction) {
      if (!this.isCandidate(frame)) continue;
      if (this.readsFrame(frame) && !span.add(frame)) break;
      frames.push(frame);
    }
    this.frame = frame;
    this.mostFrames = Math.min(2 * this.mostFrames, scanned.most);
    const searched = Math.abs(frame - first);
    return { frames, run: span.read(this.buffers), searched, last: frame - direction };
  }

  private isCandidate(frame: number): boolean {
    for (const passes of this.indexTests) if (passes(frame)) return true;
    return false;
  }

  private readsFrame(frame: number): boolean {
    for (let i = 0; i < this.tests.length; i++) {
      if (this.tests[i]?.condition?.readsFrame(frame) && this.mayPass(i, frame)) return true;
    }
    return false;
  }
}
