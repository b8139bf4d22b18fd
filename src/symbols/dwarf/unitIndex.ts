// Which unit an address belongs to. .debug_aranges answers at once where the compiler wrote it; the
// first entries of the units that it leaves out answer for the rest, and are read only then.
import { AddressMap, type AddressRange } from '../addressMap';
import { lazy } from '../../bytes/cache';
import { readAranges } from './aranges';
import { DW_TAG } from './constants';
import { Allowance, forWalk } from './debugSections';
import type { Dwarf } from './dwarf';
import { readRanges } from './ranges';
import type { Unit } from './unit';

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
   * Type units have no code, and what partial units say of it is said again by those that use them.
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
