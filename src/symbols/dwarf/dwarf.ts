// The debugging information of one program: units read when asked for and kept for a while, and what
// hangs on them. Each section has its reader in a file of its own; this one knows only how they join.
import { Recent, once } from '../once';
import { TimeSlice } from '../../bytes/timeSlice';
import type { SectionBytes } from '../sectionBytes';
import { readAbbreviations, type AbbreviationTable } from './abbrev';
import { DW_TAG } from './constants';
import { Allowance, reportMalformed, type DebugSections } from './debugSections';
import type { EntryCursor } from './entry';
import type { AttributeValue } from './form';
import {
  readFunctions,
  readNaming,
  type FunctionTable,
  type NameScope,
  type Naming,
} from './functions';
import { readLineTable, type LineTable } from './lineTable';
import { readString } from './strings';
import {
  readEntries,
  readEntry,
  readUnit,
  readUnitPlace,
  type Unit,
  type UnitHeader,
  type UnitPlace,
} from './unit';

/** A function's names. */
export interface FunctionNames {
  /** The name with the namespaces and types around it: `shape::Circle::area`. */
  readonly qualified: string;
  /** The symbol's name, where the compiler says it. */
  readonly linkageName: string | undefined;
}

/** Units beyond this are damage: they would be smaller than any compiler writes. */
const mostUnits = 1 << 20;
/** A chain of declarations is two or three long; one in a damaged file may be a circle. */
const longestChain = 8;

function readScope(entry: EntryCursor): { tag: number; name: AttributeValue | undefined } {
  return { tag: entry.tag, name: readNaming(entry).name };
}

/** The debugging information of one file. */
export class Dwarf {
  private readonly units = new Recent<number, Unit | undefined>(2048, () => 1);
  private readonly abbreviations = new Recent<string, AbbreviationTable>(
    8_000_000,
    (table) => table.weight,
  );
  private readonly lineTables = new Recent<number, LineTable | undefined>(
    2_000_000,
    (table) => 1 + (table?.rows.length ?? 0),
  );
  private readonly functionTables = new Recent<number, FunctionTable>(
    500_000,
    (table) => 1 + table.functions.length + table.inlined.length,
  );
  private readonly unitOffsets = once(() => this.findUnits());

  constructor(readonly sections: DebugSections) {}

  /** The unit whose header stands at an offset of .debug_info. */
  unit(offset: number): Promise<Unit | undefined> {
    return this.units.get(offset, async () => {
      const place = await this.place(offset);
      return place && this.openUnit(place);
    });
  }

