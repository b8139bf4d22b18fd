// Decimal floating-point numbers (IEEE 754-2008, sections 3.5 and 5.4; the General Decimal
// Arithmetic Specification says which exponents results have): with a binary significand on x86,
// with groups of three digits in ten bits elsewhere.
import { unsigned, type ByteOrder, toBytes } from '../../bytes/cursor';

/** A number, or none. A finite one is `coefficient * 10^exponent`. */
export type DecimalFloat =
  | {
      readonly kind: 'finite';
      readonly negative: boolean;
      readonly coefficient: bigint;
      readonly exponent: number;
    }
  | { readonly kind: 'infinite'; readonly negative: boolean }
  | { readonly kind: 'nan'; readonly negative: boolean };

type Finite = DecimalFloat & { readonly kind: 'finite' };

/** How the numbers of a size are stored. */
export interface DecimalFormat {
  /** Bytes. */
  readonly size: number;
  /** Digits of the coefficient. */
  readonly digits: number;
  readonly bias: number;
  /** Bits of the exponent below the two highest. */
  readonly exponentBits: number;
  /** Bits of the significand below the highest digit. */
  readonly trailingBits: number;
}

const formats: Readonly<Record<number, DecimalFormat>> = {
  4: { size: 4, digits: 7, bias: 101, exponentBits: 6, trailingBits: 20 },
  8: { size: 8, digits: 16, bias: 398, exponentBits: 8, trailingBits: 50 },
  16: { size: 16, digits: 34, bias: 6176, exponentBits: 12, trailingBits: 110 },
};

/** The format of a size in bytes. */
export function decimalFormat(size: number): DecimalFormat | undefined {
  return formats[size];
}

/** ELF e_machine of the processors that store the significand as a binary number: x86. */
const binarySignificands: ReadonlySet<number> = new Set([3, 62]);

/** Where numbers are stored. */
interface Target {
  readonly order: ByteOrder;
  readonly machine: number | undefined;
}

function isBinary({ machine }: Target): boolean {
  return binarySignificands.has(machine ?? 0);
}

/** The number that `bytes` hold; undefined where no format has their size. */
export function decodeDecimal(bytes: Uint8Array, target: Target): DecimalFloat | undefined {
  const format = formats[bytes.length];
  if (!format) return undefined;
  const bits = unsigned(bytes, target.order);
  const negative = bits >> BigInt(8 * bytes.length - 1) === 1n;
  const combination = Number((bits >> BigInt(8 * bytes.length - 6)) & 31n);
  if (combination === 31) return { kind: 'nan', negative };
  if (combination === 30) return { kind: 'infinite', negative };
  const { biased, coefficient } = isBinary(target)
    ? binarySignificand(bits, format)
    : packedSignificand(bits, combination, format);
  return { kind: 'finite', negative, coefficient, exponent: biased - format.bias };
}

interface Stored {
  readonly biased: number;
  readonly coefficient: bigint;
}

function binarySignificand(
  bits: bigint,
  { size, exponentBits, trailingBits }: DecimalFormat,
): Stored {
  const significandBits = trailingBits + 3;
  const large = (bits >> BigInt(8 * size - 3)) % 4n === 3n;
  const shift = large ? significandBits - 2 : significandBits;
  const biased = Number(BigInt.asUintN(exponentBits + 2, bits >> BigInt(shift)));
  const low = BigInt.asUintN(shift, bits);
  return { biased, coefficient: large ? low | (4n << BigInt(shift)) : low };
}

function packedSignificand(
  bits: bigint,
  combination: number,
  { exponentBits, trailingBits }: DecimalFormat,
): Stored {
  const large = combination >> 3 === 3;
  const high = large ? (combination >> 1) & 3 : combination >> 3;
  const first = large ? 8 + (combination & 1) : combination & 7;
  const low = Number(BigInt.asUintN(exponentBits, bits >> BigInt(trailingBits)));
  let digits = first.toString();
  for (let shift = trailingBits - 10; shift >= 0; shift -= 10) {
    digits += threeDigits(Number(BigInt.asUintN(10, bits >> BigInt(shift))));
  }
  return { biased: high * 2 ** exponentBits + low, coefficient: BigInt(digits) };
}

/** Densely packed decimal (IEEE 754-2008, table 3.3). */
function threeDigits(bits: number): string {
  const bit = (at: number) => (bits >> at) & 1;
  const three = (at: number) => (bits >> at) & 7;
  const two = (at: number) => ((bits >> at) & 3) << 1;
  const [high, middle, low] = [three(7), three(4), three(0)];
  if (!bit(3)) return `${high}${middle}${low}`;
  switch ((bits >> 1) & 3) {
    case 0:
      return `${high}${middle}${8 + bit(0)}`;
    case 1:
      return `${high}${8 + bit(4)}${two(5) + bit(0)}`;
    case 2:
      return `${8 + bit(7)}${middle}${two(8) + bit(0)}`;
    default:
      break;
  }
  switch ((bits >> 5) & 3) {
    case 0:
      return `${8 + bit(7)}${8 + bit(4)}${two(8) + bit(0)}`;
    case 1:
      return `${8 + bit(7)}${two(8) + bit(4)}${8 + bit(0)}`;
    case 2:
      return `${high}${8 + bit(4)}${8 + bit(0)}`;
    default:
      return `${8 + bit(7)}${8 + bit(4)}${8 + bit(0)}`;
  }
}

