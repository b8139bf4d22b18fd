// The values of an expression over the frames at some addresses, as many as can be read while the
// user waits.
import { append } from '../bytes/arrays';
import { valuesOver, FrameValue } from './search/frameValues';
import { matchingFrames } from './search/search';
import type { Trace } from './trace';

/** Values, in the order of the file. */
export interface ExpressionHistory {
  /** The last ones up to the trace's position; if that has none before it, the first ones. */
  readonly values: readonly { readonly frame: number; readonly text: string }[];
  /** Of the numbers in the frames that were looked at. */
  readonly least?: number;
  readonly most?: number;
  /** Frames in which it is a number. */
  readonly frames: number;
  /** False where there are more frames than were looked at. */
  readonly isWhole: boolean;
}

/** Values that are written. */
const maxValues = 8;
/** Frames that are looked at for the least and the greatest number. */
const maxFrames = 5000;
/** Frames between two looks at the clock. */
const framesAtOnce = 128;
/** Milliseconds after which they are not looked at any further. */
const timeout = 400;

/** The history; undefined where the text is not an expression, or it is cancelled. */
export async function valueHistory(
  trace: Trace,
  addresses: ReadonlySet<bigint>,
  expression: string,
  signal: AbortSignal,
): Promise<ExpressionHistory | undefined> {
  const value = await FrameValue.compile(trace, expression);
  if ('problem' in value) return undefined;
  const isCancelled = () => signal.aborted;
  const before = await framesAt(trace, addresses, trace.cursor.frame + 1, -1, maxValues, signal);
  const shown =
    before.length > 0
      ? before.reverse()
      : await framesAt(trace, addresses, trace.cursor.frame, 1, maxValues, signal);
  if (isCancelled()) return undefined;
  const values: { frame: number; text: string }[] = [];
  for (const frame of shown) {
    const written = await value.textIn(frame);
    if (isCancelled()) return undefined;
    if (!('problem' in written)) values.push({ frame, text: written.text });
  }
  if (values.length === 0) return { values, frames: 0, isWhole: true };
  const range = await rangeOf(trace, value, addresses, signal);
  return isCancelled() ? undefined : { values, ...range };
}

async function framesAt(
  trace: Trace,
  addresses: ReadonlySet<bigint>,
  from: number,
  direction: 1 | -1,
  most: number,
  signal: AbortSignal,
): Promise<number[]> {
  const found: number[] = [];
  for await (const frames of matchingFrames(trace, [{ addresses }], { from, direction, signal })) {
    append(found, frames.subarray(0, most - found.length));
    if (found.length >= most) break;
  }
  return found;
}

async function rangeOf(
  trace: Trace,
  value: FrameValue,
  addresses: ReadonlySet<bigint>,
  signal: AbortSignal,
): Promise<Omit<ExpressionHistory, 'values'>> {
  const frames = await framesAt(trace, addresses, -1, 1, maxFrames + 1, signal);
  const end = performance.now() + timeout;
  let [least, most, known, looked] = [Infinity, -Infinity, 0, 0];
  while (looked < Math.min(frames.length, maxFrames)) {
    const some = frames.slice(looked, looked + framesAtOnce);
    for await (const { numbers } of valuesOver(value, some, { signal })) {
      for (const number of numbers) {
        if (Number.isNaN(number)) continue;
        least = Math.min(least, number);
        most = Math.max(most, number);
        known++;
      }
    }
    looked += some.length;
    if (performance.now() >= end) break;
  }
  return {
    ...(known > 0 && { least, most }),
    frames: known,
    isWhole: looked >= frames.length && frames.length <= maxFrames,
  };
}
