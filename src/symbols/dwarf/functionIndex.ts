// Functions by name, as gdb takes one (its manual, "Explicit Locations"): symbol tables know
// neither the C++ names that people type nor where a function was inlined. The index of names says
// which units may have a function; what they have of it is looked up in them.
import { TimeSlice } from '../../bytes/timeSlice';
import { LruCache } from '../../bytes/cache';
import type { Entries } from './entries';
import type { FunctionEntry, FunctionReader } from './functions';
import type { NameIndex } from './nameIndex';
import { endsWith, lastPart, splitName } from './qualifiedName';
import type { Unit } from './unit';

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
 * the functions that it is local to, since its name begins with theirs.
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
      if (unit) found.push(...(await this.findIn(await dwarf.complete(unit), wanted)));
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
