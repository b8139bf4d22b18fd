// Goes through the blocks of a branch trace once: finds out what runs in each, numbers it, and adds
// it to the calls.
import type { Blocks } from '../../format/branchTrace';
import { TimeSlice } from '../../bytes/timeSlice';
import { BlockIndex, type BlockRange, oneRange } from './blockIndex';
import {
  type BlockShape,
  BlockShapes,
  type BranchFunctions,
  gapShape,
  unfollowed,
} from './blockShapes';
import type { CallTree } from './callTree';
import type { InstructionMap } from './instructionMap';
import { NumberColumn } from './numberColumn';
import { ShapeColumns, unfollowedPlace } from './shapeColumns';

/** Segments of calls that are followed at most: each takes some 3 bytes, and 9 in an outline. */
export const maxSegments = 1 << 24;

/** Different blocks of which an object is kept. */
const mostOften = 1 << 14;

/** What is said of a block that is not followed. */
const tooMuch: BlockShape = { ...unfollowed };

/** How far the following of a recording has come. */
export interface FollowProgress {
  readonly done: number;
  readonly of: number;
  /** Bytes of packets; blocks otherwise. */
  readonly isBytes: boolean;
}

/** Numbers blocks as they come. */
export class BlockNumbering {
  /** Blocks that came. */
  blocks = 0;
  /** The number that comes next. */
  next = 1;
  /** Blocks that were too many to be followed: each is a gap. */
  unfollowed = 0;
  private different: DifferentBlocks;
  /** What runs in the different blocks, and the place of that of each. */
  private shapes = new ShapeColumns();
  private places = new NumberColumn();
  /** What runs in those that came first, mostly the ones that come again and again. */
  private often: BlockShape[] = [];

  constructor(
    private readonly finder: BlockShapes,
    private readonly calls: CallTree,
    /** Different blocks that are remembered at most. */
    private readonly remembered: number,
  ) {
    this.different = new DifferentBlocks(remembered);
  }

  /**
   * Takes the blocks that follow. `goesOn` is asked between some of them. Undefined where it said
   * no; rejects where the decoder could not work.
   */
  async add(
    blocks: Blocks,
    slice: TimeSlice,
    goesOn: (block: number) => boolean,
  ): Promise<BlockRange | undefined> {
    const { count } = blocks;
    const firsts = new Float64Array(count + 1);
    const gaps = new Int8Array(count);
    for (let block = 0; block < count; block++) {
      const gap = blocks.gaps?.[block] ?? 0;
      const [begin, end] = [blocks.begins[block] ?? 0n, blocks.ends[block] ?? 0n];
      const known = gap === 0 ? this.known(begin, end) : gapShape(gap);
      const shape = known ?? this.note(begin, end, await this.finder.of(begin, end, slice));
      firsts[block] = this.next;
      gaps[block] = shape.gap;
      this.calls.addBlock(shape, this.next);
      this.next += shape.count + (shape.gap === 0 ? 0 : 1);
      if ((block & 0xff) !== 0) continue;
      if (!goesOn(block)) return undefined;
      await slice.yieldIfDue();
    }
    firsts[count] = this.next;
    const range = { from: this.blocks, blocks, firsts, gaps };
    this.blocks += count;
    return range;
  }

  /** What runs in a block that came before. */
  private known(begin: bigint, end: bigint): BlockShape | undefined {
    if (this.different.count === this.remembered) {
      this.different = new DifferentBlocks(this.remembered);
      this.shapes = new ShapeColumns();
      this.places = new NumberColumn();
      this.often = [];
    }
    const different = this.different.placeOf(begin, end);
    if (different === this.places.length) return undefined;
    const place = this.places.at(different);
    return this.limited(this.often[place] ?? this.shapeAt(place, begin === 0n ? end : begin));
  }

  private shapeAt(place: number, start: bigint): BlockShape {
    const shape = place === unfollowedPlace ? tooMuch : this.shapes.at(place, start);
    if (place < mostOften) this.often[place] = shape;
    return shape;
  }

  /** Keeps what runs in the block that was asked for last. */
  private note(begin: bigint, end: bigint, shape: BlockShape | undefined): BlockShape {
    const start = begin === 0n ? end : begin;
    this.places.add(shape ? this.shapes.add(shape, start) : unfollowedPlace);
    return this.limited(shape ?? tooMuch);
  }

  private limited(shape: BlockShape): BlockShape {
    const isFull = this.calls.count + shape.runs.length > maxSegments;
    if (!isFull && shape !== tooMuch) return shape;
    this.unfollowed++;
    return tooMuch;
  }
}

/** What following the blocks of a recording takes and tells. */
export interface Following {
  readonly map: InstructionMap;
  readonly functions: BranchFunctions;
  readonly calls: CallTree;
  readonly signal: AbortSignal;
  readonly report: (progress: FollowProgress) => void;
}

/**
 * Follows the blocks of a document. Rejects where the decoder could not work; undefined when
 * cancelled. `mostInstructions`: of blocks that differ.
 */
export async function followBlocks(
  blocks: Blocks,
  { map, functions, calls, signal, report }: Following,
  mostInstructions?: number,
): Promise<BlockIndex | undefined> {
  const { count } = blocks;
  const shapes = new BlockShapes(map, functions, mostInstructions);
  const numbering = new BlockNumbering(shapes, calls, count);
  const slice = new TimeSlice();
  const range = await numbering.add(blocks, slice, (block) => {
    if (slice.usedUp) report({ done: block, of: count, isBytes: false });
    return !signal.aborted;
  });
  return range && new BlockIndex(oneRange(range), numbering.unfollowed);
}

// Which blocks of a branch trace are the same. A file may hold millions that differ, chosen to fall
// together in a table of JavaScript's, which looks at half of a long number: this one looks at all
// of it, and at a number nobody knows beforehand.

/** Different blocks by their addresses, up to a number of them that is given. */
export class DifferentBlocks {
  count = 0;
  /** Addresses in halves of 32 bits: four of each block. */
  private readonly halves: Uint32Array;
  /** Numbers of blocks plus 1, by hash. */
  private readonly table: Int32Array;
  private readonly seed = Math.floor(Math.random() * 2 ** 32);
  private readonly asked = new BigUint64Array(2);
  private readonly askedHalves = new Uint32Array(this.asked.buffer);

  constructor(most: number) {
    this.halves = new Uint32Array(4 * most);
    this.table = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
  }

  /** The number of the block with two addresses, from 0; a new one is the last from then on. */
  placeOf(begin: bigint, end: bigint): number {
    this.asked[0] = begin;
    this.asked[1] = end;
    const mask = this.table.length - 1;
    for (let slot = this.hash() & mask; ; slot = (slot + 1) & mask) {
      const place = (this.table[slot] ?? 0) - 1;
      if (place >= 0 && this.isAt(place)) return place;
      if (place >= 0) continue;
      this.halves.set(this.askedHalves, 4 * this.count);
      this.table[slot] = ++this.count;
      return this.count - 1;
    }
  }

  private isAt(place: number): boolean {
    const { halves, askedHalves } = this;
    for (let i = 0; i < 4; i++) if (halves[4 * place + i] !== askedHalves[i]) return false;
    return true;
  }

  private hash(): number {
    let hash = this.seed;
    for (let i = 0; i < 4; i++) {
      const product = Math.imul(hash ^ (this.askedHalves[i] ?? 0), 0x9e3779b1);
      hash = product ^ (product >>> 15);
    }
    return hash;
  }
}
