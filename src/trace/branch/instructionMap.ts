// How long the instructions of the programs are and which of them leave a function: all that
// counting and following the blocks of a branch trace needs. A byte for each address of code that
// was looked at, so that nothing is decoded twice.
import { type Decoder, capstoneMode } from '../../disassembly/decoder';
import type { InstructionSet, InstructionSetName } from '../../disassembly/instructionSet';
import { flowInstruction } from '../../machine/arch/x86Flow';
import { Origin } from '../../machine/memory';
import type { ModuleList } from '../moduleList';

const pageSize = 4096;
const pageBits = 12n;
/** Instructions that are decoded in one go. */
const maxAtOnce = 64;
/** Bytes of the longest instruction. */
export const maxInstruction = 15;
/** The byte of an address without an instruction; 0 marks an address that was not looked at. */
const noInstruction = 0xf0;

/**
 * What an instruction does when it branches. Conditional jumps are not listed: they stay in their
 * function.
 */
export const BranchKind = { none: 0, call: 1, return: 2, jump: 3 } as const;
export type BranchKind = (typeof BranchKind)[keyof typeof BranchKind];

/** What is known of the addresses in a page. */
interface Page {
  /** Bytes and kind of the instruction at each. */
  readonly instructions: Uint8Array;
  /** The number of the function that holds each, plus 1; 0 where it was not asked for. */
  functions?: Int32Array;
}

/** An instruction, as far as counting and following needs it. */
interface Step {
  /** Bytes. */
  readonly size: number;
  readonly kind: BranchKind;
}

/** The instructions at the beginning of bytes of code, up to the first that is none. */
export type DecodeSteps = (bytes: Uint8Array, address: bigint) => Promise<readonly Step[]>;

/** Instructions as Capstone decodes them; none for an instruction set that is not known. */
export function capstoneSteps(decoder: Decoder, set: InstructionSet | undefined): DecodeSteps {
  return async (bytes, address) => {
    const steps: Step[] = [];
    if (!set || bytes.length === 0) return steps;
    for (const { size, mnemonic } of await decoder.decode(
      bytes,
      address,
      capstoneMode(set),
      maxAtOnce,
    )) {
      if (mnemonic === '' || size <= 0 || size > maxInstruction) break;
      steps.push({ size, kind: branchKind(set.name, mnemonic) });
    }
    return steps;
  };
}

/** x86 instructions as the flow of Intel PT goes through them. */
export function flowSteps(width: 32 | 64): DecodeSteps {
  return (bytes) => {
    const steps: Step[] = [];
    for (let at = 0; steps.length < maxAtOnce;) {
      const instruction = flowInstruction(bytes, at, width);
      if (!instruction) break;
      const { size, kind } = instruction;
      const isBranch = kind === 'call' || kind === 'return' || kind === 'jump';
      steps.push({ size, kind: isBranch ? BranchKind[kind] : BranchKind.none });
      at += size;
    }
    return Promise.resolve(steps);
  };
}

/** Instructions by their run-time addresses. */
export class InstructionMap {
  private readonly pages = new Map<bigint, Page>();

  constructor(
    private readonly programs: ModuleList,
    private readonly steps: DecodeSteps,
  ) {}

  /** What goes from instruction to instruction. */
  stepsFrom(address: bigint): Steps {
    return new Steps(this.pages, address);
  }

  /**
   * Bytes of the instruction at an address, 0 if none exists, -1 where it was not decoded yet.
   */
  sizeAt(address: bigint): number {
    return sizeIn(this.byteAt(address));
  }

  /**
   * Decodes the instruction at an address, and those after it. Rejects where the decoder could not
   * work.
   */
  async decode(address: bigint): Promise<void> {
    const bytes = await codeAt(this.programs, address, maxAtOnce * maxInstruction);
    const steps = await this.steps(bytes, address);
    if (steps.length === 0) this.note(address, noInstruction);
    let at = address;
    for (const { size, kind } of steps) {
      this.note(at, size | (kind << 4));
      at += BigInt(size);
    }
  }

