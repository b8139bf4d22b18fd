// The address ranges of units and functions: .debug_ranges (DWARF 4, section 2.17.3) and
// .debug_rnglists (DWARF 5, section 7.25).
import type { ByteSource } from '../../bytes/source';
import type { AddressRange } from '../addressMap';
import { knownAddress, readAddress, readIndexedAddress } from './address';
import { DW_RLE } from './constants';
import type { SectionWindow } from '../sectionBytes';
import { DwarfCursor, parseAt } from './cursor';
import { isDiscarded, type DebugSections, type WalkedSections } from './debugSections';
import { asSectionOffset, type AttributeValue } from './form';
import { placedUnit, type Unit } from './unit';

/** The attributes that say which addresses an entry covers. */
interface RangeAttributes {
  readonly lowPc: AttributeValue | undefined;
  readonly highPc: AttributeValue | undefined;
  readonly ranges: AttributeValue | undefined;
}

/**
 * The ranges that an entry covers, without empty ones and those of code that the linker dropped.
 * `sections`: what the lists are read from, where a walk has its own view of the file.
 */
export async function readRanges(
  unit: Unit,
  attributes: RangeAttributes,
  sections?: DebugSections,
): Promise<AddressRange[]> {
  const ranges = attributes.ranges
    ? await readRangeList(unit, attributes.ranges, sections)
    : await readLowHigh(unit, attributes);
  return keptRanges(unit, ranges);
}

/**
 * Reads the ranges of many entries of a unit, without a wait for each: their lists are near one
 * another.
 */
export class RangeReader {
  private constructor(
    private readonly unit: Unit,
    private readonly sections: WalkedSections,
    private readonly lists: SectionWindow,
    private readonly base: bigint | undefined,
  ) {}

  static async open(unit: Unit, sections: WalkedSections): Promise<RangeReader> {
    const isOld = unit.header.encoding.version < 5;
    const lists = await sections.get(isOld ? '.debug_ranges' : '.debug_rnglists');
    return new RangeReader(unit, sections, lists, await baseOf(placedUnit(unit)));
  }

  /** What `readRanges` gives, where nothing has to be read for it; else undefined. */
  known(attributes: RangeAttributes): AddressRange[] | undefined {
    const { unit } = this;
    const ranges = attributes.ranges
      ? this.knownList(attributes.ranges)
      : knownLowHigh(unit, attributes);
    return ranges && keptRanges(unit, ranges);
  }

  read(attributes: RangeAttributes): Promise<AddressRange[]> {
    return readRanges(this.unit, attributes, this.sections);
  }

  private knownList(value: AttributeValue): AddressRange[] | undefined {
    const { unit, lists, base } = this;
    const { addressSize, order, version } = unit.header.encoding;
    if (value.kind !== 'sectionOffset' || base === undefined || placedUnit(unit) !== unit) {
      return undefined;
    }
    const cursor = new DwarfCursor(lists.known(value.offset), order);
    if (version < 5) {
      const list = parseOldList(cursor, addressSize, base);
      return cursor.overrun ? undefined : list;
    }
    const entries = parseEntries(cursor, addressSize);
    const isKnown = entries.every((entry) =>
      boundsOf(entry).every((each) => typeof each === 'bigint'),
    );
    return cursor.overrun || !isKnown ? undefined : resolved(unit, entries, base, noAddresses);
  }
}

const noAddresses: ReadonlyMap<number, bigint> = new Map();

function knownLowHigh(unit: Unit, { lowPc, highPc }: RangeAttributes): AddressRange[] | undefined {
  const start = knownAddress(unit, lowPc);
  if (start === undefined || !highPc) return undefined;
  const end = highPc.kind === 'constant' ? start + highPc.value : knownAddress(unit, highPc);
  return end === undefined ? undefined : [{ start, end }];
}

