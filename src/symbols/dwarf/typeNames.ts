// Types and enumerators by name, as an expression uses them at a place of the program.
import { append } from '../../bytes/arrays';
import { comparableName } from '../canonicalName';
import type { ClassType, EnumType, Type } from '../type';
import { DW_AT, DW_TAG } from './constants';
import type { Entries } from './entries';
import type { Entry } from './entryTree';
import { isC } from './languages';
import { NameKind } from './nameColumns';
import { LocalTypes } from './localTypes';
import type { NameIndex } from './nameIndex';
import { splitName, withoutArguments } from './qualifiedName';
import type { Types } from './types';
import type { Unit } from './unit';
import { lazy } from '../../bytes/lazy';

/** The word before a name in C: `struct point`. */
export type TypeTag = 'struct' | 'class' | 'union' | 'enum';

/** An enumerator with its enumeration. */
export interface Enumerator {
  readonly name: string;
  readonly value: bigint;
  readonly type: EnumType;
}

/** Finds types by name. */
export class TypeNames {
  private readonly local: LocalTypes;

  constructor(
    private readonly entries: Entries,
    private readonly index: NameIndex,
    private readonly types: Types,
  ) {
    this.local = new LocalTypes(entries);
  }

  /**
   * The type that a name represents at an entry, or anywhere. In C a struct, union or enum is found
   * only by its tag.
   */
  async typeNamed(name: string, tag?: TypeTag, place?: Entry): Promise<Type | undefined> {
    const entry = await this.find(name, tag, place);
    if (entry) return this.types.read(entry);
    return tag && this.namedByTypedef(name, place);
  }

  /** A class that has its typedef's name (ISO C++, "The typedef specifier"). */
  private async namedByTypedef(name: string, place: Entry | undefined): Promise<Type | undefined> {
    const typedef = await this.find(name, undefined, place);
    const type = typedef && (await this.types.read(typedef));
    if (type?.kind !== 'typedef' || !('name' in type.target)) return undefined;
    return type.target.name === type.name ? type.target : undefined;
  }

  /** The enumerator that a name represents at an entry, or anywhere. */
  async enumeratorNamed(name: string, place?: Entry): Promise<Enumerator | undefined> {
    for await (const entry of this.entriesNamed(NameKind.enumerator, name, place)) {
      const type = entry.parent && (await this.types.read(entry.parent));
      const own = await this.entries.text(entry, entry.value(DW_AT.name));
      if (type?.kind !== 'enum') continue;
      const found = type.enumerators.find((each) => each.name === own);
      if (found) return { ...found, type };
    }
    return undefined;
  }

  /** The qualified name of the namespace that a name represents at an entry, or anywhere. */
  async namespaceNamed(name: string, place?: Entry): Promise<string | undefined> {
    for await (const entry of this.entriesNamed(NameKind.namespace, name, place)) {
      return this.nameOf(entry);
    }
    return undefined;
  }

  /** What another unit says of a type that one only declares. */
  async definitionOf(declared: Entry): Promise<ClassType | EnumType | undefined> {
    const name = await this.nameOf(declared);
    if (name === undefined) return undefined;
    const offsets: number[] = [];
    for (const part of indexedNames(name)) {
      append(offsets, await this.index.find(NameKind.tagged, part));
    }
    for (const offset of offsets) {
      const entry = await this.entries.at(offset);
      if (!entry || tagOf(entry) !== tagOf(declared)) continue;
      if ((await this.nameOf(entry)) !== name) continue;
      const type = await this.types.read(entry);
      if ('incomplete' in type && !type.incomplete) return type;
    }
    return undefined;
  }

  private async find(
    name: string,
    tag: TypeTag | undefined,
    place: Entry | undefined,
  ): Promise<Entry | undefined> {
    const kinds = tag ? [NameKind.tagged] : [NameKind.type, NameKind.tagged];
    for await (const entry of this.entriesOf(kinds, name, place)) {
      if (tag ? hasTag(entry, tag) : !isC(entry.unit) || tagOf(entry) === undefined) return entry;
    }
    return undefined;
  }

