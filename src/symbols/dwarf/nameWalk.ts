// One walk over the entries of units for all their names: of functions wherever they are, and of
// namespaces, types, variables and enumerators outside of functions.
import { append } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import { Role } from './abbrev';
import { DW_AT, DW_TAG } from './constants';
import { Allowance } from './debugSections';
import type { Dwarf } from './dwarf';
import type { EntryCursor } from './entryCursor';
import type { AttributeValue } from './form';
import { isC } from './languages';
import { NameCollector, NameKind, type NameColumns } from './nameColumns';
import { type NameKey, stringOffsetsBase } from './strings';
import { beginsArguments, mayLackArguments } from './templateArguments';
import type { Unit, UnitShare } from './unit';
import { DwarfCursor } from './cursor';

/** Entries that are passed over at once. */
const entriesAtOnce = 1024;
/** Entries of interest between two looks at the clock. */
const namesAtOnce = 128;
/** Instances of templates whose names are looked at, to know whether they lack the arguments. */
const maxInstances = 8;

/**
 * The names of a share of a program's units. `listed`: offsets of units whose functions are known
 * already.
 */
export async function readNames(
  dwarf: Dwarf,
  listed: ReadonlySet<number>,
  share: UnitShare,
): Promise<NameColumns> {
  const allowance = new Allowance(dwarf.sections);
  const walk = new NameWalk(dwarf);
  for await (const { unit, entries } of dwarf.allEntries(share)) {
    const { header } = unit.file.skeleton ?? unit;
    await walk.visit(unit, entries, !listed.has(header.offset));
    if (allowance.spent || walk.names.full) break;
  }
  return walk.columns(allowance);
}

/** The names of one unit, without those of its functions. */
export async function readNamesOf(dwarf: Dwarf, unit: Unit): Promise<NameColumns> {
  const walk = new NameWalk(dwarf);
  await walk.visit(unit, await dwarf.entries(unit), false);
  return walk.columns(new Allowance(dwarf.sections));
}

/** A namespace, class or enumeration around the entries of a walk. */
interface OpenScope {
  readonly depth: number;
  /** Identifies the scope of the names in it; 0 outside of all scopes. */
  readonly id: number;
  readonly isClass: boolean;
}

/** A variable without a name of its own: its entry, and the one that names it, by their offsets. */
interface NamedVariable {
  readonly offset: number;
  readonly declaration: number;
}

/** The name of a class or enumeration, and the scope that it is in. */
interface TaggedName {
  readonly scope: number;
  readonly key: NameKey | undefined;
}

/** A walk over units for their names. */
class NameWalk {
  readonly names = new NameCollector();
  /**
   * Offsets of units, by the offset of an entry in another unit that names one of their functions.
   */
  private readonly foreign = new Map<number, number[]>();
  /**
   * Variables that entries of other units name, as those of programs that are optimized as a whole.
   */
  private readonly variables: NamedVariable[] = [];
  private readonly referred = new OffsetSet();
  private readonly slice = new TimeSlice();

  constructor(private readonly dwarf: Dwarf) {}

  async visit(unit: Unit, entries: EntryCursor, withFunctions: boolean): Promise<void> {
    const keyOf = await readNameKeys(unit);
    const walk = new UnitWalk(unit, entries, keyOf, this.names, this.referred);
    walk.notesInstances = await mayLackArguments(unit);
    // In C each function that is inlined has an entry of its own in the unit, or one in another
    // unit.
    const inlined = isC(unit) && !entries.mayHave(Role.far) ? 0 : Role.inlined;
    const wanted = withFunctions ? Role.function | inlined : 0;
    // In C, structs, unions and enumerations contain no functions.
    const closed = (isC(unit) ? Role.scope : 0) | (withFunctions ? 0 : Role.function);
    for (let count = 1; entries.nextWith(wanted, walk.near, closed, entriesAtOnce); count++) {
      if (count % namesAtOnce === 0) await this.slice.yieldIfDue();
      walk.visit(withFunctions);
    }
    walk.end();
    if (await this.lackArguments(walk.instances)) await this.addInstances(unit, walk.added);
    append(this.variables, walk.namedOutside);
    for (const offset of walk.elsewhere) this.refer(offset, unit);
    for (const reference of walk.references) {
      const offset = await this.dwarf.referenced(unit, reference);
      if (offset !== undefined) this.refer(offset, unit);
    }
  }

