// Selected bytes as numbers.

type ByteOrder = 'little' | 'big';

/** A number that bytes make in one byte order. */
export interface Inspected {
  readonly order: ByteOrder;
  readonly unsigned: string;
  /** Absent where it is the same. */
  readonly signed?: string;
  /** Of 4 and 8 bytes. */
  readonly float?: string;
}

/** One, two, four or eight bytes as numbers, in both byte orders where they differ; none of other lengths. */
export function inspected(bytes: Uint8Array): Inspected[] {
  const { length } = bytes;
  if (![1, 2, 4, 8].includes(length)) return [];
  const reversed = Uint8Array.from(bytes).reverse();
  const little = inOrder('little', reversed);
  return length === 1 ? [little] : [little, inOrder('big', bytes)];
}

/** The bytes as an address, `0x401136`; undefined where they are none. */
export function bytesAsAddress(bytes: Uint8Array, order: ByteOrder): string | undefined {
  if (bytes.length !== 4 && bytes.length !== 8) return undefined;
  const ordered = order === 'big' ? bytes : Uint8Array.from(bytes).reverse();
  return `0x${unsignedOf(ordered).toString(16)}`;
}

/** `bytes` with the highest first. */
function inOrder(order: ByteOrder, bytes: Uint8Array): Inspected {
  const value = unsignedOf(bytes);
  const signed = BigInt.asIntN(8 * bytes.length, value);
  const float = floatOf(bytes);
  return {
    order,
    unsigned: `${value} (0x${value.toString(16)})`,
    ...(signed !== value && { signed: signed.toString() }),
    ...(float !== undefined && { float: float.toString() }),
  };
}

function unsignedOf(bytes: Uint8Array): bigint {
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

function floatOf(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length === 4) return view.getFloat32(0);
  return bytes.length === 8 ? view.getFloat64(0) : undefined;
}
