// Which frame of one trace belongs to which frame of another: the same hit of the same tracepoint,
// or the hit with the same key. Steps of a hit follow its hit.
import { TimeSlice } from '../../bytes/timeSlice';
import { numberInFrames } from '../../format/tracepointLines';
import type { Trace } from '../trace';
import type { PartValue } from './distribution';
import type { TracepointPair } from './tracepointPairs';

/** In place of a frame or a pair, where there is none. */
export const none = -1;

/** The hits of one tracepoint in one trace, each with its steps. */
export class TracepointHits {
  /** Frames of the tracepoint, ascending. */
  readonly frames: Uint32Array;

  /** `starts`: for each hit its place in `frames`; ends with the number of frames. */
  constructor(
    frames: Uint32Array,
    private readonly starts: Uint32Array,
  ) {
    this.frames = frames;
  }

  /** How many hits there are; frames that are steps of a lost hit count as hit 0. */
  get count(): number {
    return this.starts.length - 2;
  }

  /** The frame of a hit, from 1, or of a step after it; hit 0 has steps before the first hit. */
  frameOf(hit: number, step = 0): number {
    return this.frames[(this.starts[hit] ?? 0) + step] ?? none;
  }

  /** How many frames a hit has, with its steps. */
  lengthOf(hit: number): number {
    return (this.starts[hit + 1] ?? 0) - (this.starts[hit] ?? 0);
  }

  /** The hit, from 1, that a frame belongs to. */
  hitOf(frame: number): number {
    let [low, high] = [0, this.starts.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      const first = this.starts[middle] ?? 0;
      if (first < this.frames.length && (this.frames[first] ?? 0) <= frame) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** One trace of the two. */
export interface AlignedSide {
  /** For each frame the pair of its tracepoint, or {@link none}. */
  readonly pairOf: Int16Array;
  /** For each frame the frame of the other trace, or {@link none}. */
  readonly partners: Int32Array;
  /** By pair. */
  readonly hits: readonly TracepointHits[];
}

/** The frames of two traces, aligned. */
export interface Alignment {
  readonly left: AlignedSide;
  readonly right: AlignedSide;
}

/** The keys of hits. */
export interface HitKeys {
  /** By the first frame of each hit; undefined where the key was not collected. */
  readonly byFrame: readonly PartValue[];
  /** Hits without a key. */
  readonly missing: number;
}

/**
 * Aligns by the number of the hit, or by the keys that `keysOf` gives. A tracepoint of which no hit
 * has a key is aligned by number.
 */
export async function alignFrames(
  left: Trace,
  right: Trace,
  pairs: readonly TracepointPair[],
  signal: AbortSignal | undefined,
  keysOf?: (trace: Trace, side: AlignedSide) => Promise<HitKeys>,
): Promise<Alignment> {
  const sides = {
    left: await sideOf(
      left,
      pairs.map((pair) => pair.left.number),
      signal,
    ),
    right: await sideOf(
      right,
      pairs.map((pair) => pair.right.number),
      signal,
    ),
  };
  const keys = keysOf && {
    left: await keysOf(left, sides.left),
    right: await keysOf(right, sides.right),
  };
  const slice = new TimeSlice();
  for (const [i, ours] of sides.left.hits.entries()) {
    const theirs = sides.right.hits[i];
    if (!theirs) continue;
    const byKey = keys && (await hitsByKey(ours, keys.left, theirs, keys.right, slice));
    const count = byKey ? ours.count : Math.min(ours.count, theirs.count);
    for (let hit = 0; hit <= count; hit++) {
      if (slice.usedUp) await slice.yieldIfDue();
      if (signal?.aborted) return sides;
      const other = byKey ? (byKey[hit] ?? none) : hit;
      if (other === none) continue;
      const length = Math.min(ours.lengthOf(hit), theirs.lengthOf(other));
      for (let step = 0; step < length; step++) {
        const [frame, partner] = [ours.frameOf(hit, step), theirs.frameOf(other, step)];
        sides.left.partners[frame] = partner;
        sides.right.partners[partner] = frame;
      }
    }
  }
  return sides;
}

/**
 * For each hit, from 1, the hit there: the first one with a key goes with the first one there, the
 * second with the second. Undefined where no hit has a key.
 */
async function hitsByKey(
  ours: TracepointHits,
  keys: HitKeys,
  theirs: TracepointHits,
  others: HitKeys,
  slice: TimeSlice,
): Promise<Int32Array | undefined> {
  const waiting = new Map<PartValue, number[]>();
  let hasKey = false;
  for (let hit = theirs.count; hit > 0; hit--) {
    if (slice.usedUp) await slice.yieldIfDue();
    const key = others.byFrame[theirs.frameOf(hit)];
    if (key === undefined) continue;
    hasKey = true;
    const list = waiting.get(key);
    if (list) list.push(hit);
    else waiting.set(key, [hit]);
  }
  const found = new Int32Array(ours.count + 1).fill(none);
  for (let hit = 1; hit <= ours.count; hit++) {
    if (slice.usedUp) await slice.yieldIfDue();
    const key = keys.byFrame[ours.frameOf(hit)];
    hasKey ||= key !== undefined;
    found[hit] = (key === undefined ? undefined : waiting.get(key)?.pop()) ?? none;
  }
  return hasKey ? found : undefined;
}

async function sideOf(
  { recording }: Trace,
  numbers: readonly number[],
  signal: AbortSignal | undefined,
): Promise<AlignedSide> {
  const { index, stepping } = recording;
  const { count } = index;
  const pairOfNumber = new Int16Array(1 << 16).fill(none);
  for (const [i, number] of numbers.entries()) pairOfNumber[numberInFrames(number) & 0xffff] = i;
  const builders = numbers.map((number) => new HitsBuilder(index.framesOf(numberInFrames(number))));
  const pairOf = new Int16Array(count);
  const slice = new TimeSlice();
  for (let frame = 0; frame < count; frame++) {
    if ((frame & 255) === 0) await slice.yieldIfDue();
    if (signal?.aborted) break;
    const pair = pairOfNumber[index.tracepoint(frame) & 0xffff] ?? none;
    pairOf[frame] = pair;
    if (pair !== none) builders[pair]?.add(frame, !stepping.isStep(frame));
  }
  return {
    pairOf,
    partners: new Int32Array(count).fill(none),
    hits: builders.map((each) => each.build()),
  };
}

/** Collects the frames of a tracepoint in the order of the file. */
class HitsBuilder {
  private readonly frames: Uint32Array;
  private readonly starts: Uint32Array;
  private size = 0;
  private hits = 1;

  constructor(count: number) {
    this.frames = new Uint32Array(count);
    this.starts = new Uint32Array(count + 2);
  }

  add(frame: number, isHit: boolean): void {
    if (isHit) this.starts[this.hits++] = this.size;
    this.frames[this.size++] = frame;
  }

  build(): TracepointHits {
    this.starts[this.hits] = this.size;
    return new TracepointHits(
      this.frames.subarray(0, this.size),
      this.starts.subarray(0, this.hits + 1),
    );
  }
}
