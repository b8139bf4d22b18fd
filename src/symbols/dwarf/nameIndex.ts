// Namespaces, types, variables and enumerators by name, and which units have functions of a name.
// Made when a name is first asked for, from all units: it knows where the entries of a name are,
// and what they say is read there. Of what is in functions only functions are in it.
import { LruCache, lazy } from '../../bytes/cache';
import { readDebugNames, type ListedFunctions } from './debugNames';
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
    for (const columns of await this.all()) found.push(...(await this.here(columns, kind, name)));
    return found;
  }

  /** The same, of one unit alone. */
  async findIn(unit: Unit, kind: NameKind, name: string): Promise<readonly number[]> {
    return offsetsNamed(await this.namesOf(unit), kind, name);
  }

  /** Offsets in .debug_info of the entries of a kind in one unit. */
  async allIn(unit: Unit, kind: NameKind): Promise<readonly number[]> {
    return offsetsOfKind(await this.namesOf(unit), kind);
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
