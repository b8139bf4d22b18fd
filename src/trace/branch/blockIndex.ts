// The blocks of a branch trace in numbers: which its instructions have. Instructions are numbered
// as gdb does, from 1 for the oldest; where a block cannot be followed to its end, a gap takes a
// number too.
import { type Blocks, unknownTime } from '../../format/branchTrace';
import { partitionPoint } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import type { BlockGap } from './blockShapes';

/** Blocks one after another, with the numbers of what runs in them. */
export interface BlockRange {
  /** The number of the first block, from 0. */
  readonly from: number;
  readonly blocks: Blocks;
  /**
   * The number of each block's first instruction; the last entry is one more than the last
   * instruction's number.
   */
  readonly firsts: Float64Array;
  /** Why instructions of each are missing, at its end or all of them; 0 where none are. */
  readonly gaps: Int8Array;
}

/** Instructions that follow one another, or a gap. They last until the next moment begins. */
export interface Moment {
  /** The number of the first. */
  readonly number: number;
  /** Ticks since the first time that is known; undefined where packets do not tell. */
  readonly tick: number | undefined;
  /** Why instructions are missing; 0 where they are known. */
  readonly gap: BlockGap;
}

/** All blocks of a recording, in ranges. */
export interface BlockRanges {
  /** How many blocks there are. */
  readonly blockCount: number;
  /** How many instructions and gaps there are. */
  readonly numberCount: number;
  /** The first time that is known, in ticks of the time stamp counter. */
  readonly firstTime: bigint | undefined;
  /** Ticks from that to the latest. */
  readonly ticks: number;
  /** The range with a block, or the last. */
  withBlock(block: number): BlockRange;
  /** The range with an instruction or gap, or the last. */
  withNumber(number: number): BlockRange;
  /**
   * A block, or where none of some addresses ran in its range, the nearest of the next range;
   * outside of all where none follows.
   */
  skipped(block: number, direction: 1 | -1, addresses: ReadonlySet<bigint>): number;
  /**
   * What ran when. Of a range that `isShort`, by its earliest and its latest tick, the first and
   * the last moment stand for all.
   */
  moments(isShort: (from: number, to: number) => boolean): Iterable<Moment>;
}

/** A recording of which all blocks are kept. */
export function oneRange(range: BlockRange): BlockRanges {
  const { blocks, firsts } = range;
  return {
    blockCount: blocks.count,
    numberCount: (firsts[blocks.count] ?? 1) - 1,
    firstTime: undefined,
    ticks: 0,
    moments: () => [],
    withBlock: () => range,
    withNumber: () => range,
    skipped: (block) => block,
  };
}

/** What is known of a block. */
export interface TracedBlock {
  /** Run-time address of its first instruction; 0 where it is not known. */
  readonly begin: bigint;
  /** Run-time address of its last instruction. */
  readonly end: bigint;
  /** The number of its first instruction. */
  readonly first: number;
  /** Instructions. */
  readonly count: number;
  readonly gap: BlockGap;
  /** Whether it stands for instructions of Intel PT that are missing. */
  readonly isGap: boolean;
}

/** Blocks by number from 0, the oldest first, and instructions by number from 1. */
export class BlockIndex {
  constructor(
    private readonly ranges: BlockRanges,
    /** Blocks, the newest, that were too many to be followed: each is a gap. */
    readonly unfollowed: number,
  ) {}

  get blockCount(): number {
    return this.ranges.blockCount;
  }

  /** Instructions and gaps: the greatest number there is. */
  get count(): number {
    return this.ranges.numberCount;
  }

  at(block: number): TracedBlock | undefined {
    if (block < 0 || block >= this.blockCount) return undefined;
    const range = this.ranges.withBlock(block);
    const { blocks, firsts, gaps, from } = range;
    const at = block - from;
    const first = firsts[at] ?? 1;
    return {
      begin: blocks.begins[at] ?? 0n,
      end: blocks.ends[at] ?? 0n,
      first,
      count: countIn(range, at),
      gap: gaps[at] ?? 0,
      isGap: (blocks.gaps?.[at] ?? 0) !== 0,
    };
  }

  /** Instructions of a block. */
  countOf(block: number): number {
    return this.at(block)?.count ?? 0;
  }

  /**
   * The number of a block's first instruction; for the index after the last block, one more than
   * the last instruction's number.
   */
  firstOf(block: number): number {
    return this.at(block)?.first ?? (block < 0 ? 1 : this.count + 1);
  }

  /** The block that holds an instruction, or the gap after it. */
  blockOf(instruction: number): number {
    const range = this.ranges.withNumber(instruction);
    return range.from + placeIn(range, instruction);
  }

  /** Whether the recording tells when code ran. */
  get hasTimes(): boolean {
    return this.ranges.firstTime !== undefined;
  }

  /** Ticks of the time stamp counter from the first time that is known to the latest. */
  get ticks(): number | undefined {
    return this.hasTimes ? this.ranges.ticks : undefined;
  }

  /** As {@link BlockRanges.moments}. */
  moments(isShort: (from: number, to: number) => boolean): Iterable<Moment> {
    return this.ranges.moments(isShort);
  }

  /** When the block of an instruction ran, in ticks of the time stamp counter. */
  timeAt(instruction: number): bigint | undefined {
    if (!this.hasTimes) return undefined;
    const range = this.ranges.withNumber(instruction);
    const time = range.blocks.times?.[placeIn(range, instruction)];
    return time === unknownTime ? undefined : time;
  }

  /** The same since the first time that is known. */
  ticksAt(instruction: number): number | undefined {
    const time = this.timeAt(instruction);
    return time === undefined ? undefined : Number(time - (this.ranges.firstTime ?? time));
  }

  /** A number, or where that is a gap, the next that is none; the gap's own where none follows. */
  async pastGap(number: number): Promise<number> {
    if (!this.isGap(number)) return number;
    const block = await this.nearestThatRan(this.blockOf(number) + 1, 1);
    return block < this.blockCount ? this.firstOf(block) : number;
  }

  /** From a block on, the nearest of which something ran; outside of all where none did. */
  async nearestThatRan(block: number, direction: 1 | -1): Promise<number> {
    const slice = new TimeSlice();
    let at = block;
    while (at >= 0 && at < this.blockCount && this.countOf(at) === 0) {
      at += direction;
      if ((at & 0xff) === 0) await slice.yieldIfDue();
    }
    return at;
  }

  /** Whether a number is that of a gap. */
  isGap(instruction: number): boolean {
    const range = this.ranges.withNumber(instruction);
    const at = placeIn(range, instruction);
    return instruction - (range.firsts[at] ?? 1) >= countIn(range, at);
  }

  /** As {@link BlockRanges.skipped}. */
  skipped(block: number, direction: 1 | -1, addresses: ReadonlySet<bigint>): number {
    return this.ranges.skipped(block, direction, addresses);
  }
}

/** The place in a range of the block with a number. */
function placeIn({ blocks, firsts }: BlockRange, number: number): number {
  const next = partitionPoint(blocks.count, (block) => (firsts[block] ?? 1) > number);
  return Math.max(0, next - 1);
}

function countIn({ firsts, gaps }: BlockRange, at: number): number {
  const numbers = (firsts[at + 1] ?? 1) - (firsts[at] ?? 1);
  return Math.max(0, (gaps[at] ?? 0) === 0 ? numbers : numbers - 1);
}
