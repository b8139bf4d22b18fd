// Units of .debug_info and .debug_types: their headers (DWARF 5, section 7.5.1) and their first
// entry, which says where the unit's code, lines and strings are; and the files that hold them. One
// is the program's own; what several programs share (dwz), and what was split off from a unit
// (.dwo), are in others. Offsets of units and entries count through all files, so that one number
// says where an entry is.
import { t } from '@vscode/l10n';
import {
  openUnitSection,
  type UnitSection,
  Allowance,
  reportExcess,
  forWalk,
  reportMalformed,
  type DebugSections,
} from './debugSections';
import type { ByteOrder } from '../../bytes/cursor';
import type { ByteSource } from '../../bytes/source';
import { TimeSlice } from '../../bytes/timeSlice';
import { lazy } from '../../bytes/lazy';
import { readAbbreviation, type AbbreviationTable } from './abbrev';
import { DW_AT, DW_TAG, DW_UT } from './constants';
import { DwarfCursor, parseAt } from './cursor';
import { EntryCursor, type EntryLayout } from './entryCursor';
import { asSectionOffset, type AttributeValue, type Encoding } from './form';

/** The header of a unit. Offsets are bytes in the section that holds it. */
export interface UnitHeader {
  readonly encoding: Encoding;
  readonly offset: number;
  /** Where the next unit begins; cut to the section where the length says more. */
  readonly end: number;
  /**
   * DW_UT_…; before DWARF 5, which introduced it, a compile unit or, in .debug_types, a type unit.
   */
  readonly unitType: number;
  /** Offset in .debug_abbrev. */
  readonly abbreviationsOffset: number;
  /** Where the first entry begins. */
  readonly entriesOffset: number;
  /** Signature of a type unit; id that a skeleton shares with its split unit. */
  readonly signature: bigint | undefined;
  /** Where the entry of a type unit's type is. */
  readonly typeOffset: number | undefined;
}

/**
 * What is at a unit's offset: where the next one begins, by its length, and the header if it could
 * be read.
 */
export interface UnitPlace {
  readonly next: number;
  readonly header: UnitHeader | undefined;
  /** Bytes from the first entry on, as many as most first entries take. */
  readonly first: Uint8Array;
}

/** The fewest and the most bytes that a header takes. */
const shortestHeader = 11;
const maxHeaderLength = 40;
/** Bytes that most entries fit. */
const entryGuess = 128;
/** Units whose header holds a type signature or the id of a split unit. */
const signedTypes: readonly number[] = [
  DW_UT.type,
  DW_UT.skeleton,
  DW_UT.split_compile,
  DW_UT.split_type,
];

/** Reads what is at `offset`; undefined at or near the end of the section. */
export async function readUnitPlace(
  section: ByteSource,
  order: ByteOrder,
  offset: number,
  kind: 'info' | 'types' = 'info',
): Promise<UnitPlace | undefined> {
  const bytes = await section.read(offset, maxHeaderLength + entryGuess);
  const cursor = new DwarfCursor(bytes, order);
  if (bytes.length < shortestHeader) return undefined;
  const { length, offsetSize } = cursor.initialLength();
  const next = offset + cursor.offset + length;
  const end = Math.min(next, section.size);
  const version = cursor.u16();
  const unitType = version >= 5 ? cursor.u8() : kind === 'types' ? DW_UT.type : DW_UT.compile;
  const early = version >= 5 ? cursor.u8() : 0;
  const abbreviationsOffset = cursor.sectionOffset(offsetSize);
  const addressSize = version >= 5 ? early : cursor.u8();
  const signature = signedTypes.includes(unitType) ? cursor.u64() : undefined;
  const ofType = unitType === DW_UT.type || unitType === DW_UT.split_type;
  const typeOffset = ofType ? offset + cursor.sectionOffset(offsetSize) : undefined;
  const entriesOffset = offset + cursor.offset;
  const readable = version >= 2 && version <= 5 && [1, 2, 4, 8].includes(addressSize);
  const first = bytes.subarray(cursor.offset, end - offset);
  if (cursor.overrun || !readable || entriesOffset >= end) {
    return { next, header: undefined, first };
  }
  const encoding = { order, version, addressSize, offsetSize };
  const place = { offset, end, entriesOffset, typeOffset };
  const header = { encoding, unitType, abbreviationsOffset, signature, ...place };
  return { next, header, first };
}