  /** The entries of one unit that have a qualified name. */
  async entriesIn(unit: Unit, kind: NameKind, name: string): Promise<Entry[]> {
    const wanted = comparableName(name);
    const found: Entry[] = [];
    const offsets: number[] = [];
    for (const part of indexedNames(wanted)) {
      append(offsets, await this.index.findIn(unit, kind, part));
    }
    for await (const entry of this.matching(offsets, [wanted])) found.push(entry);
    return found;
  }

  /** The entries that a name represents: those of the function and unit around the place first. */
  entriesNamed(kind: NameKind, name: string, place: Entry | undefined): AsyncGenerator<Entry> {
    return this.entriesOf([kind], name, place);
  }

  /**
   * The same of several kinds, in their order; elsewhere in the other one: to gdb classes are seen
   * by all units, and typedefs are not.
   */
  private async *entriesOf(
    kinds: readonly NameKind[],
    name: string,
    place: Entry | undefined,
  ): AsyncGenerator<Entry> {
    const wanted = comparableName(name);
    if (place) {
      for (const kind of kinds) {
        const local = await this.local.named(kind, wanted, place);
        if (local) yield local;
      }
    }
    const visible = await visibleNames(this.entries, place, wanted);
    const parts = new Set(visible.flatMap(indexedNames));
    if (place) {
      for (const kind of kinds) {
        for (const part of parts) {
          yield* this.matching(await this.index.findIn(place.unit, kind, part), visible);
        }
      }
    }
    for (const kind of [...kinds].reverse()) {
      for (const part of parts) yield* this.matching(await this.index.find(kind, part), visible);
    }
  }

  /** Those of the entries whose names are among `visible`, in its order. */
  private async *matching(
    offsets: readonly number[],
    visible: readonly string[],
  ): AsyncGenerator<Entry> {
    const named: { entry: Entry; name: string | undefined }[] = [];
    for (const offset of offsets) {
      const entry = await this.entries.at(offset);
      if (entry) named.push({ entry, name: await this.nameOf(entry) });
    }
    for (const wanted of visible) {
      for (const { entry, name } of named) if (name === wanted) yield entry;
    }
  }

  private async nameOf(entry: Entry): Promise<string | undefined> {
    const name = await this.entries.qualifiedName(await this.entries.describe(entry));
    return name === undefined ? undefined : comparableName(name);
  }
}

/** The names of which one is in the index, where an instance may lack its template's arguments. */
function indexedNames(qualified: string): string[] {
  const last = splitName(qualified).at(-1) ?? '';
  return last.includes('<') ? [last, withoutArguments(last)] : [last];
}

function hasTag(entry: Entry, tag: TypeTag): boolean {
  return tagOf(entry) === (tag === 'class' ? 'struct' : tag);
}

/** Structs and classes are one kind of thing; undefined for what C names without a tag. */
function tagOf({ tag }: Entry): TypeTag | undefined {
  switch (tag) {
    case DW_TAG.structure_type:
    case DW_TAG.class_type:
    case DW_TAG.interface_type:
      return 'struct';
    case DW_TAG.union_type:
      return 'union';
    case DW_TAG.enumeration_type:
      return 'enum';
    default:
      return undefined;
  }
}

// What a name may represent where it is used: one of a namespace or class around the place, or of a
// namespace that is visible there (DWARF 5, sections 3.2.2 to 3.2.5).

/** A namespace or entity that is brought into another scope. */
interface Import {
  /** Of the scope that it is brought into. */
  readonly into: string;
  /** Qualified name of what is brought. */
  readonly name: string;
  /** What it is called there; undefined for a namespace whose names are all brought. */
  readonly as: string | undefined;
}

/** Imports of one unit that are looked at. */
const maxImports = 4096;
/** Names that one may represent; imports in a damaged file may go in circles. */
const maxNames = 256;

/** The qualified names that `name` may represent at an entry, nearest first. */
async function visibleNames(
  entries: Entries,
  place: Entry | undefined,
  name: string,
): Promise<string[]> {
  if (!place || isC(place.unit)) return [name];
  const description = await entries.describe(place);
  const scopes = outwards(await entries.scopeName(description.declaration?.parent));
  const imports = await importsAround(entries, place);
  const found = new Set<string>();
  for (const scope of scopes) addNames(found, scope, name, imports);
  return [...found];
}

