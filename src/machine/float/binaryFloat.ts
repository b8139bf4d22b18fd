// Floating-point numbers of any binary format (IEEE 754), computed exactly and rounded to
// nearest-even once, when they are stored: numbers wider than JavaScript's come out as the
// processor would have them.
import { type ByteOrder, unsigned, toBytes, concat } from '../../bytes/cursor';

/** A number, or none. A finite one is `significand * 2^exponent`. */
export type BinaryFloat =
  | {
      readonly kind: 'finite';
      readonly negative: boolean;
      readonly significand: bigint;
      readonly exponent: number;
    }
  | { readonly kind: 'infinite'; readonly negative: boolean }
  | { readonly kind: 'nan'; readonly negative: boolean };

/** More bits than any format has; a quotient gets as many. */
const quotientBits = 256;

/** Decimal exponents beyond it are infinite or zero in every format. */
const maxDecimalExponent = 20_000;

/** The number that `bytes` of a format hold. */
export function decodeFloat(bytes: Uint8Array, order: ByteOrder, format: FloatFormat): BinaryFloat {
  const { mantissaBits, integerBit = false } = format;
  const { negative, exponent: biased, mantissa } = readFields(bytes, order, format);
  const bias = exponentBias(format);
  if (biased === 2 * bias + 1) {
    const fraction = integerBit ? BigInt.asUintN(mantissaBits - 1, mantissa) : mantissa;
    return { kind: fraction === 0n ? 'infinite' : 'nan', negative };
  }
  const implied = integerBit || biased === 0 ? 0n : 1n << BigInt(mantissaBits);
  const topDigit = biased === 0 ? lowestExponent(format) : biased - bias;
  const exponent = topDigit - fractionBits(format);
  return { kind: 'finite', negative, significand: mantissa | implied, exponent };
}

/** The number in a format. */
export function encodeFloat(value: BinaryFloat, order: ByteOrder, format: FloatFormat): Uint8Array {
  const { biased: exponent, mantissa } = fields(value, format);
  return writeFields({ negative: value.negative, exponent, mantissa }, order, format);
}

/** The number that the bytes of a floating-point type hold; zero for a type of no known format. */
export function decodeFloatType(
  bytes: Uint8Array,
  type: FloatType,
  order: ByteOrder,
  machine: number | undefined,
): BinaryFloat {
  const format = formatOf(type, machine);
  if (!format) return floatFromInteger(0n);
  if (format !== 'doubleDouble') {
    return decodeFloat(storedBytes(bytes, format, order), order, format);
  }
  const [high, low] = [bytes.subarray(0, 8), bytes.subarray(8)];
  const { double } = floatFormats;
  return add(decodeFloat(high, order, double), decodeFloat(low, order, double));
}

/**
 * The bytes that hold the nearest number of a floating-point type; those beyond its format are
 * zero.
 */
export function encodeFloatType(
  value: BinaryFloat,
  type: FloatType,
  order: ByteOrder,
  machine: number | undefined,
): Uint8Array {
  const format = formatOf(type, machine);
  if (format === 'doubleDouble') {
    const { double } = floatFormats;
    const high = roundTo(value, double);
    const low = high.kind === 'finite' ? add(value, negateFloat(high)) : floatFromInteger(0n);
    return concat([encodeFloat(high, order, double), encodeFloat(low, order, double)]);
  }
  const bytes = new Uint8Array(type.size);
  if (format)
    bytes.set(encodeFloat(value, order, format), order === 'little' ? 0 : type.size - format.size);
  return bytes;
}

/** The number as a format can hold it. */
function roundTo(value: BinaryFloat, format: FloatFormat): BinaryFloat {
  return decodeFloat(encodeFloat(value, 'little', format), 'little', format);
}