  /** Whether names of template instances lack the arguments: of some all have none. */
  private async lackArguments(instances: readonly NameKey[]): Promise<boolean> {
    let lack = false;
    await this.dwarf.texts(instances, (_, text) => {
      if (!text.includes('<')) lack = true;
    });
    return lack;
  }

  /** Adds each instance of a unit, where several have one name. `added`: offsets of those there. */
  private async addInstances(unit: Unit, added: ReadonlySet<number>): Promise<void> {
    const entries = await this.dwarf.entries(unit);
    const keyOf = await readNameKeys(unit);
    const walk = new UnitWalk(unit, entries, keyOf, this.names, new OffsetSet(), added);
    for (let count = 1; entries.nextWith(0, walk.near, 0, entriesAtOnce); count++) {
      if (count % namesAtOnce === 0) await this.slice.yieldIfDue();
      walk.visit(false);
    }
  }

  /** What was found. The names that other units give are read now. */
  async columns(allowance: Allowance): Promise<NameColumns> {
    for (const [offset, units] of this.foreign) {
      if (allowance.spent) break;
      await this.slice.yieldIfDue();
      const name = await this.dwarf.nameAt(offset);
      if (name === undefined) continue;
      for (const unit of units) this.names.addFunction(name, unit);
    }
    for (const { offset, declaration } of this.variables) {
      if (allowance.spent) break;
      await this.slice.yieldIfDue();
      const name = await this.dwarf.nameAt(declaration);
      if (name !== undefined) this.names.add(NameKind.variable, name, offset);
    }
    return this.names.columns((keys, take) => this.dwarf.texts(keys, take), this.dwarf.skeletons);
  }

  private refer(offset: number, { header }: Unit): void {
    const known = this.foreign.get(offset);
    if (!known) this.foreign.set(offset, [header.offset]);
    else if (known.at(-1) !== header.offset) known.push(header.offset);
  }
}

/**
 * Offsets in one unit, a bit for each: a walk takes note of a hundred thousand, most of them again
 * and again.
 */
class OffsetSet {
  private bits = new Uint8Array(1 << 14);
  private start = 0;

  /** Begins with no offset, for those in a unit. */
  clear({ header }: Unit): void {
    const bytes = (header.end - header.offset + 7) >>> 3;
    this.start = header.offset;
    if (this.bits.length < bytes) this.bits = new Uint8Array(2 * bytes);
    else this.bits.fill(0, 0, bytes);
  }

  add(offset: number): void {
    const at = offset - this.start;
    this.bits[at >>> 3] = (this.bits[at >>> 3] ?? 0) | (1 << (at & 7));
  }

  has(offset: number): boolean {
    const at = offset - this.start;
    return ((this.bits[at >>> 3] ?? 0) & (1 << (at & 7))) !== 0;
  }
}

/** A walk over one unit. */
class UnitWalk {
  /** The scopes around the current entry, the innermost last. */
  private readonly open: OpenScope[] = [];
  private readonly inC: boolean;
  /**
   * Names of functions that are declared, by the offset of each. They count where something refers
   * to them.
   */
  private readonly declared = new Map<number, NameKey>();
  /** Classes and enumerations that are declared, by their offsets. */
  private readonly declaredTags = new Map<number, TaggedName>();
  /** Offsets of entries of other units that name a function of the unit. */
  readonly elsewhere = new Set<number>();
  /** Further references to such entries, which are yet to be resolved. */
  readonly references: AttributeValue[] = [];
  /** Variables that are named where they were declared, in this unit and outside of it. */
  private readonly named: NamedVariable[] = [];
  readonly namedOutside: NamedVariable[] = [];
  /** Whether names may lack the arguments of templates. */
  notesInstances = false;
  /** Names of a few classes that are instances of templates. */
  readonly instances: NameKey[] = [];
  /** Offsets of those that were added. */
  readonly added = new Set<number>();

  constructor(
    private readonly unit: Unit,
    private readonly entries: EntryCursor,
    private readonly keyOf: NameKeys,
    private readonly names: NameCollector,
    /** Entries of the unit that name a function of it. */
    private readonly inside: OffsetSet,
    /** Where only instances of templates are wanted: the offsets of those that are there. */
    private readonly known?: ReadonlySet<number>,
  ) {
    this.inC = isC(unit);
    inside.clear(unit);
  }

