// Binary floating-point formats: IEEE 754, Intel SDM volume 1 section 4.2, ARM FPA; and which one a type of the program has.
import { unsigned, type ByteOrder } from '../../bytes/cursor';
import { toBytes } from '../numberBytes';

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
  /** A number whose integer bit contradicts its exponent is no number. */
  readonly integerBitChecked?: boolean;
  /** The 32-bit words stand most significant first, whatever the order of bytes within them. */
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
  /** With its bias; all ones for infinities and what is no number. */
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
export function writeFields(
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
 * How a floating-point type stores its numbers; `doubleDouble` is two doubles whose sum is the number (PowerPC ABI),
 * undefined a size that no format has.
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

/** The bytes of a type that its format has; a long double has bytes behind it that mean nothing. */
export function storedBytes(
  bytes: Uint8Array,
  { size }: FloatFormat,
  order: ByteOrder,
): Uint8Array {
  return order === 'little' ? bytes.subarray(0, size) : bytes.subarray(-size);
}
