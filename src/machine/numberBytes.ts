// Numbers back into bytes: the inverse of `unsigned` (bytes/cursor.ts).
import type { ByteOrder } from '../bytes/cursor';

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
