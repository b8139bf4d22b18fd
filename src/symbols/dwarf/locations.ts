// Where variables are (DWARF 5, section 2.6): the attributes that describe it, as plain data for
// the machine to evaluate.
import { t } from '@vscode/l10n';
import type { BaseType } from '../baseType';
import type {
  DwarfExpression,
  ExpressionUnit,
  LocationDescription,
  LocationEntry,
} from '../location';
import { readAddress, readIndexedAddress } from './address';
import { readBaseType } from './baseType';
import { DW_AT, DW_LLE, DW_LLE_GNU } from './constants';
import type { EntryDescription, Entries } from './entries';
import type { Entry } from './entryTree';
import { type AttributeValue, asSectionOffset, type Encoding } from './form';
import { type Unit, placedUnit } from './unit';
import { parseAt, type DwarfCursor } from './cursor';
import { reportMalformed } from './debugSections';

/** Reads locations of one file. */
export class Locations {
  private readonly units = new WeakMap<Unit, ExpressionUnit>();

  constructor(private readonly entries: Entries) {}

  /** The bytes of an expression, with the unit around it. */
  expression(unit: Unit, bytes: Uint8Array): DwarfExpression {
    return { bytes, encoding: unit.header.encoding, unit: this.expressionUnit(unit) };
  }

  /**
   * Where a variable is. `functionEntry`: the entry point of its function, the only address at
   * which some entries of a list hold.
   */
  async of(variable: EntryDescription, functionEntry?: bigint): Promise<LocationDescription> {
    const constant = variable.find(DW_AT.const_value);
    const value = constant && (await this.constant(constant.entry, constant.value));
    if (value !== undefined) return { kind: 'constant', value };
    const found = variable.find(DW_AT.location);
    return found ? this.read(found.entry, found.value, functionEntry) : none;
  }

  /** The location that an attribute of an entry gives. */
  async read(
    entry: Entry,
    value: AttributeValue,
    functionEntry?: bigint,
  ): Promise<LocationDescription> {
    const { unit } = entry;
    const expression = this.expressionOf(unit, value);
    if (expression) return expression.bytes.length > 0 ? { kind: 'expression', expression } : none;
    return isLocationList(value, unit.header.encoding)
      ? this.list(unit, value, functionEntry)
      : none;
  }

  /** The expression that an attribute has for a value; undefined for other values. */
  expressionOf(unit: Unit, value: AttributeValue | undefined): DwarfExpression | undefined {
    return value?.kind === 'expression' || value?.kind === 'block'
      ? this.expression(unit, value.bytes)
      : undefined;
  }

  /** A constant: a number, or bytes in the program's order. */
  async constant(entry: Entry, value: AttributeValue): Promise<bigint | Uint8Array | undefined> {
    switch (value.kind) {
      case 'constant':
        return value.value;
      case 'flag':
        return value.value ? 1n : 0n;
      case 'block':
      case 'expression':
        return value.bytes;
      case 'address':
      case 'addressIndex':
        return readAddress(entry.unit, value);
      case 'string':
      case 'stringIndex':
      case 'stringOffset': {
        const text = await this.entries.text(entry, value);
        return text === undefined ? undefined : new TextEncoder().encode(`${text}\0`);
      }
      case 'reference':
      case 'supplementaryReference':
      case 'signature':
      case 'sectionOffset':
      case 'rangeListIndex':
      case 'locationListIndex':
        return undefined;
    }
  }

  /** Where the variable is that the entry at an offset of .debug_info describes. */
  private async at(offset: number): Promise<LocationDescription | undefined> {
    const entry = await this.entries.at(offset);
    return entry && this.of(await this.entries.describe(entry));
  }

  private async list(
    unit: Unit,
    value: AttributeValue,
    functionEntry: bigint | undefined,
  ): Promise<LocationDescription> {
    const { entries, fallback } = await readLocationList(unit, value);
    return {
      kind: 'list',
      entries: entries.map(({ start, end, bytes, bases }): LocationEntry => {
        const expression = this.expression(unit, bytes);
        // An empty range at its entry point is what GCC writes for what holds nowhere else.
        const atEntry = start === end && start === functionEntry;
        return {
          start,
          end: atEntry ? start + 1n : end,
          expression,
          ...(atEntry && { atEntry }),
          ...(bases && { bases }),
        };
      }),
      ...(fallback ? { fallback: this.expression(unit, fallback) } : {}),
    };
  }

  private expressionUnit(unit: Unit): ExpressionUnit {
    const known = this.units.get(unit);
    if (known) return known;
    const made: ExpressionUnit = {
      offset: unit.header.offset - unit.file.start,
      address: (index) => readIndexedAddress(unit, index),
      baseType: (offset) => this.baseType(unit, offset),
      callee: (offset) => this.at(unit.file.start + offset),
      entryOffset: (offset) => unit.header.offset + offset,
      pointee: (offset) => this.at(unit.file.start + offset),
    };
    this.units.set(unit, made);
    return made;
  }

