// Functions by name. Made when a name is first asked for, from all units: symbol tables know neither
// the C++ names that people type nor where a function was inlined. The index says only which units
// may have a name; what they have of it is looked up in them.
import { once } from '../once';
import { TimeSlice } from '../../bytes/timeSlice';
import { Role } from './abbrev';
import { DW_AT, DW_TAG } from './constants';
import { readDebugNames } from './debugNames';
import { Allowance } from './debugSections';
import type { Dwarf } from './dwarf';
import type { EntryCursor } from './entry';
import type { AttributeValue } from './form';
import type { FunctionEntry } from './functions';
import { isC } from './languages';
import { nameOffset, readString, type NameKey } from './strings';
import type { Unit } from './unit';

/** A function that was asked for by name. */
export interface NamedFunction {
  readonly unit: Unit;
  readonly function: FunctionEntry;
}

/** Finds functions by name. */
export class NameIndex {
  /** Offsets of the units that may have functions of a name, by its last part. */
  private readonly unitsByName = once(() => this.readNames());

  constructor(private readonly dwarf: Dwarf) {}

  /**
   * The functions of a name as gdb takes it: the last parts of the qualified name suffice, and
   * template arguments may be left out. The places where they were inlined are among them.
   */
  async find(name: string): Promise<NamedFunction[]> {
    const found: NamedFunction[] = [];
    const wanted = splitName(name);
    const slice = new TimeSlice();
    for (const offset of new Set((await this.unitsByName()).get(lastPart(name)))) {
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

  private async readNames(): Promise<ReadonlyMap<string, readonly number[]>> {
    const { sections } = this.dwarf;
    const allowance = new Allowance(sections);
    const walk = new NameWalk(this.dwarf);
    const listed = await readDebugNames(sections);
    for await (const { unit, entries } of this.dwarf.allEntries(listed.covered)) {
      await walk.walk(unit, entries);
      if (allowance.spent) break;
    }
    const byName = new Map<string, number[]>();
    const slice = new TimeSlice();
    for (const unitsByKey of [listed.units, walk.units]) {
      const texts = await this.dwarf.texts(unitsByKey.keys());
      for (const [key, units] of unitsByKey) {
        addUnits(byName, texts.get(key), units);
        if (slice.usedUp) await slice.breathe();
      }
    }
    for (const [offset, units] of walk.foreign) {
      await slice.breathe();
      const names = await this.dwarf.namesAt(offset);
      addUnits(byName, names?.qualified, units);
      if (allowance.spent) break;
    }
    return byName;
  }
}

/** Adds the units of a name. The list becomes the index's own. */
function addUnits(byName: Map<string, number[]>, name: string | undefined, units: number[]): void {
  if (!name) return;
  const key = lastPart(name);
  const known = byName.get(key);
  if (!known) byName.set(key, units);
  else for (const unit of units) known.push(unit);
}

/** What the functions of one unit are called. */
interface FoundNames {
  readonly names: AttributeValue[];
  /** Names of declarations, by the offset of each. They count where something refers to them. */
  readonly declared: Map<number, AttributeValue>;
  readonly referenced: Set<number>;
}

const nameAttributes = [DW_AT.name, DW_AT.declaration, DW_AT.abstract_origin, DW_AT.specification];
/** Entries that are passed over at once. */
const entriesAtOnce = 1024;
/** Functions between two looks at the clock. */
const functionsAtOnce = 128;

/** Takes note of the current function's name; where another entry says it, gives what refers to that. */
function addName(
  { names, declared }: FoundNames,
  entries: EntryCursor,
): AttributeValue | undefined {
  if (entries.tag === DW_TAG.inlined_subroutine) {
    const origin = entries.value(DW_AT.abstract_origin);
    if (origin) return origin;
  }
  const [name, declaration, origin, specification] = entries.values(nameAttributes);
  if (!name) return origin ?? specification;
  if (declaration) declared.set(entries.offset, name);
  else names.push(name);
  return undefined;
}

/** A walk over all units for the names of their functions. */
class NameWalk {
  /** Offsets of units, by the names that their own entries give to functions. */
  readonly units = new Map<NameKey, number[]>();
  /** Offsets of units, by the offset of an entry of another unit that names a function of theirs. */
  readonly foreign = new Map<number, number[]>();
  private readonly slice = new TimeSlice();

  constructor(private readonly dwarf: Dwarf) {}

  async walk(unit: Unit, entries: EntryCursor): Promise<void> {
    const found: FoundNames = { names: [], declared: new Map(), referenced: new Set() };
    // In C there are no functions in structs, unions and enumerations.
    const closed = isC(unit) ? Role.scope : 0;
    for (let count = 1; entries.nextWith(Role.function, closed, entriesAtOnce); count++) {
      if (count % functionsAtOnce === 0) await this.slice.breathe();
      const declaredBy = entries.role === Role.function ? addName(found, entries) : undefined;
      const offset =
        declaredBy?.kind === 'reference'
          ? declaredBy.offset
          : declaredBy && (await this.dwarf.referenced(unit, declaredBy));
      if (offset !== undefined) this.refer(offset, unit, found.referenced);
    }
    for (const offset of found.referenced) {
      const name = found.declared.get(offset);
      if (name) found.names.push(name);
    }
    for (const name of found.names) {
      const key = nameOffset(unit, name) ?? (await readString(unit, name));
      if (key !== undefined) addUnit(this.units, key, unit);
    }
  }

  private refer(offset: number, unit: Unit, inside: Set<number>): void {
    if (offset >= unit.header.offset && offset < unit.header.end) inside.add(offset);
    else addUnit(this.foreign, offset, unit);
  }
}

function addUnit<K>(units: Map<K, number[]>, key: K, { header }: Unit): void {
  const known = units.get(key);
  if (!known) units.set(key, [header.offset]);
  else if (known.at(-1) !== header.offset) known.push(header.offset);
}

/** The parts of a qualified name; `::` inside template or function arguments does not divide. */
export function splitName(name: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const piece of name.split(/(::|[<>()])/)) {
    if (piece === '<' || piece === '(') depth++;
    if (piece === '>' || piece === ')') depth--;
    if (piece === '::' && depth <= 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${piece}`);
  }
  return parts;
}

/** The name itself, without scopes and template arguments. */
function lastPart(name: string): string {
  return withoutArguments(splitName(name).at(-1) ?? '');
}

function withoutArguments(part: string): string {
  return part.startsWith('operator') ? part : part.replace(/<.*$/, '');
}

function endsWith(qualified: readonly string[], wanted: readonly string[]): boolean {
  const tail = qualified.slice(-wanted.length);
  return (
    tail.length === wanted.length &&
    tail.every((part, i) => part === wanted[i] || withoutArguments(part) === wanted[i])
  );
}