/** Without empty ranges and those of code that the linker dropped. */
function keptRanges(unit: Unit, ranges: readonly AddressRange[]): AddressRange[] {
  const { file, header } = placedUnit(unit);
  const { addressSize } = header.encoding;
  const bits = 8 * addressSize;
  const kept: AddressRange[] = [];
  for (const range of ranges) {
    const { end } = range;
    const start = BigInt.asUintN(bits, range.start);
    if (start < end && !isDiscarded(start, addressSize, file.sections)) kept.push({ start, end });
  }
  return kept;
}

/** DW_AT_high_pc is an address, or since DWARF 4 a length. */
async function readLowHigh(
  unit: Unit,
  { lowPc, highPc }: RangeAttributes,
): Promise<AddressRange[]> {
  const start = await readAddress(unit, lowPc);
  if (start === undefined || !highPc) return [];
  const end = highPc.kind === 'constant' ? start + highPc.value : await readAddress(unit, highPc);
  return end === undefined ? [] : [{ start, end }];
}

async function readRangeList(
  unit: Unit,
  value: AttributeValue,
  sections?: DebugSections,
): Promise<AddressRange[]> {
  const { version } = unit.header.encoding;
  const placed = placedUnit(unit);
  const base = await baseOf(placed);
  if (version < 5) {
    // Before DWARF 5 the ranges of a split unit remain in the file of its skeleton.
    const share = placed === unit ? 0 : (placed.root.splitRangesBase ?? 0);
    const offset = asSectionOffset(value, version);
    const lists = await (sections ?? placed.file.sections).get('.debug_ranges');
    return offset === undefined ? [] : readOldList(placed, lists, share + offset, base);
  }
  const lists = await (sections ?? unit.file.sections).get('.debug_rnglists');
  const offset = value.kind === 'sectionOffset' ? value.offset : await indexedOffset(unit, value);
  return offset === undefined ? [] : readNewList(unit, lists, offset, base);
}

/** What the offsets in lists count from. */
async function baseOf(placed: Unit): Promise<bigint> {
  const { lowPc } = placed.root;
  return lowPc?.kind === 'address' ? lowPc.address : ((await readAddress(placed, lowPc)) ?? 0n);
}

/** A list longer than this is damage. */
const maxBytes = 1 << 22;
const guess = 256;

async function readOldList(
  { header }: Unit,
  lists: ByteSource,
  offset: number,
  unitBase: bigint,
): Promise<AddressRange[]> {
  const { addressSize, order } = header.encoding;
  const parse = (cursor: DwarfCursor): AddressRange[] =>
    parseOldList(cursor, addressSize, unitBase);
  return (await parseAt(lists, order, offset, guess, parse, maxBytes)).value;
}

function parseOldList(cursor: DwarfCursor, addressSize: number, unitBase: bigint): AddressRange[] {
  const newBase = (1n << BigInt(8 * addressSize)) - 1n;
  const list: AddressRange[] = [];
  let base = unitBase;
  for (;;) {
    const start = cursor.address(addressSize);
    const end = cursor.address(addressSize);
    if (cursor.overrun || (start === 0n && end === 0n)) return list;
    if (start === newBase) base = end;
    else list.push({ start: base + start, end: base + end });
  }
}

/**
 * Where a DWARF 5 list is, given by an index into the unit's table of offsets. The table is far
 * from the lists: a walk does not move its window there and back for each of them.
 */
async function indexedOffset(
  { header, root, file }: Unit,
  value: AttributeValue,
): Promise<number | undefined> {
  if (value.kind !== 'rangeListIndex') return undefined;
  const table = await file.sections.get('.debug_rnglists');
  const { order, offsetSize } = header.encoding;
  const base = root.rangeListsBase ?? (offsetSize === 4 ? 12 : 20);
  const parse = (cursor: DwarfCursor): number => cursor.sectionOffset(offsetSize);
  const at = base + value.index * offsetSize;
  const entry = await parseAt(table, order, at, offsetSize, parse);
  return entry.whole ? base + entry.value : undefined;
}

