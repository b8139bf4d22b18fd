// The entries of one unit as a tree (DWARF 5, section 2.3). A unit of a big program has a hundred
// thousand entries, so the tree is columns of numbers, and an Entry is made where one is looked at.
// What is in a function or type is passed over, where the compiler says how far it goes, and walked
// when it is asked for.
import { partitionPoint } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import { Role } from './abbrev';
import { DW_TAG } from './constants';
import type { EntryCursor } from './entryCursor';
import type { AttributeValue } from './form';
import type { Unit } from './unit';

/** More entries than any unit has: of damaged ones, the rest is left out. */
const maxEntries = 1 << 22;
/** Entries between two looks at the clock. */
const entriesAtOnce = 1024;
/**
 * Bytes in an entry that are passed over at most: what is walked later is walked without a look at
 * the clock.
 */
const maxPassedOver = 1 << 16;

/**
 * Bytes of a unit for an entry that is not passed over: units of big programs have fewer such
 * entries.
 */
const bytesOfEntry = 32;
const fewestEntries = 16;

/** Columns of entries in the order of the file, numbered from 0, the one around all others. */
class EntryColumns {
  size = 0;
  /** Offset of each entry in its unit. */
  offsets: Uint32Array;
  tags: Uint16Array;
  /** Bits of Role. */
  roles: Uint8Array;
  /** Number of the entry around each; -1 around the first. */
  parents: Int32Array;
  /** Number of the first entry after each that is not in it. */
  ends: Int32Array;
  /** 1 where what is in the entry was passed over. */
  passedOver: Uint8Array;
  isWhole = true;
  /** The entries around the last one, and itself. */
  private readonly open: number[] = [];

  /** `bytes`: of what is walked. */
  constructor(
    private readonly unitOffset: number,
    bytes: number,
  ) {
    const capacity = Math.max(fewestEntries, Math.ceil(bytes / bytesOfEntry));
    this.offsets = new Uint32Array(capacity);
    this.tags = new Uint16Array(capacity);
    this.roles = new Uint8Array(capacity);
    this.parents = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
    this.passedOver = new Uint8Array(capacity);
  }

  /** Adds the current entry of a walk. */
  add(entry: EntryCursor): void {
    const { open } = this;
    const { depth } = entry;
    this.closeTo(depth);
    const index = this.size++;
    if (index === this.tags.length) this.resize(2 * index);
    this.parents[index] = open[open.length - 1] ?? -1;
    open.push(index);
    this.offsets[index] = entry.offset - this.unitOffset;
    this.tags[index] = entry.tag;
    this.roles[index] = entry.role;
  }

  /** Takes note that what is in the last entry was passed over. */
  passOver(): void {
    this.isWhole = false;
    this.passedOver[this.size - 1] = 1;
  }

  /** Ends the walk: what was kept free for more is given back. */
  finish(): this {
    this.closeTo(0);
    this.resize(this.size);
    return this;
  }

  private closeTo(depth: number): void {
    const { open, ends, size } = this;
    while (open.length > depth) ends[open.pop() ?? 0] = size;
  }

  private resize(size: number): void {
    this.offsets = resized(this.offsets, new Uint32Array(size));
    this.tags = resized(this.tags, new Uint16Array(size));
    this.roles = resized(this.roles, new Uint8Array(size));
    this.parents = resized(this.parents, new Int32Array(size));
    this.ends = resized(this.ends, new Int32Array(size));
    this.passedOver = resized(this.passedOver, new Uint8Array(size));
  }
}

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array;

function resized<T extends Column>(from: T, to: T): T {
  to.set(from.subarray(0, to.length));
  return to;
}

/** The tree of a unit, or of an entry whose contents were passed over in that of its unit. */
export class EntryTree {
  /** The trees of entries whose contents were passed over, by number. */
  private readonly inner = new Map<number, EntryTree>();

  private constructor(
    readonly unit: Unit,
    private readonly cursor: EntryCursor,
    private readonly columns: EntryColumns,
    /** The first entry, as the tree of the unit has it; undefined in that of the unit. */
    private readonly outer: Entry | undefined,
  ) {}

  /** Walks the entries of a unit. The cursor belongs to the tree from then on. */
  static async read(unit: Unit, cursor: EntryCursor): Promise<EntryTree> {
    const { offset, end } = unit.header;
    const columns = new EntryColumns(offset, end - offset);
    const slice = new TimeSlice();
    while (columns.size < maxEntries && cursor.next()) {
      columns.add(cursor);
      if (!holdsFunctions(cursor.tag) && cursor.leave(maxPassedOver)) columns.passOver();
      if (columns.size % entriesAtOnce === 0) await slice.yieldIfDue();
    }
    return new EntryTree(unit, cursor, columns.finish(), undefined);
  }

  /** Number of entries, without those that were passed over. */
  get size(): number {
    return this.columns.size;
  }

  /** The unit's own entry. */
  get root(): Entry | undefined {
    return this.outer ? this.outer.tree.root : this.entry(0);
  }

  /** The entry that begins at an offset of .debug_info. */
  entryAt(offset: number): Entry | undefined {
    if (this.outer) return this.outer.tree.entryAt(offset);
    const { passedOver } = this.columns;
    const index = this.lastAt(offset);
    if (index >= 0 && this.offsetOf(index) === offset) return this.entry(index);
    return passedOver[index] === 1 ? this.innerTree(index).ownEntryAt(offset) : undefined;
  }

