// Bits in memory order: from the least significant bit of each byte on a little-endian target, from the most significant
// one on a big-endian one (as gdb and DW_AT_data_bit_offset count).
import { unsigned, type ByteOrder } from '../bytes/cursor';
import { toBytes } from '../machine/numberBytes';

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
export function putBits(bytes: Uint8Array, value: bigint, order: ByteOrder): void {
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
