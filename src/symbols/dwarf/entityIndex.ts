// Types, variables and enumerators by name. Made when a name is first asked for, from all units: it
// knows where the entries of a name are, and what they say is read there. What is in functions is not
// in it.
import { TimeSlice } from '../../bytes/timeSlice';
import { canonicalName } from '../canonicalName';
import { Recent, once } from '../once';
import { DW_AT, DW_TAG } from './constants';
import { Allowance } from './debugSections';
import type { Dwarf } from './dwarf';
import type { EntryCursor } from './entry';
import { isC } from './languages';
import { readNameKeys, type NameKeys } from './nameKeys';
import type { NameKey } from './strings';
import type { Unit } from './unit';

/** What a name can stand for: C gives those of structs, unions and enums a room of their own. */
export type EntityKind = 'tagged' | 'type' | 'variable' | 'enumerator';

type ByKind<K> = Record<EntityKind, Map<K, number[]>>;

function noEntities<K>(): ByKind<K> {
  return { tagged: new Map(), type: new Map(), variable: new Map(), enumerator: new Map() };
}

/** Names of units whose own are kept. */
const keptNames = 100_000;

/** Finds entries by name. */
export class EntityIndex {
  private readonly byName = once(() => this.readAll());
  private readonly units = new Recent<number, ByKind<string>>(keptNames, weigh);

  constructor(private readonly dwarf: Dwarf) {}

  /**
   * Offsets in .debug_info of the entries of a name, in the order of the file; of types and
   * enumerators that several units define alike, the first. `name`: canonical, without the scopes around
   * it.
   */
  async find(kind: EntityKind, name: string): Promise<readonly number[]> {
    return (await this.byName())[kind].get(name) ?? [];
  }

  /** The same, of one unit alone. */
  async findIn(unit: Unit, kind: EntityKind, name: string): Promise<readonly number[]> {
    return (await this.namesOf(unit))[kind].get(name) ?? [];
  }

  /** Offsets in .debug_info of the entries of a kind in one unit. */
  async allIn(unit: Unit, kind: EntityKind): Promise<readonly number[]> {
    return [...(await this.namesOf(unit))[kind].values()].flat();
  }

  private namesOf(unit: Unit): Promise<ByKind<string>> {
    return this.units.get(unit.header.offset, async () => {
      const walk = new EntityWalk(this.dwarf);
      await walk.walk(unit, await this.dwarf.entries(unit));
      return walk.names();
    });
  }

  private async readAll(): Promise<ByKind<string>> {
    const allowance = new Allowance(this.dwarf.sections);
    const walk = new EntityWalk(this.dwarf);
    for await (const { unit, entries } of this.dwarf.allEntries()) {
      await walk.walk(unit, entries);
      if (allowance.spent) break;
    }
    return walk.names();
  }
}

function weigh({ tagged, type, variable, enumerator }: ByKind<string>): number {
  return 1 + tagged.size + type.size + variable.size + enumerator.size;
}

async function withText(
  dwarf: Dwarf,
  found: ReadonlyMap<NameKey, number[]>,
): Promise<Map<string, number[]>> {
  const byName = new Map<string, number[]>();
  const slice = new TimeSlice();
  const texts = await dwarf.texts(found.keys());
  for (const [key, offsets] of found) {
    if (slice.usedUp) await slice.breathe();
    const text = texts.get(key);
    if (text === undefined) continue;
    const name = canonicalName(text);
    const known = byName.get(name);
    byName.set(name, known ? [...known, ...offsets] : offsets);
  }
  return byName;
}

/** Entries between two looks at the clock. */
const entriesAtOnce = 4096;

/** A namespace or class around the entries of a walk. */
interface OpenScope {
  readonly depth: number;
  readonly id: number;
  readonly isClass: boolean;
}

/** A walk over all units for the names of their entities. */
class EntityWalk {
  private readonly found = noEntities<NameKey>();
  /** Numbers of scopes, by the number of the one around each and the name; 0 is outside of all. */
  private readonly scopes = new Map<string, number>();
  /** Kind, scope and name of what was found and counts once. */
  private readonly seen: Record<EntityKind, Map<number, Set<NameKey>>> = {
    tagged: new Map(),
    type: new Map(),
    variable: new Map(),
    enumerator: new Map(),
  };
  private readonly slice = new TimeSlice();
  private keyOf: NameKeys = () => undefined;
  private open: OpenScope[] = [];
  /** Variables that are named where they were declared. */
  private named: { readonly offset: number; readonly declaration: number }[] = [];

  constructor(private readonly dwarf: Dwarf) {}