  /** The functions that say where their code is, without those in what was passed over. */
  *functionsWithCode(): Generator<Entry> {
    const { tags, roles } = this.columns;
    for (let index = 0; index < this.size; index++) {
      const hasCode = ((roles[index] ?? 0) & Role.code) !== 0;
      if (hasCode && tags[index] === DW_TAG.subprogram) yield new Entry(this, index);
    }
  }

  /** Whether nothing was passed over. */
  get isWhole(): boolean {
    return this.columns.isWhole;
  }

  offsetOf(index: number): number {
    return this.unit.header.offset + (this.columns.offsets[index] ?? 0);
  }

  tagOf(index: number): number {
    return this.columns.tags[index] ?? 0;
  }

  parentOf(index: number): Entry | undefined {
    return index === 0 ? this.outer?.parent : this.entry(this.columns.parents[index] ?? -1);
  }

  endOf(index: number): number {
    return this.columns.ends[index] ?? index + 1;
  }

  isPassedOver(index: number): boolean {
    return this.columns.passedOver[index] === 1;
  }

  /** An entry as that tree has it which knows what is in it. */
  opened(index: number): Entry {
    return this.isPassedOver(index) ? new Entry(this.innerTree(index), 0) : new Entry(this, index);
  }

  /** The values of some attributes of an entry, in the order asked for. */
  values(index: number, attributes: readonly number[]): (AttributeValue | undefined)[] {
    this.cursor.seek(this.offsetOf(index));
    return this.cursor.values(attributes);
  }

  private entry(index: number): Entry | undefined {
    return index >= 0 && index < this.size ? new Entry(this, index) : undefined;
  }

  private ownEntryAt(offset: number): Entry | undefined {
    const index = this.lastAt(offset);
    return index >= 0 && this.offsetOf(index) === offset ? this.entry(index) : undefined;
  }

  /** Number of the last entry that begins at or before an offset; -1 where none does. */
  private lastAt(offset: number): number {
    const { offsets } = this.columns;
    const inUnit = offset - this.unit.header.offset;
    return partitionPoint(this.size, (i) => (offsets[i] ?? 0) > inUnit) - 1;
  }

  /** Walks what was passed over in an entry, and keeps it. */
  private innerTree(index: number): EntryTree {
    const known = this.inner.get(index);
    if (known) return known;
    const { cursor, unit } = this;
    const start = this.offsetOf(index);
    const end = index + 1 < this.size ? this.offsetOf(index + 1) : unit.header.end;
    const columns = new EntryColumns(unit.header.offset, end - start);
    cursor.seek(start);
    do columns.add(cursor);
    while (cursor.next() && cursor.offset < end);
    if (cursor.broken) void unit.file.reportEntry(cursor.offset);
    const tree = new EntryTree(unit, cursor, columns.finish(), new Entry(this, index));
    this.inner.set(index, tree);
    return tree;
  }
}

/** Whether functions with code may be in entries of a tag, one after the other. */
function holdsFunctions(tag: number): boolean {
  switch (tag) {
    case DW_TAG.compile_unit:
    case DW_TAG.partial_unit:
    case DW_TAG.type_unit:
    case DW_TAG.skeleton_unit:
    case DW_TAG.namespace:
    case DW_TAG.module:
      return true;
    default:
      return false;
  }
}

/** One entry. */
export class Entry {
  constructor(
    readonly tree: EntryTree,
    private readonly index: number,
  ) {}

  /** DW_TAG_… */
  get tag(): number {
    return this.tree.tagOf(this.index);
  }

  /** Offset in .debug_info. */
  get offset(): number {
    return this.tree.offsetOf(this.index);
  }

  get unit(): Unit {
    return this.tree.unit;
  }

  /** The entry around this one. */
  get parent(): Entry | undefined {
    return this.tree.parentOf(this.index);
  }

  /** The entries directly in this one, in the order of the file. */
  *children(): Generator<Entry> {
    const { tree, index } = this.tree.opened(this.index);
    const end = tree.endOf(index);
    for (let at = index + 1; at < end; at = tree.endOf(at)) yield new Entry(tree, at);
  }

  /**
   * All entries in this one, in the order of the file, but for functions in it, as a lambda's, and
   * what is in those.
   */
  *ownDescendants(): Generator<Entry> {
    const { tree, index } = this.tree.opened(this.index);
    const end = tree.endOf(index);
    for (let at = index + 1; at < end;) {
      const entry = new Entry(tree, at);
      const isFunction = entry.tag === DW_TAG.subprogram;
      if (!isFunction) yield entry;
      if (!isFunction && tree.isPassedOver(at)) yield* entry.ownDescendants();
      at = isFunction ? tree.endOf(at) : at + 1;
    }
  }

  values(attributes: readonly number[]): (AttributeValue | undefined)[] {
    return this.tree.values(this.index, attributes);
  }

  value(attribute: number): AttributeValue | undefined {
    return this.values([attribute])[0];
  }

  /** Whether a flag is set. */
  flag(attribute: number): boolean {
    const value = this.value(attribute);
    return value?.kind === 'flag' && value.value;
  }

  /** A number, as the attribute's form gives it. */
  number(attribute: number): bigint | undefined {
    const value = this.value(attribute);
    return value?.kind === 'constant' ? value.value : undefined;
  }
}
