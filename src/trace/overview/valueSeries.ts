// The numbers that an expression is in all frames, kept while they are plotted: read once, cut to
// any stretch at once.
import { valuesOver, type FrameValue } from '../search/frameValues';
import type { HitCounts } from './hitCounts';
import { TimeSlice } from '../../bytes/timeSlice';

/** What the numbers come to. */
interface SeriesFacts {
  /** Frames that were read. */
  readonly frames: number;
  /** Frames in which it is a number. */
  readonly count: number;
  /** Frames in which it might have been: others of their tracepoint have it. */
  readonly gaps: number;
  readonly first?: Extreme;
  readonly last?: Extreme;
  readonly least?: Extreme;
  readonly most?: Extreme;
}

/** A number and the frame that has it; of several, the first. */
interface Extreme {
  readonly frame: number;
  readonly value: number;
}

/** An expression's numbers over the frames that are indexed. */
export class ValueSeries {
  private values = new Float64Array(0);
  private read = 0;
  private count = 0;
  private extremes: Omit<SeriesFacts, 'frames' | 'count' | 'gaps'> = {};
  private reading: Promise<void> | undefined;
  /** Which kinds of frames have it: twice the lane, and one more for steps. */
  private readonly kinds = new Uint8Array(256);

  constructor(
    private readonly value: FrameValue,
    private readonly counts: HitCounts,
  ) {}

  /** Frames read. */
  get done(): number {
    return this.read;
  }

  /**
   * Reads on to the last frame; `done` takes frames read. Who comes while another reads waits, and
   * goes on where that one is cancelled.
   */
  async readAll(cancelled: AbortSignal, done: (frames: number) => void): Promise<void> {
    await this.value.trace.recording.indexed;
    while (this.isCurrent && this.read < this.counts.index.count && !cancelled.aborted) {
      const mine = (this.reading ??= this.readOn(cancelled, done).finally(() => {
        this.reading = undefined;
      }));
      await Promise.race([mine, aborted(cancelled)]);
    }
  }

  /** What a line through the numbers needs: see {@link pointsOf}. */
  async points(starts: Uint32Array, cancelled: AbortSignal): Promise<Points | undefined> {
    const known = starts.map((start) => Math.min(start, this.read));
    return pointsOf(this.values, known, (frame) => this.isGap(frame), cancelled);
  }

  /** The number in a frame that was read; NaN where there is none. */
  at(frame: number): number {
    return frame < this.read ? (this.values[frame] ?? NaN) : NaN;
  }

  /** What the numbers come to, of the frames read. */
  get facts(): SeriesFacts {
    const mayHave = this.kinds.reduce((sum, has, kind) => sum + has * this.counts.total(kind), 0);
    const { read: frames, count } = this;
    return { frames, count, gaps: Math.max(0, mayHave - count), ...this.extremes };
  }

  /**
   * A frame without a number is a gap where others of its kind have one; where none has, nothing
   * was to come.
   */
  private isGap(frame: number): boolean {
    return this.kinds[this.counts.kind(frame)] === 1;
  }

  private async readOn(cancelled: AbortSignal, done: (frames: number) => void): Promise<void> {
    const { count } = this.counts.index;
    await this.counts.count(Infinity, cancelled);
    if (this.values.length !== count) this.values = new Float64Array(count).fill(NaN);
    const start = this.read;
    const batches = valuesOver(this.value, between(start, count), { signal: cancelled });
    for await (const { first, numbers } of batches) {
      if (!this.isCurrent) return;
      this.values.set(numbers, start + first);
      for (const [i, value] of numbers.entries()) {
        if (!Number.isNaN(value)) this.take({ frame: start + first + i, value });
      }
      this.read = start + first + numbers.length;
      done(this.read);
    }
  }

  /** False once the frames are indexed anew: these are others. */
  private get isCurrent(): boolean {
    return this.value.trace.recording.index === this.counts.index;
  }

  private take(at: Extreme): void {
    const { first = at, least = at, most = at } = this.extremes;
    this.kinds[this.counts.kind(at.frame)] = 1;
    this.count++;
    this.extremes = {
      first,
      last: at,
      least: at.value < least.value ? at : least,
      most: at.value > most.value ? at : most,
    };
  }
}

function* between(start: number, end: number): Iterable<number> {
  for (let frame = start; frame < end; frame++) yield frame;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });
}

// Few points for many numbers, so that a line through them looks as one through all: of each part
// the first, the least, the most and the last number (M4: Jugel, Jerzak, Hackenbroich, Markl, VLDB
// 2014). No extreme is lost.

/** Points from left to right; a value of NaN, at any frame, is a gap. */
export interface Points {
  readonly frames: Uint32Array;
  readonly values: Float64Array;
}

/** Frames between two looks at the clock. */
const framesPerBreath = 1 << 16;

/**
 * The points of the parts that `starts` begin. A part without a number breaks the line where
 * `isGap` says so of one of its frames. Undefined where it was cancelled.
 */
export async function pointsOf(
  values: Float64Array,
  starts: Uint32Array,
  isGap: (frame: number) => boolean,
  cancelled?: AbortSignal,
): Promise<Points | undefined> {
  const frames: number[] = [];
  const shown: number[] = [];
  const slice = new TimeSlice();
  let sinceBreath = 0;
  let isOpen = false;
  for (let part = 0; part + 1 < starts.length; part++) {
    const [start, end] = [starts[part] ?? 0, starts[part + 1] ?? 0];
    const chosen = corners(values, start, end);
    for (const frame of chosen) {
      frames.push(frame);
      shown.push(values[frame] ?? NaN);
      isOpen = true;
    }
    const gap = chosen.length === 0 && isOpen ? partitionPoint(start, end, isGap) : undefined;
    if (gap !== undefined) {
      frames.push(gap);
      shown.push(NaN);
      isOpen = false;
    }
    sinceBreath += end - start;
    if (sinceBreath < framesPerBreath) continue;
    sinceBreath = 0;
    await slice.yieldIfDue();
    if (cancelled?.aborted) return undefined;
  }
  return { frames: Uint32Array.from(frames), values: Float64Array.from(shown) };
}

/** The frames of the first, least, most and last number, ascending, each once. */
function corners(values: Float64Array, start: number, end: number): number[] {
  let [first, least, most, last] = [-1, -1, -1, -1];
  let [low, high] = [Infinity, -Infinity];
  for (let frame = start; frame < end; frame++) {
    const value = values[frame] ?? NaN;
    if (Number.isNaN(value)) continue;
    if (first < 0) first = least = most = frame;
    last = frame;
    if (value < low) {
      low = value;
      least = frame;
    }
    if (value > high) {
      high = value;
      most = frame;
    }
  }
  if (first < 0) return [];
  return [...new Set([first, Math.min(least, most), Math.max(least, most), last])];
}

function partitionPoint(
  start: number,
  end: number,
  holds: (frame: number) => boolean,
): number | undefined {
  for (let frame = start; frame < end; frame++) if (holds(frame)) return frame;
  return undefined;
}