function fields(value: BinaryFloat, format: FloatFormat): { biased: number; mantissa: bigint } {
  const { exponentBits, mantissaBits, integerBit = false } = format;
  const largest = 2 ** exponentBits - 1;
  const top = integerBit ? 1n << BigInt(mantissaBits - 1) : 0n;
  if (value.kind === 'infinite') return { biased: largest, mantissa: top };
  const quiet = 1n << BigInt(mantissaBits - (integerBit ? 2 : 1));
  if (value.kind === 'nan') return { biased: largest, mantissa: top | quiet };
  const lowest = 1 - exponentBias(format) - fractionBits(format);
  const excess = bitLength(value.significand) - (fractionBits(format) + 1);
  const exponent = Math.max(value.exponent + excess, lowest);
  let significand = shiftRounding(value.significand, exponent - value.exponent);
  let biased = exponent - lowest + 1;
  if (bitLength(significand) > fractionBits(format) + 1) {
    significand >>= 1n;
    biased++;
  }
  if (significand < 1n << BigInt(fractionBits(format))) biased = 0;
  return biased >= largest ? { biased: largest, mantissa: top } : { biased, mantissa: significand };
}

/** `value / 2^shift`, rounded half to even. */
function shiftRounding(value: bigint, shift: number): bigint {
  if (shift <= 0) return value << BigInt(-shift);
  const count = BigInt(shift);
  const quotient = value >> count;
  const rest = value - (quotient << count);
  const half = 1n << (count - 1n);
  const up = rest > half || (rest === half && (quotient & 1n) === 1n);
  return up ? quotient + 1n : quotient;
}

function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

/** A whole number. */
export function floatFromInteger(value: bigint): BinaryFloat {
  const negative = value < 0n;
  return { kind: 'finite', negative, significand: negative ? -value : value, exponent: 0 };
}

const [leastLong, largestLong] = [-(2n ** 63n), 2n ** 63n - 1n];

/**
 * The number without its fraction, as gdb converts it, in 64 bits with a sign: the least or largest
 * of these where it lies beyond them, the largest for NaN (gdb 13, host_float_ops::to_longest).
 */
export function integerFromFloat(value: BinaryFloat): bigint {
  const { negative } = value;
  if (value.kind === 'nan') return largestLong;
  const beyond = negative ? leastLong : largestLong;
  if (value.kind === 'infinite' || value.exponent > 64) return beyond;
  const { significand, exponent } = value;
  const size = exponent >= 0 ? significand << BigInt(exponent) : significand >> BigInt(-exponent);
  const whole = negative ? -size : size;
  return whole < leastLong || whole > largestLong ? beyond : whole;
}

/** The number that C text means: `1.5`, `5.`, `1e10`, `0x1.8p1`. The text has its form already. */
export function floatFromText(text: string): BinaryFloat {
  const hex = /^0x([\da-f]*)(?:\.([\da-f]*))?(?:p([-+]?\d+))?$/i.exec(text);
  if (hex) {
    const [, whole = '', fraction = '', power = '0'] = hex;
    const exponent = clamped(power) - 4 * fraction.length;
    return {
      kind: 'finite',
      negative: false,
      significand: BigInt(`0x0${whole}${fraction}`),
      exponent,
    };
  }
  const [, whole = '', fraction = '', power = '0'] =
    /^(\d*)\.?(\d*)(?:e([-+]?\d+))?/i.exec(text) ?? [];
  const exponent = clamped(power) - fraction.length;
  const digits = floatFromInteger(BigInt(`0${whole}${fraction}`));
  const scale = floatFromInteger(10n ** BigInt(Math.abs(exponent)));
  return exponent >= 0 ? multiply(digits, scale) : divide(digits, scale);
}

function clamped(power: string): number {
  const value = Number(power);
  return Math.max(-maxDecimalExponent, Math.min(maxDecimalExponent, value));
}

/** The sign turned. */
export function negateFloat(value: BinaryFloat): BinaryFloat {
  return { ...value, negative: !value.negative };
}

/** The exact sum. */
export function add(left: BinaryFloat, right: BinaryFloat): BinaryFloat {
  if (left.kind === 'nan' || right.kind === 'nan') return { kind: 'nan', negative: false };
  if (left.kind === 'infinite' || right.kind === 'infinite') {
    const opposed = left.kind === right.kind && left.negative !== right.negative;
    if (opposed) return { kind: 'nan', negative: true };
    return left.kind === 'infinite' ? left : right;
  }
  const exponent = Math.min(left.exponent, right.exponent);
  const sum = signed(left, exponent) + signed(right, exponent);
  const negative = sum === 0n ? left.negative && right.negative : sum < 0n;
  return { kind: 'finite', negative, significand: sum < 0n ? -sum : sum, exponent };
}

function signed(value: BinaryFloat & { kind: 'finite' }, exponent: number): bigint {
  const size = value.significand << BigInt(value.exponent - exponent);
  return value.negative ? -size : size;
}

