// The text of trace files: lines, what is in them, and the numbers of gdb's documents.
import { textOfUnits } from '../bytes/text';
import { fromHex, hexDigit } from '../bytes/hex';

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

/** The text of bytes that are all ASCII, where an offset is the same in both; else undefined. */
export function asciiText(bytes: Uint8Array): string | undefined {
  try {
    const text = strictUtf8.decode(bytes);
    return text.length === bytes.length ? text : undefined;
  } catch {
    return undefined;
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
  return textOfUnits(Uint16Array.from(bytes, (byte) => (byte < 0x80 ? byte : escapeBase + byte)));
}

// Numbers in a description are hexadecimal and end where the digits end, as gdb's
// `unpack_varlen_hex` reads them; other producers write `0x` and signs.

/** A number as it was read. */
interface HexNumber {
  /** Modulo 2^64, as gdb wraps it; negative after a minus sign. */
  readonly value: bigint;
  /** True where the digits held more than 64 bits. */
  readonly wrapped: boolean;
}

const digitsOf64Bits = 16;
/** As many as a number holds exactly: most numbers are that short. */
const digitsOfInteger = 13;

/**
 * A line of the description, or a packet of the same syntax, read from left to right. What is not
 * as it should be leaves `failed` set, so that a packet is checked once and not field by field (the
 * rule of bytes/cursor.ts); a line's reader looks at each field, to say which is wrong.
 */
export class Lexer {
  /** True once something was not as it should be. */
  failed = false;
  private at = 0;
  private end: number;

  constructor(private readonly text: string) {
    this.end = text.length;
  }

  get atEnd(): boolean {
    return this.at >= this.end;
  }

  /** Takes `text`, if it is next. */
  skip(text: string): boolean {
    if (this.at + text.length > this.end || !this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** Takes `text`, which must be next. */
  expect(text: string): void {
    if (!this.skip(text)) this.failed = true;
  }

  /** Takes `text` off the end, if it is last. */
  skipLast(text: string): boolean {
    const start = this.end - text.length;
    if (start < this.at || !this.text.startsWith(text, start)) return false;
    this.end = start;
    return true;
  }

  /** The next `count` characters, or as many as are left. */
  take(count: number): string {
    const start = this.at;
    this.at = Math.min(start + count, this.end);
    return this.text.slice(start, this.at);
  }

  /** Everything up to `mark`, which stays, or to the end. */
  until(mark: string): string {
    const found = this.text.indexOf(mark, this.at);
    return this.take((found < 0 ? this.end : found) - this.at);
  }

  /** Everything up to `mark`, and the mark, which must be there. */
  field(mark = ':'): string {
    const text = this.until(mark);
    this.expect(mark);
    return text;
  }

  /** Everything left, which stays. */
  get rest(): string {
    return this.text.slice(this.at, this.end);
  }

  /** Everything left. */
  remainder(): string {
    return this.take(this.end - this.at);
  }

  /** Hexadecimal digits as they are; at least one must be there. */
  digits(): string {
    const start = this.at;
    while (this.at < this.end && isHexDigit(this.text.charCodeAt(this.at))) this.at++;
    if (this.at === start) this.failed = true;
    return this.text.slice(start, this.at);
  }

  /** A number; undefined where no digit is next, and nothing is taken. */
  hexNumber(): HexNumber | undefined {
    const start = this.at;
    const negative = this.skip('-');
    if (this.isPrefixed) this.at += 2;
    const first = this.at;
    // Exact for as many digits as an integer holds.
    let integer = 0;
    for (; this.at < this.end; this.at++) {
      const digit = hexDigit(this.text.charCodeAt(this.at));
      if (digit < 0) break;
      integer = 16 * integer + digit;
    }
    const count = this.at - first;
    if (count === 0) {
      this.failed = true;
      this.at = start;
      return undefined;
    }
    if (count <= digitsOfInteger) {
      return { value: BigInt(negative ? -integer : integer), wrapped: false };
    }
    const significant = this.text.slice(first, this.at).replace(/^0+(?=.)/, '');
    const magnitude = BigInt(`0x${significant.slice(-digitsOf64Bits)}`);
    const value = negative ? -magnitude : magnitude;
    return { value, wrapped: significant.length > digitsOf64Bits };
  }

  /** Whether `0x` and a digit are next. */
  private get isPrefixed(): boolean {
    const { text, at } = this;
    const isZeroX = text.charCodeAt(at) === 0x30 && (text.charCodeAt(at + 1) | 0x20) === 0x78;
    return isZeroX && isHexDigit(text.charCodeAt(at + 2));
  }

  /** A number of 64 bits, unsigned; 0 if none exists. */
  number(): bigint {
    const number = this.hexNumber();
    if (!number || number.wrapped) {
      this.failed = true;
      return 0n;
    }
    return BigInt.asUintN(64, number.value);
  }

  /** A number that counts or names something: 0 to 2^53; 0 if none exists. */
  count(): number {
    const number = this.hexNumber();
    const count = number && !number.wrapped ? Number(number.value) : NaN;
    if (Number.isSafeInteger(count) && count >= 0) return count;
    this.failed = true;
    return 0;
  }

  /** Bytes as hexadecimal digits, up to `mark`, the end, or the first other character. */
  bytes(mark = ':'): Uint8Array {
    const digits = this.until(mark);
    const bytes = fromHex(digits);
    if (2 * bytes.length !== digits.length) this.failed = true;
    return bytes;
  }

  /** A flag: `0` or `1`. */
  flag(): boolean {
    const number = this.number();
    if (number > 1n) this.failed = true;
    return number === 1n;
  }
}

/** The count or size that is all of a text; undefined for other texts. */
export function readHexCount(text: string): number | undefined {
  const lexer = new Lexer(text);
  const count = lexer.count();
  return lexer.failed || !lexer.atEnd ? undefined : count;
}

/** Whether a UTF-16 unit is a hexadecimal digit. */
function isHexDigit(unit: number): boolean {
  return hexDigit(unit) >= 0;
}

// Numbers in gdb's XML documents: decimal, or hexadecimal after 0x, or octal after 0, as C's
// strtoul reads them with base 0.

const maxValue = (1n << 64n) - 1n;

/** The number that a text represents; undefined for other texts, and beyond 64 bits. */
export function readXmlNumber(text: string | undefined): bigint | undefined {
  const trimmed = text?.trim() ?? '';
  if (trimmed.length > 24 || !/^(0x[\da-f]+|0[0-7]*|[1-9]\d*)$/i.test(trimmed)) return undefined;
  const octal = /^0[0-7]+$/.test(trimmed);
  const value = BigInt(octal ? `0o${trimmed.slice(1)}` : trimmed);
  return value > maxValue ? undefined : value;
}
