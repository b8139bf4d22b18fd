// Floating-point numbers as gdb prints them: as many significant digits as the format needs to be
// read back (C's DECIMAL_DIG with `%g`), NaNs with their payload. The arithmetic is exact, so that
// formats wider than a JavaScript number round as well as the others.
import type { ByteOrder } from '../../bytes/cursor';
import type { Ratio } from '../../symbols/baseType';
import {
  exponentBias,
  floatFormats,
  formatOf,
  fractionBits,
  lowestExponent,
  readFields,
  storedBytes,
  type FloatFields,
  type FloatFormat,
  type FloatType,
} from './binaryFloat';

/** The bytes of a floating-point type of the program as gdb prints them. */
export function floatTypeText(
  bytes: Uint8Array,
  { name }: Pick<FloatType, 'name'>,
  order: ByteOrder,
  machine: number | undefined,
): string {
  const format = formatOf({ name, size: bytes.length }, machine);
  if (!format) return '<invalid float value>';
  if (format === 'doubleDouble') return doubleDoubleText(bytes, order);
  return floatText(storedBytes(bytes, format, order), order, format);
}

/**
 * The number that `bytes` hold: `1.5`, `-0`, `inf`, `-nan(0x8000000000000)`, `<invalid float
 * value>`. `digits`: significant ones, by default as many as the format needs.
 */
export function floatText(
  bytes: Uint8Array,
  order: ByteOrder,
  format: FloatFormat,
  digits?: number,
): string {
  const { mantissaBits, integerBit = false } = format;
  const { negative, exponent, mantissa } = readFields(bytes, order, format);
  const sign = negative ? '-' : '';
  const topBit = mantissa >> BigInt(mantissaBits - 1);
  if (format.integerBitChecked && (exponent === 0) !== (topBit === 0n)) {
    return '<invalid float value>';
  }
  const bias = exponentBias(format);
  if (exponent === 2 * bias + 1) {
    const fraction = integerBit ? BigInt.asUintN(mantissaBits - 1, mantissa) : mantissa;
    return fraction === 0n ? `${sign}inf` : `${sign}nan(0x${payload(mantissa, mantissaBits)})`;
  }
  const implied = !integerBit && exponent !== 0;
  const significand = implied ? mantissa | (1n << BigInt(mantissaBits)) : mantissa;
  const topDigit = exponent === 0 ? lowestExponent(format) : exponent - bias;
  const fraction = fractionBits(format);
  const most = digits ?? significantDigits(fraction + 1);
  return sign + decimal(significand, topDigit - fraction, most);
}

/** Two doubles whose sum is the number: `long double` of PowerPC. */
function doubleDoubleText(bytes: Uint8Array, order: ByteOrder): string {
  const [high, low] = [bytes.subarray(0, 8), bytes.subarray(8, 16)].map((half) =>
    readFields(half, order, floatFormats.double),
  );
  if (!high || !low) return '<invalid float value>';
  if (high.exponent === 0x7ff) return floatText(bytes.subarray(0, 8), order, floatFormats.double);
  const lowest = -1074;
  const sum = scaledDouble(high, lowest) + scaledDouble(low, lowest);
  const sign = sum < 0n || (sum === 0n && high.negative) ? '-' : '';
  const whole = sum < 0n ? -sum : sum;
  // What is below can change no digit that is printed.
  const beyond = Math.max(0, whole.toString(2).length - 500);
  return sign + decimal(whole >> BigInt(beyond), lowest + beyond, significantDigits(106));
}

/** A double as a multiple of `2^lowest`. */
function scaledDouble({ negative, exponent, mantissa }: FloatFields, lowest: number): bigint {
  const { mantissaBits } = floatFormats.double;
  const significand = exponent === 0 ? mantissa : mantissa | (1n << BigInt(mantissaBits));
  const value = significand << BigInt(Math.max(exponent, 1) - 1023 - mantissaBits - lowest);
  return negative ? -value : value;
}

/**
 * gdb writes the mantissa in pieces of 32 bits from below, only the first without leading zeros.
 */
function payload(mantissa: bigint, mantissaBits: number): string {
  const lowDigits = 8 * Math.floor((mantissaBits - 1) / 32);
  const low = BigInt.asUintN(4 * lowDigits, mantissa)
    .toString(16)
    .padStart(lowDigits, '0');
  return (mantissa >> BigInt(4 * lowDigits)).toString(16) + (lowDigits > 0 ? low : '');
}

/** Decimal digits that distinguish any two numbers of a precision (in bits). */
function significantDigits(precision: number): number {
  return Math.ceil(1 + precision * Math.LOG10E * Math.LN2);
}

/** `significand * 2^scale` as C's `%.<digits>g` writes it. */
function decimal(significand: bigint, scale: number, digits: number): string {
  if (significand === 0n) return '0';
  let exponent = Math.floor(Math.log10(Number(significand)) + scale * Math.log10(2));
  let rounded = scaledRound(significand, scale, digits - 1 - exponent);
  while (rounded.length !== digits) {
    exponent += rounded.length - digits;
    rounded = scaledRound(significand, scale, digits - 1 - exponent);
  }
  return layOut(rounded, exponent, digits);
}

/** A ratio as C's `%.<digits>g` writes it. The denominator is above zero. */
export function ratioText({ numerator, denominator }: Ratio, digits: number): string {
  if (numerator === 0n) return '0';
  const whole = numerator < 0n ? -numerator : numerator;
  let exponent = whole.toString().length - denominator.toString().length;
  const rounded = () => {
    const decimals = digits - 1 - exponent;
    return roundedQuotient(
      whole * 10n ** BigInt(Math.max(decimals, 0)),
      denominator * 10n ** BigInt(Math.max(-decimals, 0)),
    );
  };
  let text = rounded();
  while (text.length !== digits) {
    exponent += text.length - digits;
    text = rounded();
  }
  return (numerator < 0n ? '-' : '') + layOut(text, exponent, digits);
}

/** `significand * 2^binary * 10^decimals`, rounded half to even, as digits. */
function scaledRound(significand: bigint, binary: number, decimals: number): string {
  const positive = (power: number) => BigInt(Math.max(power, 0));
  return roundedQuotient(
    (significand << positive(binary)) * 10n ** positive(decimals),
    (1n << positive(-binary)) * 10n ** positive(-decimals),
  );
}

function roundedQuotient(numerator: bigint, denominator: bigint): string {
  const quotient = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return (quotient + (up ? 1n : 0n)).toString();
}

function layOut(digits: string, exponent: number, precision: number): string {
  if (exponent < -4 || exponent >= precision) {
    const power = Math.abs(exponent).toString().padStart(2, '0');
    return `${point(digits, 1)}e${exponent < 0 ? '-' : '+'}${power}`;
  }
  if (exponent < 0) return point('0'.repeat(-exponent) + digits, 1);
  return point(digits, exponent + 1);
}

function point(digits: string, at: number): string {
  const fraction = digits.slice(at).replace(/(?<!0)0+$/, '');
  return digits.slice(0, at) + (fraction === '' ? '' : `.${fraction}`);
}
