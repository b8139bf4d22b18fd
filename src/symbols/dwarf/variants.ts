// Variant parts (DWARF 5, section 5.7.10): the shapes of a Rust enum.
import { unsigned, type ByteOrder } from '../../bytes/cursor';
import type { Member, Type, Variant, VariantPart } from '../type';
import { ofSize } from './baseType';
import { DW_AT, DW_ATE, DW_DSC, DW_TAG } from './constants';
import { DwarfCursor } from './cursor';
import type { Entries } from './entries';
import type { Entry } from './entryTree';
import type { AttributeValue } from './form';

/** The variant part that an entry describes. */
export async function readVariantPart(
  entries: Entries,
  entry: Entry,
  readMember: (entry: Entry) => Promise<Member>,
): Promise<VariantPart> {
  const teller = await entries.follow(entry, entry.value(DW_AT.discr));
  const discriminant = teller && (await readMember(teller));
  const variants: Variant[] = [];
  for (const child of entry.children()) {
    if (child.tag !== DW_TAG.variant) continue;
    const members: Member[] = [];
    for (const each of child.children()) {
      if (each.tag === DW_TAG.member) members.push(await readMember(each));
    }
    variants.push({ values: valuesOf(child, discriminant?.type), members });
  }
  return { ...(discriminant && { discriminant }), variants };
}

/** The values of the discriminant that choose a variant. */
function valuesOf(variant: Entry, type: Type | undefined): Variant['values'] {
  const [value, list] = variant.values([DW_AT.discr_value, DW_AT.discr_list]);
  const { order } = variant.unit.header.encoding;
  if (list?.kind === 'block') return readList(new DwarfCursor(list.bytes, order), type);
  const number = value && asNumber(value, order);
  return number === undefined ? [] : [rangeOf(number, number, type)];
}

/** 128 bits are written as a block. */
function asNumber(value: AttributeValue, order: ByteOrder): bigint | undefined {
  if (value.kind === 'constant') return value.value;
  return value.kind === 'block' ? unsigned(value.bytes, order) : undefined;
}

function readList(cursor: DwarfCursor, type: Type | undefined): Variant['values'] {
  const values: { low: bigint; high: bigint }[] = [];
  const number = (): bigint => (isSigned(type) ? cursor.sleb64() : cursor.uleb64());
  while (cursor.remaining > 0) {
    const isRange = cursor.u8() === DW_DSC.range;
    const low = number();
    const high = isRange ? number() : low;
    if (cursor.overrun) break;
    values.push(rangeOf(low, high, type));
  }
  return values;
}

/** Values as the discriminant holds them, with its size and sign. */
function rangeOf(low: bigint, high: bigint, type: Type | undefined): { low: bigint; high: bigint } {
  if (type?.kind !== 'base') return { low, high };
  const fit = (value: bigint): bigint => ofSize(value, type.size, isSigned(type));
  return { low: fit(low), high: fit(high) };
}

function isSigned(type: Type | undefined): boolean {
  return type?.kind === 'base' && type.encoding === DW_ATE.signed;
}
