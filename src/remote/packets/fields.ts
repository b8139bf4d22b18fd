// The fields of a packet, read one after the other. A field that cannot be read leaves `failed` set, so
// that a packet is checked once and not field by field: the rule of bytes/cursor.ts.
import { fromHex } from '../../bytes/hex';
import { readHexNumber } from '../../format/hexNumber';

/** A packet of a known name whose fields cannot be read. */
export interface MalformedPacket {
  readonly kind: 'malformed';
  /** The packet's body. */
  readonly packet: string;
  /** The form that it should have, as the manual writes it. */
  readonly expected: string;
}

/** A text read from left to right. */
export class Fields {
  /** True once something was not as it should be. */
  failed = false;

  constructor(private rest: string) {}

  get atEnd(): boolean {
    return this.rest === '';
  }

  /** Takes `text`, if it is next. */
  skip(text: string): boolean {
    if (!this.rest.startsWith(text)) return false;
    this.rest = this.rest.slice(text.length);
    return true;
  }

  /** Takes `text`, which must be next. */
  expect(text: string): void {
    if (!this.skip(text)) this.failed = true;
  }

  /** Takes everything up to `mark`, which stays, or to the end. */
  until(mark: string): string {
    const end = this.rest.indexOf(mark);
    const text = end < 0 ? this.rest : this.rest.slice(0, end);
    this.rest = this.rest.slice(text.length);
    return text;
  }

  /** A hexadecimal number of 64 bits, unsigned; 0 where there is none. */
  number(): bigint {
    const number = readHexNumber(this.rest);
    if (!number || number.wrapped) {
      this.failed = true;
      return 0n;
    }
    this.rest = number.rest;
    return BigInt.asUintN(64, number.value);
  }

  /** A hexadecimal number that counts or names something: 0 to 2^53. */
  count(): number {
    const number = Number(this.number());
    if (!Number.isSafeInteger(number)) this.failed = true;
    return number;
  }

  /** Bytes as hexadecimal digits, up to `mark` or the end. */
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

  /** Everything left. */
  remainder(): string {
    const { rest } = this;
    this.rest = '';
    return rest;
  }

  /** The packet that was read; malformed where a field failed or something is left over. */
  packet<T>(read: T, packet: string, expected: string): T | MalformedPacket {
    return this.failed || !this.atEnd ? { kind: 'malformed', packet, expected } : read;
  }
}

/** An address of a packet that gdb pads to 64 bits. */
export function paddedHex(value: bigint): string {
  return BigInt.asUintN(64, value).toString(16).padStart(16, '0');
}

/** A number as two's complement in 64 bits, without padding. */
export function hex64(value: bigint): string {
  return BigInt.asUintN(64, value).toString(16);
}