let packed: ReadonlyMap<string, number> | undefined;

/** The bits of each three digits: the lowest of those that mean them. */
function packedDigits(): ReadonlyMap<string, number> {
  packed ??= new Map(
    Array.from({ length: 1024 }, (_, i) => [threeDigits(1023 - i), 1023 - i] as const),
  );
  return packed;
}

/** The bytes of the nearest number that a format has. */
export function encodeDecimal(
  value: DecimalFloat,
  format: DecimalFormat,
  target: Target,
): Uint8Array {
  const { size, exponentBits, trailingBits, bias } = format;
  const stored = roundDecimal(value, format);
  const sign = stored.negative ? 1n << BigInt(8 * size - 1) : 0n;
  if (stored.kind !== 'finite') {
    const combination = stored.kind === 'nan' ? 31n : 30n;
    return toBytes(sign | (combination << BigInt(8 * size - 6)), size, target.order);
  }
  const biased = BigInt(stored.exponent + bias);
  const bits = isBinary(target)
    ? binaryBits(biased, stored.coefficient, format)
    : packedBits(biased, stored.coefficient, exponentBits, trailingBits);
  return toBytes(sign | bits, size, target.order);
}

function binaryBits(
  biased: bigint,
  coefficient: bigint,
  { size, trailingBits }: DecimalFormat,
): bigint {
  const width = BigInt(trailingBits + 3);
  if (coefficient >> width === 0n) return (biased << width) | coefficient;
  const shift = width - 2n;
  return (
    (3n << BigInt(8 * size - 3)) | (biased << shift) | BigInt.asUintN(Number(shift), coefficient)
  );
}

function packedBits(
  biased: bigint,
  coefficient: bigint,
  exponentBits: number,
  trailingBits: number,
): bigint {
  const digits = coefficient.toString().padStart(1 + (3 * trailingBits) / 10, '0');
  const first = BigInt(digits.charAt(0));
  const high = biased >> BigInt(exponentBits);
  const combination = first < 8n ? (high << 3n) | first : 24n | (high << 1n) | (first - 8n);
  let bits = (combination << BigInt(exponentBits)) | BigInt.asUintN(exponentBits, biased);
  for (let i = 1; i < digits.length; i += 3) {
    bits = (bits << 10n) | BigInt(packedDigits().get(digits.slice(i, i + 3)) ?? 0);
  }
  return bits;
}

/** The nearest number that a format has, an even one of two. */
function roundDecimal(value: DecimalFloat, format: DecimalFormat): DecimalFloat {
  if (value.kind !== 'finite') return value;
  const { digits, bias } = format;
  const largest = 3 * 2 ** format.exponentBits - 1 - bias;
  const excess = Math.max(value.coefficient.toString().length - digits, -bias - value.exponent, 0);
  const rounded = withoutDigits(value, excess);
  if (rounded.coefficient.toString().length > digits) return roundDecimal(rounded, format);
  const { negative, exponent, coefficient } = rounded;
  if (exponent <= largest) return rounded;
  if (coefficient === 0n) return { ...rounded, exponent: largest };
  const padded = coefficient * 10n ** BigInt(Math.min(exponent - largest, digits));
  if (padded.toString().length > digits) return { kind: 'infinite', negative };
  return { ...rounded, coefficient: padded, exponent: largest };
}

function withoutDigits(value: Finite, count: number): Finite {
  if (count === 0) return value;
  const unit = 10n ** BigInt(Math.min(count, 10_000));
  const [whole, rest] = [value.coefficient / unit, value.coefficient % unit];
  const isUp = 2n * rest > unit || (2n * rest === unit && whole % 2n === 1n);
  return { ...value, coefficient: isUp ? whole + 1n : whole, exponent: value.exponent + count };
}

/** Longer exponents are beyond every format. */
const maxExponentDigits = 6;

/**
 * The number that a text represents: `1.25`, `-3e10`, `Infinity`, `nan`; undefined for other texts.
 */
export function decimalFromText(text: string): DecimalFloat | undefined {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  const negative = (sign === '' ? text : sign).startsWith('-');
  if (/^[-+]?inf/i.test(text)) return { kind: 'infinite', negative };
  if (/^[-+]?nan/i.test(text)) return { kind: 'nan', negative };
  if (whole + fraction === '') return undefined;
  const exponent = Number(power.slice(0, maxExponentDigits + 1)) - fraction.length;
  return { kind: 'finite', negative, coefficient: BigInt(whole + fraction), exponent };
}

/** The number of an integer. */
export function decimalFromInteger(value: bigint): DecimalFloat {
  const negative = value < 0n;
  return { kind: 'finite', negative, coefficient: negative ? -value : value, exponent: 0 };
}

