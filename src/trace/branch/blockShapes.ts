// What runs in a block. A loop records the same block again and again, so what is found out of one, its instructions and
// the functions that they are in, is kept once for all blocks with its addresses.
import type { BranchKind } from './branchKind';
import type { Functions } from './functions';
import type { InstructionMap } from './instructionMap';

/** Why the instructions of a block cannot be followed to its end; the numbers are gdb's for its decode errors. */
export const Gap = {
  none: 0,
  /** Its last instruction begins inside another, or before its first. */
  overflow: 1,
  /** There is no code to decode. */
  unknownInstruction: 2,
} as const;
export type Gap = (typeof Gap)[keyof typeof Gap];

/** A stretch of a block that is in one function. */
export interface Run {
  /** A number of {@link Functions}. */
  readonly function: number;
  /** Instructions of the block before it. */
  readonly from: number;
  /** Run-time address of its first instruction. */
  readonly start: bigint;
}

/** What runs in a block. */
export interface BlockShape {
  /** Instructions. */
  readonly count: number;
  readonly gap: Gap;
  /** In order; none where there are no instructions. */
  readonly runs: readonly Run[];
  /** The last instruction. */
  readonly last: { readonly address: bigint; readonly size: number; readonly kind: BranchKind };
  /** Only the last instruction of the block is known. */
  readonly beginUnknown: boolean;
}

/** A block that would be longer than this, in bytes, is damaged: code does not run so far without a branch. */
const longestBlock = 1n << 20n;

const nowhere = { address: 0n, size: 0, kind: 0 } as const;

/** Finds out what runs in blocks. */
export class BlockShapes {
  constructor(
    private readonly map: InstructionMap,
    private readonly functions: Functions,
  ) {}

  /** What runs from one address to another. Rejects where the decoder could not work. */
  async of(begin: bigint, end: bigint): Promise<BlockShape> {
    if (begin === 0n && end !== 0n) {
      return { ...(await this.walk(end, end)), beginUnknown: true };
    }
    if (end < begin || end - begin > longestBlock) {
      return { count: 0, gap: Gap.overflow, runs: [], last: nowhere, beginUnknown: false };
    }
    return this.walk(begin, end);
  }

  private async walk(begin: bigint, end: bigint): Promise<BlockShape> {
    const runs: Run[] = [];
    const [first, last] = await Promise.all([this.functions.at(begin), this.functions.at(end)]);
    const staysInOne = first === last;
    let count = 0;
    for (let at = begin; at <= end; count++) {
      if (this.map.sizeAt(at) < 0) await this.map.decode(at);
      const size = this.map.sizeAt(at);
      const inside = staysInOne
        ? first
        : (this.functions.known(at) ?? (await this.functions.at(at)));
      if (inside !== runs.at(-1)?.function) runs.push({ function: inside, from: count, start: at });
      const isLast = at === end || size === 0 || at + BigInt(size) > end;
      if (isLast) {
        const gap = at === end ? Gap.none : size === 0 ? Gap.unknownInstruction : Gap.overflow;
        const kind = this.map.known(at)?.kind ?? 0;
        const instruction = { address: at, size, kind };
        return { count: count + 1, gap, runs, last: instruction, beginUnknown: false };
      }
      at += BigInt(size);
    }
    return { count, gap: Gap.overflow, runs, last: nowhere, beginUnknown: false };
  }
}
