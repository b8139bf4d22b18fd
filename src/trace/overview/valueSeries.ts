// The numbers that an expression is in all frames, kept while they are plotted: read once, cut to any stretch at once.
import { FrameValue, valuesOver } from '../search/frameValues';
import type { HitCounts } from './hitCounts';
import { pointsOf, type Points } from './points';

/** What the numbers come to. */
export interface SeriesFacts {
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
export interface Extreme {
  readonly frame: number;
  readonly value: number;
}

/** An expression's numbers over the frames that are indexed. */
export class ValueSeries {
  private values = new Float64Array(0);
  private read = 0;
  private reading: Promise<void> | undefined;
  /** Which kinds of frames have it: twice the lane, and one more for steps. */
  private readonly kinds = new Uint8Array(256);

  constructor(
    private readonly value: FrameValue,
    private readonly counts: HitCounts,
  ) {}

  /** Bytes held. */
  get size(): number {
    return this.values.byteLength;
  }

  /** Frames read. */
  get done(): number {
    return this.read;
  }

  /**
   * Reads on to the last frame; `done` takes frames read. Who comes while another reads waits, and goes on where that
   * one is cancelled.
   */
  async readAll(cancelled: AbortSignal, done: (frames: number) => void): Promise<void> {
    await this.value.trace.indexed;
    while (this.read < this.counts.index.count && !cancelled.aborted) {
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
  async facts(cancelled: AbortSignal): Promise<SeriesFacts> {
    const whole = await this.points(Uint32Array.of(0, this.read), cancelled);
    const all = [...(whole?.frames ?? [])].map((frame) => ({ frame, value: this.at(frame) }));
    const { count, gaps } = this.countNumbers();
    const [first, last] = [all[0], all.at(-1)];
    if (!first || !last || count === 0) return { count: 0, gaps };
    const least = all.reduce((one, other) => (other.value < one.value ? other : one));
    const most = all.reduce((one, other) => (other.value > one.value ? other : one));
    return { count, gaps, first, last, least, most };
  }

  private countNumbers() {
    let [count, gaps] = [0, 0];
    for (let frame = 0; frame < this.read; frame++) {
      if (!Number.isNaN(this.values[frame])) count++;
      else if (this.isGap(frame)) gaps++;
    }
    return { count, gaps };
  }

  /** A frame without a number is a gap where others of its kind have one; where none has, nothing was to come. */
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
      this.values.set(numbers, start + first);
      for (const [i, number] of numbers.entries()) {
        if (!Number.isNaN(number)) this.kinds[this.counts.kind(start + first + i)] = 1;
      }
      this.read = start + first + numbers.length;
      done(this.read);
    }
  }
}

function* between(start: number, end: number): Iterable<number> {
  for (let frame = start; frame < end; frame++) yield frame;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => { resolve(); }, { once: true });
  });
}