  /**
   * How deep the entries are that are in an open scope, or outside of all, and in nothing else.
   */
  get near(): number {
    return (this.open.at(-1)?.depth ?? 0) + 1;
  }

  /** Takes note of the current entry. */
  visit(withFunctions: boolean): void {
    const { role, depth } = this.entries;
    while (this.open.length > 0 && this.near > depth) this.open.pop();
    if ((role & (Role.function | Role.inlined)) !== 0) {
      if (withFunctions) this.addFunction();
    } else if (depth === this.near && (role & (Role.scope | Role.name)) !== 0) this.addEntity();
  }

  /** Takes note of what was named by other entries of the unit. */
  end(): void {
    const { header } = this.unit;
    for (const [offset, key] of this.declared) {
      if (this.inside.has(offset)) this.names.addFunction(key, header.offset);
    }
    for (const { offset, declaration } of this.named) {
      this.entries.seek(declaration);
      const key = this.key();
      if (key !== undefined) this.names.add(NameKind.variable, key, offset);
    }
  }

  private addFunction(): void {
    const { entries } = this;
    if (entries.tag === DW_TAG.inlined_subroutine && this.refer(DW_AT.abstract_origin)) return;
    const key = this.key();
    if (key === undefined) {
      const isNamed = entries.has(DW_AT.name);
      if (!isNamed && !this.refer(DW_AT.abstract_origin)) this.refer(DW_AT.specification);
      return;
    }
    if (entries.role & Role.declaration) this.declared.set(entries.offset, key);
    else this.names.addFunction(key, this.unit.header.offset);
  }

  /** Takes note of the entry that names the current one, if an attribute refers to it. */
  private refer(attribute: number): boolean {
    const { entries, unit } = this;
    const near = entries.unitReference(attribute);
    const value = near < 0 ? entries.value(attribute) : undefined;
    if (near < 0 && !value) return false;
    if (value && value.kind !== 'reference') this.references.push(value);
    else {
      const offset = value?.offset ?? near;
      const isInside = offset >= unit.header.offset && offset < unit.header.end;
      (isInside ? this.inside : this.elsewhere).add(offset);
    }
    return true;
  }

  private addEntity(): void {
    const { entries } = this;
    switch (entries.tag) {
      case DW_TAG.namespace:
      case DW_TAG.module:
        this.addOnce(NameKind.namespace, this.key());
        this.openScope(this.scope, this.key(), false);
        return;
      case DW_TAG.structure_type:
      case DW_TAG.class_type:
      case DW_TAG.union_type:
      case DW_TAG.interface_type:
        this.addClass();
        return;
      case DW_TAG.enumeration_type:
        this.open.push({ depth: entries.depth, id: this.addTagged().scope, isClass: false });
        return;
      case DW_TAG.enumerator:
        this.addOnce(NameKind.enumerator, this.key());
        return;
      case DW_TAG.member:
      case DW_TAG.variable:
      case DW_TAG.constant:
        this.addVariable();
        return;
      default:
        this.addType(NameKind.type);
    }
  }

  private get scope(): number {
    return this.open.at(-1)?.id ?? 0;
  }

  private key(): NameKey | undefined {
    const offset = this.entries.nameOffset();
    return offset < 0 ? this.keyOf(this.entries.value(DW_AT.name)) : this.unit.file.start + offset;
  }

  private openScope(around: number, key: NameKey | undefined, isClass: boolean): void {
    const id = this.names.scopeIn(around, key);
    this.open.push({ depth: this.entries.depth, id, isClass });
  }

  private addClass(): void {
    const { scope, key } = this.addTagged();
    if (this.inC) this.entries.leave();
    else this.openScope(scope, key ?? this.signature(), true);
  }

  /**
   * Clang names a class around a nested type by its signature alone: those of different ones are in
   * scopes of their own.
   */
  private signature(): NameKey | undefined {
    const value = this.entries.value(DW_AT.signature);
    return value?.kind === 'signature' ? `${value.signature}` : undefined;
  }

  /**
   * A class or enumeration. One that is defined apart from its declaration, as those of type units,
   * is named where that is.
   */
  private addTagged(): TaggedName {
    const { entries, names, declaredTags } = this;
    const declared = entries.value(DW_AT.specification);
    const known = declared?.kind === 'reference' ? declaredTags.get(declared.offset) : undefined;
    const name = known ?? { scope: this.scope, key: this.key() };
    const { scope, key } = name;
    if (entries.role & Role.declaration) declaredTags.set(entries.offset, name);
    else if (key !== undefined && this.known) this.addInstance(key);
    else if (key !== undefined) {
      const isNew = names.addOnce(NameKind.tagged, scope, key, entries.offset);
      if (this.notesInstances) this.noteInstance(key, isNew);
    }
    return name;
  }