/** One entry of a list before its indices are looked up. */
type Bound = bigint | { readonly index: number };
type ListEntry =
  | { readonly kind: 'base'; readonly base: Bound }
  | { readonly kind: 'pair'; readonly start: bigint; readonly end: bigint }
  | { readonly kind: 'bounds'; readonly start: Bound; readonly end: Bound }
  | { readonly kind: 'length'; readonly start: Bound; readonly length: bigint };

async function readNewList(
  unit: Unit,
  lists: ByteSource,
  offset: number,
  unitBase: bigint,
): Promise<AddressRange[]> {
  const { addressSize, order } = unit.header.encoding;
  const parse = (cursor: DwarfCursor): ListEntry[] => parseEntries(cursor, addressSize);
  const { value } = await parseAt(lists, order, offset, guess, parse, maxBytes);
  return resolved(unit, value, unitBase, await readIndexed(unit, value));
}

function parseEntries(cursor: DwarfCursor, addressSize: number): ListEntry[] {
  const entries: ListEntry[] = [];
  for (;;) {
    const entry = parseEntry(cursor, addressSize);
    if (!entry || cursor.overrun) return entries;
    entries.push(entry);
  }
}

function parseEntry(cursor: DwarfCursor, addressSize: number): ListEntry | undefined {
  switch (cursor.u8()) {
    case DW_RLE.base_addressx:
      return { kind: 'base', base: { index: cursor.uleb() } };
    case DW_RLE.startx_endx:
      return { kind: 'bounds', start: { index: cursor.uleb() }, end: { index: cursor.uleb() } };
    case DW_RLE.startx_length:
      return { kind: 'length', start: { index: cursor.uleb() }, length: cursor.uleb64() };
    case DW_RLE.offset_pair:
      return { kind: 'pair', start: cursor.uleb64(), end: cursor.uleb64() };
    case DW_RLE.base_address:
      return { kind: 'base', base: cursor.address(addressSize) };
    case DW_RLE.start_end:
      return {
        kind: 'bounds',
        start: cursor.address(addressSize),
        end: cursor.address(addressSize),
      };
    case DW_RLE.start_length:
      return { kind: 'length', start: cursor.address(addressSize), length: cursor.uleb64() };
    default:
      return undefined;
  }
}

/** The ranges of a list. `addresses`: by the indices that its entries have. */
function resolved(
  unit: Unit,
  entries: readonly ListEntry[],
  unitBase: bigint,
  addresses: ReadonlyMap<number, bigint>,
): AddressRange[] {
  const { addressSize } = unit.header.encoding;
  const resolve = (bound: Bound): bigint =>
    typeof bound === 'bigint' ? bound : (addresses.get(bound.index) ?? 0n);
  const list: AddressRange[] = [];
  let base = unitBase;
  for (const entry of entries) {
    switch (entry.kind) {
      case 'base':
        base = resolve(entry.base);
        break;
      case 'pair':
        // A discarded base stays discarded: offsets from it would wrap around to real addresses.
        if (isDiscarded(base, addressSize, placedUnit(unit).file.sections) && base !== 0n) break;
        list.push({ start: base + entry.start, end: base + entry.end });
        break;
      case 'bounds':
        list.push({ start: resolve(entry.start), end: resolve(entry.end) });
        break;
      case 'length': {
        const start = resolve(entry.start);
        list.push({ start, end: start + entry.length });
        break;
      }
    }
  }
  return list;
}

/** The addresses that entries give by index. */
async function readIndexed(
  unit: Unit,
  entries: readonly ListEntry[],
): Promise<ReadonlyMap<number, bigint>> {
  const addresses = new Map<number, bigint>();
  for (const entry of entries) {
    for (const bound of boundsOf(entry)) {
      if (typeof bound === 'bigint' || addresses.has(bound.index)) continue;
      addresses.set(bound.index, (await readIndexedAddress(unit, bound.index)) ?? 0n);
    }
  }
  return addresses;
}

function boundsOf(entry: ListEntry): readonly Bound[] {
  switch (entry.kind) {
    case 'base':
      return [entry.base];
    case 'pair':
      return [];
    case 'bounds':
      return [entry.start, entry.end];
    case 'length':
      return [entry.start];
  }
}
