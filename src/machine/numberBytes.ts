// Numbers back into bytes: the inverse of `unsigned` (bytes/cursor.ts).
import type { ByteOrder } from '../bytes/cursor';
import { fromHex } from '../bytes/hex';

/** The low `size` bytes of a number. */
export function toBytes(value: bigint, size: number, order: ByteOrder): Uint8Array {
  const digits = BigInt.asUintN(8 * size, value).toString(16);
  const bytes = fromHex(digits.padStart(2 * size, '0'));
  return order === 'little' ? bytes.reverse() : bytes;
}