  private noteInstance(key: NameKey, isNew: boolean): void {
    const { entries, instances } = this;
    if (!beginsArguments(entries.firstChildTag)) return;
    if (instances.length < maxInstances) instances.push(key);
    if (isNew) this.added.add(entries.offset);
  }

  private addInstance(key: NameKey): void {
    const { entries, names, known } = this;
    const isWanted = beginsArguments(entries.firstChildTag) && !known?.has(entries.offset);
    if (isWanted) names.add(NameKind.tagged, key, entries.offset);
  }

  private addType(kind: NameKind): void {
    if ((this.entries.role & Role.declaration) === 0) this.addOnce(kind, this.key());
  }

  private addOnce(kind: NameKind, key: NameKey | undefined): void {
    if (key !== undefined && !this.known)
      this.names.addOnce(kind, this.scope, key, this.entries.offset);
  }

  private addVariable(): void {
    const { entries } = this;
    if (this.known) return;
    if (!entries.has(DW_AT.name)) {
      this.addNamedElsewhere();
      return;
    }
    // A static member is found by its definition, unless its class gives its value.
    if (this.open.at(-1)?.isClass && !entries.has(DW_AT.const_value)) return;
    const key = this.key();
    if (entries.role & Role.declaration) this.addOnce(NameKind.variable, key);
    else if (key !== undefined) this.names.add(NameKind.variable, key, entries.offset);
  }

  private addNamedElsewhere(): void {
    const { entries, unit } = this;
    const declared = entries.value(DW_AT.specification) ?? entries.value(DW_AT.abstract_origin);
    if (declared?.kind !== 'reference') return;
    const { offset, end } = unit.header;
    const isInside = declared.offset >= offset && declared.offset < end;
    const variable = { offset: entries.offset, declaration: declared.offset };
    (isInside ? this.named : this.namedOutside).push(variable);
  }
}

// What represents a name while all names of a program are collected: most are read only when they
// are looked for, and the walk over millions of entries waits for none.

/** Represents the text of a value of one unit; undefined where it has none. */
type NameKeys = (value: AttributeValue | undefined) => NameKey | undefined;

/** The keys of a unit's names. */
async function readNameKeys(unit: Unit): Promise<NameKeys> {
  const { file } = unit;
  const common = await file.supplementary();
  const indexed = await readStringOffsets(unit);
  return (value) => {
    if (value?.kind === 'string') return value.text;
    if (value?.kind === 'stringIndex') {
      const offset = indexed(value.index);
      return offset === undefined ? undefined : file.start + offset;
    }
    if (value?.kind !== 'stringOffset') return undefined;
    const holder = value.section === 'supplementary' ? common : file;
    return value.section === '.debug_line_str' || !holder ? undefined : holder.start + value.offset;
  };
}

/** The unit's share of .debug_str_offsets: offsets in .debug_str by their index. */
async function readStringOffsets(unit: Unit): Promise<(index: number) => number | undefined> {
  const { order, offsetSize } = unit.header.encoding;
  const section = await unit.file.sections.get('.debug_str_offsets');
  const base = stringOffsetsBase(unit);
  const bytes = await section.read(base, (await shareEnd(unit, base)) - base);
  const cursor = new DwarfCursor(bytes, order);
  return (index) => {
    cursor.offset = index * offsetSize;
    return cursor.remaining < offsetSize ? undefined : cursor.sectionOffset(offsetSize);
  };
}

/**
 * Where the share that begins at `base` ends: its header says so, except in GNU's form, which has
 * no header.
 */
async function shareEnd(unit: Unit, base: number): Promise<number> {
  const { order, offsetSize, version } = unit.header.encoding;
  const section = await unit.file.sections.get('.debug_str_offsets');
  if (version < 5) return section.size;
  const header = offsetSize === 4 ? 8 : 16;
  const cursor = new DwarfCursor(await section.read(base - header, header), order);
  const { length } = cursor.initialLength();
  return Math.min(section.size, base - header + cursor.offset + length);
}
