// A value from frame to frame, as frames collected it: what it was before a frame, and where it
// changes. `$_changed` asks for single frames, in any order; “Last change” and “All changes”
// for all that they pass.
import { TimeSlice } from '../../bytes/timeSlice';
import { isChange, type PreviousValue } from '../../expressions/convenienceFunctions';

/**
 * A change, by its frames' numbers: both collected the value, and none between did. It was written
 * after `before` and not after `after`.
 */
export interface ValueChange {
  readonly before: number;
  readonly after: number;
}

/**
 * Frames after `low`, up to `high`, whose previous value is that of frame `low`, or of no frame if
 * that is -1.
 */
interface UnchangedFrames {
  readonly low: number;
  readonly high: number;
  readonly value: PreviousValue;
}

/** The value in a frame; undefined where it is not available there. */
type ValueAt<T> = (frame: number) => T;

/**
 * The values of one expression. What was found for one frame holds for all frames up to it, so that
 * each frame is looked at once, whichever way a search goes.
 */
export class CollectedValues {
  private unchanged: UnchangedFrames | undefined;
  private latest: { frame: number; bytes: Uint8Array } | undefined;

  /** Says what the value is in a frame. The bytes are copied. */
  note(frame: number, bytes: Uint8Array): void {
    const { latest } = this;
    if (latest?.bytes.length === bytes.length) {
      latest.frame = frame;
      latest.bytes.set(bytes);
    } else {
      // A slice of one of Node's buffers shares its memory.
      this.latest = { frame, bytes: new Uint8Array(bytes) };
    }
  }

  /**
   * Says the same of the next frame that has the value, on either side of the one noted last;
   * returns the change between the two.
   */
  pass(frame: number, bytes: Uint8Array): ValueChange | undefined {
    const { latest } = this;
    const other = latest && isChange(bytes, latest) ? latest.frame : undefined;
    this.note(frame, bytes);
    if (other === undefined) return undefined;
    return { before: Math.min(frame, other), after: Math.max(frame, other) };
  }

  /** Looks back from a frame with what answers at once, and may throw. */
  before(frame: number, valueAt: ValueAt<Uint8Array | undefined>): PreviousValue {
    const walk = this.walkBack(frame);
    let step = walk.next();
    while (step.done !== true) step = walk.next(valueAt(step.value));
    return step.value;
  }

  /** Looks back from a frame, waiting for each value; stops if it is cancelled. */
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
      await slice.yieldIfDue();
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
      if (bytes)
        return this.learn({ low: frame, high: from, value: { bytes: new Uint8Array(bytes) } });
      const { unchanged } = this;
      if (unchanged && frame > unchanged.low && frame <= unchanged.high) {
        return this.learn({ ...unchanged, high: from });
      }
    }
    return this.learn({ low: -1, high: from, value: 'none' });
  }

  private valueFor(frame: number): PreviousValue | undefined {
    const { unchanged } = this;
    const isKnown = unchanged && frame > unchanged.low && frame <= unchanged.high;
    return isKnown ? unchanged.value : undefined;
  }

  private learn(unchanged: UnchangedFrames): PreviousValue {
    this.unchanged = unchanged;
    return unchanged.value;
  }
}
