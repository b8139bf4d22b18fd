// Entries of any unit, and what others say of them: an entry may leave to another one what it has
// in common with it (DWARF 5, sections 2.13, 3.3.8 and 5.7.8), and refers to types by offset or
// signature.
import { LruCache } from '../../bytes/cache';
import { TimeSlice } from '../../bytes/timeSlice';
import { DW_AT, DW_TAG } from './constants';
import type { Dwarf } from './dwarf';
import { EntryTree, type Entry } from './entryTree';
import type { AttributeValue } from './form';
import { demangle } from '../demangle';
import { withoutParameters } from '../demangle/withoutParameters';
import { isC } from './languages';
import { splitName } from './qualifiedName';
import { readString } from './strings';
import { templateArgumentsText, mayLackArguments } from './templateArguments';
import type { Unit } from './unit';

/** Bytes of units that are kept with their trees. */
const keptBytes = 1 << 26;
/**
 * A tree takes, with what was passed over in it and its unit, about so many times the bytes of the
 * unit.
 */
const bytesOfTree = 3;
/** A chain of declarations is two or three long; one in a damaged file may be a circle. */
const maxChainLength = 8;
/** Parts of a name; deeper namespaces and types leave theirs out. */
const maxNameDepth = 64;
/** Namespaces, types and blocks around an entry that are looked at, unless they are known. */
const maxScopes = 1000;
const keptScopeNames = 20_000;

/** A function's names. */
export interface FunctionNames {
  /** The name with the namespaces and types around it: `shape::Circle::area`. */
  readonly qualified: string;
  /** The symbol's name, where the compiler gives it. */
  readonly linkageName: string | undefined;
}

/** What a unit's entry says, together with those that it refers to for the rest; itself first. */
export class EntryDescription {
  constructor(readonly entries: readonly Entry[]) {}

  /** The first of the entries to say something of an attribute, and what it says. */
  find(attribute: number): { entry: Entry; value: AttributeValue } | undefined {
    for (const entry of this.entries) {
      const value = entry.value(attribute);
      if (value) return { entry, value };
    }
    return undefined;
  }

  flag(attribute: number): boolean {
    return this.entries.some((entry) => entry.flag(attribute));
  }

  number(attribute: number): bigint | undefined {
    const value = this.find(attribute)?.value;
    return value?.kind === 'constant' ? value.value : undefined;
  }

  /** The entry that was declared first, whose place in the tree is that of the declaration. */
  get declaration(): Entry | undefined {
    return this.entries.at(-1);
  }
}

/** Reads entries of one file. */
export class Entries {
  private readonly trees = new LruCache<number, EntryTree>(
    keptBytes,
    ({ unit }) => bytesOfTree * (unit.header.end - unit.header.offset),
  );

  /** What qualifies the names in an entry, by its offset. */
  private readonly scopeNames = new Map<number, ScopeName>();
  /** The arguments of templates that names lack, by the offset of the instance's entry. */
  private readonly argumentTexts = new Map<number, string>();

  /** Of all that reads entries one by one: each is described. */
  private readonly slice = new TimeSlice();

  constructor(readonly dwarf: Dwarf) {}

  /** The entries of a unit. */
  tree(unit: Unit): Promise<EntryTree> {
    return this.trees.get(unit.header.offset, async () => {
      const entries = await this.dwarf.entries(unit);
      const tree = await EntryTree.read(unit, entries);
      if (entries.broken) await unit.file.reportEntry(entries.offset);
      return tree;
    });
  }

  /** The entry at an offset of .debug_info. */
  async at(offset: number): Promise<Entry | undefined> {
    const unit = await this.dwarf.unitHolding(offset);
    return unit && (await this.tree(unit)).entryAt(offset);
  }

  /** The entry that an attribute of `entry` refers to. */
  async follow(entry: Entry, value: AttributeValue | undefined): Promise<Entry | undefined> {
    if (value?.kind === 'reference') {
      return entry.tree.entryAt(value.offset) ?? this.at(value.offset);
    }
    const offset = await this.dwarf.referenced(entry.unit, value);
    return offset === undefined ? undefined : this.at(offset);
  }

