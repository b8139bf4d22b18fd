// What `$_changed` compares with: the value in the nearest earlier frame that has one. What was found for one frame holds
// for all frames up to it, so that a search looks at each frame for it once, whichever way it goes.
import { TimeSlice } from '../../bytes/timeSlice';
import type { PreviousValue } from '../../expressions/convenienceFunctions';

/** Frames after `low`, up to `high`, whose previous value is that of frame `low`; -1 where there is none. */
interface Stretch {
  readonly low: number;
  readonly high: number;
  readonly value: PreviousValue;
}

/** The value of an argument in a frame; undefined where it is not available there. */
type ValueAt<T> = (frame: number) => T;

/** The earlier values of one argument. */
export class EarlierValues {
  private stretch: Stretch | undefined;
  private latest: { readonly frame: number; readonly bytes: Uint8Array } | undefined;

  /** Says what the value is in a frame. */
  note(frame: number, bytes: Uint8Array): void {
    this.latest = { frame, bytes: bytes.slice() };
  }

  /** Looks back from a frame with what answers at once, and may throw. */
  before(frame: number, valueAt: ValueAt<Uint8Array | undefined>): PreviousValue {
    const walk = this.walkBack(frame);
    let step = walk.next();
    while (step.done !== true) step = walk.next(valueAt(step.value));
    return step.value;
  }

  /** Looks back from a frame, waiting for each value; gives up where it is cancelled. */
  async lookUpBefore(
    frame: number,
    valueAt: ValueAt<Promise<Uint8Array | undefined>>,
    signal: AbortSignal | undefined,
  ): Promise<PreviousValue> {
    const slice = new TimeSlice();
    const walk = this.walkBack(frame);
    let step = walk.next();
    while (step.done !== true) {
      const bytes = await valueAt(step.value);
      await slice.breathe();
      if (signal?.aborted) return 'none';
      step = walk.next(bytes);
    }
    return step.value;
  }

  /** Asks for the value in one frame after the other. */
  private *walkBack(from: number): Generator<number, PreviousValue, Uint8Array | undefined> {
    const known = this.valueFor(from);
    if (known) return known;
    for (let frame = from - 1; frame >= 0; frame--) {
      const { latest } = this;
      const bytes = latest?.frame === frame ? latest.bytes : yield frame;
      if (bytes) return this.learn({ low: frame, high: from, value: { bytes: bytes.slice() } });
      const { stretch } = this;
      if (stretch && frame > stretch.low && frame <= stretch.high) {
        return this.learn({ ...stretch, high: from });
      }
    }
    return this.learn({ low: -1, high: from, value: 'none' });
  }

  private valueFor(frame: number): PreviousValue | undefined {
    const { stretch } = this;
    const isKnown = stretch && frame > stretch.low && frame <= stretch.high;
    return isKnown ? stretch.value : undefined;
  }

  private learn(stretch: Stretch): PreviousValue {
    this.stretch = stretch;
    return stretch.value;
  }
}
