// One row of a disassembly: an instruction, or bytes that are not one.
import { hexAddress } from '../bytes/hex';
import type { DecodedInstruction } from './decoder';
import { lengthsOf, type InstructionSet } from './instructionSet';
import { unsigned } from '../bytes/cursor';
import { formatAarch64 } from './gnuSyntax/aarch64';
import { formatArm } from './gnuSyntax/arm';
import { formatMips } from './gnuSyntax/mips';
import { formatPowerpc } from './gnuSyntax/powerpc';
import { formatRiscv } from './gnuSyntax/riscv';
import { formatS390 } from './gnuSyntax/s390';
import type { Formatter } from './gnuSyntax/formatter';
import { formatX86Att, formatX86Intel } from './gnuSyntax/x86';

/** An instruction where it is. */
export interface Instruction {
  /** Run-time address. */
  readonly address: bigint;
  /** Which instructions are there. */
  readonly set: InstructionSet;
  /** Bytes that it takes up. */
  readonly size: number;
  /** In memory order; empty where they are not available. */
  readonly bytes: Uint8Array;
  /**
   * `invalid`: the bytes are not an instruction. `data`: the program says so.
   * `unavailableInstruction`: the frame does not have the bytes.
   */
  readonly kind: 'instruction' | 'data' | 'invalid' | 'unavailable';
  /** As gdb writes it, up to `target`; empty where the bytes are not available. */
  readonly text: string;
  /**
   * Run-time address at the end of the text: the target of a jump, or what is read. gdb writes its
   * symbol after it.
   */
  readonly target?: bigint;
  /** What follows the target. */
  readonly after?: string;
}

/** The instruction that was decoded at the beginning of `bytes`. */
export function decodedInstruction(
  { size, mnemonic, operands }: DecodedInstruction,
  address: bigint,
  from: Uint8Array,
  set: InstructionSet,
): Instruction {
  const bytes = from.subarray(0, size);
  if (mnemonic === '' || isMistaken(bytes, set)) {
    return { address, set, size, bytes, kind: 'invalid', text: rawText(bytes, set, false) };
  }
  const formatted = formatterOf(set)({ mnemonic, operands, address, bytes, set });
  return { address, set, size, bytes, kind: 'instruction', ...formatted, text: trimmed(formatted) };
}

/** Bytes that the program says are data. */
export function dataInstruction(
  address: bigint,
  bytes: Uint8Array,
  set: InstructionSet,
): Instruction {
  return { address, set, size: bytes.length, bytes, kind: 'data', text: rawText(bytes, set, true) };
}

/** Memory that the frame does not have. */
export function unavailableInstruction(address: bigint, set: InstructionSet): Instruction {
  const size = lengthsOf(set).shortest;
  return { address, set, size, bytes: new Uint8Array(0), kind: 'unavailable', text: '' };
}

/** Its text with the target's symbol; `symbolOf` gives `helper+53` without brackets. */
export async function textOf(
  { text, target, after = '' }: Instruction,
  symbolOf: (address: bigint) => Promise<string | undefined>,
): Promise<string> {
  if (target === undefined) return text;
  const symbol = await symbolOf(target);
  const named = symbol === undefined ? '' : ` <${symbol}>`;
  return `${text}${hexAddress(target)}${named}${after}`;
}

function trimmed({ text, target }: { readonly text: string; readonly target?: bigint }): string {
  return target === undefined ? text.trimEnd() : text;
}

/** Capstone 5 reads CLUI, which is newer than it, as RDPKRU. */
function isMistaken(bytes: Uint8Array, { name }: InstructionSet): boolean {
  return name === 'x86-64' && [0xf3, 0x0f, 0x01, 0xee].every((byte, i) => bytes[i] === byte);
}

// What gdb writes for bytes that are not an instruction: a directive with their number, or `(bad)`.

/** The words for bytes that do not decode, or, with `isData`, for data among code. */
function rawText(bytes: Uint8Array, { name, order }: InstructionSet, isData: boolean): string {
  const digits = unsigned(bytes, order).toString(16);
  const padded = `0x${digits.padStart(2 * bytes.length, '0')}`;
  if (isData) return `${directives[bytes.length] ?? '.byte'}\t${padded}`;
  switch (name) {
    case 'x86-32':
    case 'x86-64':
      return '(bad)';
    case 'aarch64':
      return `.inst\t${padded} ; undefined`;
    case 'arm':
    case 'thumb':
      return `\t\t@ <UNDEFINED> instruction: ${padded}`;
    case 'riscv32':
    case 'riscv64':
      return `${bytes.length === 2 ? '.2byte' : '.4byte'}\t0x${digits}`;
    case 'powerpc':
    case 'powerpc64':
      return `.long 0x${digits}`;
    case 's390':
      return `${bytes.length === 4 ? '.long' : '.short'}\t${padded}`;
    case 'mips32':
    case 'mips64':
      return `.word\t0x${digits}`;
  }
}

const directives: Readonly<Record<number, string>> = { 1: '.byte', 2: '.short', 4: '.word' };

// Which formatter writes the instructions of which set.

/** The formatter of an instruction set. */
function formatterOf({ name, flavor }: InstructionSet): Formatter {
  switch (name) {
    case 'x86-32':
    case 'x86-64':
      return flavor === 'att' ? formatX86Att : formatX86Intel;
    case 'arm':
    case 'thumb':
      return formatArm;
    case 'aarch64':
      return formatAarch64;
    case 'riscv32':
    case 'riscv64':
      return formatRiscv;
    case 'powerpc':
    case 'powerpc64':
      return formatPowerpc;
    case 's390':
      return formatS390;
    case 'mips32':
    case 'mips64':
      return formatMips;
  }
}