  /** An entry with its abstract origins and specifications. */
  async describe(entry: Entry): Promise<EntryDescription> {
    if (this.slice.usedUp) await this.slice.yieldIfDue();
    const entries = [entry];
    for (let at = entry; entries.length < maxChainLength;) {
      const [origin, specification] = at.values([DW_AT.abstract_origin, DW_AT.specification]);
      const next = await this.follow(at, origin ?? specification);
      if (!next || entries.some(({ offset }) => offset === next.offset)) break;
      entries.push(next);
      at = next;
    }
    return new EntryDescription(entries);
  }

  /** The text of an attribute of an entry. */
  text(entry: Entry, value: AttributeValue | undefined): Promise<string | undefined> {
    return readString(entry.unit, value);
  }

  /**
   * DW_AT_name, with the arguments of a template that it lacks. `depth`: how many names it is in.
   */
  async name(description: EntryDescription, depth = 0): Promise<string | undefined> {
    const found = description.find(DW_AT.name);
    if (!found) return this.nameForLinkage(description);
    const { entry, value } = found;
    const name = await this.text(entry, value);
    const mayHave = isClass(entry) || entry.tag === DW_TAG.variable;
    const mayLack = name !== undefined && mayHave && !name.includes('<');
    if (!mayLack || !(await mayLackArguments(entry.unit))) return name;
    return name + (await this.argumentsOf(entry, depth));
  }

  private async argumentsOf(entry: Entry, depth: number): Promise<string> {
    const known = this.argumentTexts.get(entry.offset);
    if (known !== undefined) return known;
    const text = await templateArgumentsText(entry, this, depth + 1);
    if (this.argumentTexts.size >= keptScopeNames) this.argumentTexts.clear();
    this.argumentTexts.set(entry.offset, text);
    return text;
  }

  /**
   * A class without a name has that of its typedef (ISO C++, "The typedef specifier"): GCC gives
   * its mangled form.
   */
  private async nameForLinkage(description: EntryDescription): Promise<string | undefined> {
    const [entry] = description.entries;
    if (!entry || !isClass(entry)) return undefined;
    const mangled = await this.linkageName(description);
    const name = mangled === undefined ? undefined : demangle(`_Z${mangled}`);
    return name === undefined ? undefined : splitName(name).at(-1);
  }

  /** The symbol's name, where the compiler gives it. */
  async linkageName(description: EntryDescription): Promise<string | undefined> {
    const found = description.find(DW_AT.linkage_name) ?? description.find(DW_AT.MIPS_linkage_name);
    return found && this.text(found.entry, found.value);
  }

  /** The qualified name of what an entry describes. `depth`: how many names it is in. */
  async qualifiedNameOf(entry: Entry, depth = 0): Promise<string | undefined> {
    return this.qualifiedName(await this.describe(entry), depth);
  }

  /** The name with the namespaces and types around it; undefined if none exists. */
  async qualifiedName(description: EntryDescription, depth = 0): Promise<string | undefined> {
    const name = await this.name(description, depth);
    const { declaration } = description;
    if (name === undefined || !declaration) return name;
    const scope = await this.scopeName(declaration.parent, depth);
    return scope === '' ? name : `${scope}::${name}`;
  }

  /**
   * The name of a function. In C it is the linker's where the compiler says one, as of a copy that
   * link-time optimization made (gdb 13, dwarf2_physname).
   */
  async functionName(description: EntryDescription): Promise<string | undefined> {
    const [entry] = description.entries;
    const linked = entry && isC(entry.unit) ? await this.linkageName(description) : undefined;
    if (linked !== undefined) return linked;
    const name = await this.qualifiedName(description);
    const mayLack = entry && name !== undefined && (await mayLackArguments(entry.unit));
    return mayLack ? this.withLinkedArguments(name, description) : name;
  }

  /** The arguments of a function's template are in the linker's name, where its name lacks them. */
  private async withLinkedArguments(name: string, description: EntryDescription): Promise<string> {
    const parts = splitName(name);
    const own = parts.at(-1) ?? name;
    const linked = own.includes('<') ? undefined : await this.linkageName(description);
    if (linked?.includes(`${own.length}${own}I`) !== true) return name;
    const whole = withoutParameters(demangle(linked) ?? '');
    const last = whole === undefined ? undefined : splitName(whole).at(-1);
    if (last?.startsWith(`${own}<`) !== true) return name;
    return [...parts.slice(0, -1), last].join('::');
  }