  private byteAt(address: bigint): number {
    return this.pages.get(address >> pageBits)?.instructions[Number(address & 0xfffn)] ?? 0;
  }

  private note(address: bigint, byte: number): void {
    const number = address >> pageBits;
    let page = this.pages.get(number);
    if (!page) {
      page = { instructions: new Uint8Array(pageSize) };
      this.pages.set(number, page);
    }
    page.instructions[Number(address & 0xfffn)] = byte;
  }
}

const none = new Uint8Array(0);

/** The programs' bytes from an address on, up to the first that they do not hold. */
export async function codeAt(
  programs: ModuleList,
  address: bigint,
  length: number,
): Promise<Uint8Array> {
  for (const placed of programs.all) {
    if (!placed.holds(address)) continue;
    const { bytes, origins } = await placed.read(address, length);
    const gap = origins.indexOf(Origin.unavailable);
    return gap < 0 ? bytes : bytes.subarray(0, gap);
  }
  return none;
}

/** Goes through code instruction by instruction. */
class Steps {
  /** Bytes from where it began. */
  passed = 0;
  private page: Page | undefined;
  private pageNumber: bigint;
  private offset: number;

  constructor(
    private readonly pages: ReadonlyMap<bigint, Page>,
    address: bigint,
  ) {
    this.pageNumber = address >> pageBits;
    this.offset = Number(address & 0xfffn);
  }

  /** Bytes of the instruction here, 0 if none exists, -1 where it was not decoded yet. */
  get size(): number {
    return sizeIn(this.byte);
  }

  get kind(): BranchKind {
    const { byte } = this;
    return byte === noInstruction ? BranchKind.none : (kinds[byte >> 4] ?? BranchKind.none);
  }

  /** The number of the function that the instruction here is in, -1 where it was not noted yet. */
  get function(): number {
    return (this.page?.functions?.[this.offset] ?? 0) - 1;
  }

  note(inFunction: number): void {
    if (!this.page) return;
    this.page.functions ??= new Int32Array(pageSize);
    this.page.functions[this.offset] = inFunction + 1;
  }

  forward(bytes: number): void {
    this.passed += bytes;
    this.offset += bytes;
    if (this.offset < pageSize) return;
    this.offset -= pageSize;
    this.pageNumber++;
    this.page = undefined;
  }

  private get byte(): number {
    this.page ??= this.pages.get(this.pageNumber);
    return this.page?.instructions[this.offset] ?? 0;
  }
}

function sizeIn(byte: number): number {
  return byte === 0 ? -1 : byte === noInstruction ? 0 : byte & 0xf;
}

const kinds = [BranchKind.none, BranchKind.call, BranchKind.return, BranchKind.jump] as const;

// Mnemonics of branches on x86, where processors record branches, and on aarch64.

interface BranchWords {
  readonly call: RegExp;
  readonly return: RegExp;
  readonly jump: RegExp;
}

const x86: BranchWords = { call: /^l?call/, return: /^(l?ret|iret)/, jump: /^l?jmp/ };

const words: Partial<Record<InstructionSetName, BranchWords>> = {
  'x86-32': x86,
  'x86-64': x86,
  aarch64: { call: /^blr?(aa|ab)?z?$/, return: /^reta?[ab]?$/, jump: /^br?(aa|ab)?z?$/ },
};

/** The kind of an instruction by its mnemonic, as Capstone writes it: `notrack jmpq`. */
function branchKind(set: InstructionSetName, mnemonic: string): BranchKind {
  const known = words[set];
  if (!known) return BranchKind.none;
  const word = mnemonic.slice(mnemonic.lastIndexOf(' ') + 1);
  if (known.call.test(word)) return BranchKind.call;
  if (known.return.test(word)) return BranchKind.return;
  return known.jump.test(word) ? BranchKind.jump : BranchKind.none;
}
