// The blocks of a branch trace in numbers: what runs in each, and which numbers its instructions have. Instructions are
// numbered as gdb does, from 1 for the oldest; where a block cannot be followed to its end, a gap takes a number too.
import type { Blocks } from '../../format/branchTrace';
import { TimeSlice } from '../../bytes/timeSlice';
import type { BlockShape, BlockShapes } from './blockShapes';

/** How far an index has come. */
export interface IndexProgress {
  readonly done: number;
  readonly of: number;
}

/** Blocks by number from 0, the oldest first, and instructions by number from 1. */
export class BlockIndex {
  private constructor(
    readonly blocks: Blocks,
    /** What runs in blocks, each once. */
    readonly shapes: readonly BlockShape[],
    private readonly shapeOf: Uint32Array,
    /** The number of each block's first instruction, and at the end the number behind the last. */
    private readonly firsts: Float64Array,
  ) {}

  /** Looks at all blocks. Rejects where the decoder could not work; undefined when cancelled. */
  static async build(
    blocks: Blocks,
    finder: BlockShapes,
    signal: AbortSignal,
    report?: (progress: IndexProgress) => void,
  ): Promise<BlockIndex | undefined> {
    const { count, begins, ends } = blocks;
    const shapes: BlockShape[] = [];
    const shapeOf = new Uint32Array(count);
    const firsts = new Float64Array(count + 1);
    const known = new Map<bigint, number>();
    const slice = new TimeSlice();
    let number = 1;
    for (let block = 0; block < count; block++) {
      const begin = begins[block] ?? 0n;
      const end = ends[block] ?? 0n;
      const key = (begin << 64n) | end;
      let shape = known.get(key);
      if (shape === undefined) {
        shape = shapes.length;
        shapes.push(await finder.of(begin, end));
        known.set(key, shape);
        await slice.breathe();
      }
      shapeOf[block] = shape;
      firsts[block] = number;
      number += numbersOf(shapes[shape]);
      if ((block & 0xff) !== 0) continue;
      if (slice.usedUp) report?.({ done: block, of: count });
      await slice.breathe();
      if (signal.aborted) return undefined;
    }
    firsts[count] = number;
    return new BlockIndex(blocks, shapes, shapeOf, firsts);
  }

  /** Instructions and gaps: the greatest number there is. */
  get count(): number {
    return this.firstOf(this.blocks.count) - 1;
  }

  /** What runs in a block. */
  shape(block: number): BlockShape | undefined {
    return this.shapes[this.shapeOf[block] ?? -1];
  }

  /** The number of a block's first instruction; behind the last block, the number behind the last instruction. */
  firstOf(block: number): number {
    return this.firsts[block] ?? 1;
  }

  /** The block that holds an instruction, or the gap behind it. */
  blockOf(instruction: number): number {
    let low = 0;
    let high = this.blocks.count;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.firstOf(middle) <= instruction) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Whether a number is that of a gap. */
  isGap(instruction: number): boolean {
    const block = this.blockOf(instruction);
    const shape = this.shape(block);
    return shape === undefined || instruction - this.firstOf(block) >= shape.count;
  }
}

function numbersOf(shape: BlockShape | undefined): number {
  return shape === undefined ? 0 : shape.count + (shape.gap === 0 ? 0 : 1);
}
