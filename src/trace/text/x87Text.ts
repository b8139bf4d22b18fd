// gdb's `info float` on x86: the stack of the x87 floating-point unit, its status and its control
// word (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1, chapter 8).
import { unsigned } from '../../bytes/cursor';
import { toHex } from '../../bytes/hex';
import { floatFormats, readFields } from '../../machine/float/binaryFloat';
import { floatText } from '../../machine/float/floatText';

/** Significant digits of a number. */
const digitsShown = 19;

const tags = ['Valid  ', 'Zero   ', 'Special', 'Empty  '] as const;
const emptyTag = 3;

const exceptions = ['I', 'D', 'Z', 'O', 'U', 'P'];

const precisions = [
  'Single Precision (24-bits)',
  'Reserved',
  'Double Precision (53-bits)',
  'Extended Precision (64-bits)',
] as const;

const roundings = ['Round to nearest', 'Round down', 'Round up', 'Round toward zero'] as const;

const unavailable = '<unavailable>';

/** The lines; `read` gives the bytes of a register, least significant first. */
export function x87Lines(read: (register: string) => Uint8Array | undefined): string[] {
  const number = (register: string) => {
    const bytes = read(register);
    return bytes && Number(unsigned(bytes, 'little'));
  };
  const [status, control, tag] = [number('fstat'), number('fctrl'), number('ftag')];
  const digits = (register: string, count: number) => hexDigits(number(register), count);
  const opcode = number('fop');
  return [
    ...(status === undefined ? [] : stackLines(topOf(status), tag, read)),
    '',
    ...statusLines(status),
    ...controlLines(control),
    `Tag Word:            ${hexDigits(tag, 4)}`,
    `Instruction Pointer: ${digits('fiseg', 2)}:${digits('fioff', 8)}`,
    `Operand Pointer:     ${digits('foseg', 2)}:${digits('fooff', 8)}`,
    // The first byte of the instruction, which is not kept, begins so.
    `Opcode:              ${hexDigits(opcode && opcode | 0xd800, 4)}`,
  ];
}

function topOf(status: number): number {
  return (status >> 11) & 7;
}

function stackLines(
  top: number,
  tagWord: number | undefined,
  read: (register: string) => Uint8Array | undefined,
): string[] {
  return [7, 6, 5, 4, 3, 2, 1, 0].map((place) => {
    const tag = tagWord === undefined ? undefined : (tagWord >> (2 * place)) & 3;
    const bytes = read(`st${(place + 8 - top) % 8}`)?.slice(0, floatFormats.i387.size);
    const isShown = bytes !== undefined && tag !== undefined && tag !== emptyTag;
    const arrow = place === top ? '=>' : '  ';
    const kind = tag === undefined ? 'Unknown' : tags[tag];
    const digits = bytes ? `0x${toHex(Uint8Array.from(bytes).reverse())}` : unavailable;
    return `${arrow}R${place}: ${kind} ${digits}${isShown ? numberText(bytes) : ''}`;
  });
}

/** What the ten bytes of a register stand for. */
function numberText(bytes: Uint8Array): string {
  const { negative, exponent, mantissa } = readFields(bytes, 'little', floatFormats.i387);
  const [integer, fraction] = [mantissa >> 63n, BigInt.asUintN(63, mantissa)];
  if (exponent === 0x7fff && integer === 1n) {
    if (fraction === 0n) return negative ? ' -Inf' : ' +Inf';
    if (negative && fraction === 1n << 62n) return ' Real Indefinite (QNaN)';
    return fraction >> 62n === 1n ? ' QNaN' : ' SNaN';
  }
  const signed = (negative ? '' : '+') + floatText(bytes, 'little', floatFormats.i387, digitsShown);
  const shown = ` ${signed.padEnd(27)}`;
  if (exponent === 0) {
    if (integer === 1n) return `${shown} Pseudo-denormal`;
    return fraction === 0n ? shown : `${shown} Denormal`;
  }
  return exponent < 0x7fff && integer === 1n ? shown : ' Unsupported';
}

function statusLines(status: number | undefined): string[] {
  if (status === undefined) return [`Status Word:         ${unavailable}`];
  const flag = (bit: number, name: string) => ` ${(status >> bit) & 1 ? name : '  '}`;
  const groups = [
    exceptions.map((name, bit) => flag(bit, `${name}E`)).join(''),
    flag(7, 'ES'),
    flag(6, 'SF'),
    [8, 9, 10, 14].map((bit, i) => flag(bit, `C${i}`)).join(''),
  ];
  return [
    `Status Word:         ${[hexDigits(status, 4), ...groups].join('  ')}`,
    `                       TOP: ${topOf(status)}`,
  ];
}

function controlLines(control: number | undefined): string[] {
  if (control === undefined) return [`Control Word:        ${unavailable}`];
  const masks = exceptions.map((name, bit) => ` ${(control >> bit) & 1 ? `${name}M` : '  '}`);
  return [
    `Control Word:        ${hexDigits(control, 4)}  ${masks.join('')}`,
    `                       PC: ${precisions[(control >> 8) & 3]}`,
    `                       RC: ${roundings[(control >> 10) & 3]}`,
  ];
}

function hexDigits(number: number | undefined, count: number): string {
  return number === undefined ? unavailable : `0x${number.toString(16).padStart(count, '0')}`;
}