  /** The unit that the byte at an offset of .debug_info belongs to. */
  async unitHolding(offset: number): Promise<Unit | undefined> {
    const offsets = await this.unitOffsets();
    let low = 0;
    let high = offsets.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((offsets[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const start = offsets[low - 1];
    const unit = start === undefined ? undefined : await this.unit(start);
    return unit && offset < unit.header.end ? unit : undefined;
  }

  /** Every unit, in the order of the file. Reads headers and first entries alone. */
  async *allUnits(): AsyncGenerator<Unit> {
    const allowance = new Allowance(this.sections);
    const slice = new TimeSlice();
    for (const offset of await this.unitOffsets()) {
      const unit = await this.unit(offset);
      if (unit) yield unit;
      await slice.breathe();
      if (allowance.spent) {
        this.reportExcess();
        return;
      }
    }
  }

  /** The unit's lines; undefined where it has none. */
  async lines(unit: Unit): Promise<LineTable | undefined> {
    const offset = unit.root.statementList;
    if (offset === undefined) return undefined;
    return this.lineTables.get(offset, () => readLineTable(this.sections, unit));
  }

  /** All entries of a unit, in the order of the file. */
  async entries({ header }: Unit): Promise<EntryCursor> {
    const abbreviations = await this.abbreviationsOf(header);
    return readEntries(await this.sections.get('.debug_info'), header, abbreviations);
  }

  /** The unit's functions. */
  functions(unit: Unit): Promise<FunctionTable> {
    return this.functionTables.get(unit.header.offset, () => this.readFunctionsOf(unit));
  }

  /** The names of the entry at an offset of a unit, which says `naming`. */
  async names(unit: Unit, offset: number, naming: Naming): Promise<FunctionNames | undefined> {
    let name = await readString(this.sections, unit, naming.name);
    let linkageName = await readString(this.sections, unit, naming.linkageName);
    let at = { unit, offset, naming };
    for (let hops = 0; hops < longestChain; hops++) {
      const next = await this.declaration(at.unit, at.naming);
      if (!next) break;
      at = next;
      name ??= await readString(this.sections, at.unit, at.naming.name);
      linkageName ??= await readString(this.sections, at.unit, at.naming.linkageName);
    }
    if (!name) return undefined;
    const scope = (await this.functions(at.unit)).scopeAt(at.offset);
    return { qualified: await this.qualify(name, at.unit, scope), linkageName };
  }

  /** The names of the function that the entry at an offset of .debug_info describes. */
  async namesAt(offset: number): Promise<FunctionNames | undefined> {
    const unit = await this.unitHolding(offset);
    const naming = unit && (await this.entry(unit, offset, readNaming));
    return unit && naming && this.names(unit, offset, naming);
  }

  /** The entry that declares another, which may be of another unit. */
  private async declaration(
    unit: Unit,
    { declaredBy }: Naming,
  ): Promise<{ unit: Unit; offset: number; naming: Naming } | undefined> {
    if (declaredBy === undefined) return undefined;
    const { offset, end } = unit.header;
    const inside = declaredBy >= offset && declaredBy < end;
    const holder = inside ? unit : await this.unitHolding(declaredBy);
    if (!holder) return undefined;
    const naming = await this.entry(holder, declaredBy, readNaming);
    return naming && { unit: holder, offset: declaredBy, naming };
  }

  private async qualify(name: string, unit: Unit, scope: NameScope | undefined): Promise<string> {
    let qualified = name;
    for (let around = scope; around; around = around.parent) {
      const scope = await this.entry(unit, around.start, readScope);
      const part = await readString(this.sections, unit, scope?.name);
      if (part !== undefined) qualified = `${part}::${qualified}`;
      else if (scope?.tag === DW_TAG.namespace) qualified = `(anonymous namespace)::${qualified}`;
    }
    return qualified;
  }

  private async entry<T>(
    { header }: Unit,
    offset: number,
    read: (entry: EntryCursor) => T,
  ): Promise<T | undefined> {
    const abbreviations = await this.abbreviationsOf(header);
    return readEntry(await this.sections.get('.debug_info'), header, abbreviations, offset, read);
  }

  private async place(offset: number): Promise<UnitPlace | undefined> {
    return readUnitPlace(await this.sections.get('.debug_info'), this.sections.order, offset);
  }

  private async readFunctionsOf(unit: Unit): Promise<FunctionTable> {
    const entries = await this.entries(unit);
    const table = await readFunctions(this.sections, unit, entries, new Allowance(this.sections));
    if (entries.broken) await this.reportEntry(entries.offset);
    return table;
  }

  private async openUnit({ header }: UnitPlace): Promise<Unit | undefined> {
    const { sections } = this;
    if (!header) return undefined;
    const info = await sections.get('.debug_info');
    const unit = await readUnit(info, await sections.get('.debug_abbrev'), header);
    if (!unit) await this.reportEntry(header.entriesOffset);
    return unit;
  }

  private abbreviationsOf({
    encoding,
    abbreviationsOffset,
  }: UnitHeader): Promise<AbbreviationTable> {
    const { version, addressSize, offsetSize } = encoding;
    const key = [abbreviationsOffset, addressSize, offsetSize, version].join();
    return this.abbreviations.get(key, async () =>
      readAbbreviations(await this.sections.get('.debug_abbrev'), abbreviationsOffset, encoding),
    );
  }

  /** Where units begin, found by their lengths. */
  private async findUnits(): Promise<number[]> {
    const info = await this.sections.get('.debug_info');
    const offsets: number[] = [];
    const slice = new TimeSlice();
    let next = 0;
    while (next < info.size && offsets.length < mostUnits) {
      const place = await this.place(next);
      if (!place) break;
      if (place.header) offsets.push(next);
      if (place.next > info.size || !place.header) this.reportUnit(info, next, place);
      next = place.next;
      await slice.breathe();
    }
    if (offsets.length === mostUnits) this.reportExcess();
    return offsets;
  }

  private reportUnit(info: SectionBytes, at: number, place: UnitPlace): void {
    const message = place.header
      ? 'A unit of debugging information is cut short'
      : 'A unit of debugging information cannot be read and is passed over';
    reportMalformed(this.sections, info, at, 'unit-unreadable', message, {
      expected: 'a unit of DWARF 2 to 5 inside the section',
      found: `one that ends at 0x${place.next.toString(16)} of 0x${info.size.toString(16)}`,
    });
  }

  private async reportEntry(at: number): Promise<void> {
    const info = await this.sections.get('.debug_info');
    const message = 'An entry of debugging information cannot be read; what follows it is lost';
    reportMalformed(this.sections, info, at, 'entry-unreadable', message, {
      expected: 'an abbreviation that exists, and values inside the unit',
      found: 'something else',
    });
  }

  private reportExcess(): void {
    this.sections.findings.add({
      severity: 'warning',
      code: 'debug-information-excessive',
      message:
        'The debugging information refers to the same bytes over and over; the rest is ignored.',
    });
  }
}
