// The numbers that an expression is in all frames, kept while they are plotted: read once, cut to any stretch at once.
import { valuesOver, type FrameValue } from '../search/frameValues';
import type { HitCounts } from './hitCounts';
import { pointsOf, type Points } from './points';

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
   * Reads on to the last frame; `done` takes frames read. Who comes while another reads waits, and goes on where that
   * one is cancelled.
   */
  async readAll(cancelled: AbortSignal, done: (frames: number) => void): Promise<void> {
    await this.value.trace.indexed;
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
    return this.value.trace.index === this.counts.index;
  }

  private take(at: Extreme): void {
    const { first = at, least = at, most = at } = this.extremes;
    this.kinds[this.counts.kind(at.frame)] = 1;
    this.count++;
    this.extremes = {
      ...{ first, last: at },
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
