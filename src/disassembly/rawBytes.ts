// The bytes of an instruction as `disassemble /r` writes them: in the pieces that the processor reads, filled up to a
// column.
import { toHex } from '../bytes/hex';
import type { Instruction } from './instruction';
import type { InstructionSetName } from './instructionSet';

/** Bytes in a piece, and those that a column has room for. */
const pieces: Partial<Record<InstructionSetName, readonly [piece: number, column: number]>> = {
  'x86-32': [1, 7],
  'x86-64': [1, 7],
  s390: [1, 6],
  powerpc: [1, 4],
  powerpc64: [1, 4],
  thumb: [2, 4],
};

/** The bytes in hexadecimal digits. */
export function rawBytes({ bytes, set, size }: Instruction): string {
  const isRiscv = set.name === 'riscv32' || set.name === 'riscv64';
  const [piece, column] = pieces[set.name] ?? (isRiscv ? [size, 8] : [4, 4]);
  const written: string[] = [];
  for (let at = 0; at < bytes.length; at += piece) {
    const part = bytes.slice(at, at + piece);
    written.push(toHex(set.order === 'little' ? part.reverse() : part));
  }
  const missing = Math.floor((column - bytes.length) / piece);
  const filling = missing > 0 ? missing * (2 * piece + 1) - 1 : 0;
  return written.join(' ') + ' '.repeat(filling);
}
