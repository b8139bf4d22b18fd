// The blocks of a branch trace in numbers: what runs in each, and which numbers its instructions
// have. Instructions are numbered as gdb does, from 1 for the oldest; where a block cannot be
// followed to its end, a gap takes a number too.
import { type Blocks, unknownTime } from '../../format/branchTrace';
import { partitionPoint } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import {
  type BlockShape,
  type BlockShapes,
  gapShape,
  unfollowed,
  type BlockGap,
  type Run,
} from './blockShapes';
import type { BranchKind } from './instructionMap';

/** Ranges of blocks in functions that are followed at most: each takes some 50 bytes. */
const maxRuns = 1 << 24;

/** How far the following of a recording has come. */
export interface FollowProgress {
  readonly done: number;
  readonly of: number;
  /** Bytes of packets; blocks otherwise. */
  readonly isBytes: boolean;
}

/** Blocks by number from 0, the oldest first, and instructions by number from 1. */
export class BlockIndex {
  private firstTime: bigint | undefined;

  private constructor(
    readonly blocks: Blocks,
    /** What runs in blocks, each once. */
    private readonly shapes: ShapeColumns,
    private readonly shapeOf: Uint32Array,
    /**
     * The number of each block's first instruction; the last entry is one more than the last
     * instruction's number.
     */
    private readonly firsts: Float64Array,
    /** Blocks, the newest, that were too many to be followed: each is a gap. */
    readonly unfollowed: number,
  ) {}

  /** Looks at all blocks. Rejects where the decoder could not work; undefined when cancelled. */
  static async build(
    blocks: Blocks,
    finder: BlockShapes,
    signal: AbortSignal,
    report?: (progress: FollowProgress) => void,
  ): Promise<BlockIndex | undefined> {
    const { count } = blocks;
    const shapes = new ShapeColumns();
    const shapeOf = new Uint32Array(count);
    const firsts = new Float64Array(count + 1);
    const different = new DifferentBlocks(blocks);
    const slice = new TimeSlice();
    let number = 1;
    let runs = 0;
    let unfollowed = 0;
    const gapShapes = new Map<BlockGap, number>();
    const shapeOfGap = (gap: BlockGap): number => {
      const shape = gapShapes.get(gap) ?? shapes.add(gapShape(gap), 0n);
      gapShapes.set(gap, shape);
      return shape;
    };
    for (let block = 0; block < count; block++) {
      const gap = blocks.gaps?.[block] ?? 0;
      const like = gap === 0 ? different.firstLike(block) : -1;
      let shape = gap === 0 ? (shapeOf[like] ?? unfollowedPlace) : shapeOfGap(gap);
      if (like === block) {
        const [begin, end] = [blocks.begins[block] ?? 0n, blocks.ends[block] ?? 0n];
        const found = await finder.of(begin, end, slice);
        shape = found ? shapes.add(found, begin === 0n ? end : begin) : unfollowedPlace;
      }
      runs += shapes.runCountOf(shape);
      if (runs > maxRuns) shape = unfollowedPlace;
      if (shape === unfollowedPlace) unfollowed++;
      shapeOf[block] = shape;
      firsts[block] = number;
      number += shapes.numbersOf(shape);
      if ((block & 0xff) !== 0) continue;
      if (slice.usedUp) report?.({ done: block, of: count, isBytes: false });
      await slice.yieldIfDue();
      if (signal.aborted) return undefined;
    }
    firsts[count] = number;
    return new BlockIndex(blocks, shapes, shapeOf, firsts, unfollowed);
  }

  /** Instructions and gaps: the greatest number there is. */
  get count(): number {
    return this.firstOf(this.blocks.count) - 1;
  }

  /** What runs in a block. */
  shape(block: number): BlockShape | undefined {
    const shape = this.shapeOf[block];
    if (shape === undefined) return undefined;
    return this.shapes.at(shape, this.beginOf(block));
  }