  async walk(unit: Unit, entries: EntryCursor): Promise<void> {
    this.open = [];
    this.named = [];
    this.keyOf = await readNameKeys(unit);
    let more = entries.next();
    for (let count = 1; more; count++) {
      if (count % entriesAtOnce === 0) await this.slice.breathe();
      while (this.open.length > 0 && (this.open.at(-1)?.depth ?? 0) >= entries.depth) {
        this.open.pop();
      }
      more = this.visit(unit, entries) ? entries.next() : entries.nextSibling();
    }
    for (const { offset, declaration } of this.named) {
      entries.seek(declaration);
      const key = this.keyOf(entries.value(DW_AT.name));
      if (key !== undefined) this.add('variable', key, offset);
    }
  }

  /** What was found, by the names' text. */
  async names(): Promise<ByKind<string>> {
    const { tagged, type, variable, enumerator } = this.found;
    return {
      tagged: await withText(this.dwarf, tagged),
      type: await withText(this.dwarf, type),
      variable: await withText(this.dwarf, variable),
      enumerator: await withText(this.dwarf, enumerator),
    };
  }

  /** Takes note of an entry; false where nothing in it is of interest. */
  private visit(unit: Unit, entries: EntryCursor): boolean {
    switch (entries.tag) {
      case DW_TAG.compile_unit:
      case DW_TAG.partial_unit:
      case DW_TAG.type_unit:
      case DW_TAG.skeleton_unit:
        return true;
      case DW_TAG.namespace:
      case DW_TAG.module:
        this.openScope(entries, false);
        return true;
      case DW_TAG.structure_type:
      case DW_TAG.class_type:
      case DW_TAG.union_type:
      case DW_TAG.interface_type:
        this.addType('tagged', entries);
        if (isC(unit)) return false;
        this.openScope(entries, true);
        return true;
      case DW_TAG.enumeration_type:
        this.addType('tagged', entries);
        return true;
      case DW_TAG.enumerator:
        this.addOnce('enumerator', this.keyOf(entries.value(DW_AT.name)), entries.offset);
        return false;
      case DW_TAG.typedef:
      case DW_TAG.template_alias:
      case DW_TAG.base_type:
      case DW_TAG.unspecified_type:
      case DW_TAG.subrange_type:
        this.addType('type', entries);
        return false;
      case DW_TAG.member:
      case DW_TAG.variable:
      case DW_TAG.constant:
        this.addVariable(unit, entries);
        return false;
      default:
        return false;
    }
  }

  private openScope(entries: EntryCursor, isClass: boolean): void {
    const { depth } = entries;
    const around = this.open.at(-1)?.id ?? 0;
    const key = `${around} ${this.keyOf(entries.value(DW_AT.name)) ?? ''}`;
    const id = this.scopes.get(key) ?? this.scopes.size + 1;
    this.scopes.set(key, id);
    this.open.push({ depth, id, isClass });
  }

  private addType(kind: EntityKind, entries: EntryCursor): void {
    if (entries.has(DW_AT.declaration)) return;
    this.addOnce(kind, this.keyOf(entries.value(DW_AT.name)), entries.offset);
  }

  /** Takes note of one that counts once in its scope. */
  private addOnce(kind: EntityKind, key: NameKey | undefined, offset: number): void {
    if (key === undefined) return;
    const scope = this.open.at(-1)?.id ?? 0;
    const seen = this.seen[kind].get(scope) ?? new Set();
    if (seen.has(key)) return;
    this.seen[kind].set(scope, seen.add(key));
    this.add(kind, key, offset);
  }

  private addVariable({ header }: Unit, entries: EntryCursor): void {
    const { offset } = entries;
    if (!entries.has(DW_AT.name)) {
      const declared = entries.value(DW_AT.specification) ?? entries.value(DW_AT.abstract_origin);
      if (declared?.kind !== 'reference') return;
      const inside = declared.offset >= header.offset && declared.offset < header.end;
      if (inside) this.named.push({ offset, declaration: declared.offset });
      return;
    }
    // A static member is found by its definition, unless its class gives its value.
    if (this.open.at(-1)?.isClass && !entries.has(DW_AT.const_value)) return;
    const key = this.keyOf(entries.value(DW_AT.name));
    if (key === undefined) return;
    if (entries.has(DW_AT.declaration)) this.addOnce('variable', key, offset);
    else this.add('variable', key, offset);
  }

  private add(kind: EntityKind, key: NameKey, offset: number): void {
    const known = this.found[kind].get(key);
    if (known) known.push(offset);
    else this.found[kind].set(key, [offset]);
  }
}
