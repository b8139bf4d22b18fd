// Memory as a frame knows it, byte by byte: what the frame collected; else, inside a transparent
// range, what the program's file holds there; else nothing. gdb applies the same rule when it reads
// a trace file (the executable's read-only sections), and asks a target for it with QTro.
import { partitionPoint } from '../bytes/arrays';
import { sortAddresses } from '../bytes/sorting';
import { atOnce, inSteps, perStep, type Steps } from '../bytes/timeSlice';
import type { Block } from '../format/blocks';
import type { Frame } from '../format/frame';
import type { RangeList } from '../symbols/rangeList';

/** Where a byte comes from. The values are those in {@link MemorySpan.origins}. */
export enum Origin {
  unavailable = 0,
  collected = 1,
  transparent = 2,
}

/** A run of memory with the origin of each byte. */
export interface MemorySpan {
  readonly address: bigint;
  /** Zero where unavailable. */
  readonly bytes: Uint8Array;
  /** An {@link Origin} for each byte. */
  readonly origins: Uint8Array;
}

/** A range of run-time addresses whose bytes a program's file answers for. */
export interface TransparentRange {
  readonly start: bigint;
  /** Exclusive. */
  readonly end: bigint;
  /** What the file holds from a run-time address inside the range on. */
  read(address: bigint, length: number): Promise<MemorySpan>;
}

/** Consecutive addresses that a frame collected. */
export interface MemoryRange {
  readonly address: bigint;
  /** Bytes. */
  readonly length: number;
}

/** The memory of one frame. */
export class FrameMemory {
  private found: CollectedMemory | undefined;

  constructor(
    private readonly frame: Pick<Frame, 'blocks' | 'bytes'>,
    private readonly transparent: RangeList<TransparentRange>,
  ) {}

  /** Collected memory in ascending order, touching and overlapping blocks joined. */
  get ranges(): readonly MemoryRange[] {
    return this.collected.ranges;
  }

  /** The one of {@link ranges} that holds an address. */
  rangeAt(address: bigint): MemoryRange | undefined {
    const { ranges } = this;
    const range = ranges[partitionPoint(ranges.length, (at) => startOf(ranges, at) > address) - 1];
    return range && address < range.address + BigInt(range.length) ? range : undefined;
  }

  /** Reads `length` bytes at a run-time address; every byte has its own origin. */
  async read(address: bigint, length: number): Promise<MemorySpan> {
    const span = {
      address,
      bytes: new Uint8Array(length),
      origins: new Uint8Array(length),
    };
    this.collected.copyTo(span);
    const end = address + BigInt(length);
    for (const range of this.transparent.within(address, end)) {
      if (!span.origins.includes(Origin.unavailable)) break;
      const from = range.start > address ? range.start : address;
      const to = range.end < end ? range.end : end;
      if (from >= to) continue;
      fill(span, await range.read(from, Number(to - from)));
    }
    return span;
  }

  /** Finds what was collected and gives way meanwhile: a frame may have a million blocks. */
  async prepare(): Promise<void> {
    const collected = await inSteps(collectedMemory(this.frame));
    this.found ??= collected;
  }

  private get collected(): CollectedMemory {
    this.found ??= atOnce(collectedMemory(this.frame));
    return this.found;
  }
}

function startOf(ranges: readonly MemoryRange[], at: number): bigint {
  return ranges[at]?.address ?? 0n;
}

/** What is known of some memory goes where nothing is known yet. */
function fill(span: MemorySpan, from: MemorySpan): void {
  const shift = Number(from.address - span.address);
  const start = Math.max(0, shift);
  const end = Math.min(span.bytes.length, shift + from.bytes.length);
  for (let i = start; i < end; i++) {
    const origin = from.origins[i - shift] ?? Origin.unavailable;
    if (origin === Origin.unavailable || span.origins[i] !== Origin.unavailable) continue;
    span.bytes[i] = from.bytes[i - shift] ?? 0;
    span.origins[i] = origin;
  }
}

type MemoryBlock = Extract<Block, { kind: 'M' }>;

function* collectedMemory({
  blocks: all,
  bytes,
}: Pick<Frame, 'blocks' | 'bytes'>): Steps<CollectedMemory> {
  const blocks: MemoryBlock[] = [];
  for (const [i, block] of all.entries()) {
    if (i % perStep === 0) yield;
    if (hasMemory(block)) blocks.push(block);
  }
  const edges = yield* edgesOf(blocks);
  const sources = yield* firstBlocks(blocks, edges);
  const ranges = yield* joined(blocks, edges, sources);
  return new CollectedMemory(blocks, bytes, edges, sources, ranges);
}

/**
 * The bytes of a frame's M blocks, in runs that are apart and in order. The first block that holds
 * an address wins, as in gdb. Takes N log N steps for N blocks.
 */
