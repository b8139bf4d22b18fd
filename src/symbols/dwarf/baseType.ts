// Base types (DWARF 5, section 5.1): what all other types end in, and what expressions convert between.
import type { BaseType } from '../type';
import { DW_AT, DW_TAG } from './constants';
import type { Entries } from './entries';
import type { Entry } from './entryTree';

/** The base type that an entry describes; undefined where it describes something else. */
export async function readBaseType(entries: Entries, entry: Entry): Promise<BaseType | undefined> {
  if (entry.tag !== DW_TAG.base_type) return undefined;
  const bitSize = entry.number(DW_AT.bit_size);
  const size = entry.number(DW_AT.byte_size) ?? ((bitSize ?? 0n) + 7n) / 8n;
  return {
    kind: 'base',
    name: (await entries.text(entry, entry.value(DW_AT.name))) ?? '',
    size: Number(size),
    encoding: Number(entry.number(DW_AT.encoding) ?? 0n),
    ...(bitSize === undefined || bitSize === size * 8n ? {} : { bitSize: Number(bitSize) }),
  };
}

/** A number as so many bytes hold it. */
export function ofSize(value: bigint, size: number, signed: boolean): bigint {
  return signed ? BigInt.asIntN(8 * size, value) : BigInt.asUintN(8 * size, value);
}
