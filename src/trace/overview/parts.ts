// An axis cut into equal parts, and the frames that each part begins with.
import { firstWhere } from '../../bytes/firstWhere';
import type { FrameList } from '../list/frameList';
import type { FrameTimes } from './frameTimes';

/** A stretch of an axis: of frame numbers, or of microseconds since the first time. */
export interface AxisRange {
  readonly from: number;
  readonly to: number;
  /** Parts of equal length. */
  readonly parts: number;
}

/** The first frame of each part, and the frame behind the last part: one number more than there are parts. */
export function frameParts({ from, to, parts }: AxisRange, frames: number): Uint32Array {
  return Uint32Array.from({ length: parts + 1 }, (_, i) =>
    limited(Math.ceil(from + (i * (to - from)) / parts), frames),
  );
}

/** The same where the axis is time. The last part takes what lies at its very end. */
export function timeParts({ from, to, parts }: AxisRange, times: FrameTimes): Uint32Array {
  const starts = Uint32Array.from({ length: parts + 1 }, (_, i) =>
    times.firstFrom(from + (i * (to - from)) / parts),
  );
  if (to >= times.length) starts[parts] = times.frames;
  return starts;
}

/** How many frames of a list, which ascends, each part has. */
export function listedInParts(list: FrameList, starts: Uint32Array): Uint32Array {
  const rows = Uint32Array.from(starts, (start) => rowFrom(list, start));
  return Uint32Array.from(
    { length: Math.max(0, starts.length - 1) },
    (_, i) => (rows[i + 1] ?? 0) - (rows[i] ?? 0),
  );
}

/** The first row whose frame is at least this one. */
function rowFrom(list: FrameList, frame: number): number {
  return firstWhere(list.count, (row) => list.frameAt(row) >= frame);
}

function limited(frame: number, frames: number): number {
  return Math.min(Math.max(frame, 0), frames);
}
