// What a name may stand for where it is used: one of a namespace or class around the place, or of a
// namespace that is visible there (DWARF 5, sections 3.2.2 to 3.2.5).
import { once } from '../once';
import { DW_AT, DW_TAG } from './constants';
import type { Entries } from './entries';
import type { Entry } from './entryTree';
import { isC } from './languages';
import { splitName } from './qualifiedName';
import type { Unit } from './unit';

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
const mostImports = 4096;
/** Names that one may stand for; imports in a damaged file may go in circles. */
const mostNames = 256;

/** The qualified names that `name` may stand for at an entry, nearest first. */
export async function visibleNames(
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

/** Adds a name in a scope, and what imports into the scope and those that the name is in make of it. */
function addNames(
  found: Set<string>,
  scope: string,
  name: string,
  imports: readonly Import[],
): void {
  const full = join(scope, name);
  if (found.has(full) || found.size === mostNames) return;
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
  for (const each of place.descendants()) {
    if (found.length > mostImports) break;
    if (isImport(each)) found.push(...(await readImport(entries, each, around)));
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
  const known = knownImports.get(unit) ?? once(read);
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
    if (found.length > mostImports) return;
    if (isImport(child)) found.push(...(await readImport(entries, child, scope)));
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