  /** Instructions of a block. */
  countOf(block: number): number {
    return this.shapes.countOf(this.shapeOf[block] ?? unfollowedPlace);
  }

  /**
   * The number of a block's first instruction; for the index after the last block, one more than
   * the last instruction's number.
   */
  firstOf(block: number): number {
    return this.firsts[block] ?? 1;
  }

  /** The block that holds an instruction, or the gap after it. */
  blockOf(instruction: number): number {
    const next = partitionPoint(this.blocks.count, (block) => this.firstOf(block) > instruction);
    return Math.max(0, next - 1);
  }

  /** Whether the recording tells when code ran. */
  get hasTimes(): boolean {
    return this.blocks.times !== undefined;
  }

  /** When the block of an instruction ran, in ticks of the time stamp counter. */
  timeAt(instruction: number): bigint | undefined {
    const time = this.blocks.times?.[this.blockOf(instruction)];
    return time === unknownTime ? undefined : time;
  }

  /** The same since the first time that is known. */
  ticksAt(instruction: number): number | undefined {
    const time = this.timeAt(instruction);
    if (time === undefined) return undefined;
    this.firstTime ??= this.blocks.times?.find((each) => each !== unknownTime);
    return Number(time - (this.firstTime ?? time));
  }

  /** Run-time address of a block's first instruction that is known. */
  beginOf(block: number): bigint {
    const { begins, ends } = this.blocks;
    const begin = begins[block] ?? 0n;
    return begin === 0n ? (ends[block] ?? 0n) : begin;
  }

  /** A number, or where that is a gap, the next that is none; the gap's own where none follows. */
  pastGap(number: number): number {
    if (!this.isGap(number)) return number;
    let block = this.blockOf(number) + 1;
    while (block < this.blocks.count && this.countOf(block) === 0) block++;
    return block < this.blocks.count ? this.firstOf(block) : number;
  }

  /** Whether a number is that of a gap. */
  isGap(instruction: number): boolean {
    const block = this.blockOf(instruction);
    return instruction - this.firstOf(block) >= this.countOf(block);
  }
}

// Which blocks of a branch trace are the same. A file may hold millions that differ, chosen to fall
// together in a table of JavaScript's, which looks at half of a long number: this one looks at all
// of it, and at a number nobody knows beforehand.

/** Blocks by their addresses, the first of each. */
export class DifferentBlocks {
  /** Addresses in halves of 32 bits. */
  private readonly begins: Uint32Array;
  private readonly ends: Uint32Array;
  /** Numbers of blocks plus 1, by hash. */
  private readonly table: Int32Array;
  private readonly seed = Math.floor(Math.random() * 2 ** 32);

  constructor({ count, begins, ends }: Blocks) {
    this.begins = new Uint32Array(begins.buffer, begins.byteOffset, 2 * count);
    this.ends = new Uint32Array(ends.buffer, ends.byteOffset, 2 * count);
    this.table = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 2)));
  }

  /**
   * The first block that was asked for with the addresses of a block: itself where there was none
   * before.
   */
  firstLike(block: number): number {
    const mask = this.table.length - 1;
    for (let slot = this.hash(block) & mask; ; slot = (slot + 1) & mask) {
      const other = (this.table[slot] ?? 0) - 1;
      if (other < 0) {
        this.table[slot] = block + 1;
        return block;
      }
      if (this.isSame(block, other)) return other;
    }
  }

  private isSame(block: number, other: number): boolean {
    const { begins, ends } = this;
    const [a, b] = [2 * block, 2 * other];
    return (
      ends[a] === ends[b] &&
      begins[a] === begins[b] &&
      ends[a + 1] === ends[b + 1] &&
      begins[a + 1] === begins[b + 1]
    );
  }

  private hash(block: number): number {
    const { begins, ends } = this;
    let hash = this.seed;
    for (const half of [begins[2 * block], begins[2 * block + 1]]) hash = mixed(hash, half);
    for (const half of [ends[2 * block], ends[2 * block + 1]]) hash = mixed(hash, half);
    return hash;
  }
}