/** What the first entry of a unit says. */
interface UnitRoot {
  /** DW_TAG_compile_unit, partial_unit, type_unit or skeleton_unit. */
  readonly tag: number;
  readonly name: AttributeValue | undefined;
  readonly compilationDirectory: AttributeValue | undefined;
  readonly producer: AttributeValue | undefined;
  /** DW_LANG_… */
  readonly language: number | undefined;
  /** Offset of the unit's line number program in .debug_line. */
  readonly statementList: number | undefined;
  readonly lowPc: AttributeValue | undefined;
  readonly highPc: AttributeValue | undefined;
  readonly ranges: AttributeValue | undefined;
  /** Where the unit's share of .debug_str_offsets, .debug_addr and .debug_rnglists begins. */
  readonly stringOffsetsBase: number | undefined;
  readonly addressBase: number | undefined;
  readonly rangeListsBase: number | undefined;
  /** Where the table of the unit's location lists begins in .debug_loclists. */
  readonly locationListsBase: number | undefined;
  /** Path of the file that the unit was split off into. */
  readonly splitName: AttributeValue | undefined;
  /**
   * What a skeleton and its split unit have in common before DWARF 5, which has it in the header.
   */
  readonly splitId: bigint | undefined;
  /** Where the ranges of the unit that was split off begin in .debug_ranges. */
  readonly splitRangesBase: number | undefined;
  /** Whether it refers to the macros of its preprocessor. */
  readonly hasMacros: boolean;
  /** Where those are in .debug_macro. */
  readonly macros: number | undefined;
}

/** A unit with its first entry. */
export interface Unit {
  readonly file: UnitFile;
  readonly header: UnitHeader;
  readonly root: UnitRoot;
}

const rootAttributes = [
  DW_AT.name,
  DW_AT.comp_dir,
  DW_AT.producer,
  DW_AT.stmt_list,
  DW_AT.low_pc,
  DW_AT.high_pc,
  DW_AT.ranges,
  DW_AT.str_offsets_base,
  DW_AT.addr_base,
  DW_AT.rnglists_base,
  DW_AT.GNU_addr_base,
  DW_AT.language,
  DW_AT.loclists_base,
  DW_AT.dwo_name,
  DW_AT.GNU_dwo_name,
  DW_AT.GNU_dwo_id,
  DW_AT.GNU_ranges_base,
  DW_AT.macros,
  DW_AT.GNU_macros,
  DW_AT.macro_info,
];

/**
 * The unit that says where the code, the lines and the addresses of a unit are: the skeleton of one
 * that was split off, else the unit itself.
 */
export function placedUnit(unit: Unit): Unit {
  return unit.root.tag === DW_TAG.type_unit ? unit : (unit.file.skeleton ?? unit);
}

/** What a skeleton and the unit that was split off from it have in common. */
export function splitIdOf({ header, root }: Unit): bigint | undefined {
  return header.signature ?? root.splitId;
}

/**
 * Reads a unit's first entry, with the one shape that it has. Undefined where it cannot be read.
 * `first`: as UnitPlace has it. `abbrev`: the file's .debug_abbrev.
 */
async function readUnit(
  file: UnitFile,
  header: UnitHeader,
  first: Uint8Array,
  abbrev: ByteSource,
): Promise<Unit | undefined> {
  const { encoding, abbreviationsOffset, entriesOffset } = header;
  const code = new DwarfCursor(first, encoding.order).uleb();
  const shape = await readAbbreviation(abbrev, abbreviationsOffset, encoding, code);
  const read = (entry: EntryCursor): UnitRoot => readRoot(entry, encoding.version);
  const entry = new EntryCursor(layoutOf(header, shape), first, entriesOffset);
  const near = entry.next() ? read(entry) : undefined;
  const root = entry.broken
    ? await readEntry(await file.section(), header, shape, entriesOffset, read)
    : near;
  return root && { file, header, root };
}