  /**
   * The names of the function whose entry is at an offset of .debug_info; undefined where it
   * has none.
   */
  async functionNames(offset: number): Promise<FunctionNames | undefined> {
    const entry = await this.at(offset);
    const description = await (entry && this.describe(entry));
    const qualified = description && (await this.functionName(description));
    if (!qualified) return undefined;
    return { qualified, linkageName: await this.linkageName(description) };
  }

  /**
   * The names of the functions that the entry of a local one at an offset of .debug_info is
   * declared in, where the linker's name of the local one begins with theirs: `f(int)::C::g`.
   */
  async functionsAround(offset: number): Promise<string[]> {
    const names: string[] = [];
    const entry = await this.at(offset);
    const own = entry && (await this.describe(entry));
    if (!own || (await this.linkageName(own)) === undefined) return names;
    let around = own.declaration?.parent;
    for (let left = maxScopes; around && left > 0; left--, around = around.parent) {
      if (around.tag !== DW_TAG.subprogram) continue;
      const description = await this.describe(around);
      const name = await this.qualifiedName(description);
      if (name !== undefined) names.push(name);
    }
    return names;
  }

  /** What qualifies the names of entries in `around`; empty where nothing does. */
  async scopeName(around: Entry | undefined, depth = 0): Promise<string> {
    const inner: { offset: number; part: string | undefined }[] = [];
    let known: ScopeName | undefined;
    for (let at = around; at && inner.length < maxScopes;) {
      known = this.scopeNames.get(at.offset);
      if (known || at.tag === DW_TAG.subprogram) break;
      const scope = qualifies(at)
        ? await this.scopeOf(at, depth)
        : { parent: (await this.declarationOf(at)).parent };
      if (!scope) break;
      inner.push({ offset: at.offset, part: scope.part });
      at = scope.parent;
    }
    let name = known ?? { text: '', parts: 0 };
    for (const { offset, part } of inner.reverse()) {
      if (part !== undefined && name.parts < maxNameDepth) {
        name = { text: name.text === '' ? part : `${name.text}::${part}`, parts: name.parts + 1 };
      }
      this.keepScopeName(offset, name);
    }
    return name.text;
  }

  /**
   * The name of a namespace or type, and what is around it; undefined for a type without a name.
   */
  private async scopeOf(
    entry: Entry,
    depth: number,
  ): Promise<{ part?: string; parent: Entry | undefined } | undefined> {
    const description = await this.describe(entry);
    const name = await this.name(description, depth);
    const isNameless = name === undefined && entry.tag !== DW_TAG.namespace;
    if (isNameless || entry.parent?.offset === entry.tree.root?.offset) {
      // Around a nested type, clang declares a class only by its signature, and GCC outside of its
      // namespace.
      const type = await this.follow(entry, entry.value(DW_AT.signature));
      if (type && !type.value(DW_AT.signature)) return this.scopeOf(type, depth);
      if (isNameless) return undefined;
    }
    const declaration = description.declaration ?? entry;
    return { part: name ?? '(anonymous namespace)', parent: declaration.parent };
  }

  /** An enumeration that has a type unit of its own is in the class that declares it. */
  private async declarationOf(entry: Entry): Promise<Entry> {
    if (entry.tag !== DW_TAG.enumeration_type) return entry;
    return (await this.describe(entry)).declaration ?? entry;
  }

  private keepScopeName(offset: number, name: ScopeName): void {
    if (this.scopeNames.size >= keptScopeNames) this.scopeNames.clear();
    this.scopeNames.set(offset, name);
  }
}

/** What precedes the names of what is in an entry. */
interface ScopeName {
  readonly text: string;
  readonly parts: number;
}

/** Whether an entry's name is part of the names of those in it. */
function qualifies(entry: Entry): boolean {
  switch (entry.tag) {
    case DW_TAG.namespace:
    case DW_TAG.module:
      return true;
    case DW_TAG.enumeration_type:
      return entry.flag(DW_AT.enum_class);
    default:
      return isClass(entry);
  }
}

function isClass({ tag }: Entry): boolean {
  switch (tag) {
    case DW_TAG.class_type:
    case DW_TAG.structure_type:
    case DW_TAG.union_type:
    case DW_TAG.interface_type:
      return true;
    default:
      return false;
  }
}