/** The exact product. */
export function multiply(left: BinaryFloat, right: BinaryFloat): BinaryFloat {
  const negative = left.negative !== right.negative;
  if (left.kind === 'nan' || right.kind === 'nan') return { kind: 'nan', negative: false };
  if (left.kind === 'infinite' || right.kind === 'infinite') {
    return isZero(left) || isZero(right)
      ? { kind: 'nan', negative: true }
      : { kind: 'infinite', negative };
  }
  const significand = left.significand * right.significand;
  return { kind: 'finite', negative, significand, exponent: left.exponent + right.exponent };
}

/** The quotient, with more bits than any format has. */
export function divide(left: BinaryFloat, right: BinaryFloat): BinaryFloat {
  const negative = left.negative !== right.negative;
  if (left.kind === 'nan' || right.kind === 'nan') return { kind: 'nan', negative: false };
  if (left.kind === 'infinite') {
    return right.kind === 'infinite'
      ? { kind: 'nan', negative: true }
      : { kind: 'infinite', negative };
  }
  if (right.kind === 'infinite') return { kind: 'finite', negative, significand: 0n, exponent: 0 };
  if (right.significand === 0n) {
    return left.significand === 0n
      ? { kind: 'nan', negative: true }
      : { kind: 'infinite', negative };
  }
  const shift = Math.max(
    0,
    quotientBits + bitLength(right.significand) - bitLength(left.significand),
  );
  const dividend = left.significand << BigInt(shift);
  const inexact = dividend % right.significand === 0n ? 0n : 1n;
  const significand = ((dividend / right.significand) << 1n) | inexact;
  return {
    kind: 'finite',
    negative,
    significand,
    exponent: left.exponent - right.exponent - shift - 1,
  };
}

/** A power, as precise as a double. */
export function floatPower(base: BinaryFloat, exponent: BinaryFloat): BinaryFloat {
  const [x, y] = [base, exponent].map((each) => {
    const bytes = encodeFloat(each, 'little', floatFormats.double);
    return new DataView(bytes.buffer).getFloat64(0, true);
  }) as [number, number];
  const bytes = new Uint8Array(new Float64Array([x ** y]).buffer);
  return decodeFloat(bytes, 'little', floatFormats.double);
}

/** Whether a number is zero of either sign. */
function isZero(value: BinaryFloat): boolean {
  return value.kind === 'finite' && value.significand === 0n;
}

/**
 * Below zero, zero or above zero as `left` is less than, equal to or greater than `right`; NaN
 * where neither.
 */
export function compareFloats(left: BinaryFloat, right: BinaryFloat): number {
  if (left.kind === 'nan' || right.kind === 'nan') return NaN;
  if (left.kind === 'infinite' && right.kind === 'infinite' && left.negative === right.negative)
    return 0;
  const difference = add(left, negateFloat(right));
  if (isZero(difference)) return 0;
  return difference.negative ? -1 : 1;
}

// Binary floating-point formats: IEEE 754, Intel SDM volume 1 section 4.2, ARM FPA; and which one a
// type of the program has.

/** A binary floating-point format: sign at the top, exponent directly above the mantissa. */
export interface FloatFormat {
  /** As gdb's target descriptions name it. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly exponentBits: number;
  /** Bits that are stored, the integer bit included where it is. */
  readonly mantissaBits: number;
  /** The mantissa's top bit is the digit before the point, not its first fraction bit. */
  readonly integerBit?: boolean;
  /** A number whose integer bit contradicts its exponent is invalid. */
  readonly integerBitChecked?: boolean;
  /** The 32-bit words are most significant first, whatever the order of bytes within them. */
  readonly wordsBigFirst?: boolean;
}

export const floatFormats = {
  half: { name: 'ieee_half', size: 2, exponentBits: 5, mantissaBits: 10 },
  bfloat16: { name: 'bfloat16', size: 2, exponentBits: 8, mantissaBits: 7 },
  single: { name: 'ieee_single', size: 4, exponentBits: 8, mantissaBits: 23 },
  double: { name: 'ieee_double', size: 8, exponentBits: 11, mantissaBits: 52 },
  quad: { name: 'ieee_quad', size: 16, exponentBits: 15, mantissaBits: 112 },
  i387: {
    name: 'i387_ext',
    size: 10,
    exponentBits: 15,
    mantissaBits: 64,
    integerBit: true,
    integerBitChecked: true,
  },
  fpa: {
    name: 'arm_fpa_ext',
    size: 12,
    exponentBits: 15,
    mantissaBits: 64,
    integerBit: true,
    wordsBigFirst: true,
  },
} as const satisfies Record<string, FloatFormat>;

