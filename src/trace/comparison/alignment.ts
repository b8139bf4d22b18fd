// Which frame of one trace belongs to which frame of another: the same hit of the same tracepoint,
// or the hit with the same key. Steps of a hit follow its hit.
import { TimeSlice } from '../../bytes/timeSlice';
import { numberInFrames } from '../../format/tracepointLines';
import type { Trace } from '../trace';
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

  /** The first frame of a hit, from 1. */
  frameOf(hit: number): number {
    return this.frames[this.starts[hit] ?? 0] ?? none;
  }

  /** The frames of a hit and its steps; hit 0 has the steps before the first hit. */
  framesOf(hit: number): Uint32Array {
    return this.frames.subarray(this.starts[hit] ?? 0, this.starts[hit + 1] ?? 0);
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

/** The key of a hit by its first frame; undefined where it was not collected. */
export type HitKeys = ReadonlyMap<number, string>;

/**
 * Aligns by the number of the hit, or by the keys that `keysOf` gives. A tracepoint of which no hit
 * has a key is aligned by number.
 */
export async function alignFrames(
  left: Trace,
  right: Trace,
  pairs: readonly TracepointPair[],
  signal: AbortSignal | undefined,
  keysOf?: (trace: Trace, hits: readonly TracepointHits[]) => Promise<HitKeys>,
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
    left: await keysOf(left, sides.left.hits),
    right: await keysOf(right, sides.right.hits),
  };
  const slice = new TimeSlice();
  for (const [i, ours] of sides.left.hits.entries()) {
    const theirs = sides.right.hits[i];
    if (!theirs) continue;
    const hasKeys = keys && (hasKey(ours, keys.left) || hasKey(theirs, keys.right));
    const hitPairs = hasKeys
      ? hitsByKey(ours, keys.left, theirs, keys.right)
      : hitsByNumber(ours, theirs);
    for (const [hit, other] of hitPairs) {
      if (slice.usedUp) await slice.yieldIfDue();
      if (signal?.aborted) return sides;
      const [frames, others] = [ours.framesOf(hit), theirs.framesOf(other)];
      for (let step = 0; step < Math.min(frames.length, others.length); step++) {
        const [frame = 0, partner = 0] = [frames[step], others[step]];
        sides.left.partners[frame] = partner;
        sides.right.partners[partner] = frame;
      }
    }
  }
  return sides;
}

function hasKey(hits: TracepointHits, keys: HitKeys): boolean {
  for (let hit = 1; hit <= hits.count; hit++) if (keys.has(hits.frameOf(hit))) return true;
  return false;
}

function* hitsByNumber(ours: TracepointHits, theirs: TracepointHits) {
  for (let hit = 0; hit <= Math.min(ours.count, theirs.count); hit++) yield [hit, hit] as const;
}

/** The first hit with a key goes with the first one there, the second with the second. */
function* hitsByKey(ours: TracepointHits, keys: HitKeys, theirs: TracepointHits, others: HitKeys) {
  const waiting = new Map<string, number[]>();
  for (let hit = theirs.count; hit > 0; hit--) {
    const key = others.get(theirs.frameOf(hit));
    if (key === undefined) continue;
    const list = waiting.get(key);
    if (list) list.push(hit);
    else waiting.set(key, [hit]);
  }
  for (let hit = 1; hit <= ours.count; hit++) {
    const key = keys.get(ours.frameOf(hit));
    const other = key === undefined ? undefined : waiting.get(key)?.pop();
    if (other !== undefined) yield [hit, other] as const;
  }
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
