// Reading what DWARF is made of: LEB128 numbers (DWARF 5, section 7.6), initial lengths and offsets
// of either format (7.4), addresses of any size. And structures whose length is known only once
// read.
import { Cursor, type ByteOrder } from '../../bytes/cursor';
import type { ByteSource } from '../../bytes/source';

/**
 * Size of an offset into another section, in bytes: 4 in the 32-bit format, 8 in the 64-bit one.
 */
export type OffsetSize = 4 | 8;

/** A cursor that reads DWARF's numbers. */
export class DwarfCursor extends Cursor {
  /** An unsigned LEB128. Beyond 2^53 it is inexact, but never less than 2^53. */
  uleb(): number {
    const only = this.offset < this.end ? (this.bytes[this.offset] ?? 0) : 0x80;
    if (only < 0x80) {
      this.offset++;
      return only;
    }
    let value = 0;
    let factor = 1;
    for (let at = this.offset; at < this.end; at++) {
      const byte = this.bytes[at] ?? 0;
      if (factor < 2 ** 70) value += (byte & 0x7f) * factor;
      if (byte < 0x80) {
        this.offset = at + 1;
        return value;
      }
      factor *= 128;
    }
    return this.runOut();
  }

  /** A signed LEB128, exact up to 2^53 either way. */
  sleb(): number {
    const only = this.offset < this.end ? (this.bytes[this.offset] ?? 0) : 0x80;
    if (only < 0x80) {
      this.offset++;
      return only < 0x40 ? only : only - 0x80;
    }
    let value = 0;
    let factor = 1;
    for (let at = this.offset; at < this.end; at++) {
      const byte = this.bytes[at] ?? 0;
      if (factor < 2 ** 70) {
        value += (byte & 0x7f) * factor;
        factor *= 128;
        if (byte < 0x80 && byte & 0x40) value -= factor;
      }
      if (byte < 0x80) {
        this.offset = at + 1;
        return value;
      }
    }
    return this.runOut();
  }

  /** An unsigned LEB128 of up to 64 bits. */
  uleb64(): bigint {
    const start = this.offset;
    const value = this.uleb();
    return value <= Number.MAX_SAFE_INTEGER ? BigInt(value) : this.wideLeb(start, false);
  }

  /** A signed LEB128 of up to 64 bits. */
  sleb64(): bigint {
    const start = this.offset;
    const value = this.sleb();
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? BigInt(value) : this.wideLeb(start, true);
  }

  /** Moves past one LEB128. */
  skipLeb(): void {
    while (this.offset < this.end) {
      if ((this.bytes[this.offset++] ?? 0) < 0x80) return;
    }
    this.overrun = true;
  }

  u24(): number {
    const bytes = this.take(3);
    const [low, high] = this.order === 'little' ? [bytes[0], bytes[2]] : [bytes[2], bytes[0]];
    return (low ?? 0) | ((bytes[1] ?? 0) << 8) | ((high ?? 0) << 16);
  }

  /** An offset or length in one of the two formats. */
  sectionOffset(size: OffsetSize): number {
    return size === 4 ? this.u32() : Number(this.u64());
  }

  /** An address, or another number of `size` bytes (1, 2, 4 or 8). */
  address(size: number): bigint {
    switch (size) {
      case 8:
        return this.u64();
      case 4:
        return BigInt(this.u32());
      case 2:
        return BigInt(this.u16());
      case 1:
        return BigInt(this.u8());
      default:
        this.overrun = true;
        return 0n;
    }
  }

  /** The length that begins a unit of any section, and the size of the offsets in it. */
  initialLength(): { readonly length: number; readonly offsetSize: OffsetSize } {
    const first = this.u32();
    if (first < 0xfffffff0) return { length: first, offsetSize: 4 };
    if (first !== 0xffffffff) this.overrun = true;
    return { length: Number(this.u64()), offsetSize: 8 };
  }

  private wideLeb(start: number, signed: boolean): bigint {
    let value = 0n;
    let shift = 0n;
    let last = 0;
    for (let at = start; at < this.offset && shift < 70n; at++, shift += 7n) {
      last = this.bytes[at] ?? 0;
      value |= BigInt(last & 0x7f) << shift;
    }
    if (!signed) return BigInt.asUintN(64, value);
    return BigInt.asIntN(64, last & 0x40 ? value - (1n << shift) : value);
  }

  private runOut(): number {
    this.offset = this.end;
    this.overrun = true;
    return 0;
  }
}

/**
 * Parses a structure at `offset` of a section. How long it is shows only in the parsing: `guess`
 * bytes are tried first and more are read while they do not suffice. At the section's end, or at
 * `limit` bytes, the cursor is left overrun and `parse` gives what it could.
 */
export async function parseAt<T>(
  section: ByteSource,
  order: ByteOrder,
  offset: number,
  guess: number,
  parse: (cursor: DwarfCursor) => T,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<{ readonly value: T; readonly whole: boolean }> {
  for (let length = guess; ; length *= 4) {
    const bytes = await section.read(offset, Math.min(length, limit));
    const cursor = new DwarfCursor(bytes, order);
    const value = parse(cursor);
    if (!cursor.overrun || bytes.length < length) return { value, whole: !cursor.overrun };
  }
}
