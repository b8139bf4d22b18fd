// The blocks of a branch trace in numbers: what runs in each, and which numbers its instructions have. Instructions are
// numbered as gdb does, from 1 for the oldest; where a block cannot be followed to its end, a gap takes a number too.
import type { Blocks } from '../../format/branchTrace';
import { firstWhere } from '../../bytes/firstWhere';
import { TimeSlice } from '../../bytes/timeSlice';
import type { BlockShape, BlockShapes } from './blockShapes';
import { DifferentBlocks } from './differentBlocks';
import { ShapeColumns, unfollowedPlace } from './shapeColumns';

/** Stretches of blocks in functions that are followed at most: each takes some 50 bytes. */
const mostRuns = 1 << 24;

/** How far an index has come. */
export interface BlockIndexProgress {
  readonly done: number;
  readonly of: number;
}

/** Blocks by number from 0, the oldest first, and instructions by number from 1. */
export class BlockIndex {
  private constructor(
    readonly blocks: Blocks,
    /** What runs in blocks, each once. */
    private readonly shapes: ShapeColumns,
    private readonly shapeOf: Uint32Array,
    /** The number of each block's first instruction, and at the end the number behind the last. */
    private readonly firsts: Float64Array,
    /** Blocks, the newest, that were too many to be followed: each is a gap. */
    readonly unfollowed: number,
  ) {}

  /** Looks at all blocks. Rejects where the decoder could not work; undefined when cancelled. */
  static async build(
    blocks: Blocks,
    finder: BlockShapes,
    signal: AbortSignal,
    report?: (progress: BlockIndexProgress) => void,
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
    for (let block = 0; block < count; block++) {
      const like = different.firstLike(block);
      let shape = shapeOf[like] ?? unfollowedPlace;
      if (like === block) {
        const [begin, end] = [blocks.begins[block] ?? 0n, blocks.ends[block] ?? 0n];
        const found = await finder.of(begin, end, slice);
        shape = found ? shapes.add(found, begin === 0n ? end : begin) : unfollowedPlace;
      }
      runs += shapes.runCountOf(shape);
      if (runs > mostRuns) shape = unfollowedPlace;
      if (shape === unfollowedPlace) unfollowed++;
      shapeOf[block] = shape;
      firsts[block] = number;
      number += shapes.numbersOf(shape);
      if ((block & 0xff) !== 0) continue;
      if (slice.usedUp) report?.({ done: block, of: count });
      await slice.breathe();
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

  /** The number of a block's first instruction; behind the last block, the number behind the last instruction. */
  firstOf(block: number): number {
    return this.firsts[block] ?? 1;
  }

  /** The block that holds an instruction, or the gap behind it. */
  blockOf(instruction: number): number {
    const next = firstWhere(this.blocks.count, (block) => this.firstOf(block) > instruction);
    return Math.max(0, next - 1);
  }

  /** Run-time address of a block's first instruction that is known. */
  beginOf(block: number): bigint {
    const { begins, ends } = this.blocks;
    const begin = begins[block] ?? 0n;
    return begin === 0n ? (ends[block] ?? 0n) : begin;
  }

  /** Whether a number is that of a gap. */
  isGap(instruction: number): boolean {
    const block = this.blockOf(instruction);
    return instruction - this.firstOf(block) >= this.countOf(block);
  }
}
