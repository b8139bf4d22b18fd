// How many elements an array has in each direction (DWARF 5, sections 5.5 and 5.13).
import type { Bound, Dimension } from '../type';
import { DW_AT, DW_TAG } from './constants';
import type { Entries } from './entries';
import type { Entry } from './entryTree';
import type { AttributeValue } from './form';
import { firstIndex } from './languages';
import type { Locations } from './locations';

/** More than any language allows. */
const mostDimensions = 256;

/** The dimensions of the array that an entry describes, outermost first. */
export async function readDimensions(
  entries: Entries,
  locations: Locations,
  array: Entry,
): Promise<Dimension[]> {
  const dimensions: Dimension[] = [];
  for (const child of array.children()) {
    if (!isDimension(child)) continue;
    if (dimensions.length >= mostDimensions) break;
    dimensions.push(await readDimension(entries, locations, child));
  }
  return dimensions;
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
  const lower = boundOf(entry, lowerValue) ?? firstIndex(entry.unit);
  if (count) return dimension(lower, await readCount(entries, locations, entry, count, 0n));
  return upper
    ? dimension(lower, await readCount(entries, locations, entry, upper, 1n - lower))
    : { lower };
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

/** A bound that is a number. -1, the last index of no elements, may be written as an address's bits. */
function boundOf({ unit }: Entry, value: AttributeValue | undefined): bigint | undefined {
  if (value?.kind !== 'constant') return undefined;
  const bits = 8 * unit.header.encoding.addressSize;
  return !value.signed && BigInt.asIntN(bits, value.value) === -1n ? -1n : value.value;
}
