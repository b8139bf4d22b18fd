// Where the bits of a bit field are: DW_AT_data_bit_offset (DWARF 5, section 5.7.6), and before it
// DW_AT_bit_offset, which counts from the most significant bit of a word that holds the field.
import type { ByteOrder } from '../../bytes/cursor';

/** What a member says of its bits. Sizes of words in bytes, of fields in bits. */
export interface BitAttributes {
  readonly size: bigint;
  /** DW_AT_data_bit_offset. */
  readonly fromStart: bigint | undefined;
  /** DW_AT_bit_offset. */
  readonly inWord: bigint | undefined;
  /** The word: DW_AT_data_member_location, and DW_AT_byte_size or the size of the type. */
  readonly wordOffset: bigint;
  readonly wordSize: bigint;
}

/**
 * The first bit of a field, counted from the start of the object: in a byte from the least
 * significant bit where the order is little-endian, from the most significant where it is
 * big-endian.
 */
export function firstBit(field: BitAttributes, order: ByteOrder): bigint {
  const { size, fromStart, inWord, wordOffset, wordSize } = field;
  if (fromStart !== undefined) return 8n * wordOffset + fromStart;
  if (inWord === undefined) return 8n * wordOffset;
  // The word's end, less what is to the right of the field: inWord bits stand to its left.
  return order === 'big' ? 8n * wordOffset + inWord : 8n * (wordOffset + wordSize) - inWord - size;
}
