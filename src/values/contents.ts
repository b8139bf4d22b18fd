// The bytes of a value with what is missing of them. As in gdb, each missing run is counted in
// bits, since a compiler may leave out part of a byte (DW_OP_bit_piece).
import { type ByteOrder, unsigned } from '../bytes/cursor';
import { toBytes } from '../bytes/cursor';

/**
 * Why bits are missing: not in the frame; not kept by the compiler; a pointer to something that
 * has no address.
 */
export type Missing = 'unavailable' | 'optimizedOut' | 'syntheticPointer';

/** A run of bits that are missing. Bits count from the value's start in memory order. */
export interface MissingBits {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly why: Missing;
}

/** Bytes in the target's order. */
export class Contents {
  /** `gaps` in ascending order, none overlapping; the bytes are zero there. */
  constructor(
    readonly bytes: Uint8Array,
    readonly gaps: readonly MissingBits[] = [],
  ) {}

  /** Contents of which nothing is there. */
  static missing(size: number, why: Missing): Contents {
    const gaps = size > 0 ? [{ start: 0, end: 8 * size, why }] : [];
    return new Contents(new Uint8Array(size), gaps);
  }

  /** Whether every bit is there. */
  get complete(): boolean {
    return this.gaps.length === 0;
  }

  /** The reason for the first bit that is missing, if one is. */
  get missing(): Missing | undefined {
    return this.gaps[0]?.why;
  }

  /** Whether every bit is missing for one reason. */
  isEntirely(why: Missing): boolean {
    const end = 8 * this.bytes.length;
    let reached = 0;
    for (const gap of this.gaps) {
      if (gap.why !== why || gap.start > reached) return false;
      reached = gap.end;
    }
    return end > 0 && reached >= end;
  }

  /** Whether some bit is missing for a reason. */
  has(why: Missing): boolean {
    return this.gaps.some((gap) => gap.why === why);
  }

  /**
   * Of a number: a pointer has no address as a whole; where a part has none gdb 13 takes zeros
   * (check_pieced_synthetic_pointer).
   */
  ofNumber(): Contents {
    if (!this.has('syntheticPointer') || this.isEntirely('syntheticPointer')) return this;
    const others = this.gaps.filter(({ why }) => why !== 'syntheticPointer');
    return new Contents(this.bytes, others);
  }

  /** `size` bytes from `offset`; those beyond the end are unavailable. */
  slice(offset: number, size: number): Contents {
    const part = this.bytes.subarray(offset, offset + size);
    const gaps = this.clip(8 * offset, 8 * (offset + part.length));
    if (part.length === size) return new Contents(part, gaps);
    const bytes = new Uint8Array(size);
    bytes.set(part);
    return new Contents(bytes, [
      ...gaps,
      { start: 8 * part.length, end: 8 * size, why: 'unavailable' },
    ]);
  }

  /** The bytes of a number in the other order. */
  reversed(): Contents {
    const { length } = this.bytes;
    const gaps = this.gaps.map(({ start, end, why }) => ({
      start: 8 * length - end,
      end: 8 * length - start,
      why,
    }));
    return new Contents(Uint8Array.from(this.bytes).reverse(), gaps.reverse());
  }

  /**
   * `size` bits from `bit` as the low bits of a number of `bytes` bytes: `stored` in one order, and
   * given in another.
   */
  bits(
    bit: number,
    size: number,
    bytes: number,
    signed: boolean,
    { stored, order }: { readonly stored: ByteOrder; readonly order: ByteOrder },
  ): Contents {
    const gap = this.clip(bit, bit + size)[0];
    const beyond = bit + size > 8 * this.bytes.length;
    if (gap || beyond) return Contents.missing(bytes, gap?.why ?? 'unavailable');
    const value = bitsAt(this.bytes, bit, size, stored);
    const whole = new Uint8Array(bytes);
    putBits(whole, signed ? BigInt.asIntN(size, value) : value, order);
    return new Contents(whole);
  }

  /** Whether two runs of `size` bytes hold the same, gaps included. */
  same(offset: number, other: number, size: number): boolean {
    for (let i = 0; i < size; i++) {
      if (this.bytes[offset + i] !== this.bytes[other + i]) return false;
    }
    if (this.complete) return true;
    const here = this.clip(8 * offset, 8 * (offset + size));
    const there = this.clip(8 * other, 8 * (other + size));
    return (
      here.length === there.length &&
      here.every((gap, i) => {
        const twin = there[i];
        return gap.start === twin?.start && gap.end === twin.end && gap.why === twin.why;
      })
    );
  }

  private clip(start: number, end: number): MissingBits[] {
    return this.gaps
      .filter((gap) => gap.start < end && gap.end > start)
      .map(({ start: from, end: to, why }) => ({
        start: Math.max(from, start) - start,
        end: Math.min(to, end) - start,
        why,
      }));
  }
}

// Bits in memory order: from the least significant bit of each byte on a little-endian target,
// from the most significant one on a big-endian one (as gdb and DW_AT_data_bit_offset count).

/** `size` bits from `bit` as an unsigned number; bits beyond the end are zero. */
export function bitsAt(bytes: Uint8Array, bit: number, size: number, order: ByteOrder): bigint {
  const first = Math.floor(bit / 8);
  const end = Math.ceil((bit + size) / 8);
  const span = new Uint8Array(end - first);
  span.set(bytes.subarray(first, end));
  const before = bit - 8 * first;
  const shift = order === 'little' ? before : 8 * span.length - before - size;
  return BigInt.asUintN(size, unsigned(span, order) >> BigInt(shift));
}

/** Fills `bytes` with a number, two's complement. */
function putBits(bytes: Uint8Array, value: bigint, order: ByteOrder): void {
  bytes.set(toBytes(BigInt.asUintN(8 * bytes.length, value), bytes.length, order));
}

/** Copies `size` bits from one place to another, both in memory order. */
export function copyBits(
  from: Uint8Array,
  fromBit: number,
  to: Uint8Array,
  toBit: number,
  size: number,
  order: ByteOrder,
): void {
  if (fromBit % 8 === 0 && toBit % 8 === 0 && size % 8 === 0) {
    to.set(from.subarray(fromBit / 8, (fromBit + size) / 8), toBit / 8);
    return;
  }
  for (let i = 0; i < size; i++) setBit(to, toBit + i, bit(from, fromBit + i, order), order);
}

function bit(bytes: Uint8Array, at: number, order: ByteOrder): number {
  return ((bytes[at >> 3] ?? 0) >> place(at, order)) & 1;
}

function setBit(bytes: Uint8Array, at: number, value: number, order: ByteOrder): void {
  const mask = 1 << place(at, order);
  const old = bytes[at >> 3] ?? 0;
  bytes[at >> 3] = value ? old | mask : old & ~mask;
}

function place(at: number, order: ByteOrder): number {
  return order === 'little' ? at & 7 : 7 - (at & 7);
}
