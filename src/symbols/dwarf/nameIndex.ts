// Namespaces, types, variables and enumerators by name, and which units have functions of a name.
// Made when a name is first asked for, from all units: it knows where the entries of a name are,
// and what they say is read there. Of what is in functions only functions are in it.
import { t } from '@vscode/l10n';
import { append } from '../../bytes/arrays';
import { LruCache } from '../../bytes/cache';
import { lazy } from '../../bytes/lazy';
import type { Dwarf } from './dwarf';
import {
  NameCollector,
  NameKind,
  offsetsNamed,
  offsetsOfKind,
  type NameColumns,
} from './nameColumns';
import { readNames, readNamesOf } from './nameWalk';
import { allOfThem, type Unit, type UnitShare } from './unit';
import { inSteps, TimeSlice } from '../../bytes/timeSlice';
import { DW_FORM, DW_TAG } from './constants';
import { DwarfCursor, type OffsetSize } from './cursor';
import { reportMalformed, type DebugSections } from './debugSections';
import { readForm, type Encoding } from './form';

/** Names of units whose own are kept. */
const keptNames = 100_000;

/** Finds entries by name. */
export class NameIndex {
  /** All names, by share of the units, in the order of the file. */
  readonly all = lazy(() => this.readAll());
  private readonly listed = lazy(() => this.readListed());
  private readonly units = new LruCache<number, NameColumns>(
    keptNames,
    ({ hashes }) => 1 + hashes.length,
  );

  /**
   * `elsewhere`: reads the names in other threads, a share of the units in each; undefined where it
   * cannot.
   */
  constructor(
    private readonly dwarf: Dwarf,
    private readonly elsewhere?: () => Promise<readonly NameColumns[] | undefined>,
  ) {}

  /** The names of a share of the units, read here. */
  async ofShare(share: UnitShare): Promise<NameColumns> {
    return readNames(this.dwarf, (await this.listed()).covered, share);
  }

  /**
   * Offsets in .debug_info of what may have a name, in the order of the file; of types and
   * enumerators that several units of a share define alike, the first. `name`: canonical, without
   * the scopes around it.
   */
  async find(kind: NameKind, name: string): Promise<readonly number[]> {
    const found: number[] = [];
    for (const columns of await this.all()) append(found, await this.here(columns, kind, name));
    return found;
  }

  /** The same, of only one unit. */
  async findIn(unit: Unit, kind: NameKind, name: string): Promise<readonly number[]> {
    return offsetsNamed(await this.namesOf(unit), kind, name);
  }

  /** Offsets in .debug_info of the entries of a kind in one unit. */
  async allIn(unit: Unit, kind: NameKind): Promise<readonly number[]> {
    return inSteps(offsetsOfKind(await this.namesOf(unit), kind));
  }

  /** Offsets of the units that may have functions of a name. */
  async unitsWithFunction(name: string): Promise<ReadonlySet<number>> {
    const { columns, isWhole } = await this.listed();
    const listed = offsetsNamed(columns, NameKind.function, name);
    const others = isWhole ? [] : await this.find(NameKind.function, name);
    return new Set([...listed, ...others]);
  }

  private namesOf(unit: Unit): Promise<NameColumns> {
    return this.units.get(unit.header.offset, () => readNamesOf(this.dwarf, unit));
  }

  private async readAll(): Promise<readonly NameColumns[]> {
    return (await this.elsewhere?.()) ?? [await this.ofShare(allOfThem)];
  }

  /** What .debug_names says of functions. `isWhole`: of all units. */
  private async readListed(): Promise<
    ListedFunctions & { columns: NameColumns; isWhole: boolean }
  > {
    const listed = await readDebugNames(this.dwarf.sections);
    const names = new NameCollector();
    for (const [key, units] of listed.units) {
      for (const unit of units) names.addFunction(key, unit);
    }
    const columns = await names.columns((keys, take) => this.dwarf.texts(keys, take), []);
    const units = listed.covered.size > 0 ? await this.dwarf.ownUnitOffsets() : [-1];
    return { ...listed, columns, isWhole: units.every((unit) => listed.covered.has(unit)) };
  }

  /** What columns have of a name, with offsets as they count in this thread. */
  private async here(columns: NameColumns, kind: NameKind, name: string): Promise<number[]> {
    const found: number[] = [];
    for (const offset of offsetsNamed(columns, kind, name)) {
      const own = await this.dwarf.ownOffset(offset, columns.skeletons);
      if (own !== undefined) found.push(own);
    }
    return found;
  }
}

// .debug_names: which units have entries of a name, as the compiler listed them (DWARF 5, section
// 6.1.1). Only names of functions are read. A unit that is in no table is read itself.

/** The functions that tables name. */
export interface ListedFunctions {
  /** Offsets of the units whose names are all listed. */
  readonly covered: ReadonlySet<number>;
  /** Offsets of units, by where the name of one of their functions is in .debug_str. */
  readonly units: ReadonlyMap<number, number[]>;
}

/** DW_IDX_compile_unit: which of the table's units an entry is in. */
const compileUnitIndex = 1;
/** Attributes of an entry; a table with more is damaged. */
const maxAttributes = 16;
/** Names read between two looks at the clock. */
const namesAtOnce = 1024;

