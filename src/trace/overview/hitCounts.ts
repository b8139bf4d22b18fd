// How many hits and steps each tracepoint has in any parts of a trace, at once: an overview asks
// for thousands of parts of ten million frames with every turn of a wheel. One byte a frame says
// what the frame is, and every so many frames the sums so far are kept; a part is the difference of
// two sums.
import { TimeSlice } from '../../bytes/timeSlice';
import type { Tracepoint } from '../../format/description';
import type { FrameIndex } from '../../format/frameIndex';
import { numberInFrames } from '../../format/tracepointLines';
import type { SteppingFrames } from '../steppingFrames';

/**
 * The most tracepoints that have a lane of their own; the frames of all others share a last lane.
 */
export const maxLanes = 100;

/** Frames in a segment. */
const segmentFrames = 1 << 14;
/** Frames between two sums that are kept. */
const blockFrames = 1 << 9;
/** Frames between two looks at the clock. */
const framesPerBreath = 1 << 10;

interface Segment {
  /** What each frame is: twice its lane, and one more for a step. */
  readonly kinds: Uint8Array;
  /** For each block, how many frames of each kind come before it. */
  readonly sums: Uint32Array;
}

/** Frames by lane, part after part: `hits[part * lanes + lane]`. */
interface PartCounts {
  readonly hits: Uint32Array;
  readonly steps: Uint32Array;
}

/** Hits and steps of a trace, counted lane by lane. */
export class HitCounts {
  /** The file's number of each lane's tracepoint; one more lane is for all others. */
  readonly tracepoints: readonly number[];
  /** Lanes, including the one for all others. */
  readonly lanes: number;
  private readonly laneOf = new Uint8Array(1 << 16);
  private readonly segments: Segment[] = [];
  /** Frames of each kind so far. */
  private readonly totals: Uint32Array;
  private frames = 0;

  constructor(
    readonly index: FrameIndex,
    private readonly stepping: SteppingFrames,
    tracepoints: readonly Tracepoint[],
  ) {
    this.tracepoints = tracepoints.slice(0, maxLanes).map(({ number }) => number);
    this.lanes = this.tracepoints.length + 1;
    this.totals = new Uint32Array(2 * this.lanes);
    this.laneOf.fill(this.lanes - 1);
    for (const [lane, number] of this.tracepoints.entries()) {
      this.laneOf[numberInFrames(number) & 0xffff] = lane;
    }
  }

  /** Frames counted; those of the index beyond them wait for {@link count}. */
  get counted(): number {
    return this.frames;
  }

  /**
   * Counts frames of the index that are not counted yet: some, and others for so many milliseconds.
   */
  async count(milliseconds: number, cancelled?: AbortSignal): Promise<void> {
    const slice = new TimeSlice();
    const end = performance.now() + milliseconds;
    while (this.frames < this.index.count && !cancelled?.aborted) {
      this.countFrames(Math.min(this.frames + framesPerBreath, this.index.count));
      if (performance.now() >= end) return;
      await slice.yieldIfDue();
    }
  }

  /** What a counted frame is: twice its lane, and one more for a step. */
  kind(frame: number): number {
    return this.segments[Math.floor(frame / segmentFrames)]?.kinds[frame % segmentFrames] ?? 0;
  }

  /** Frames of a kind that were counted. */
  total(kind: number): number {
    return this.totals[kind] ?? 0;
  }

  /** The lane of a tracepoint by the file's number. */
  lane(tracepoint: number): number {
    return this.laneOf[numberInFrames(tracepoint) & 0xffff] ?? this.lanes - 1;
  }

  /**
   * Counts frames from each start to the next one; starts ascend, and their last one ends the last
   * part.
   */
  inParts(starts: Uint32Array): PartCounts {
    const { lanes } = this;
    const parts = Math.max(0, starts.length - 1);
    const counts = { hits: new Uint32Array(parts * lanes), steps: new Uint32Array(parts * lanes) };
    const add = (part: number, kind: number, frames: number): void => {
      const into = (kind & 1) === 0 ? counts.hits : counts.steps;
      const at = part * lanes + (kind >> 1);
      into[at] = (into[at] ?? 0) + frames;
    };
    for (let part = 0; part < parts; part++) {
      const [start, end] = [this.known(starts[part]), this.known(starts[part + 1])];
      if (end - start <= blockFrames) {
        for (let frame = start; frame < end; frame++) add(part, this.kind(frame), 1);
        continue;
      }
      const [before, until] = [this.sumsBefore(start), this.sumsBefore(end)];
      for (let kind = 0; kind < until.length; kind++) {
        add(part, kind, (until[kind] ?? 0) - (before[kind] ?? 0));
      }
    }
    return counts;
  }

  /**
   * The nearest frame of a lane, hit or step, from a frame on in a direction; undefined if no frame
   * follows.
   */
  nearest(lane: number, from: number, direction: 1 | -1): number | undefined {
    for (let frame = from; frame >= 0 && frame < this.frames; frame += direction) {
      if (this.kind(frame) >> 1 === lane) return frame;
    }
    return undefined;
  }

  private countFrames(end: number): void {
    const { index, stepping, totals } = this;
    for (let frame = this.frames; frame < end; frame++) {
      const slot = frame % segmentFrames;
      const segment = this.segmentFor(slot);
      if (slot % blockFrames === 0) segment.sums.set(totals, (slot / blockFrames) * totals.length);
      const lane = this.laneOf[index.tracepoint(frame) & 0xffff] ?? 0;
      const kind = 2 * lane + (stepping.isStep(frame) ? 1 : 0);
      segment.kinds[slot] = kind;
      totals[kind] = (totals[kind] ?? 0) + 1;
    }
    this.frames = end;
  }

  private segmentFor(slot: number): Segment {
    const last = this.segments.at(-1);
    if (last && slot > 0) return last;
    const blocks = segmentFrames / blockFrames;
    const segment = {
      kinds: new Uint8Array(segmentFrames),
      sums: new Uint32Array(blocks * this.totals.length),
    };
    this.segments.push(segment);
    return segment;
  }

  private known(frame: number | undefined): number {
    return Math.min(frame ?? 0, this.frames);
  }

  /** Frames of each kind before a frame. */
  private sumsBefore(frame: number): Uint32Array {
    if (frame >= this.frames) return Uint32Array.from(this.totals);
    const { length } = this.totals;
    const slot = frame % segmentFrames;
    const block = Math.floor(slot / blockFrames);
    const segment = this.segments[Math.floor(frame / segmentFrames)];
    const sums = new Uint32Array(length);
    if (segment) sums.set(segment.sums.subarray(block * length, (block + 1) * length));
    this.add(sums, frame - (slot % blockFrames), frame);
    return sums;
  }

  private add(sums: Uint32Array, start: number, end: number): void {
    for (let frame = start; frame < end; frame++) {
      const kind = this.kind(frame);
      sums[kind] = (sums[kind] ?? 0) + 1;
    }
  }
}
