// When each frame was collected: `$trace_timestamp`, microseconds on the target's clock. Frames
// without it are placed evenly between their neighbours that have one, in the order of the file;
// those before the first time and after the last one continue at the mean distance of frames. Such
// times are only for drawing; `isOwn` distinguishes them.
import { partitionPoint } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import { FrameValue, valuesOver } from '../search/frameValues';
import type { Trace } from '../trace';
import type { FrameList } from '../list/frameList';

/** Where the clock is, as gdb's manual names it. */
export const clock = '$trace_timestamp';

/** The time of each frame; undefined where the trace cannot be asked for it. */
export async function clockOf(trace: Trace): Promise<FrameValue | undefined> {
  const value = await FrameValue.compile(trace, clock);
  return 'problem' in value ? undefined : value;
}

/** The longest time between two hits of a tracepoint that follow each other. */
interface Gap {
  /** Microseconds. */
  readonly time: number;
  /** The frames before and after it. */
  readonly from: number;
  readonly to: number;
}

/** How often a tracepoint was hit, of those hits whose time is known. */
interface Rate {
  /** Absent where there are too few hits, or no time between them. */
  readonly hitsPerSecond?: number;
  readonly longestGap?: Gap;
}

/** The times of all frames. */
export class FrameTimes {
  /** Where each frame is: microseconds since the first time known; never descends. */
  private readonly places: Float64Array;
  /** Frames that collected their time. */
  readonly timed: number;
  /**
   * Frames whose clock was before that of an earlier frame; they are where the earlier one does.
   */
  readonly late: number;
  /** Microseconds from the first time to the last. */
  readonly length: number;
  /** For each block of frames, how many before it collected their time. */
  private readonly timedBefore: Uint32Array;

  private constructor(private readonly known: TimesSoFar) {
    const { places, timed, late } = known;
    this.places = places;
    this.timed = timed;
    this.late = late;
    this.length = known.last;
    this.timedBefore = new Uint32Array(Math.ceil(places.length / blockFrames) + 1);
    for (let block = 0; block + 1 < this.timedBefore.length; block++) {
      const first = block * blockFrames;
      this.timedBefore[block + 1] =
        (this.timedBefore[block] ?? 0) + this.countOwn(first, first + blockFrames);
    }
  }

  /**
   * Reads every frame of the index once; undefined where it was cancelled. `done` takes frames
   * read.
   */
  static async read(
    trace: Trace,
    cancelled?: AbortSignal,
    done?: (frames: number) => void,
  ): Promise<FrameTimes | undefined> {
    await trace.recording.indexed;
    const { count } = trace.recording.index;
    const value = await clockOf(trace);
    const times = new TimesSoFar(count);
    if (!value) return new FrameTimes(times);
    for await (const { first, numbers } of valuesOver(value, below(count), { signal: cancelled })) {
      times.take(first, numbers);
      done?.(first + numbers.length);
    }
    if (cancelled?.aborted) return undefined;
    await times.placeOthers();
    return new FrameTimes(times);
  }

  /** Frames whose place is known. */
  get frames(): number {
    return this.places.length;
  }

  /** Where the first frame is: before 0 where it did not collect its time. */
  get from(): number {
    return this.places[0] ?? 0;
  }

  /** Where the last frame is. */
  get to(): number {
    return this.places.at(-1) ?? 0;
  }

  /** Where a frame is: microseconds since the first time. */
  place(frame: number): number {
    return this.places[frame] ?? this.to;
  }

  /** Whether the frame itself collected its time. */
  isOwn(frame: number): boolean {
    return this.known.isOwn(frame);
  }

  /** The frame that collected its time nearest to a time; undefined where none did. */
  nearestOwn(time: number): number | undefined {
    const { frames } = this;
    let after = this.firstFrom(time);
    let before = after - 1;
    while (after < frames && !this.isOwn(after)) after++;
    while (before >= 0 && !this.isOwn(before)) before--;
    if (before < 0) return after < frames ? after : undefined;
    if (after >= frames) return this.firstOwnAt(before);
    const isAfter = this.place(after) - time < time - this.place(before);
    return isAfter ? after : this.firstOwnAt(before);
  }

  /** How many frames of each part collected their time. */
  timedInParts(starts: Uint32Array): Uint32Array {
    const before = Uint32Array.from(starts, (start) => this.timedUpTo(start));
    return Uint32Array.from(
      { length: Math.max(0, starts.length - 1) },
      (_, i) => (before[i + 1] ?? 0) - (before[i] ?? 0),
    );
  }

  /** The first frame that is at a time or after it; the number of frames if none does. */
  firstFrom(time: number): number {
    const { places } = this;
    return partitionPoint(places.length, (frame) => (places[frame] ?? 0) >= time);
  }

  /** Of frames that collected one time, the first. */
  private firstOwnAt(frame: number): number {
    let first = this.firstFrom(this.place(frame));
    while (!this.isOwn(first)) first++;
    return first;
  }

  private timedUpTo(end: number): number {
    const block = Math.floor(end / blockFrames);
    return (this.timedBefore[block] ?? 0) + this.countOwn(block * blockFrames, end);
  }

  private countOwn(start: number, end: number): number {
    let count = 0;
    const last = Math.min(end, this.frames);
    for (let frame = start; frame < last; frame++) count += this.isOwn(frame) ? 1 : 0;
    return count;
  }

