// The PCs of an index's frames: a trace has millions of frames and few PCs.
import { TimeSlice } from '../bytes/timeSlice';
import { Holds } from './blocks';
import type { FrameIndex } from './frameIndex';

/** A hostile trace must not fill the memory with PCs; those beyond are left out. */
const mostPcs = 100_000;
/** Frames looked at between two looks at the clock. */
const framesPerBreath = 4096;

/** The PCs that the frames before `end` collected, and the tracepoints of those that collected none. */
export async function distinctPcs(
  index: FrameIndex,
  end: number,
): Promise<{ pcs: Set<bigint>; withoutPc: ReadonlySet<number> }> {
  const pcs = new Set<bigint>();
  const seen = new Map<number, Set<number>>();
  const withoutPc = new Set<number>();
  const slice = new TimeSlice();
  for (let frame = 0; frame < end && pcs.size < mostPcs; frame++) {
    if (frame % framesPerBreath === 0) await slice.breathe();
    if ((index.holds(frame) & Holds.pc) === 0) {
      withoutPc.add(index.tracepoint(frame));
      continue;
    }
    const low = index.pcLow(frame);
    const high = index.pcHigh(frame);
    const highs = seen.get(low);
    if (highs?.has(high)) continue;
    seen.set(low, (highs ?? new Set()).add(high));
    pcs.add((BigInt(high) << 32n) | BigInt(low));
  }
  return { pcs, withoutPc };
}
