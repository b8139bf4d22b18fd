// Base types (DWARF 5, section 5.1): what all other types end in, and what expressions convert
// between.
import type { BaseType } from '../baseType';
import type { EnumType, Type } from '../type';
import { DW_AT, DW_TAG, DW_ATE } from './constants';
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

// Enumerations (DWARF 5, section 5.7).

/** The enumeration that an entry describes. `underlying`: the type that its DW_AT_type names. */
export async function readEnum(
  entries: Entries,
  entry: Entry,
  underlying: Type,
): Promise<EnumType> {
  const description = await entries.describe(entry);
  const name = await entries.qualifiedName(description);
  const scope = name === undefined ? await entries.scopeName(description.declaration?.parent) : '';
  const size = sizeIn(entry, DW_AT.byte_size) ?? sizeOfBase(underlying) ?? 4;
  const listed = await readEnumerators(entries, entry);
  const signed = isSigned(underlying) ?? listed.some(({ value }) => value < 0n);
  return {
    kind: 'enum',
    ...(name === undefined ? {} : { name }),
    ...(scope === '' ? {} : { scope }),
    size,
    signed,
    scoped: entry.flag(DW_AT.enum_class),
    incomplete: entry.flag(DW_AT.declaration),
    enumerators: listed.map((each) => ({
      name: each.name,
      value: ofSize(each.value, size, signed),
    })),
  };
}

async function readEnumerators(
  entries: Entries,
  entry: Entry,
): Promise<{ name: string; value: bigint }[]> {
  const found: { name: string; value: bigint }[] = [];
  for (const child of entry.children()) {
    if (child.tag !== DW_TAG.enumerator) continue;
    const [nameValue, constant] = child.values([DW_AT.name, DW_AT.const_value]);
    const name = await entries.text(child, nameValue);
    if (name === undefined || constant?.kind !== 'constant') continue;
    found.push({ name, value: constant.value });
  }
  return found;
}

function withoutNames(type: Type): Type {
  let at = type;
  while (at.kind === 'typedef' || at.kind === 'const' || at.kind === 'volatile') at = at.target;
  return at;
}

function sizeOfBase(type: Type): number | undefined {
  const base = withoutNames(type);
  return base.kind === 'base' ? base.size : undefined;
}

/** Before DWARF 3 an enumeration did not say what it is made of. */
function isSigned(type: Type): boolean | undefined {
  const base = withoutNames(type);
  if (base.kind !== 'base') return undefined;
  return base.encoding === DW_ATE.signed || base.encoding === DW_ATE.signed_char;
}