function readRoot(entry: EntryCursor, version: number): UnitRoot {
  const values = entry.values(rootAttributes);
  const [name, compilationDirectory, producer, lines, lowPc, highPc, ranges] = values;
  const [strings, addresses, rangeLists, oldAddresses, language, locationLists] = values.slice(7);
  const [splitName, oldSplitName, splitId, oldRanges] = values.slice(13);
  return {
    tag: entry.tag,
    name,
    compilationDirectory,
    producer,
    language: language?.kind === 'constant' ? Number(language.value) : undefined,
    statementList: asSectionOffset(lines, version),
    lowPc,
    highPc,
    ranges,
    stringOffsetsBase: asSectionOffset(strings, version),
    addressBase: asSectionOffset(addresses ?? oldAddresses, version),
    rangeListsBase: asSectionOffset(rangeLists, version),
    locationListsBase: asSectionOffset(locationLists, version),
    splitName: splitName ?? oldSplitName,
    splitId: splitId?.kind === 'constant' ? splitId.value : undefined,
    splitRangesBase: asSectionOffset(oldRanges, version),
    macros: asSectionOffset(values[17] ?? values[18], version),
    hasMacros: values.slice(17).some((macros) => macros !== undefined),
  };
}

function layoutOf(header: UnitHeader, abbreviations: AbbreviationTable): EntryLayout {
  return { encoding: header.encoding, abbreviations, unitOffset: header.offset };
}

/** All of a unit's entries. Reads the unit's bytes. */
export async function readEntries(
  info: ByteSource,
  header: UnitHeader,
  abbreviations: AbbreviationTable,
): Promise<EntryCursor> {
  const { entriesOffset, end } = header;
  const bytes = await info.read(entriesOffset, end - entriesOffset);
  return new EntryCursor(layoutOf(header, abbreviations), bytes, entriesOffset);
}

/**
 * What `read` makes of the entry at `offset` of the section. Reads no more of the unit than that
 * takes. Undefined where no whole entry of the unit is there.
 */
export async function readEntry<T>(
  info: ByteSource,
  header: UnitHeader,
  abbreviations: AbbreviationTable,
  offset: number,
  read: (entry: EntryCursor) => T,
): Promise<T | undefined> {
  if (!(offset >= header.entriesOffset && offset < header.end)) return undefined;
  const layout = layoutOf(header, abbreviations);
  const parse = (cursor: DwarfCursor): T | undefined => {
    const entry = new EntryCursor(layout, cursor.bytes, offset);
    const result = entry.next() ? read(entry) : undefined;
    cursor.overrun = entry.broken;
    return result;
  };
  const { order } = header.encoding;
  const { value, whole } = await parseAt(
    info,
    order,
    offset,
    entryGuess,
    parse,
    header.end - offset,
  );
  return whole ? value : undefined;
}

/** One of `count` shares of a file's units, numbered from 0, each of about as many bytes. */
export interface UnitShare {
  readonly number: number;
  readonly count: number;
}

/** All units. */
export const allOfThem: UnitShare = { number: 0, count: 1 };

/** Units beyond this are damage: they would be smaller than any compiler writes. */
const maxUnits = 1 << 20;

/** Where units are. */
interface UnitPlaces {
  /** Ascending. */
  readonly offsets: readonly number[];
  /** Offsets of the entries of types, by signature. */
  readonly types: ReadonlyMap<bigint, number>;
}

/** A file that holds units. */
export class UnitFile {
  /** The bytes of its units, by offsets that count from `start`. */
  readonly section = lazy(() => openUnitSection(this.sections, this.start));
  private readonly places = lazy(() => this.findUnits());

  constructor(
    readonly sections: DebugSections,
    /** Where its offsets begin. */
    readonly start: number,
    /** What refers to the unit that was split off into this file. */
    readonly skeleton: Unit | undefined,
    /** The file with what this one has in common with others. */
    readonly supplementary: () => Promise<UnitFile | undefined>,
  ) {}

  /** Where units begin, ascending. */
  async unitOffsets(): Promise<readonly number[]> {
    return (await this.places()).offsets;
  }

  /** Where the entry is of the type that has a signature. */
  async typeOffset(signature: bigint): Promise<number | undefined> {
    return (await this.places()).types.get(signature);
  }

  /** Says that the entry at an offset is damaged. */
  async reportEntry(at: number): Promise<void> {
    const message = t('An entry of debugging information cannot be read; what follows it is lost');
    const section = await this.section();
    reportMalformed(this.sections, section, at - this.start, 'entry-unreadable', message, {
      expected: t('an abbreviation that exists, and values inside the unit'),
      found: t('something else'),
    });
  }

