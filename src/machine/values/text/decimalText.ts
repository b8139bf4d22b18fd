// Decimal floating-point numbers (IEEE 754-2008, section 3.5.2): with a binary significand on x86, with groups of three
// digits in ten bits elsewhere.
import { unsigned, type ByteOrder } from '../../../bytes/cursor';

interface DecimalFormat {
  readonly bias: number;
  /** Bits of the exponent below the two highest. */
  readonly exponentBits: number;
  /** Bits of the significand below the highest digit. */
  readonly trailingBits: number;
}

const formats: Readonly<Record<number, DecimalFormat>> = {
  4: { bias: 101, exponentBits: 6, trailingBits: 20 },
  8: { bias: 398, exponentBits: 8, trailingBits: 50 },
  16: { bias: 6176, exponentBits: 12, trailingBits: 110 },
};

/** The number as gdb prints it: `1.25`, `1E+10`, `-0.00`, `Infinity`. */
export function decimalText(bytes: Uint8Array, order: ByteOrder, binary: boolean): string {
  const format = formats[bytes.length];
  if (!format) return '<invalid float value>';
  const bits = unsigned(bytes, order);
  const sign = bits >> BigInt(8 * bytes.length - 1) === 1n ? '-' : '';
  const combination = Number((bits >> BigInt(8 * bytes.length - 6)) & 31n);
  if (combination === 31) return `${sign}NaN`;
  if (combination === 30) return `${sign}Infinity`;
  const { exponent, digits } = binary
    ? binarySignificand(bits, bytes.length, format)
    : packedSignificand(bits, combination, format);
  return sign + scientific(digits, exponent - format.bias);
}

function binarySignificand(
  bits: bigint,
  size: number,
  { exponentBits, trailingBits }: DecimalFormat,
): { exponent: number; digits: string } {
  const width = exponentBits + 2;
  const significandBits = trailingBits + 3;
  const large = (bits >> BigInt(8 * size - 3)) % 4n === 3n;
  const shift = large ? significandBits - 2 : significandBits;
  const exponent = Number(BigInt.asUintN(width, bits >> BigInt(shift)));
  const low = BigInt.asUintN(shift, bits);
  const digits = large ? low | (4n << BigInt(shift)) : low;
  return { exponent, digits: digits.toString() };
}

function packedSignificand(
  bits: bigint,
  combination: number,
  { exponentBits, trailingBits }: DecimalFormat,
): { exponent: number; digits: string } {
  const large = combination >> 3 === 3;
  const high = large ? (combination >> 1) & 3 : combination >> 3;
  const first = large ? 8 + (combination & 1) : combination & 7;
  const low = Number(BigInt.asUintN(exponentBits, bits >> BigInt(trailingBits)));
  let digits = first.toString();
  for (let shift = trailingBits - 10; shift >= 0; shift -= 10) {
    digits += threeDigits(Number(BigInt.asUintN(10, bits >> BigInt(shift))));
  }
  return { exponent: high * 2 ** exponentBits + low, digits: digits.replace(/^0+(?=.)/, '') };
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