  private async baseType(unit: Unit, offset: number): Promise<BaseType | undefined> {
    const entry = (await this.entries.tree(unit)).entryAt(unit.header.offset + offset);
    return entry && readBaseType(this.entries, entry);
  }
}

const none: LocationDescription = { kind: 'none' };

// Location lists: where a variable is at which addresses. .debug_loc (DWARF 4, section 2.6.2),
// GNU's form of it in split files, and .debug_loclists (DWARF 5, section 7.7.3).

/** An entry of a list. Link-time addresses; `end` exclusive. */
interface ListedExpression {
  readonly start: bigint;
  readonly end: bigint;
  readonly bytes: Uint8Array;
  /** Base addresses that were chosen before it. */
  readonly bases?: readonly bigint[];
}

/** A list, in the order of the file. */
interface LocationList {
  readonly entries: readonly ListedExpression[];
  /** What holds where no entry does. */
  readonly fallback: Uint8Array | undefined;
}

const emptyList: LocationList = { entries: [], fallback: undefined };
/**
 * A list longer than this is damage: the longest that compilers write take some ten thousand bytes.
 */
const maxBytes = 1 << 18;
const guess = 512;

/** An address in a list: itself, or an index into .debug_addr. */
type Bound = bigint | { readonly index: number };

/** An entry before its addresses are looked up. */
type ListEntry =
  | { readonly kind: 'base'; readonly base: Bound }
  /** Offsets from the base. */
  | {
      readonly kind: 'pair';
      readonly start: bigint;
      readonly end: bigint;
      readonly bytes: Uint8Array;
    }
  | {
      readonly kind: 'bounds';
      readonly start: Bound;
      readonly end: Bound;
      readonly bytes: Uint8Array;
    }
  | {
      readonly kind: 'length';
      readonly start: Bound;
      readonly length: bigint;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'fallback'; readonly bytes: Uint8Array };

/** Whether a value of an attribute refers to a location list. */
function isLocationList(value: AttributeValue, { version }: Encoding): boolean {
  return value.kind === 'locationListIndex' || asSectionOffset(value, version) !== undefined;
}

/** The list that a value refers to. */
export async function readLocationList(unit: Unit, value: AttributeValue): Promise<LocationList> {
  const { version, order } = unit.header.encoding;
  const { sections } = unit.file;
  const offset = await listOffset(unit, value);
  if (offset === undefined) return emptyList;
  const section = await sections.get(version < 5 ? '.debug_loc' : '.debug_loclists');
  const parseEntry = entryParser(unit.header.encoding, section.name.endsWith('.dwo'));
  const parse = (cursor: DwarfCursor): ListEntry[] => parseEntries(cursor, parseEntry);
  const { value: entries, whole } = await parseAt(section, order, offset, guess, parse, maxBytes);
  if (!whole) {
    reportMalformed(
      sections,
      section,
      offset,
      'location-list-unreadable',
      t('A location list is cut'),
      {
        expected: t('entries up to an end of the list'),
        found: t('the end of the section, or no entry'),
      },
    );
  }
  return resolveEntries(unit, entries);
}

/** Where a list is: an offset, or an index into the unit's table of offsets. */
async function listOffset(
  { file: { sections }, header, root }: Unit,
  value: AttributeValue,
): Promise<number | undefined> {
  const { order, offsetSize, version } = header.encoding;
  if (value.kind !== 'locationListIndex') return asSectionOffset(value, version);
  const base = root.locationListsBase ?? (offsetSize === 4 ? 12 : 20);
  const section = await sections.get('.debug_loclists');
  const parse = (cursor: DwarfCursor): number => cursor.sectionOffset(offsetSize);
  const at = base + value.index * offsetSize;
  const entry = await parseAt(section, order, at, offsetSize, parse);
  return entry.whole ? base + entry.value : undefined;
}

type EntryParser = (cursor: DwarfCursor) => ListEntry | { readonly kind: 'view' } | undefined;

/** What reads one entry of a list; undefined at its end. */
function entryParser({ version, addressSize }: Encoding, split: boolean): EntryParser {
  if (version >= 5) return (cursor) => parseNewEntry(cursor, addressSize);
  return split ? parseSplitEntry : (cursor) => parseOldEntry(cursor, addressSize);
}

function parseEntries(cursor: DwarfCursor, parseEntry: EntryParser): ListEntry[] {
  const entries: ListEntry[] = [];
  for (;;) {
    const entry = parseEntry(cursor);
    if (!entry || cursor.overrun) return entries;
    if (entry.kind !== 'view') entries.push(entry);
  }
}

function parseOldEntry(cursor: DwarfCursor, addressSize: number): ListEntry | undefined {
  const start = cursor.address(addressSize);
  const end = cursor.address(addressSize);
  if (start === 0n && end === 0n) return undefined;
  if (start === (1n << BigInt(8 * addressSize)) - 1n) return { kind: 'base', base: end };
  return { kind: 'pair', start, end, bytes: cursor.take(cursor.u16()) };
}

