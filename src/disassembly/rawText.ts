// What gdb writes for bytes that are no instruction: a directive with their number, or that they are bad.
import { unsigned } from '../bytes/cursor';
import type { InstructionSet } from './instructionSet';

/** The words for bytes that do not decode, or, with `isData`, for data among code. */
export function rawText(
  bytes: Uint8Array,
  { name, order }: InstructionSet,
  isData: boolean,
): string {
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
