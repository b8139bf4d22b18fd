// Numbers in a description are hexadecimal and end where the digits end, as gdb's
// `unpack_varlen_hex` reads them; other producers write `0x` and signs.

/** A number as it was read, and what stood behind it. */
interface HexNumber {
  /** Modulo 2^64, as gdb wraps it; negative where a sign stood before it. */
  readonly value: bigint;
  /** True where the digits held more than 64 bits. */
  readonly wrapped: boolean;
  /** The text after the last digit. */
  readonly rest: string;
}

const digitsOf64Bits = 16;

/** Reads a number at the beginning of a text; undefined where there is no digit. */
export function readHexNumber(text: string): HexNumber | undefined {
  const negative = text.startsWith('-');
  let start = negative ? 1 : 0;
  if (/^0x[0-9a-f]/i.test(text.slice(start, start + 3))) start += 2;
  let end = start;
  while (isHexDigit(text.charCodeAt(end))) end++;
  if (end === start) return undefined;
  let first = start;
  while (first < end - 1 && text[first] === '0') first++;
  const digits = text.slice(Math.max(first, end - digitsOf64Bits), end);
  const magnitude = BigInt(`0x${digits}`);
  return {
    value: negative ? -magnitude : magnitude,
    wrapped: end - first > digitsOf64Bits,
    rest: text.slice(end),
  };
}

/** A count or size that a text holds and nothing else; undefined where it is no such number. */
export function readHexCount(text: string): number | undefined {
  const number = readHexNumber(text);
  if (!number || number.wrapped || number.rest !== '') return undefined;
  const count = Number(number.value);
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** Whether a UTF-16 unit is a hexadecimal digit. */
export function isHexDigit(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || ((unit | 0x20) >= 97 && (unit | 0x20) <= 102);
}
