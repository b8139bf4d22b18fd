// A line of the description is UTF-8, and is written back byte by byte as it was. A line that is
// not UTF-8 is kept as one UTF-16 unit a byte, those above 0x7f as lone low surrogates, which no
// UTF-8 decodes to (Python's "surrogateescape").

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const utf8Encoder = new TextEncoder();
const escapeBase = 0xdc00;
/** Under `u` a surrogate of a pair does not match. */
const escapedByte = /[\udc80-\udcff]/u;
const escapedBytes = new RegExp(escapedByte, 'gu');

/** The text of a line's bytes. */
export function decodeLine(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return escapeBytes(bytes);
  }
}

/** The bytes that {@link decodeLine} read. */
export function encodeLine(text: string): Uint8Array {
  if (!escapedByte.test(text)) return utf8Encoder.encode(text);
  return Uint8Array.from(text, (unit) => unit.charCodeAt(0) & 0xff);
}

/** The text with the usual replacement character where bytes were no UTF-8. */
export function readableText(text: string): string {
  return text.replace(escapedBytes, '\ufffd');
}

function escapeBytes(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 4096) {
    const units = Uint16Array.from(bytes.subarray(at, at + 4096), (byte) =>
      byte < 0x80 ? byte : escapeBase + byte,
    );
    pieces.push(String.fromCharCode(...units));
  }
  return pieces.join('');
}

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

// Numbers in gdb's XML documents: decimal, or hexadecimal behind 0x, or octal behind 0, as C's
// strtoul reads them with base 0.

const maxValue = (1n << 64n) - 1n;

/** The number that a text stands for; undefined where it is none, or takes more than 64 bits. */
export function readXmlNumber(text: string | undefined): bigint | undefined {
  const trimmed = text?.trim() ?? '';
  if (trimmed.length > 24 || !/^(0x[\da-f]+|0[0-7]*|[1-9]\d*)$/i.test(trimmed)) return undefined;
  const octal = /^0[0-7]+$/.test(trimmed);
  const value = BigInt(octal ? `0o${trimmed.slice(1)}` : trimmed);
  return value > maxValue ? undefined : value;
}