/** The number without its fraction; 0 for infinities and NaNs. */
export function integerFromDecimal(value: DecimalFloat): bigint {
  if (value.kind !== 'finite') return 0n;
  const { negative, coefficient, exponent } = value;
  const scale = 10n ** BigInt(Math.min(Math.abs(exponent), 10_000));
  const whole = exponent < 0 ? coefficient / scale : coefficient * scale;
  return negative ? -whole : whole;
}

/** As gdb prints it: `1.25`, `1E+10`, `-0.00`, `Infinity`. */
export function decimalText(value: DecimalFloat): string {
  const sign = value.negative ? '-' : '';
  if (value.kind === 'nan') return `${sign}NaN`;
  if (value.kind === 'infinite') return `${sign}Infinity`;
  return sign + scientific(value.coefficient.toString(), value.exponent);
}

/** Without an exponent where the point is among the digits or a few zeros before them. */
function scientific(digits: string, exponent: number): string {
  const adjusted = exponent + digits.length - 1;
  if (exponent <= 0 && adjusted >= -6) {
    if (exponent === 0) return digits;
    const padded = digits.padStart(1 - exponent, '0');
    return `${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
  }
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${digits.slice(0, 1)}${fraction}E${adjusted < 0 ? '-' : '+'}${Math.abs(adjusted)}`;
}

/** `-x`. */
export function negateDecimal(value: DecimalFloat): DecimalFloat {
  return { ...value, negative: !value.negative };
}

/** `a + b`, exact. */
export function addDecimals(a: DecimalFloat, b: DecimalFloat): DecimalFloat {
  if (a.kind === 'nan' || b.kind === 'nan') return nan;
  if (a.kind === 'infinite') return b.kind === 'infinite' && a.negative !== b.negative ? nan : a;
  if (b.kind === 'infinite') return b;
  const exponent = Math.min(a.exponent, b.exponent);
  const sum = signed(a, exponent) + signed(b, exponent);
  const negative = sum < 0n || (sum === 0n && a.negative && b.negative);
  return { kind: 'finite', negative, coefficient: sum < 0n ? -sum : sum, exponent };
}

/** `a * b`, exact. */
export function multiplyDecimals(a: DecimalFloat, b: DecimalFloat): DecimalFloat {
  const negative = a.negative !== b.negative;
  if (a.kind === 'nan' || b.kind === 'nan') return nan;
  if (a.kind === 'finite' && b.kind === 'finite') {
    const coefficient = a.coefficient * b.coefficient;
    return { kind: 'finite', negative, coefficient, exponent: a.exponent + b.exponent };
  }
  return isZero(a) || isZero(b) ? nan : { kind: 'infinite', negative };
}

/**
 * `a / b` with some digits more than a format has, or exact with the exponent nearest to the ideal
 * one.
 */
export function divideDecimals(
  a: DecimalFloat,
  b: DecimalFloat,
  { digits }: DecimalFormat,
): DecimalFloat {
  const negative = a.negative !== b.negative;
  if (a.kind === 'nan' || b.kind === 'nan') return nan;
  if (b.kind === 'infinite') {
    return a.kind === 'infinite' ? nan : { kind: 'finite', negative, coefficient: 0n, exponent: 0 };
  }
  if (a.kind === 'infinite') return { kind: 'infinite', negative };
  if (b.coefficient === 0n) return a.coefficient === 0n ? nan : { kind: 'infinite', negative };
  const ideal = a.exponent - b.exponent;
  const scale = b.coefficient.toString().length - a.coefficient.toString().length + digits + 3;
  const shift = Math.max(scale, 0);
  const dividend = a.coefficient * 10n ** BigInt(shift);
  let coefficient = dividend / b.coefficient;
  let exponent = ideal - shift;
  if (dividend % b.coefficient !== 0n) {
    // A digit that is not zero represents all that are left out.
    return {
      kind: 'finite',
      negative,
      coefficient: 10n * coefficient + 1n,
      exponent: exponent - 1,
    };
  }
  while (exponent < ideal && coefficient % 10n === 0n) {
    coefficient /= 10n;
    exponent++;
  }
  return { kind: 'finite', negative, coefficient, exponent };
}

/** -1, 0 or 1; NaN where they have no order. */
export function compareDecimals(a: DecimalFloat, b: DecimalFloat): number {
  if (a.kind === 'nan' || b.kind === 'nan') return Number.NaN;
  const difference = addDecimals(a, negateDecimal(b));
  if (difference.kind === 'nan') return 0;
  if (isZero(difference)) return 0;
  return difference.negative ? -1 : 1;
}

/** Whether a number is neither negative nor positive. */
export function isZero(value: DecimalFloat): boolean {
  return value.kind === 'finite' && value.coefficient === 0n;
}

const nan: DecimalFloat = { kind: 'nan', negative: false };

function signed({ negative, coefficient, exponent }: Finite, to: number): bigint {
  const scaled = coefficient * 10n ** BigInt(exponent - to);
  return negative ? -scaled : scaled;
}
