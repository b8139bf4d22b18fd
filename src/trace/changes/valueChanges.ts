// Where a value changes: the frames in which it differs from the one collected before. One pass
// over the frames, either way; what did not collect it whole is passed over, and counted.
import { raceAbort } from '../../bytes/raceAbort';
import { answersOver, type FrameQuery } from '../search/frameValues';
import type { FrameRun } from '../search/frameRun';
import { indexTest, type PcRange } from '../search/framePredicate';

/** What tells the bytes of a value in frames; undefined where not all of them were collected. */
export interface ValueBytes extends FrameQuery {
  /** Frames elsewhere do not have the value: their PC is in none of these. */
  readonly ranges?: readonly PcRange[] | undefined;
  /** The bytes, at once where that can be; they hold until the next question. */
  bytesIn(
    frame: number,
    run: FrameRun | undefined,
    signal?: AbortSignal,
  ): Uint8Array | undefined | Promise<Uint8Array | undefined>;
}

/**
 * A change, by its frames' numbers: both collected the value, and none between did. It was written
 * after `before` and not after `after`.
 */
export interface ValueChange {
  readonly before: number;
  readonly after: number;
}

/** How a pass over frames is followed, and ended as if there were no more. */
interface Pass {
  readonly signal?: AbortSignal | undefined;
  /** Told the frame that it has come to. */
  readonly onProgress?: ((frame: number) => void) | undefined;
}

/** All changes, ascending; waits for the whole index. */
export async function allChanges(value: ValueBytes, pass: Pass = {}): Promise<ValueChange[]> {
  const { recording } = value.trace;
  await raceAbort(recording.indexed, pass.signal);
  const found: ValueChange[] = [];
  const { count } = recording.index;
  for await (const changes of changesOver(value, 0, count, pass)) found.push(...changes);
  return found;
}

/** The last change up to a frame: the value there, or the last one before it, came with it. */
export async function lastChange(
  value: ValueBytes,
  frame: number,
  pass: Pass = {},
): Promise<ValueChange | undefined> {
  for await (const [change] of changesOver(value, frame, -1, pass)) if (change) return change;
  return undefined;
}

/** The changes from one frame on, towards another that is not looked at, as they are found. */
async function* changesOver(
  value: ValueBytes,
  from: number,
  to: number,
  { signal, onProgress }: Pass,
): AsyncIterable<readonly ValueChange[]> {
  let at = from;
  let found: ValueChange[] = [];
  let last: { frame: number; bytes: Uint8Array } | undefined;
  const see = (frame: number, bytes: Uint8Array | undefined): void => {
    if (!bytes) return;
    if (last && isSame(last.bytes, bytes)) {
      last.frame = frame;
      return;
    }
    if (last) {
      const { frame: other } = last;
      found.push({ before: Math.min(frame, other), after: Math.max(frame, other) });
    }
    last = { frame, bytes: bytes.slice() };
  };
  const ask = (frame: number, run: FrameRun | undefined): undefined | Promise<undefined> => {
    at = frame;
    const bytes = value.bytesIn(frame, run, signal);
    if (bytes instanceof Promise) {
      return bytes.then((known) => {
        see(frame, known);
        return undefined;
      });
    }
    see(frame, bytes);
    return undefined;
  };
  const asked = answersOver(value, candidates(value, from, to), ask, signal);
  for await (const batch of asked) {
    if (batch.answers.length > 0) onProgress?.(at);
    if (found.length > 0) yield found;
    found = [];
  }
}

/** The frames that may have the value. */
function* candidates({ trace, ranges }: ValueBytes, from: number, to: number): Iterable<number> {
  const step = from < to ? 1 : -1;
  const isThere = ranges ? indexTest(trace.recording, { ranges }) : () => true;
  for (let frame = from; frame !== to; frame += step) if (isThere(frame)) yield frame;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}