function mixed(hash: number, number = 0): number {
  const product = Math.imul(hash ^ number, 0x9e3779b1);
  return product ^ (product >>> 15);
}

// What runs in the different blocks of a branch trace, as columns: of millions of objects the
// thread would wait to look after them.

/** The place of the shape of blocks that are not followed. */
const unfollowedPlace = 0;

/** Shapes by place; addresses count from where a block begins. */
export class ShapeColumns {
  private readonly counts = new NumberColumn();
  private readonly gaps = new NumberColumn();
  private readonly beginUnknown = new NumberColumn();
  private readonly lastOffsets = new NumberColumn();
  private readonly lastSizes = new NumberColumn();
  private readonly lastKinds = new NumberColumn();
  private readonly runsFrom = new NumberColumn();
  private readonly runFunctions = new NumberColumn();
  private readonly runCounts = new NumberColumn();
  private readonly runOffsets = new NumberColumn();

  constructor() {
    this.add(unfollowed, 0n);
  }

  /** Keeps a shape of blocks from an address on; gives its place. */
  add({ count, gap, beginUnknown, last, runs }: BlockShape, begin: bigint): number {
    this.counts.add(count);
    this.gaps.add(gap);
    this.beginUnknown.add(beginUnknown ? 1 : 0);
    this.lastOffsets.add(count === 0 ? 0 : Number(last.address - begin));
    this.lastSizes.add(last.size);
    this.lastKinds.add(last.kind);
    for (const run of runs) {
      this.runFunctions.add(run.function);
      this.runCounts.add(run.from);
      this.runOffsets.add(Number(run.start - begin));
    }
    return this.runsFrom.add(this.runFunctions.length - runs.length);
  }

  /** The shape of a block from an address on. */
  at(place: number, begin: bigint): BlockShape {
    return {
      count: this.counts.at(place),
      gap: this.gaps.at(place),
      beginUnknown: this.beginUnknown.at(place) === 1,
      runs: this.runsOf(place, begin),
      last: {
        address: begin + BigInt(this.lastOffsets.at(place)),
        size: this.lastSizes.at(place),
        kind: this.lastKinds.at(place) as BranchKind,
      },
    };
  }

  /** Instructions of a shape. */
  countOf(place: number): number {
    return this.counts.at(place);
  }

  /** Numbers that a block of a shape takes: of its instructions, and of a gap. */
  numbersOf(place: number): number {
    return this.counts.at(place) + (this.gaps.at(place) === 0 ? 0 : 1);
  }

  /** How many ranges in functions a shape has. */
  runCountOf(place: number): number {
    return this.endOfRuns(place) - this.runsFrom.at(place);
  }

  private runsOf(place: number, begin: bigint): Run[] {
    const runs: Run[] = [];
    const end = this.endOfRuns(place);
    for (let at = this.runsFrom.at(place); at < end; at++) {
      const start = begin + BigInt(this.runOffsets.at(at));
      runs.push({ function: this.runFunctions.at(at), from: this.runCounts.at(at), start });
    }
    return runs;
  }

  private endOfRuns(place: number): number {
    const isLast = place + 1 === this.runsFrom.length;
    return isLast ? this.runFunctions.length : this.runsFrom.at(place + 1);
  }
}

// Numbers that are added one by one, as a column of typed memory.

/** Whole numbers of 32 bits. */
export class NumberColumn {
  length = 0;
  private numbers = new Int32Array(1 << 10);

  /** Adds a number; returns its place. */
  add(number: number): number {
    if (this.length === this.numbers.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.length] = number;
    return this.length++;
  }

  /** The number at a place; 0 outside. */
  at(place: number): number {
    return this.numbers[place] ?? 0;
  }

  set(place: number, number: number): void {
    this.numbers[place] = number;
  }
}
