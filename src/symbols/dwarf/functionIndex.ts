// Functions by name, as gdb takes one (its manual, "Explicit Locations"): symbol tables know neither the C++ names that
// people type nor where a function was inlined. The index of names says which units may have a function; what
// they have of it is looked up in them.
import { TimeSlice } from '../../bytes/timeSlice';
import type { Dwarf } from './dwarf';
import type { FunctionEntry } from './functions';
import type { NameIndex } from './nameIndex';
import { endsWith, splitName } from './qualifiedName';
import type { Unit } from './unit';

/** A function that was asked for by name. */
interface NamedFunction {
  readonly unit: Unit;
  readonly function: FunctionEntry;
}

/** Finds functions by name. */
export class FunctionIndex {
  constructor(
    private readonly dwarf: Dwarf,
    private readonly names: NameIndex,
  ) {}

  /**
   * The functions of a name: the last parts of the qualified name suffice, and template arguments may be
   * left out. The places where they were inlined are among them.
   */
  async find(name: string): Promise<NamedFunction[]> {
    const found: NamedFunction[] = [];
    const wanted = splitName(name);
    const slice = new TimeSlice();
    for (const offset of await this.names.unitsWithFunction(name)) {
      const unit = await this.dwarf.unit(offset);
      if (unit) found.push(...(await this.findIn(await this.dwarf.complete(unit), wanted)));
      await slice.breathe();
    }
    return found;
  }

  private async findIn(unit: Unit, wanted: readonly string[]): Promise<NamedFunction[]> {
    const { functions, inlined } = await this.dwarf.functions(unit);
    const found: NamedFunction[] = [];
    for (const each of [...functions, ...inlined]) {
      const names = await this.dwarf.names(unit, each.offset, each.naming);
      if (names && endsWith(splitName(names.qualified), wanted)) {
        found.push({ unit, function: each });
      }
    }
    return found;
  }
}
