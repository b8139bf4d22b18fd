// Searches over the index: which frame, forward or backward, stops where.
import { TimeSlice } from '../bytes/timeSlice';
import { Holds } from '../format/blocks';
import { numberInFrames } from '../format/tracepointLines';
import { inferPc } from '../machine/inferredPc';
import type { Trace } from './trace';

/** Forward or backward through the file. */
export type Direction = 1 | -1;

/**
 * The nearest frame after (before) `from` whose PC, collected or inferred, is one of `addresses`; none where the search
 * is cancelled.
 */
export async function findPc(
  trace: Trace,
  addresses: ReadonlySet<bigint>,
  from: number,
  direction: Direction,
  cancelled?: AbortSignal,
): Promise<number | undefined> {
  if (addresses.size === 0) return undefined;
  const { index } = trace;
  const stops = stopsAt(trace, addresses);
  const slice = new TimeSlice();
  for (let frame = from + direction; frame >= 0 && frame < index.count; frame += direction) {
    if (stops(frame)) return frame;
    if (frame % framesPerBreath !== 0) continue;
    await slice.breathe();
    if (cancelled?.aborted) return undefined;
  }
  return undefined;
}

/** Whether a frame is at one of the addresses; addresses in halves, so that the loop makes no bigint. */
function stopsAt(trace: Trace, addresses: ReadonlySet<bigint>): (frame: number) => boolean {
  const { index, description } = trace;
  const halves = [...addresses].map((address) => ({
    high: Number((address >> 32n) & 0xffff_ffffn),
    low: Number(address & 0xffff_ffffn),
  }));
  const inferred = new Set<number>();
  for (const tracepoint of description.tracepoints) {
    const at = inferPc(tracepoint);
    if ('pc' in at && addresses.has(at.pc)) inferred.add(numberInFrames(tracepoint.number));
  }
  return (frame) =>
    (index.holds(frame) & Holds.pc) === 0
      ? inferred.has(index.tracepoint(frame))
      : halves.some(({ high, low }) => index.pcIs(frame, high, low));
}

/** Frames looked at between two looks at the clock. */
const framesPerBreath = 4096;
