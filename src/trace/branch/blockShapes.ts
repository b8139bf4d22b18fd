// What runs in a block. A loop records the same block again and again, so its instructions and the
// functions that they are in are kept once for all blocks with its addresses.
import type { TimeSlice } from '../../bytes/timeSlice';
import type { BranchKind, InstructionMap } from './instructionMap';
import { linkAddress, runTimeAddress } from '../../machine/stackFrame';
import type { ModuleList } from '../moduleList';

/**
 * Why the instructions of a block cannot be followed to its end; the numbers are gdb's for its
 * decode errors. Those of Intel PT are below 0: minus a {@link DecodeError}.
 */
export const BlockGap = {
  none: 0,
  /** Its last instruction begins inside another, or before its first. */
  overflow: 1,
  /** No program has code there. */
  unknownInstruction: 2,
  /** Intel PT was not recorded for a while. */
  ptDisabled: 3,
  /** The processor lost packets of Intel PT. */
  ptOverflow: 4,
  /** There are more packets of Intel PT than are followed. */
  ptCancelled: 5,
} as const;
export type BlockGap = number;

/** A range of a block that is in one function. */
export interface Run {
  /** A number of {@link BranchFunctions}. */
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
  readonly gap: BlockGap;
  /** In order; empty without instructions. */
  readonly runs: readonly Run[];
  /** The last instruction. */
  readonly last: { readonly address: bigint; readonly size: number; readonly kind: BranchKind };
  /** Only the last instruction of the block is known. */
  readonly beginUnknown: boolean;
}

/**
 * A block that would be longer than this, in bytes, is damaged: code does not run so far without a
 * branch.
 */
export const longestBlock = 1n << 20n;

/** Instructions that are followed at most in blocks that differ: programs have fewer. */
const maxInstructions = 1 << 26;

const nowhere = { address: 0n, size: 0, kind: 0 } as const;

/** A block of which nothing is known. */
export const unfollowed: BlockShape = {
  count: 0,
  gap: BlockGap.overflow,
  runs: [],
  last: nowhere,
  beginUnknown: false,
};

/** What stands for instructions of Intel PT that are not known. */
export function gapShape(gap: BlockGap): BlockShape {
  return { ...unfollowed, gap };
}

/** Finds out what runs in blocks. */
export class BlockShapes {
  private walked = 0;

  constructor(
    private readonly map: InstructionMap,
    private readonly functions: BranchFunctions,
    /** Instructions that are followed at most in all. */
    private readonly most = maxInstructions,
  ) {}

  /**
   * What runs from one address to another; undefined where too much was followed before. Rejects
   * where the decoder could not work.
   */
  async of(begin: bigint, end: bigint, slice: TimeSlice): Promise<BlockShape | undefined> {
    if (this.walked >= this.most) return undefined;
    if (begin === 0n && end !== 0n) {
      return { ...(await this.walk(end, end, slice)), beginUnknown: true };
    }
    if (!isPossible(begin, end)) return unfollowed;
    return this.walk(begin, end, slice);
  }

  /** What ran in a block that was followed before. */
  again(begin: bigint, end: bigint): Pick<BlockShape, 'count' | 'gap'> {
    if (!isPossible(begin, end)) return unfollowed;
    const length = Number(end - begin);
    const steps = this.map.stepsFrom(begin);
    for (let count = 1; ; count++) {
      const size = Math.max(0, steps.size);
      const gap = gapAt(steps.passed, size, length);
      if (gap !== undefined) return { count, gap };
      steps.forward(size);
    }
  }

  private async walk(begin: bigint, end: bigint, slice: TimeSlice): Promise<BlockShape> {
    const { map, functions } = this;
    const runs: Run[] = [];
    const [first, last] = await Promise.all([functions.at(begin), functions.at(end)]);
    const staysInOne = first === last;
    if (staysInOne) runs.push({ function: first, from: 0, start: begin });
    const length = Number(end - begin);
    const steps = map.stepsFrom(begin);
    for (let count = 1; ; count++) {
      if (steps.size < 0) await map.decode(begin + BigInt(steps.passed));
      const { size, passed } = steps;
      if (!staysInOne) {
        if (steps.function < 0) steps.note(await functions.at(begin + BigInt(passed)));
        if (steps.function !== runs.at(-1)?.function) {
          const start = begin + BigInt(passed);
          runs.push({ function: steps.function, from: count - 1, start });
        }
      }
      const gap = gapAt(passed, size, length);
      if (gap !== undefined) {
        this.walked += count;
        const instruction = { address: begin + BigInt(passed), size, kind: steps.kind };
        await slice.yieldIfDue();
        return { count, gap, runs, last: instruction, beginUnknown: false };
      }
      steps.forward(size);
      if ((count & 0xfff) === 0) await slice.yieldIfDue();
    }
  }
}

function isPossible(begin: bigint, end: bigint): boolean {
  return end >= begin && end - begin <= longestBlock;
}

/** Why a block ends behind an instruction of it; undefined where it goes on. */
function gapAt(passed: number, size: number, length: number): BlockGap | undefined {
  if (passed === length) return BlockGap.none;
  if (size === 0) return BlockGap.unknownInstruction;
  return passed + size > length ? BlockGap.overflow : undefined;
}

// The functions of a branch trace: a small number for each, so that blocks and calls can be kept as
// columns. As in gdb, inlined functions play no part: what is called and returns is a function with
// code of its own.

/**
 * A function, or one of its parts where a compiler put some of it elsewhere under a name of its
 * own.
 */
export interface TracedFunction {
  /** gdb's `??` where no program knows one. */
  readonly name: string;
  /** Run-time address of its first instruction; undefined where it is not known. */
  readonly start: bigint | undefined;
}

/** The number of what no program knows. */
export const unknownFunction = 0;

/** Functions by numbers, and the numbers by addresses. */
export class BranchFunctions {
  readonly all: TracedFunction[] = [{ name: '??', start: undefined }];
  private readonly numbers = new Map<string, number>();
  private readonly found = new Map<bigint, number>();

  constructor(private readonly programs: ModuleList) {}

  /** The number of the function that holds a run-time address. */
  async at(address: bigint): Promise<number> {
    let number = this.found.get(address);
    if (number === undefined) {
      number = await this.lookUp(address);
      if (this.found.size >= maxRemembered) this.found.clear();
      this.found.set(address, number);
    }
    return number;
  }

  private async lookUp(address: bigint): Promise<number> {
    for (const { program, slide } of this.programs.all) {
      if (slide === undefined) continue;
      const at = linkAddress(address, slide);
      const symbol = program.isCode(at) ? await program.symbolAt(at) : undefined;
      if (!symbol) continue;
      const { name, offset } = symbol;
      return this.numberOf(name, runTimeAddress(at - offset, slide));
    }
    return unknownFunction;
  }

  private numberOf(name: string, start: bigint): number {
    const key = `${start} ${name}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.all.length;
      this.all.push({ name, start });
      this.numbers.set(key, number);
    }
    return number;
  }
}

const maxRemembered = 1 << 20;