function parseSplitEntry(cursor: DwarfCursor): ListEntry | undefined {
  switch (cursor.u8()) {
    case DW_LLE_GNU.base_address_selection:
      return { kind: 'base', base: { index: cursor.uleb() } };
    case DW_LLE_GNU.start_end: {
      const [start, end] = [{ index: cursor.uleb() }, { index: cursor.uleb() }];
      return { kind: 'bounds', start, end, bytes: cursor.take(cursor.u16()) };
    }
    case DW_LLE_GNU.start_length: {
      const [start, length] = [{ index: cursor.uleb() }, BigInt(cursor.u32())];
      return { kind: 'length', start, length, bytes: cursor.take(cursor.u16()) };
    }
    case DW_LLE_GNU.offset_pair: {
      const [start, end] = [BigInt(cursor.u32()), BigInt(cursor.u32())];
      return { kind: 'pair', start, end, bytes: cursor.take(cursor.u16()) };
    }
    case DW_LLE_GNU.end_of_list:
      return undefined;
    default:
      // Nothing after an unknown entry can be found.
      cursor.overrun = true;
      return undefined;
  }
}

function parseNewEntry(cursor: DwarfCursor, addressSize: number): ReturnType<EntryParser> {
  switch (cursor.u8()) {
    case DW_LLE.base_addressx:
      return { kind: 'base', base: { index: cursor.uleb() } };
    case DW_LLE.base_address:
      return { kind: 'base', base: cursor.address(addressSize) };
    case DW_LLE.startx_endx: {
      const [start, end] = [{ index: cursor.uleb() }, { index: cursor.uleb() }];
      return { kind: 'bounds', start, end, bytes: takeExpression(cursor) };
    }
    case DW_LLE.start_end: {
      const [start, end] = [cursor.address(addressSize), cursor.address(addressSize)];
      return { kind: 'bounds', start, end, bytes: takeExpression(cursor) };
    }
    case DW_LLE.startx_length: {
      const [start, length] = [{ index: cursor.uleb() }, cursor.uleb64()];
      return { kind: 'length', start, length, bytes: takeExpression(cursor) };
    }
    case DW_LLE.start_length: {
      const [start, length] = [cursor.address(addressSize), cursor.uleb64()];
      return { kind: 'length', start, length, bytes: takeExpression(cursor) };
    }
    case DW_LLE.offset_pair: {
      const [start, end] = [cursor.uleb64(), cursor.uleb64()];
      return { kind: 'pair', start, end, bytes: takeExpression(cursor) };
    }
    case DW_LLE.default_location:
      return { kind: 'fallback', bytes: takeExpression(cursor) };
    case DW_LLE.GNU_view_pair:
      cursor.skipLeb();
      cursor.skipLeb();
      return { kind: 'view' };
    case DW_LLE.end_of_list:
      return undefined;
    default:
      // Nothing after an unknown entry can be found.
      cursor.overrun = true;
      return undefined;
  }
}

function takeExpression(cursor: DwarfCursor): Uint8Array {
  return cursor.take(cursor.uleb());
}

async function resolveEntries(unit: Unit, parsed: readonly ListEntry[]): Promise<LocationList> {
  const placed = placedUnit(unit);
  let base = (await readAddress(placed, placed.root.lowPc)) ?? 0n;
  let fallback: Uint8Array | undefined;
  const entries: ListedExpression[] = [];
  let bases: bigint[] = [];
  for (const entry of parsed) {
    if (entry.kind === 'base') {
      base = await resolve(unit, entry.base);
      bases.push(base);
    } else if (entry.kind === 'fallback') fallback = entry.bytes;
    else {
      const resolved = await resolveEntry(unit, entry, base);
      entries.push(bases.length > 0 ? { ...resolved, bases } : resolved);
      bases = [];
    }
  }
  return { entries, fallback };
}

async function resolveEntry(
  unit: Unit,
  entry: Exclude<ListEntry, { kind: 'base' | 'fallback' }>,
  base: bigint,
): Promise<ListedExpression> {
  const { bytes } = entry;
  const wrap = (address: bigint): bigint =>
    BigInt.asUintN(8 * unit.header.encoding.addressSize, address);
  if (entry.kind === 'pair') {
    return { start: wrap(base + entry.start), end: wrap(base + entry.end), bytes };
  }
  const start = await resolve(unit, entry.start);
  const end = entry.kind === 'bounds' ? await resolve(unit, entry.end) : wrap(start + entry.length);
  return { start, end, bytes };
}

async function resolve(unit: Unit, bound: Bound): Promise<bigint> {
  if (typeof bound === 'bigint') return bound;
  return (await readIndexedAddress(unit, bound.index)) ?? 0n;
}
