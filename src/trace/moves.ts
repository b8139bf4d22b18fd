// The debugger's buttons as moves over frames (ARCHITECTURE.md, "Meaning of the buttons").
import { TimeSlice } from '../bytes/timeSlice';
import type { FrameIndex } from '../format/frameIndex';
import type { SteppingFrames } from './stepping';

/** Where a move leads from a frame: a frame number, or undefined at the end of the trace. */
export type Move = (
  from: number,
  index: FrameIndex,
  steps: SteppingFrames,
) => number | undefined | Promise<number | undefined>;

/** Step Into: the next frame in the file, stepping frames included. */
export const nextFrame: Move = (from, index) => (from + 1 < index.count ? from + 1 : undefined);

/** Step Back: the frame before. */
export const previousFrame: Move = (from) => (from > 0 ? from - 1 : undefined);

/** Step Over: the next frame that is not a step of this hit. */
export const nextHit: Move = async (from, index, steps) => {
  const tracepoint = index.tracepoint(from);
  const slice = new TimeSlice();
  const lastOfHit = from + (await steps.stepsAhead(from, slice));
  for (let frame = from + 1; frame < index.count; frame++) {
    if (frame > lastOfHit || index.tracepoint(frame) !== tracepoint) return frame;
    if (!steps.isStep(frame)) return frame;
    if (slice.usedUp) await slice.breathe();
  }
  return undefined;
};

/** Step Out: the next frame of another tracepoint. */
export const nextTracepoint: Move = async (from, index) => {
  const tracepoint = index.tracepoint(from);
  const slice = new TimeSlice();
  for (let frame = from + 1; frame < index.count; frame++) {
    if (index.tracepoint(frame) !== tracepoint) return frame;
    if (slice.usedUp) await slice.breathe();
  }
  return undefined;
};
