// Few points for many numbers, so that a line through them looks as one through all: of each part the first, the least,
// the most and the last number (M4: Jugel, Jerzak, Hackenbroich, Markl, VLDB 2014). No extreme is lost.
import { TimeSlice } from '../../bytes/timeSlice';

/** Points from left to right; a value of NaN, at any frame, is a gap. */
export interface Points {
  readonly frames: Uint32Array;
  readonly values: Float64Array;
}

/** Frames between two looks at the clock. */
const framesPerBreath = 1 << 16;

/**
 * The points of the parts that `starts` begin. A part without a number breaks the line where `isGap` says so of one of
 * its frames. Undefined where it was cancelled.
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
    const gap = chosen.length === 0 && isOpen ? firstWhere(start, end, isGap) : undefined;
    if (gap !== undefined) {
      frames.push(gap);
      shown.push(NaN);
      isOpen = false;
    }
    sinceBreath += end - start;
    if (sinceBreath < framesPerBreath) continue;
    sinceBreath = 0;
    await slice.breathe();
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

function firstWhere(
  start: number,
  end: number,
  holds: (frame: number) => boolean,
): number | undefined {
  for (let frame = start; frame < end; frame++) if (holds(frame)) return frame;
  return undefined;
}