/** The bits of a number, taken apart. */
export interface FloatFields {
  readonly negative: boolean;
  /** With its bias; all ones for infinities and NaNs. */
  readonly exponent: number;
  /** As it is stored. */
  readonly mantissa: bigint;
}

/** Takes a number apart that has the bytes of its format. */
export function readFields(bytes: Uint8Array, order: ByteOrder, format: FloatFormat): FloatFields {
  const { size, exponentBits, mantissaBits } = format;
  const value = unsigned(inWordOrder(bytes, order, format), order);
  return {
    negative: value >> BigInt(8 * size - 1) === 1n,
    exponent: Number(BigInt.asUintN(exponentBits, value >> BigInt(mantissaBits))),
    mantissa: BigInt.asUintN(mantissaBits, value),
  };
}

/** The bytes of a number. */
function writeFields(
  { negative, exponent, mantissa }: FloatFields,
  order: ByteOrder,
  format: FloatFormat,
): Uint8Array {
  const { size, mantissaBits } = format;
  const sign = negative ? 1n << BigInt(8 * size - 1) : 0n;
  const exponentField = BigInt(exponent) << BigInt(mantissaBits);
  const bits = sign | exponentField | BigInt.asUintN(mantissaBits, mantissa);
  return inWordOrder(toBytes(bits, size, order), order, format);
}

/** Turns bytes of a format's own order of words into those of a plain number, and back. */
function inWordOrder(bytes: Uint8Array, order: ByteOrder, { wordsBigFirst }: FloatFormat) {
  if (!wordsBigFirst || order === 'big') return bytes;
  const swapped = new Uint8Array(bytes.length);
  for (let word = 0; word < bytes.length; word += 4) {
    swapped.set(bytes.subarray(word, word + 4), bytes.length - 4 - word);
  }
  return swapped;
}

/** What an exponent is relative to. */
export function exponentBias({ exponentBits }: FloatFormat): number {
  return 2 ** (exponentBits - 1) - 1;
}

/** Bits of the mantissa after the point. */
export function fractionBits({ mantissaBits, integerBit = false }: FloatFormat): number {
  return integerBit ? mantissaBits - 1 : mantissaBits;
}

/** The exponent of numbers below the smallest normal one: they share its; FPA's go one lower. */
export function lowestExponent(format: FloatFormat): number {
  return (format.wordsBigFirst ? 0 : 1) - exponentBias(format);
}

/** ELF e_machine of the processors whose `long double` is one of their own. */
const intel: ReadonlySet<number | undefined> = new Set([3, 62]);
const powerPc: ReadonlySet<number | undefined> = new Set([20, 21]);
const arm = 40;

const ieeeName = /float128|ieee128|_Float128|quad/;

/** A floating-point type of the program. */
export interface FloatType {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * How a floating-point type stores its numbers; `doubleDouble` is two doubles whose sum is the
 * number (PowerPC ABI), undefined a size that no format has.
 */
export function formatOf(
  { name, size }: FloatType,
  machine: number | undefined,
): FloatFormat | 'doubleDouble' | undefined {
  const { half, bfloat16, single, double, quad, i387, fpa } = floatFormats;
  switch (size) {
    case 2:
      return /bf(?:loat)?16/.test(name) ? bfloat16 : half;
    case 4:
      return single;
    case 8:
      return double;
    case 10:
      return i387;
    case 12:
      return machine === arm ? fpa : i387;
    case 16:
      if (ieeeName.test(name)) return quad;
      return powerPc.has(machine) ? 'doubleDouble' : intel.has(machine) ? i387 : quad;
    default:
      return undefined;
  }
}

/** The bytes of a type that its format uses; a long double has padding after them. */
export function storedBytes(
  bytes: Uint8Array,
  { size }: FloatFormat,
  order: ByteOrder,
): Uint8Array {
  return order === 'little' ? bytes.subarray(0, size) : bytes.subarray(-size);
}
