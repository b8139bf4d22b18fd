// How many elements an array has in each direction (DWARF 5, sections 5.5 and 5.13).
import type { ArrayDescriptor, Bound, Dimension } from '../type';
import { DW_AT, DW_ORD, DW_TAG } from './constants';
import type { Entries } from './entries';
import type { Entry } from './entryTree';
import type { AttributeValue } from './form';
import { firstIndex, isAda, isFortran } from './languages';
import type { Locations } from './locations';

/** More than any language allows. */
const maxDimensions = 256;

/** The dimensions of the array that an entry describes, outermost first. */
export async function readDimensions(
  entries: Entries,
  locations: Locations,
  array: Entry,
): Promise<Dimension[]> {
  const dimensions: Dimension[] = [];
  for (const child of array.children()) {
    if (!isDimension(child)) continue;
    if (dimensions.length >= maxDimensions) break;
    dimensions.push(await readDimension(entries, locations, child));
  }
  if (isColumnMajor(array)) dimensions.reverse();
  const innermost = dimensions.pop();
  if (!innermost) return [];
  const stride = strideOf(array, locations);
  return [...dimensions, stride === undefined ? innermost : { ...innermost, stride }];
}

/** Whether the first index is the one that moves fastest (DW_AT_ordering; DWARF 5, section 5.5). */
function isColumnMajor(array: Entry): boolean {
  const ordering = array.number(DW_AT.ordering);
  return ordering === undefined ? isFortran(array.unit) : ordering === BigInt(DW_ORD.col_major);
}

/** The descriptor that an array is, where its elements lie elsewhere. */
export function readDescriptor(locations: Locations, array: Entry): ArrayDescriptor | undefined {
  const [data, allocated, associated] = array
    .values([DW_AT.data_location, DW_AT.allocated, DW_AT.associated])
    .map((value) => locations.expressionOf(array.unit, value));
  if (!data && !allocated && !associated) return undefined;
  return {
    ...(data && { data }),
    ...(allocated && { allocated }),
    ...(associated && { associated }),
  };
}

/** The length of a string that an entry describes: where it is constant, or what holds it. */
export async function readStringLength(
  entries: Entries,
  locations: Locations,
  string: Entry,
): Promise<Dimension['count']> {
  const { addressSize } = string.unit.header.encoding;
  const [length, lengthSize, size] = string.values([
    DW_AT.string_length,
    DW_AT.string_length_byte_size,
    DW_AT.byte_size,
  ]);
  if (!length) return boundOf(string, size);
  const expression = locations.expressionOf(string.unit, length);
  if (!expression) return readCount(entries, locations, string, length, 0n);
  const stored = Number(boundOf(string, lengthSize ?? size) ?? addressSize);
  return { from: { kind: 'stored', expression, size: stored }, add: 0n };
}

function isDimension({ tag }: Entry): boolean {
  return (
    tag === DW_TAG.subrange_type ||
    tag === DW_TAG.generic_subrange ||
    tag === DW_TAG.enumeration_type
  );
}

async function readDimension(
  entries: Entries,
  locations: Locations,
  entry: Entry,
): Promise<Dimension> {
  if (entry.tag === DW_TAG.enumeration_type) return ofEnumeration(entry);
  const [lowerValue, upper, count] = entry.values([
    DW_AT.lower_bound,
    DW_AT.upper_bound,
    DW_AT.count,
  ]);
  const number = boundOf(entry, lowerValue);
  const lower = number ?? firstIndex(entry.unit);
  const stride = strideOf(entry, locations);
  const strided = stride === undefined ? {} : { stride };
  if (count) {
    return {
      ...dimension(lower, await readCount(entries, locations, entry, count, 0n)),
      ...strided,
    };
  }
  const lowerFrom =
    lowerValue && number === undefined
      ? await readBound(entries, locations, entry, lowerValue)
      : undefined;
  if (!upper) return { lower, ...(lowerFrom && { lowerFrom }), ...strided };
  if (lowerFrom) {
    const last = await readBound(entries, locations, entry, upper);
    return { ...dimension(lower, last && { from: last, add: 1n }), lowerFrom, ...strided };
  }
  const named = await countNamed(entries, entry, lower, boundOf(entry, upper));
  if (named !== undefined) return { lower, count: named, ...strided };
  return {
    ...dimension(lower, await readCount(entries, locations, entry, upper, 1n - lower)),
    ...strided,
  };
}

/**
 * How many values of an enumeration lie between two: Ada's may leave out numbers, and arrays go by
 * their places.
 */
async function countNamed(
  entries: Entries,
  entry: Entry,
  lower: bigint,
  upper: bigint | undefined,
): Promise<bigint | undefined> {
  if (upper === undefined || !isAda(entry.unit)) return undefined;
  let type = await entries.follow(entry, entry.value(DW_AT.type));
  for (let i = 0; i < maxDimensions && type?.tag === DW_TAG.subrange_type; i++) {
    type = await entries.follow(type, type.value(DW_AT.type));
  }
  if (type?.tag !== DW_TAG.enumeration_type) return undefined;
  const values = [...type.children()].map((child) => child.number(DW_AT.const_value));
  const between = values.filter((value) => value !== undefined && value >= lower && value <= upper);
  return BigInt(between.length);
}

/** DW_AT_byte_stride or DW_AT_bit_stride, in bits. */
function strideOf(entry: Entry, locations: Locations): Dimension['stride'] | undefined {
  const [byteStride, bitStride] = entry.values([DW_AT.byte_stride, DW_AT.bit_stride]);
  if (bitStride?.kind === 'constant') return bitStride.value;
  if (byteStride?.kind === 'constant') return 8n * byteStride.value;
  const expression = locations.expressionOf(entry.unit, byteStride);
  return expression && { bytes: { kind: 'expression', expression } };
}

/** An array that is indexed by an enumeration. */
function ofEnumeration(entry: Entry): Dimension {
  const enumerators = [...entry.children()].filter(({ tag }) => tag === DW_TAG.enumerator);
  const lower = enumerators[0]?.number(DW_AT.const_value) ?? 0n;
  return { lower, count: BigInt(enumerators.length) };
}

function dimension(lower: bigint, count: Dimension['count']): Dimension {
  return count === undefined ? { lower } : { lower, count };
}

/** The number that an attribute gives, plus `add`. */
async function readCount(
  entries: Entries,
  locations: Locations,
  entry: Entry,
  value: AttributeValue,
  add: bigint,
): Promise<Dimension['count']> {
  const number = boundOf(entry, value);
  if (number !== undefined) return number + add < 0n ? 0n : number + add;
  const from = await readBound(entries, locations, entry, value);
  return from && { from, add };
}

async function readBound(
  entries: Entries,
  locations: Locations,
  entry: Entry,
  value: AttributeValue,
): Promise<Bound | undefined> {
  const expression = locations.expressionOf(entry.unit, value);
  if (expression) return { kind: 'expression', expression };
  const variable = await entries.follow(entry, value);
  return variable && { kind: 'variable', offset: variable.offset };
}

/**
 * A bound that is a number. -1, the last index of no elements, may be written as an address's bits.
 */
function boundOf({ unit }: Entry, value: AttributeValue | undefined): bigint | undefined {
  if (value?.kind !== 'constant') return undefined;
  const bits = 8 * unit.header.encoding.addressSize;
  return !value.signed && BigInt.asIntN(bits, value.value) === -1n ? -1n : value.value;
}
