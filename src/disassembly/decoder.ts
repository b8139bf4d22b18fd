// What decodes instructions: Capstone, in a thread of its own (platform/) or, in a test, in the
// same one.
import type { InstructionSet, InstructionSetName } from './instructionSet';

/** An instruction in Capstone's words. */
export interface DecodedInstruction {
  /** In bytes. */
  readonly size: number;
  /** Empty where the bytes are not an instruction. */
  readonly mnemonic: string;
  readonly operands: string;
}

/** Decodes bytes. */
export interface Decoder {
  /**
   * Instructions one after another, at most `most` of them. Rejects with a sentence where it could
   * not work.
   */
  decode(
    bytes: Uint8Array,
    address: bigint,
    mode: ReturnType<typeof capstoneMode>,
    most: number,
  ): Promise<readonly DecodedInstruction[]>;
}

// Capstone's numbers for each instruction set (capstone.h, version 5: cs_arch, cs_mode,
// cs_opt_value).

const arch = { arm: 0, aarch64: 1, mips: 2, x86: 3, powerpc: 4, s390: 6, riscv: 15 };
const bigEndian = 0x8000_0000;
const syntax = { default: 0, intel: 1, att: 2 };

const modes: Record<InstructionSetName, readonly [architecture: number, mode: number]> = {
  'x86-32': [arch.x86, 1 << 2],
  'x86-64': [arch.x86, 1 << 3],
  arm: [arch.arm, 1 << 6],
  thumb: [arch.arm, (1 << 4) | (1 << 6)],
  aarch64: [arch.aarch64, 0],
  riscv32: [arch.riscv, (1 << 0) | (1 << 2)],
  riscv64: [arch.riscv, (1 << 1) | (1 << 2)],
  powerpc: [arch.powerpc, 1 << 2],
  powerpc64: [arch.powerpc, 1 << 3],
  s390: [arch.s390, 0],
  mips32: [arch.mips, 1 << 2],
  mips64: [arch.mips, 1 << 3],
};

/** How Capstone is to read and write the instructions of a set. */
export function capstoneMode({ name, order, flavor }: InstructionSet): {
  readonly architecture: number;
  readonly mode: number;
  readonly syntax: number;
} {
  const [architecture, mode] = modes[name];
  return {
    architecture,
    mode: order === 'big' ? mode + bigEndian : mode,
    syntax: architecture === arch.x86 ? syntax[flavor] : syntax.default,
  };
}
