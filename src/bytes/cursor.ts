// Reading numbers from bytes. A read past the end yields zero and leaves `overrun` set, so that a
// parser checks once for a structure instead of once for a field, and never throws on bad input.
import { toHex } from './hex';

/** The order of the bytes of a number. */
export type ByteOrder = 'little' | 'big';

const utf8 = new TextDecoder('utf-8');

/** A position in a span of bytes, read forward in one byte order. */
export class Cursor {
  /** True once a read went past the end. */
  overrun = false;
  private readonly view: DataView;
  private readonly little: boolean;

  /** Reads `bytes` from `offset` up to `end` (both in bytes, relative to `bytes`). */
  constructor(
    readonly bytes: Uint8Array,
    readonly order: ByteOrder,
    public offset = 0,
    readonly end: number = bytes.length,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.little = order === 'little';
  }

  /** Bytes left before the end. */
  get remaining(): number {
    return this.end - this.offset;
  }

  /** Moves on by `length` bytes and returns where they began, or -1 where they do not fit. */
  skip(length: number): number {
    const start = this.offset;
    if (length < 0 || length > this.end - start) {
      this.overrun = true;
      this.offset = this.end;
      return -1;
    }
    this.offset = start + length;
    return start;
  }

  u8(): number {
    const at = this.skip(1);
    return at < 0 ? 0 : this.view.getUint8(at);
  }

  i8(): number {
    const at = this.skip(1);
    return at < 0 ? 0 : this.view.getInt8(at);
  }

  u16(): number {
    const at = this.skip(2);
    return at < 0 ? 0 : this.view.getUint16(at, this.little);
  }

  i16(): number {
    const at = this.skip(2);
    return at < 0 ? 0 : this.view.getInt16(at, this.little);
  }

  u32(): number {
    const at = this.skip(4);
    return at < 0 ? 0 : this.view.getUint32(at, this.little);
  }

  i32(): number {
    const at = this.skip(4);
    return at < 0 ? 0 : this.view.getInt32(at, this.little);
  }

  u64(): bigint {
    const at = this.skip(8);
    return at < 0 ? 0n : this.view.getBigUint64(at, this.little);
  }

  i64(): bigint {
    const at = this.skip(8);
    return at < 0 ? 0n : this.view.getBigInt64(at, this.little);
  }

  /** The next `length` bytes, without a copy; empty where they do not fit. */
  take(length: number): Uint8Array {
    const at = this.skip(length);
    return at < 0 ? new Uint8Array(0) : this.bytes.subarray(at, at + length);
  }

  /** Text up to a NUL, which is consumed; without one, up to the end, with `overrun`. */
  cstring(): string {
    const start = this.offset;
    const nul = this.bytes.indexOf(0, start);
    if (nul < 0 || nul >= this.end) {
      this.overrun = true;
      this.offset = this.end;
      return utf8.decode(this.bytes.subarray(start, this.end));
    }
    this.offset = nul + 1;
    return utf8.decode(this.bytes.subarray(start, nul));
  }
}

/** The unsigned number that `bytes` hold, of any length, in time linear in that length. */
export function unsigned(bytes: Uint8Array, order: ByteOrder): bigint {
  const { buffer, byteOffset, length } = bytes;
  // Nearly all numbers have one of these lengths.
  if (length === 4) {
    return BigInt(new DataView(buffer, byteOffset).getUint32(0, order === 'little'));
  }
  const view = new DataView(buffer, byteOffset);
  if (length === 8) return view.getBigUint64(0, order === 'little');
  if (length === 16) {
    const [low, high] = order === 'little' ? [0, 8] : [8, 0];
    const upper = view.getBigUint64(high, order === 'little');
    return (upper << 64n) | view.getBigUint64(low, order === 'little');
  }
  const digits = toHex(order === 'big' ? bytes : new Uint8Array(bytes).reverse());
  return digits === '' ? 0n : BigInt(`0x${digits}`);
}

/** The low `size` bytes of a number. */
export function toBytes(value: bigint, size: number, order: ByteOrder): Uint8Array {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  const isLittle = order === 'little';
  let rest = value;
  let done = 0;
  for (; size - done >= 8; done += 8) {
    view.setBigUint64(isLittle ? done : size - done - 8, BigInt.asUintN(64, rest), isLittle);
    rest >>= 64n;
  }
  for (; done < size; done++) {
    bytes[isLittle ? done : size - done - 1] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

// Pieces of bytes made one.

/** All pieces, one after the other. A single piece is returned as it is, without a copy. */
export function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const [only, ...others] = pieces;
  if (only && others.length === 0) return only;
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
