// The functions of a unit: DW_TAG_subprogram entries that have code (DWARF 5, section 3.3), the
// places where functions were inlined (3.3.8.2), and the addresses of their code. To find an
// address, the entries that are directly in the unit or in namespaces are searched first, and
// inlined functions only inside the function that has the address.
import { AddressMap, type AddressRange } from '../addressMap';
import { append } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import { LruCache } from '../../bytes/cache';
import { lazy } from '../../bytes/lazy';
import { Role } from './abbrev';
import { DW_AT, DW_TAG } from './constants';
import { Allowance, forWalk, type DebugSections, type WalkedSections } from './debugSections';
import type { Entries } from './entries';
import type { EntryCursor } from './entryCursor';
import type { Entry } from './entryTree';
import type { AttributeValue } from './form';
import { RangeReader } from './ranges';
import { placedUnit, type Unit } from './unit';
import type { NameIndex } from './nameIndex';
import { endsWith, lastPart, splitName } from './qualifiedName';

/** A function that has code: its own, or a place where it was inlined. */
export interface FunctionEntry {
  /** Offset of the entry in .debug_info. */
  readonly offset: number;
  /** Link-time address of the entry point. */
  readonly entry: bigint;
  /**
   * Offset of the entry that names it, where it has no name itself and refers to that one; else its
   * own.
   */
  readonly namedBy: number;
}

/** A function, and the one of its ranges that was looked for. */
interface PieceOfCode {
  readonly entry: FunctionEntry;
  readonly range: AddressRange;
}

/** Functions with the ranges of their code. */
class FunctionTable {
  readonly functions: FunctionEntry[] = [];
  private readonly ranges: AddressRange[] = [];
  private readonly owners: number[] = [];
  private map: AddressMap | undefined;

  get rangeCount(): number {
    return this.ranges.length;
  }

  add(entry: FunctionEntry, ranges: readonly AddressRange[]): void {
    for (const range of ranges) {
      this.ranges.push(range);
      this.owners.push(this.functions.length);
    }
    this.functions.push(entry);
  }

  /**
   * Of functions one in the other, the inner one is found: it begins last, or is last in the
   * file.
   */
  at(address: bigint): PieceOfCode | undefined {
    this.map ??= AddressMap.of(this.ranges, this.owners);
    const range = this.map.find(address);
    const entry = range && this.functions[range.value];
    return entry && { entry, range };
  }
}

/** All functions of a unit. */
interface AllFunctions {
  /** Those that have code of their own. */
  readonly own: FunctionTable;
  /** The places where functions were inlined. */
  readonly inlined: FunctionTable;
}

const functionAttributes = [
  DW_AT.name,
  DW_AT.abstract_origin,
  DW_AT.specification,
  DW_AT.declaration,
  DW_AT.low_pc,
  DW_AT.high_pc,
  DW_AT.ranges,
];

/** Entries between two looks at the clock. */
const entriesAtOnce = 512;
/** Functions may share a range list, so their ranges can outnumber the bytes: a bound. */
const maxRanges = 1 << 20;

/** The functions of one unit. */
export class UnitFunctions {
  /** Those of the unit and its namespaces. */
  private readonly outer = lazy(() => this.readOuter());
  private readonly whole = lazy(() => this.readAll());
  /** The places of inlining in functions, by the offset of their entries. */
  private readonly inner = new LruCache<number, FunctionTable>();

  constructor(
    private readonly entries: Entries,
    private readonly unit: Unit,
    private readonly sections: WalkedSections,
  ) {}

  /** Bytes of the unit. */
  get weight(): number {
    const { offset, end } = this.unit.header;
    return end - offset;
  }

  /**
   * The function with code of its own that holds an address, with the range of its code that does.
   */
  async at(address: bigint): Promise<PieceOfCode | undefined> {
    const found = (await this.outer()).at(address);
    if (found || (await this.entries.tree(this.unit)).isWhole) return found;
    return (await this.whole()).own.at(address);
  }

  /**
   * The innermost place of inlining that holds an address, with the range of its code that does.
   */
  async inlinedAt(address: bigint): Promise<PieceOfCode | undefined> {
    const around = await this.at(address);
    return around && (await this.inlinedIn(around.entry)).at(address);
  }