  /**
   * For each lane, how often its hits came; `kind` is what a frame is: twice its lane, and one more
   * for a step.
   */
  async rates(lanes: number, kind: (frame: number) => number): Promise<Rate[]> {
    const paces = Array.from({ length: lanes }, () => new Pace());
    const slice = new TimeSlice();
    for (let frame = 0; frame < this.frames; frame++) {
      if (frame % framesPerBreath === 0) await slice.yieldIfDue();
      const of = kind(frame);
      if (of % 2 === 0 && this.isOwn(frame)) paces[of >> 1]?.take(frame, this.place(frame));
    }
    return paces.map((pace) => pace.rate);
  }
}

/** Frames between two looks at the clock. */
const framesPerBreath = 1 << 12;
/** Frames between two counts that are kept. */
const blockFrames = 1 << 9;

function* below(count: number): Iterable<number> {
  for (let frame = 0; frame < count; frame++) yield frame;
}

/** Times while they are read. */
class TimesSoFar {
  readonly places: Float64Array;
  timed = 0;
  late = 0;
  /** The latest time, from the first one on. */
  last = 0;
  /** A bit for each frame that collected its time. */
  private readonly own: Uint8Array;
  private start = NaN;

  constructor(count: number) {
    this.places = new Float64Array(count);
    this.own = new Uint8Array((count + 7) >> 3);
  }

  isOwn(frame: number): boolean {
    return ((this.own[frame >> 3] ?? 0) & (1 << (frame & 7))) !== 0;
  }

  take(first: number, times: Float64Array): void {
    for (const [i, time] of times.entries()) {
      if (!Number.isNaN(time)) this.takeOwn(first + i, time);
    }
  }

  /** Places the frames that did not collect their time. */
  async placeOthers(): Promise<void> {
    const { places } = this;
    const slice = new TimeSlice();
    let before = -1;
    for (let frame = 0; frame < places.length; frame++) {
      if (frame % framesPerBreath === 0) await slice.yieldIfDue();
      if (!this.isOwn(frame)) continue;
      if (before < 0) this.placeBefore(frame);
      else this.placeBetween(before, frame);
      before = frame;
    }
    this.placeAfter(before);
  }

  private takeOwn(frame: number, time: number): void {
    if (this.timed === 0) this.start = time;
    if (time - this.start < this.last) this.late++;
    this.last = Math.max(this.last, time - this.start);
    this.places[frame] = this.last;
    this.own[frame >> 3] = (this.own[frame >> 3] ?? 0) | (1 << (frame & 7));
    this.timed++;
  }

  private placeBetween(before: number, after: number): void {
    const { places } = this;
    const [from, to] = [places[before] ?? 0, places[after] ?? 0];
    for (let frame = before + 1; frame < after; frame++) {
      places[frame] = from + ((to - from) * (frame - before)) / (after - before);
    }
  }

  private placeBefore(first: number): void {
    const step = this.stepOf(first);
    for (let frame = 0; frame < first; frame++) this.places[frame] = (frame - first) * step;
  }

  private placeAfter(last: number): void {
    const { places } = this;
    const step = this.stepOf(places.length - 1 - last);
    for (let frame = last + 1; frame < places.length; frame++) {
      places[frame] = this.last + (frame - last) * step;
    }
  }

  /** The distance of so many frames beyond the times: together no longer than all times. */
  private stepOf(frames: number): number {
    if (this.last === 0) return 1;
    return Math.min(this.last / Math.max(1, this.places.length - 1), this.last / frames);
  }
}

/** The hits of one lane, one after the other. */
class Pace {
  private hits = 0;
  private first = 0;
  private lastFrame = 0;
  private last = 0;
  private gap: Gap | undefined;

  take(frame: number, time: number): void {
    if (this.hits === 0) this.first = time;
    else if (!this.gap || time - this.last > this.gap.time) {
      this.gap = { time: time - this.last, from: this.lastFrame, to: frame };
    }
    this.hits++;
    this.lastFrame = frame;
    this.last = time;
  }

  get rate(): Rate {
    const { gap, last, first, hits } = this;
    return {
      ...(last > first && { hitsPerSecond: ((hits - 1) * 1e6) / (last - first) }),
      ...(gap && { longestGap: gap }),
    };
  }
}

// An axis cut into equal parts, and the frames that each part begins with.

/** A range of an axis: of frame numbers, or of microseconds since the first time. */
export interface AxisParts {
  readonly from: number;
  readonly to: number;
  /** Parts of equal length. */
  readonly parts: number;
}

/** The first frame of each part, and the frame after the last part: one more number than parts. */
export function frameParts({ from, to, parts }: AxisParts, frames: number): Uint32Array {
  return Uint32Array.from({ length: parts + 1 }, (_, i) =>
    limited(Math.ceil(from + (i * (to - from)) / parts), frames),
  );
}

/** The same where the axis is time. The last part takes what is at its very end. */
export function timeParts({ from, to, parts }: AxisParts, times: FrameTimes): Uint32Array {
  const starts = Uint32Array.from({ length: parts + 1 }, (_, i) =>
    times.firstFrom(from + (i * (to - from)) / parts),
  );
  if (to >= times.to) starts[parts] = times.frames;
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
  return partitionPoint(list.count, (row) => list.frameAt(row) >= frame);
}

function limited(frame: number, frames: number): number {
  return Math.min(Math.max(frame, 0), frames);
}
