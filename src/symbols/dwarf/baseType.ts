// Base types (DWARF 5, section 5.1): what all other types end in, and what expressions convert
// between.
import type { BaseType } from '../baseType';
import { DW_AT, DW_TAG } from './constants';
import type { Entries } from './entries';
import type { Entry } from './entryTree';

/** The base type that an entry describes; undefined where it describes something else. */
export async function readBaseType(entries: Entries, entry: Entry): Promise<BaseType | undefined> {
  if (entry.tag !== DW_TAG.base_type) return undefined;
  const bitSize = sizeIn(entry, DW_AT.bit_size);
  const size = sizeIn(entry, DW_AT.byte_size) ?? Math.ceil((bitSize ?? 0) / 8);
  return {
    kind: 'base',
    name: (await entries.text(entry, entry.value(DW_AT.name))) ?? '',
    size,
    encoding: Number(entry.number(DW_AT.encoding) ?? 0n),
    ...(bitSize === undefined || bitSize === size * 8 ? {} : { bitSize }),
  };
}

/** Bits of the widest number that an attribute holds. */
const maxBits = 128;

/** A number as so many bytes hold it. */
export function ofSize(value: bigint, size: number, signed: boolean): bigint {
  const bits = Math.min(8 * size, maxBits);
  return signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
}

/**
 * The size that an attribute of an entry gives; undefined where it gives none, or less than
 * nothing.
 */
export function sizeIn(entry: Entry, attribute: number): number | undefined {
  const size = entry.number(attribute);
  return size === undefined || size < 0n ? undefined : Number(size);
}
