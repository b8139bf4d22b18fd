// x86 in Intel's syntax: gdb writes sizes of memory in capitals, no blanks, and all numbers in hexadecimal.
import { hex, operandNumber, type Spelled, type Words } from './spelling';
import {
  branchTarget,
  floatingOperand,
  isExchange,
  isString,
  namesTop,
  paddingPrefixes,
  shiftsByOne,
  x86Words,
  type X86Words,
} from './x86Words';

/** An instruction as gdb writes it after `set disassembly-flavor intel`. */
export function spellX86Intel(words: Words): Spelled {
  const x86 = x86Words(words);
  if (isExchange(x86)) return { text: 'xchg   ax,ax' };
  const { prefixes, mnemonic, operands } = x86;
  // The size that a string instruction ends with, its operands say.
  const name = isString(x86) ? mnemonic.replace(/[bwdq]$/, '') : mnemonic;
  const head = [...prefixes, ...paddingPrefixes(x86), name].join(' ');
  const target = branchTarget(x86);
  if (target !== undefined) return { text: `${head.padEnd(6)} `, target };
  const written = operandTexts(x86).join(',');
  const text = written === '' ? head : `${head.padEnd(6)} ${written}`;
  const relative = operands
    .map((each) => ripRelative(each, x86))
    .find((each) => each !== undefined);
  return relative === undefined ? { text } : { text: `${text}        # `, target: relative };
}

function operandTexts(x86: X86Words): string[] {
  const written = x86.operands.map((each) => operandText(each, x86));
  const named = floatingOperand(x86);
  if (named === 'from') return ['st', ...written];
  if (named === 'to') return [...written, 'st'];
  if (namesTop(x86)) return written.map((each) => each.replace('st(0)', 'st'));
  if (shiftsByOne(x86) && written[1] === '0x1') return [...written.slice(0, 1), '1'];
  if (isString(x86)) return written.map(stringOperand);
  return written;
}

function stringOperand(operand: string): string {
  return operand.replace(
    /PTR (?:[de]s:)?\[(.*([sd])i)\]$/,
    (_, register: string, kind: string) => `PTR ${kind === 's' ? 'ds' : 'es'}:[${register}]`,
  );
}

const sizes: Readonly<Record<string, string>> = { xword: 'TBYTE' };

function operandText(operand: string, x86: X86Words): string {
  const [memory, size, segment = '', inside = ''] =
    /^(?:(\w+) ptr )?(\w\w:)?\[(.*)\](?=$| )/.exec(operand) ?? [];
  if (memory !== undefined) {
    const rest = operand.slice(memory.length).replaceAll(' ', '');
    const pointer = size === undefined ? '' : `${sizes[size] ?? size.toUpperCase()} PTR `;
    const place = placeText(paddingPrefixes(x86).includes('cs') ? '' : segment, inside, x86);
    // An address that follows the opcode has the accumulator's size.
    return isOffset(x86) ? place : `${pointer}${place}${rest}`;
  }
  if (/^-?(0x[0-9a-f]+|\d+)$/.test(operand)) return immediateText(operand, x86);
  return operand.replaceAll(' ', '');
}

/** Moves between the accumulator and an address that follows the opcode. */
function isOffset({ encoding: { opcode } }: X86Words): boolean {
  return opcode >= 0xa0 && opcode <= 0xa3;
}

function immediateText(operand: string, { mnemonic, operands, bits }: X86Words): string {
  const value = operandNumber(operand);
  if (value >= 0n) return hex(value);
  const sized = operands.map(operandBits).find((each) => each !== undefined);
  return hex(BigInt.asUintN(mnemonic === 'xabort' ? 8 : (sized ?? bits), value));
}

const memoryBits: Readonly<Record<string, number>> = { byte: 8, word: 16, dword: 32, qword: 64 };

function operandBits(operand: string): number | undefined {
  const size = /^(\w+) ptr/.exec(operand)?.[1];
  if (size !== undefined) return memoryBits[size];
  if (/^(r[a-z]{2}|r\d+)$/.test(operand)) return 64;
  if (/^(e[a-z]{2}|r\d+d)$/.test(operand)) return 32;
  if (/^([abcd][lh]|[sd]il|[sb]pl|r\d+b)$/.test(operand)) return 8;
  if (/^([a-d]x|[sd]i|[sb]p|r\d+w)$/.test(operand)) return 16;
  return undefined;
}

/** What stands between the brackets: base, index with its scale, displacement. */
function placeText(segment: string, inside: string, { encoding, bits }: X86Words): string {
  const parts = inside.replaceAll(' ', '').match(/[+-]?[^+-]+/g) ?? [];
  const plain = parts.map((part) => part.replace(/^\+/, ''));
  const registers = plain.filter((part) => !/^-?\d/.test(part));
  const displacement = plain.find((part) => /^-?\d/.test(part));
  if (registers.length === 0) {
    const at = hex(BigInt.asUintN(bits, operandNumber(displacement ?? '0')));
    return `${segment === '' ? 'ds:' : segment}${at}`;
  }
  const value = displacement === undefined ? undefined : operandNumber(displacement);
  if (/^[re]ip$/.test(registers[0] ?? '')) {
    return `${segment}[${registers.join('+')}+${hex(BigInt.asUintN(64, value ?? 0n))}]`;
  }
  if (registers.length === 1 && encoding.hasEmptyIndex) registers.push(bits === 64 ? 'riz' : 'eiz');
  const after = value !== undefined ? signed(value) : encoding.hasDisplacement ? '+0x0' : '';
  return `${segment}[${scaled(registers).join('+')}${after}]`;
}

function scaled(registers: readonly string[]): string[] {
  return registers.map((each, i) => (i === 1 && !each.includes('*') ? `${each}*1` : each));
}

function signed(value: bigint): string {
  return value < 0n ? `-${hex(-value)}` : `+${hex(value)}`;
}

function ripRelative(operand: string, { end }: X86Words): bigint | undefined {
  const inside = /\[[re]ip(?: ([+-]) (\w+))?\]/.exec(operand);
  if (!inside) return undefined;
  const distance = BigInt(inside[2] ?? '0');
  return BigInt.asUintN(64, end + (inside[1] === '-' ? -distance : distance));
}