class CollectedMemory {
  /**
   * `edges`: where runs begin, and where what follows a run begins. `sources`: the block that the
   * run at an edge is taken from; -1 where nothing was collected.
   */
  constructor(
    private readonly blocks: readonly MemoryBlock[],
    private readonly bytes: Uint8Array,
    private readonly edges: BigUint64Array,
    private readonly sources: Int32Array,
    readonly ranges: readonly MemoryRange[],
  ) {}

  /** Copies what was collected of a span. */
  copyTo({ address, bytes, origins }: MemorySpan): void {
    const end = address + BigInt(bytes.length);
    const { edges } = this;
    const first = Math.max(0, placeOf(edges, address + 1n) - 1);
    for (let at = first; at < edges.length && startAt(edges, at) < end; at++) {
      const block = this.blocks[this.sources[at] ?? -1];
      if (!block) continue;
      const from = maximum(startAt(edges, at), address);
      const to = minimum(endOfRun(edges, at, block), end);
      if (from >= to) continue;
      const offset = block.offset + Number(from - block.address);
      const start = Number(from - address);
      bytes.set(this.bytes.subarray(offset, offset + Number(to - from)), start);
      origins.fill(Origin.collected, start, start + Number(to - from));
    }
  }
}

/** The end of the run at an edge, exclusive; the last one may reach the end of memory. */
function endOfRun(edges: BigUint64Array, at: number, block: MemoryBlock): bigint {
  return edges[at + 1] ?? endOf(block);
}

/** Runs that touch are one range. */
function* joined(
  blocks: readonly MemoryBlock[],
  edges: BigUint64Array,
  sources: Int32Array,
): Steps<readonly MemoryRange[]> {
  const ranges: { address: bigint; length: number }[] = [];
  let end: bigint | undefined;
  for (const [at, source] of sources.entries()) {
    if (at % perStep === 0) yield;
    const block = blocks[source];
    if (!block) continue;
    const start = startAt(edges, at);
    const last = start === end ? ranges.at(-1) : undefined;
    end = endOfRun(edges, at, block);
    const length = Number(end - start);
    if (last) last.length += length;
    else ranges.push({ address: start, length });
  }
  return ranges;
}

/** Of a block that goes past the end of memory gdb takes nothing. */
function hasMemory(block: Block): block is MemoryBlock {
  return block.kind === 'M' && block.length > 0 && endOf(block) <= endOfMemory;
}

function endOf({ address, length }: MemoryBlock): bigint {
  return address + BigInt(length);
}

/** Where blocks begin and end, each address once. */
function* edgesOf(blocks: readonly MemoryBlock[]): Steps<BigUint64Array> {
  const all = new BigUint64Array(2 * blocks.length);
  let count = 0;
  for (const [i, block] of blocks.entries()) {
    if (i % perStep === 0) yield;
    const end = endOf(block);
    all[count++] = block.address;
    if (end < endOfMemory) all[count++] = end;
  }
  const sorted = yield* sortAddresses(all.subarray(0, count));
  let kept = 0;
  for (let at = 0; at < sorted.length; at++) {
    if (at % perStep === 0) yield;
    const edge = startAt(sorted, at);
    if (kept === 0 || edge !== sorted[kept - 1]) sorted[kept++] = edge;
  }
  return sorted.subarray(0, kept);
}

const endOfMemory = 1n << 64n;

/** For each edge the first block that holds its address; -1 where none does. */
function* firstBlocks(blocks: readonly MemoryBlock[], edges: BigUint64Array): Steps<Int32Array> {
  const first = new Int32Array(edges.length).fill(-1);
  // From each edge, a step towards the next one that no block has taken.
  const next = new Int32Array(edges.length + 1);
  for (let at = 0; at < next.length; at++) next[at] = at;
  let taken = 0;
  for (const [i, block] of blocks.entries()) {
    if (i % perStep === 0) yield;
    const end = endOf(block);
    let at = free(next, placeOf(edges, block.address));
    for (; at < edges.length && startAt(edges, at) < end; at = free(next, at)) {
      if (++taken % perStep === 0) yield;
      first[at] = i;
      next[at] = at + 1;
    }
  }
  return first;
}

/** The first free place from `at` on; the way there is halved for those who come later. */
function free(next: Int32Array, at: number): number {
  let place = at;
  for (let step = next[place] ?? place; step !== place; step = next[place] ?? place) {
    next[place] = next[step] ?? step;
    place = step;
  }
  return place;
}

/** The first edge that is not before an address. */
function placeOf(edges: BigUint64Array, address: bigint): number {
  return partitionPoint(edges.length, (at) => startAt(edges, at) >= address);
}

function startAt(edges: BigUint64Array, at: number): bigint {
  return edges[at] ?? 0n;
}

function minimum(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function maximum(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
