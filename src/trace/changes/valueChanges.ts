// Where a value changes: the frames in which it differs from the one collected before. One pass
// over the frames, either way; what did not collect it whole is passed over, and counted.
import { partitionPoint } from '../../bytes/arrays';
import { raceAbort } from '../../bytes/source';
import { CollectedValues, type ValueChange } from '../search/collectedValues';
import { answersOver, type FrameQuery } from '../search/frameValues';
import type { FrameRun } from '../search/frameRun';
import { indexTest, type PcRange } from '../search/framePredicate';

/** Identifies the bytes of a value in a frame; undefined where not all of them were collected. */
export interface ValueBytes extends FrameQuery {
  /** Frames whose PC is outside these ranges do not have the value. */
  readonly ranges?: readonly PcRange[] | undefined;
  /** The bytes, at once where that can be; they hold until the next question. */
  bytesIn(
    frame: number,
    run: FrameRun | undefined,
    signal?: AbortSignal,
  ): Uint8Array | undefined | Promise<Uint8Array | undefined>;
}

/** How a pass over frames is followed, and ended as if there were no more. */
interface Pass {
  readonly signal?: AbortSignal | undefined;
  /** Called with the frame that it has reached. */
  readonly onProgress?: ((frame: number) => void) | undefined;
}

/** The changes of a value, ascending: `total`, of which those nearest to a frame are kept. */
export interface ValueChanges {
  readonly changes: readonly ValueChange[];
  readonly total: number;
}

/**
 * All changes; waits for the whole index. At most `max` are kept, around `near`: there may be as
 * many as frames, and the collector would hold the thread for them.
 */
export async function allChanges(
  value: ValueBytes,
  pass: Pass = {},
  { near = 0, max = Number.POSITIVE_INFINITY } = {},
): Promise<ValueChanges> {
  const { recording } = value.trace;
  await raceAbort(recording.indexed, pass.signal);
  let kept: ValueChange[] = [];
  let total = 0;
  const countUpTo = () => partitionPoint(kept.length, (i) => (kept[i]?.after ?? 0) > near);
  for await (const changes of changesOver(value, 0, recording.index.count, pass)) {
    total += changes.length;
    kept = kept.concat(changes);
    kept = kept.slice(Math.max(0, countUpTo() - max));
    kept.length = Math.min(kept.length, countUpTo() + max);
  }
  const first = Math.max(0, Math.min(countUpTo() - Math.floor(max / 2), kept.length - max));
  return { changes: kept.slice(first, first + max), total };
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
  const values = new CollectedValues();
  const see = (frame: number, bytes: Uint8Array | undefined): void => {
    const change = bytes && values.pass(frame, bytes);
    if (change) found.push(change);
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
