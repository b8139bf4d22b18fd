// Enumerations (DWARF 5, section 5.7).
import type { EnumType, Type } from '../type';
import { ofSize, sizeIn } from './baseType';
import { DW_AT, DW_ATE, DW_TAG } from './constants';
import type { Entries } from './entries';
import type { Entry } from './entryTree';

/** The enumeration that an entry describes. `underlying`: the type that its DW_AT_type names. */
export async function readEnum(
  entries: Entries,
  entry: Entry,
  underlying: Type,
): Promise<EnumType> {
  const description = await entries.describe(entry);
  const name = await entries.qualifiedName(description);
  const size = sizeIn(entry, DW_AT.byte_size) ?? sizeOf(underlying) ?? 4;
  const listed = await readEnumerators(entries, entry);
  const signed = isSigned(underlying) ?? listed.some(({ value }) => value < 0n);
  return {
    kind: 'enum',
    ...(name === undefined ? {} : { name }),
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

function sizeOf(type: Type): number | undefined {
  const base = withoutNames(type);
  return base.kind === 'base' ? base.size : undefined;
}

/** Before DWARF 3 an enumeration did not say what it is made of. */
function isSigned(type: Type): boolean | undefined {
  const base = withoutNames(type);
  if (base.kind !== 'base') return undefined;
  return base.encoding === DW_ATE.signed || base.encoding === DW_ATE.signed_char;
}