/** Reads all tables of a file; of a damaged one nothing, and what follows it is lost. */
export async function readDebugNames(sections: DebugSections): Promise<ListedFunctions> {
  const covered = new Set<number>();
  const units = new Map<number, number[]>();
  const section = await sections.get('.debug_names');
  const bytes = await section.read(0, section.size);
  for (let at = 0; at < bytes.length;) {
    const table = parseTable(bytes, at, sections);
    const found = table && (await functionsOf(table));
    if (!table || !found) {
      reportMalformed(
        sections,
        section,
        at,
        'name-table-unreadable',
        t('A table of names is damaged'),
        {
          expected: t('a whole table of version 5'),
          found: t('something else'),
        },
      );
      break;
    }
    for (const unit of table.units) covered.add(unit);
    for (const [name, offsets] of found) {
      const known = units.get(name);
      if (!known) units.set(name, offsets);
      else for (const offset of offsets) known.push(offset);
    }
    at = table.end;
  }
  return { covered, units };
}

/** What an entry of one kind is made of. */
interface EntryShape {
  readonly tag: number;
  readonly attributes: readonly { readonly index: number; readonly form: number }[];
}

/** A table, found in the bytes of the section. Offsets are bytes in the section. */
interface NameTable {
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
  readonly end: number;
  /** Offsets in .debug_info. */
  readonly units: readonly number[];
  readonly names: number;
  readonly stringOffsets: number;
  readonly entryOffsets: number;
  readonly shapes: ReadonlyMap<number, EntryShape>;
  /** Where entries begin. */
  readonly pool: number;
}

function parseTable(
  bytes: Uint8Array,
  start: number,
  { order }: DebugSections,
): NameTable | undefined {
  const cursor = new DwarfCursor(bytes, order, start);
  const { length, offsetSize } = cursor.initialLength();
  const end = cursor.offset + length;
  const version = cursor.u16();
  cursor.skip(2);
  const [unitCount, localTypes, foreignTypes] = [cursor.u32(), cursor.u32(), cursor.u32()];
  const [buckets, names, shapesSize] = [cursor.u32(), cursor.u32(), cursor.u32()];
  cursor.skip(Math.ceil(cursor.u32() / 4) * 4);
  if (version !== 5 || end > bytes.length || end <= start) return undefined;
  if (unitCount * offsetSize > cursor.remaining) return undefined;
  const units = Array.from({ length: unitCount }, () => cursor.sectionOffset(offsetSize));
  cursor.skip(localTypes * offsetSize + 8 * foreignTypes);
  cursor.skip(buckets > 0 ? 4 * (buckets + names) : 0);
  const stringOffsets = cursor.skip(names * offsetSize);
  const entryOffsets = cursor.skip(names * offsetSize);
  const shapesOffset = cursor.skip(shapesSize);
  if (cursor.overrun || cursor.offset > end) return undefined;
  const shapes = parseShapes(new DwarfCursor(bytes, order, shapesOffset, cursor.offset));
  const encoding = { order, version, addressSize: 8, offsetSize };
  const pool = cursor.offset;
  return { bytes, encoding, end, units, names, stringOffsets, entryOffsets, shapes, pool };
}

function parseShapes(cursor: DwarfCursor): Map<number, EntryShape> {
  const shapes = new Map<number, EntryShape>();
  for (let code = cursor.uleb(); code !== 0 && !cursor.overrun; code = cursor.uleb()) {
    const tag = cursor.uleb();
    const attributes: { index: number; form: number }[] = [];
    while (attributes.length < maxAttributes) {
      const [index, form] = [cursor.uleb(), cursor.uleb()];
      if (index === 0 && form === 0) break;
      attributes.push({ index, form });
    }
    shapes.set(code, { tag, attributes });
  }
  return shapes;
}

/** The units that have functions, by their names; undefined where the table is damaged. */
async function functionsOf(table: NameTable): Promise<Map<number, number[]> | undefined> {
  const { bytes, encoding, end, pool, names, stringOffsets, entryOffsets } = table;
  const found = new Map<number, number[]>();
  const strings = new DwarfCursor(bytes, encoding.order, stringOffsets);
  const offsets = new DwarfCursor(bytes, encoding.order, entryOffsets);
  const slice = new TimeSlice();
  const size: OffsetSize = encoding.offsetSize;
  let left = end - pool;
  for (let name = 0; name < names; name++) {
    if (name % namesAtOnce === 0) await slice.yieldIfDue();
    const string = strings.sectionOffset(size);
    const entries = new DwarfCursor(bytes, encoding.order, pool + offsets.sectionOffset(size), end);
    const start = entries.offset;
    const units = unitsOf(entries, table);
    // Entries belong to one name each: more than there are is a circle.
    left -= entries.offset - start;
    if (!units || left < 0) return undefined;
    if (units.size > 0) found.set(string, [...units]);
  }
  return found;
}

/** The units of the entries of one name; undefined where they are damaged. */
function unitsOf(
  cursor: DwarfCursor,
  { shapes, encoding, units }: NameTable,
): Set<number> | undefined {
  const found = new Set<number>();
  for (let code = cursor.uleb(); code !== 0; code = cursor.uleb()) {
    const shape = shapes.get(code);
    if (!shape) return undefined;
    const unit = unitOf(cursor, shape, encoding, units);
    if (cursor.overrun || unit === undefined) return undefined;
    if (shape.tag === DW_TAG.subprogram || shape.tag === DW_TAG.inlined_subroutine) found.add(unit);
  }
  return cursor.overrun ? undefined : found;
}

/**
 * The unit of the entry at the cursor, which it moves past. A table of only one unit may leave it
 * out.
 */
function unitOf(
  cursor: DwarfCursor,
  { attributes }: EntryShape,
  encoding: Encoding,
  units: readonly number[],
): number | undefined {
  let number = 0;
  for (const { index, form } of attributes) {
    const value = form === DW_FORM.flag_present ? undefined : readForm(cursor, form, encoding, 0);
    if (index === compileUnitIndex && value?.kind === 'constant') number = Number(value.value);
  }
  return units[number];
}
