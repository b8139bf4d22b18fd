// Numbers back into bytes: the inverse of `unsigned` (bytes/cursor.ts).
import type { ByteOrder } from '../bytes/cursor';

/** The low `size` bytes of a number. */
export function toBytes(value: bigint, size: number, order: ByteOrder): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let i = 0, rest = value; i < size; i++, rest >>= 8n) {
    bytes[order === 'little' ? i : size - 1 - i] = Number(rest & 0xffn);
  }
  return bytes;
}