  /**
   * Its units, or a share of them, in order, found by their lengths. Reads only headers and first
   * entries; stops where damaged ones refer to the same bytes over and over.
   */
  async *units({ number, count }: UnitShare = allOfThem): AsyncGenerator<Unit, void> {
    const allowance = new Allowance(this.sections);
    const section = await this.section();
    const headers = new HeaderWalk(this, section);
    const shareOf = (offset: number): number =>
      Math.floor((count * (offset - this.start)) / (section.size - this.start));
    const abbrev = await forWalk(this.sections).get('.debug_abbrev');
    for (let place = await headers.next(); place; place = await headers.next()) {
      const share = shareOf(place.header.offset);
      if (share > number) return;
      const unit =
        share === number ? await this.read(place.header, place.first, abbrev) : undefined;
      if (unit) yield unit;
      if (allowance.spent) return;
    }
  }

  /** The unit at an offset; undefined, and said so, where its first entry cannot be read. */
  async open(offset: number): Promise<Unit | undefined> {
    const place = await placeAt(await this.section(), this.sections.order, offset);
    if (!place?.header) return undefined;
    return this.read(place.header, place.first, await this.sections.get('.debug_abbrev'));
  }

  private async read(
    header: UnitHeader,
    first: Uint8Array,
    abbrev: ByteSource,
  ): Promise<Unit | undefined> {
    const unit = await readUnit(this, header, first, abbrev);
    if (!unit) await this.reportEntry(header.entriesOffset);
    return unit;
  }

  private async findUnits(): Promise<UnitPlaces> {
    const offsets: number[] = [];
    const types = new Map<bigint, number>();
    const headers = new HeaderWalk(this, await this.section());
    for (let place = await headers.next(); place; place = await headers.next()) {
      const { offset, signature, typeOffset } = place.header;
      offsets.push(offset);
      if (signature === undefined || typeOffset === undefined) continue;
      if (!types.has(signature)) types.set(signature, typeOffset);
    }
    return { offsets, types };
  }

  /** Says that a unit, or what should be one, does not fit its section, which ends at `end`. */
  async reportUnit(at: number, { header, next }: UnitPlace, end: number): Promise<void> {
    const message = header
      ? t('A unit of debugging information is cut short')
      : t('A unit of debugging information cannot be read and is passed over');
    const where = (offset: number): string => `0x${(offset - this.start).toString(16)}`;
    const section = await this.section();
    reportMalformed(this.sections, section, at - this.start, 'unit-unreadable', message, {
      expected: t('a unit of DWARF 2 to 5 inside the section'),
      found: t('one that ends at {0} of {1}', where(next), where(end)),
    });
  }
}

/** What is at the place of a unit. */
function placeAt(
  section: UnitSection,
  order: ByteOrder,
  offset: number,
): Promise<UnitPlace | undefined> {
  const kind = offset < section.typesStart ? 'info' : 'types';
  return readUnitPlace(section, order, offset, kind);
}

/**
 * A walk over the headers of a file's units. No generator: there are thousands, and each is a step
 * of many.
 */
class HeaderWalk {
  private readonly slice = new TimeSlice();
  private at: number;
  private count = 0;

  constructor(
    private readonly file: UnitFile,
    private readonly section: UnitSection,
  ) {
    this.at = file.start;
  }

  /** The next unit whose header can be read; undefined after the last one. */
  async next(): Promise<(UnitPlace & { readonly header: UnitHeader }) | undefined> {
    const { size, typesStart } = this.section;
    while (this.at < size) {
      if (this.count++ === maxUnits) {
        reportExcess(this.file.sections);
        return undefined;
      }
      if (this.slice.usedUp) await this.slice.yieldIfDue();
      const place = await placeAt(this.section, this.file.sections.order, this.at);
      if (!place) return undefined;
      const { header } = place;
      const end = this.at < typesStart ? typesStart : size;
      if (place.next > end || !header) await this.file.reportUnit(this.at, place, end);
      this.at = place.next > end && this.at < typesStart ? typesStart : place.next;
      if (header) return { ...place, header };
    }
    return undefined;
  }
}
