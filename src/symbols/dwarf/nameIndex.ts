// Functions by name. Made when a name is first asked for, from all units: symbol tables know neither
// the C++ names that people type nor where a function was inlined. The index says only which units
// may have a name; what they have of it is looked up in them.
import { once } from '../once';
import { TimeSlice } from '../../bytes/timeSlice';
import { Role } from './abbrev';
import { DW_AT } from './constants';
import { readDebugNames } from './debugNames';
import { Allowance } from './debugSections';
import type { Dwarf } from './dwarf';
import type { EntryCursor } from './entry';
import type { AttributeValue } from './form';
import type { FunctionEntry } from './functions';
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
    for (const [key, units] of [...listed.units, ...walk.units])
      addUnits(byName, await this.dwarf.text(key), units);
    const slice = new TimeSlice();
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

const nameAttributes = [DW_AT.name, DW_AT.declaration, DW_AT.abstract_origin, DW_AT.specification];
/** Entries between two looks at the clock. */
const entriesAtOnce = 4096;

/** A walk over all units for the names of their functions. */
class NameWalk {
  /** Offsets of units, by the names that their own entries give to functions. */
  readonly units = new Map<NameKey, number[]>();
  /** Offsets of units, by the offset of an entry of another unit that names a function of theirs. */
  readonly foreign = new Map<number, number[]>();
  private readonly slice = new TimeSlice();

  constructor(private readonly dwarf: Dwarf) {}

  async walk(unit: Unit, entries: EntryCursor): Promise<void> {
    const declared = new Map<number, AttributeValue>();
    const referenced = new Set<number>();
    const names: AttributeValue[] = [];
    for (let count = 1; entries.next(); count++) {
      if (count % entriesAtOnce === 0) await this.slice.breathe();
      if (entries.role !== Role.function) continue;
      const [name, declaration, origin, specification] = entries.values(nameAttributes);
      const declaredBy = origin ?? specification;
      if (name && declaration) declared.set(entries.offset, name);
      else if (name) names.push(name);
      else if (declaredBy?.kind === 'reference') this.refer(declaredBy.offset, unit, referenced);
      else {
        const offset = await this.dwarf.referenced(unit, declaredBy);
        if (offset !== undefined) this.refer(offset, unit, referenced);
      }
    }
    for (const offset of referenced) {
      const name = declared.get(offset);
      if (name) names.push(name);
    }
    for (const name of names) {
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
