// Base types (DWARF 5, section 5.1): what all other types end in, and what expressions convert
// between.
import type { ByteOrder } from '../../bytes/cursor';
import type { BaseType, Ratio } from '../baseType';
import type { EnumType, Type } from '../type';
import { DW_AT, DW_TAG, DW_ATE } from './constants';
import type { Entries } from './entries';
import type { Entry } from './entryTree';

/** The base type that an entry describes; undefined where it describes something else. */
export async function readBaseType(entries: Entries, entry: Entry): Promise<BaseType | undefined> {
  if (entry.tag !== DW_TAG.base_type) return undefined;
  const bitSize = sizeIn(entry, DW_AT.bit_size);
  const size = sizeIn(entry, DW_AT.byte_size) ?? Math.ceil((bitSize ?? 0) / 8);
  const encoding = Number(entry.number(DW_AT.encoding) ?? 0n);
  return {
    kind: 'base',
    name: (await entries.text(entry, entry.value(DW_AT.name))) ?? '',
    size,
    encoding,
    ...(isFixed(encoding) ? { scale: await scaleOf(entries, entry) } : {}),
    ...(bitSize === undefined || bitSize === size * 8 ? {} : { bitSize }),
    ...otherOrder(entry),
  };
}

function isFixed(encoding: number): boolean {
  return encoding === DW_ATE.signed_fixed || encoding === DW_ATE.unsigned_fixed;
}

/** Powers beyond it are damage. */
const maxScale = 128n;

/** What a unit of a fixed-point type stands for; 1 where the compiler did not say. */
async function scaleOf(entries: Entries, entry: Entry): Promise<Ratio> {
  const [binary, decimal] = [entry.number(DW_AT.binary_scale), entry.number(DW_AT.decimal_scale)];
  if (binary !== undefined) return powerOf(2n, binary);
  if (decimal !== undefined) return powerOf(10n, decimal);
  const small = await entries.follow(entry, entry.value(DW_AT.small));
  const denominator = small?.number(DW_AT.GNU_denominator) ?? 1n;
  const numerator = small?.number(DW_AT.GNU_numerator) ?? 1n;
  return denominator > 0n ? { numerator, denominator } : one;
}

const one: Ratio = { numerator: 1n, denominator: 1n };

function powerOf(base: bigint, exponent: bigint): Ratio {
  if (exponent > maxScale || exponent < -maxScale) return one;
  return exponent < 0n
    ? { numerator: 1n, denominator: base ** -exponent }
    : { numerator: base ** exponent, denominator: 1n };
}

/** The byte order that an entry gives, where it is not that of the unit. */
function otherOrder(entry: Entry): Pick<BaseType, 'order'> {
  const order = orders[Number(entry.number(DW_AT.endianity) ?? 0n)];
  return order === undefined || order === entry.unit.header.encoding.order ? {} : { order };
}

/** By the values of DW_AT_endianity. */
const orders: readonly (ByteOrder | undefined)[] = [undefined, 'big', 'little'];

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
  const base = withoutNames(underlying);
  return {
    kind: 'enum',
    ...(name === undefined ? {} : { name }),
    ...(scope === '' ? {} : { scope }),
    size,
    signed,
    scoped: entry.flag(DW_AT.enum_class),
    ...(base.kind === 'base' ? { underlying: base.name } : {}),
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
