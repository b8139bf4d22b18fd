// The debugger's buttons as moves over frames (ARCHITECTURE.md, "Meaning of the buttons").
import type { FrameIndex } from '../format/frameIndex';
import type { SteppingFrames } from './stepping';

/** Where a move leads from a frame: a frame number, or undefined at the end of the trace. */
export type Move = (from: number, index: FrameIndex, steps: SteppingFrames) => number | undefined;

/** Step Into: the next frame in the file, stepping frames included. */
export const nextFrame: Move = (from, index) => (from + 1 < index.count ? from + 1 : undefined);

/** Step Back: the frame before. */
export const previousFrame: Move = (from) => (from > 0 ? from - 1 : undefined);

/** Step Over: the next frame that is not a step of this hit. */
export const nextHit: Move = (from, index, steps) => {
  const tracepoint = index.tracepoint(from);
  const hit = steps.hitOf(from);
  for (let frame = from + 1; frame < index.count; frame++) {
    if (index.tracepoint(frame) !== tracepoint) return frame;
    if (!steps.isStep(frame) || steps.hitOf(frame) !== hit) return frame;
  }
  return undefined;
};

/** Step Out: the next frame of another tracepoint. */
export const nextTracepoint: Move = (from, index) => {
  const tracepoint = index.tracepoint(from);
  for (let frame = from + 1; frame < index.count; frame++) {
    if (index.tracepoint(frame) !== tracepoint) return frame;
  }
  return undefined;
};