  /** The places of inlining in a function with code of its own. */
  inlinedIn({ offset }: FunctionEntry): Promise<FunctionTable> {
    return this.inner.get(offset, () => this.readInlinedIn(offset));
  }

  /** All of them. */
  all(): Promise<AllFunctions> {
    return this.whole();
  }

  /** Whether a variable's location is a list: gdb trusts such code before the prologue's end. */
  readonly hasLocationLists = lazy(() => this.findLocationList());

  private async findLocationList(): Promise<boolean> {
    const entries = await this.entries.dwarf.entries(this.unit);
    if (!entries.mayHave(Role.locationList)) return false;
    const slice = new TimeSlice();
    for (let count = 1; entries.next(); count++) {
      if ((entries.role & Role.locationList) !== 0) return true;
      if (count % entriesAtOnce === 0) await slice.yieldIfDue();
    }
    return false;
  }

  private async readOuter(): Promise<FunctionTable> {
    const { unit } = this;
    return this.tableOf((await this.entries.tree(unit)).functionsWithCode());
  }

  private async readInlinedIn(offset: number): Promise<FunctionTable> {
    const entry = await this.entries.at(offset);
    return this.tableOf(entry ? inlinedIn(entry) : []);
  }

  private async tableOf(entries: Iterable<Entry>): Promise<FunctionTable> {
    const table = new FunctionTable();
    const ranges = await RangeReader.open(this.unit, this.sections);
    const allowance = new Allowance(this.unit.file.sections);
    const slice = new TimeSlice();
    for (const entry of entries) {
      const adding = addFunction(table, ranges, entry.offset, entry.values(functionAttributes));
      if (adding) await adding;
      if (table.rangeCount > maxRanges || allowance.spent) break;
      if (slice.usedUp) await slice.yieldIfDue();
    }
    return table;
  }

  private async readAll(): Promise<AllFunctions> {
    const { unit } = this;
    const entries = await this.entries.dwarf.entries(unit);
    const all = { own: new FunctionTable(), inlined: new FunctionTable() };
    const ranges = await RangeReader.open(unit, this.sections);
    const allowance = new Allowance(unit.file.sections);
    const slice = new TimeSlice();
    for (let count = 1; entries.next(); count++) {
      const adding = (entries.role & Role.code) !== 0 ? add(all, ranges, entries) : undefined;
      if (adding) await adding;
      if (count % entriesAtOnce === 0) await slice.yieldIfDue();
      if (all.own.rangeCount + all.inlined.rangeCount > maxRanges || allowance.spent) break;
    }
    if (entries.broken) await unit.file.reportEntry(entries.offset);
    return all;
  }
}

function* inlinedIn(entry: Entry): Generator<Entry> {
  for (const each of entry.ownDescendants()) {
    if (each.tag === DW_TAG.inlined_subroutine) yield each;
  }
}

function add(
  { own, inlined }: AllFunctions,
  ranges: RangeReader,
  entry: EntryCursor,
): Promise<void> | undefined {
  const table = entry.tag === DW_TAG.subprogram ? own : inlined;
  return addFunction(table, ranges, entry.offset, entry.values(functionAttributes));
}

/**
 * Adds a function with what its entry says; nothing where it has no code. Gives a promise only
 * where something has to be read for that: there are tens of thousands.
 */
function addFunction(
  table: FunctionTable,
  reader: RangeReader,
  offset: number,
  values: readonly (AttributeValue | undefined)[],
): Promise<void> | undefined {
  const [name, origin, specification, declaration, lowPc, highPc, ranges] = values;
  if (declaration || (!lowPc && !ranges)) return undefined;
  const declaredBy = origin ?? specification;
  const namedBy = !name && declaredBy?.kind === 'reference' ? declaredBy.offset : offset;
  const addWith = (code: readonly AddressRange[]): void => {
    if (code[0]) table.add({ offset, entry: code[0].start, namedBy }, code);
  };
  const known = reader.known({ lowPc, highPc, ranges });
  if (!known) return reader.read({ lowPc, highPc, ranges }).then(addWith);
  addWith(known);
  return undefined;
}

/** Bytes of units whose functions are kept. */
const keptBytes = 1 << 26;

/** The functions of units that are asked for. */
export class FunctionReader {
  private readonly units = new LruCache<number, UnitFunctions>(keptBytes, ({ weight }) => weight);

