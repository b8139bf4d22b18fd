// Which unit an address belongs to. .debug_aranges answers at once where the compiler wrote it; the
// first entries of the units that it leaves out answer for the rest, and are read only then.
import { AddressMap, type AddressRange } from '../addressMap';
import { lazy } from '../../bytes/lazy';
import { DW_TAG } from './constants';
import { Allowance, forWalk, isDiscarded, type DebugSections } from './debugSections';
import type { Dwarf } from './dwarf';
import { readRanges } from './ranges';
import type { Unit } from './unit';
import { TimeSlice } from '../../bytes/timeSlice';
import { DwarfCursor } from './cursor';

/** More ranges than any program has. */
const maxRanges = 1 << 21;

/** Finds units by address. */
export class UnitIndex {
  private readonly listed = lazy(() => this.readListed());
  private readonly unlisted = lazy(() => this.readUnlisted());

  constructor(private readonly dwarf: Dwarf) {}

  /** The unit that has code at a link-time address, with what was split off from it. */
  async unitAt(address: bigint): Promise<Unit | undefined> {
    const unit = await this.ownUnitAt(address);
    return unit && this.dwarf.complete(unit);
  }

  /** The unit in the program's own file that has code at an address: enough to know its lines. */
  async ownUnitAt(address: bigint): Promise<Unit | undefined> {
    const listed = (await this.listed()).map.find(address);
    const unit = listed && (await this.dwarf.unit(listed.value));
    if (unit) return unit;
    const found = (await this.unlisted()).find(address);
    return found && this.dwarf.unit(found.value);
  }

  private async readListed(): Promise<{ map: AddressMap; units: ReadonlySet<number> }> {
    const { ranges, units } = await readAranges(this.dwarf.sections);
    return { map: AddressMap.of(ranges, units), units: new Set(units) };
  }

  /**
   * Type units have no code, and the code of partial units is listed again by the units that import
   * them.
   */
  private async readUnlisted(): Promise<AddressMap> {
    const { units: listed } = await this.listed();
    const ranges: AddressRange[] = [];
    const units: number[] = [];
    const allowance = new Allowance(this.dwarf.sections);
    const sections = forWalk(this.dwarf.sections);
    for await (const unit of this.dwarf.ownUnits()) {
      const { tag } = unit.root;
      if (tag === DW_TAG.partial_unit || tag === DW_TAG.type_unit) continue;
      if (listed.has(unit.header.offset)) continue;
      for (const range of await readRanges(unit, unit.root, sections)) {
        ranges.push(range);
        units.push(unit.header.offset);
      }
      if (ranges.length > maxRanges || allowance.spent) break;
    }
    return AddressMap.of(ranges, units);
  }
}

// .debug_aranges: which unit holds an address, without a look at the units (DWARF 5, section
// 6.1.2).

/** Ranges, and for each the offset of its unit in .debug_info. */
interface UnitRanges {
  readonly ranges: AddressRange[];
  readonly units: number[];
}

/** Sets and tuples between two looks at the clock. */
const stepsAtOnce = 1024;

/** Reads the whole section. Sets that cannot be read are passed over. */
export async function readAranges(sections: DebugSections): Promise<UnitRanges> {
  const found: UnitRanges = { ranges: [], units: [] };
  const section = await sections.get('.debug_aranges');
  const cursor = new DwarfCursor(await section.read(0, section.size), sections.order);
  const slice = new TimeSlice();
  let steps = 0;
  while (cursor.remaining > 0 && found.units.length < maxRanges) {
    const { unit, addressSize, tuples, end } = readSetHeader(cursor);
    if (++steps % stepsAtOnce === 0) await slice.yieldIfDue();
    for (let left = tuples; left > 0 && found.units.length < maxRanges; left--) {
      const start = cursor.address(addressSize);
      const length = cursor.address(addressSize);
      if (++steps % stepsAtOnce === 0) await slice.yieldIfDue();
      if (length === 0n || isDiscarded(start, addressSize, sections)) continue;
      found.ranges.push({ start, end: start + length });
      found.units.push(unit);
    }
    cursor.offset = end;
  }
  return found;
}

/** One unit's set: its header was read, its tuples come next. */
interface ArangeSet {
  readonly unit: number;
  readonly addressSize: number;
  /** How many there are whole; none in a set that cannot be read. */
  readonly tuples: number;
  /** Where the next set begins. */
  readonly end: number;
}

function readSetHeader(cursor: DwarfCursor): ArangeSet {
  const setOffset = cursor.offset;
  const { length, offsetSize } = cursor.initialLength();
  const end = Math.min(cursor.offset + length, cursor.end);
  const version = cursor.u16();
  const unit = cursor.sectionOffset(offsetSize);
  const addressSize = cursor.u8();
  const segmentSize = cursor.u8();
  if (version !== 2 || segmentSize !== 0 || ![2, 4, 8].includes(addressSize)) {
    return { unit, addressSize, tuples: 0, end };
  }
  // Tuples are aligned, from the start of the set, to their own size.
  const tuple = 2 * addressSize;
  cursor.offset = setOffset + Math.ceil((cursor.offset - setOffset) / tuple) * tuple;
  return { unit, addressSize, tuples: Math.floor((end - cursor.offset) / tuple), end };
}