/** A scope's name and those of the scopes around it: `a::b`, `a` and none. */
function outwards(scope: string): string[] {
  const parts = scope === '' ? [] : splitName(scope);
  return [...parts.map((_, i) => parts.slice(0, parts.length - i).join('::')), ''];
}

/**
 * Adds a name in a scope, and what imports into the scope and those that the name is in make of it.
 */
function addNames(
  found: Set<string>,
  scope: string,
  name: string,
  imports: readonly Import[],
): void {
  const full = join(scope, name);
  if (found.has(full) || found.size === maxNames) return;
  found.add(full);
  for (const { into, name: imported, as } of imports) {
    const rest = into.length < scope.length ? undefined : within(full, into);
    if (rest === undefined) continue;
    if (as === undefined) addNames(found, imported, rest, imports);
    else if (rest === as) found.add(imported);
    else if (rest.startsWith(`${as}::`)) {
      addNames(found, imported, rest.slice(as.length + 2), imports);
    }
  }
}

/** What a name is called in a scope; undefined where it is not in it. */
function within(name: string, scope: string): string | undefined {
  if (scope === '') return name;
  return name.startsWith(`${scope}::`) ? name.slice(scope.length + 2) : undefined;
}

function join(scope: string, name: string): string {
  return scope === '' ? name : `${scope}::${name}`;
}

/** The imports of a unit's namespaces, and those of the blocks around an entry. */
async function importsAround(entries: Entries, place: Entry): Promise<Import[]> {
  const found = [...(await importsOf(entries, place.unit, place.tree.root))];
  const here = await entries.describe(place);
  const around = await entries.scopeName(here.declaration?.parent);
  for (const each of place.ownDescendants()) {
    if (found.length > maxImports) break;
    if (isImport(each)) append(found, await readImport(entries, each, around));
  }
  return found;
}

/** The imports of the namespaces of units, which every name that is looked up there asks for. */
const knownImports = new WeakMap<Unit, () => Promise<readonly Import[]>>();

function importsOf(
  entries: Entries,
  unit: Unit,
  root: Entry | undefined,
): Promise<readonly Import[]> {
  const read = async (): Promise<readonly Import[]> => {
    const found: Import[] = [];
    if (root) await addImports(entries, root, '', found);
    return found;
  };
  const known = knownImports.get(unit) ?? lazy(read);
  knownImports.set(unit, known);
  return known();
}

/** `scope`: the name of `around`, a unit or namespace. */
async function addImports(
  entries: Entries,
  around: Entry,
  scope: string,
  found: Import[],
): Promise<void> {
  for (const child of around.children()) {
    if (found.length > maxImports) return;
    if (isImport(child)) append(found, await readImport(entries, child, scope));
    if (child.tag !== DW_TAG.namespace) continue;
    const name = join(scope, await namespaceName(entries, child));
    const [ownName, exports] = child.values([DW_AT.name, DW_AT.export_symbols]);
    if (!ownName || exports) found.push({ into: scope, name, as: undefined });
    await addImports(entries, child, name, found);
  }
}

function isImport({ tag }: Entry): boolean {
  return tag === DW_TAG.imported_module || tag === DW_TAG.imported_declaration;
}

async function namespaceName(entries: Entries, entry: Entry): Promise<string> {
  return (await entries.name(await entries.describe(entry))) ?? '(anonymous namespace)';
}

async function readImport(entries: Entries, entry: Entry, into: string): Promise<Import[]> {
  const [target, alias] = entry.values([DW_AT.import, DW_AT.name]);
  const imported = await entries.follow(entry, target);
  if (!imported) return [];
  const description = await entries.describe(imported);
  const own = (await entries.name(description)) ?? '(anonymous namespace)';
  const name = join(await entries.scopeName(description.declaration?.parent), own);
  if (entry.tag === DW_TAG.imported_module) return [{ into, name, as: undefined }];
  return [{ into, name, as: (await entries.text(entry, alias)) ?? own }];
}