  /** The files of units, of each section a range. */
  private readonly walked = new WeakMap<DebugSections, WalkedSections>();

  constructor(readonly entries: Entries) {}

  of(unit: Unit): Promise<UnitFunctions> {
    return this.units.get(unit.header.offset, () =>
      Promise.resolve(new UnitFunctions(this.entries, unit, this.sectionsOf(unit))),
    );
  }

  /**
   * What the ranges of a unit are read from: before DWARF 5 those of a split unit stay in the file
   * of its skeleton.
   */
  private sectionsOf(unit: Unit): WalkedSections {
    const { file } = unit.header.encoding.version < 5 ? placedUnit(unit) : unit;
    const known = this.walked.get(file.sections);
    if (known) return known;
    const made = forWalk(file.sections);
    this.walked.set(file.sections, made);
    return made;
  }
}

// Functions by name, as gdb finds them (its manual, "Explicit Locations"): symbol tables know
// neither the C++ names that people type nor where a function was inlined. The index of names says
// which units may have a function; then those units are searched.

/** A function that was asked for by name. */
interface NamedFunction {
  readonly unit: Unit;
  readonly function: FunctionEntry;
}

/** A function with the parts of a name by which it is found. */
interface FunctionWithName {
  readonly parts: readonly string[];
  readonly function: FunctionEntry;
}

/**
 * The parts of the names by which gdb finds a function: its own, and where it was inlined those of
 * the functions that it is local to: its name begins with theirs and their parameters.
 */
export async function searchedNames(
  entries: Entries,
  { namedBy }: FunctionEntry,
  isInlined: boolean,
): Promise<string[][]> {
  const own = await entries.functionNames(namedBy);
  const around = isInlined ? await entries.functionsAround(namedBy) : [];
  return own ? [own.qualified, ...around].map(splitName) : [];
}

/** Functions of units whose names are kept. */
const keptFunctions = 200_000;

/** Finds functions by name. */
export class FunctionIndex {
  /** The functions of units by the last part of their names. */
  private readonly named = new LruCache<number, ReadonlyMap<string, readonly FunctionWithName[]>>(
    keptFunctions,
    (byName) => [...byName.values()].reduce((sum, { length }) => sum + length, 1),
  );

  constructor(
    private readonly functions: FunctionReader,
    private readonly names: NameIndex,
  ) {}

  /**
   * The functions of a name: the last parts of the qualified name suffice, and template arguments
   * may be left out. The places where they were inlined are among them.
   */
  async find(name: string): Promise<NamedFunction[]> {
    const found: NamedFunction[] = [];
    const wanted = splitName(name);
    const { dwarf } = this.functions.entries;
    const slice = new TimeSlice();
    for (const offset of await this.names.unitsWithFunction(name)) {
      const unit = await dwarf.unit(offset);
      if (unit) append(found, await this.findIn(await dwarf.complete(unit), wanted));
      await slice.yieldIfDue();
    }
    return found;
  }

  private async findIn(unit: Unit, wanted: readonly string[]): Promise<NamedFunction[]> {
    const byName = await this.named.get(unit.header.offset, () => this.readNames(unit));
    const alike = byName.get(lastPart(wanted.at(-1) ?? '')) ?? [];
    return alike
      .filter(({ parts }) => endsWith(parts, wanted))
      .map((each) => ({ unit, function: each.function }));
  }

  private async readNames(unit: Unit): Promise<Map<string, FunctionWithName[]>> {
    const byName = new Map<string, FunctionWithName[]>();
    const { own, inlined } = await (await this.functions.of(unit)).all();
    // A function is inlined at a hundred places: each of them is named by one entry.
    const known = new Map<number, readonly (readonly string[])[]>();
    const slice = new TimeSlice();
    for (const [i, each] of [...own.functions, ...inlined.functions].entries()) {
      const isInlined = i >= own.functions.length;
      const names =
        (isInlined ? known.get(each.namedBy) : undefined) ??
        (await searchedNames(this.functions.entries, each, isInlined));
      if (isInlined) known.set(each.namedBy, names);
      for (const parts of names) {
        const last = lastPart(parts.at(-1) ?? '');
        const alike = byName.get(last);
        if (alike) alike.push({ parts, function: each });
        else byName.set(last, [{ parts, function: each }]);
      }
      await slice.yieldIfDue();
    }
    return byName;
  }
}
