// The entries of one unit as a tree (DWARF 5, section 2.3). A unit of a big program has a hundred thousand entries, so the
// tree is columns of numbers, and an Entry is made where one is looked at. What is in a function or type is passed over, where
// the compiler says how far it goes, and walked when it is asked for.
import { firstWhere } from '../../bytes/firstWhere';
import { TimeSlice } from '../../bytes/timeSlice';
import { Role } from './abbrev';
import { DW_TAG } from './constants';
import type { EntryCursor } from './entry';
import type { AttributeValue } from './form';
import type { Unit } from './unit';

/** More entries than any unit has: of damaged ones, the rest is left out. */
const mostEntries = 1 << 22;
/** Entries between two looks at the clock. */
const entriesAtOnce = 1024;
/** Bytes in an entry that are passed over at most: what is walked later is walked without a look at the clock. */
const mostPassedOver = 1 << 16;

/** The columns of entries in the order of the file, numbered from 0, the one around all others. */
interface EntryColumns {
  /** Offset of each entry in .debug_info. */
  readonly offsets: Float64Array;
  readonly tags: Uint16Array;
  /** Bits of Role. */
  readonly roles: Uint8Array;
  /** Number of the entry around each; -1 around the first. */
  readonly parents: Int32Array;
  /** Number of the first entry after each that is not in it. */
  readonly ends: Int32Array;
  /** 1 where what is in the entry was passed over. */
  readonly passedOver: Uint8Array;
}

/** Columns while they grow. */
class ColumnCollector {
  private readonly offsets: number[] = [];
  private readonly tags: number[] = [];
  private readonly roles: number[] = [];
  private readonly parents: number[] = [];
  private readonly ends: number[] = [];
  private readonly passedOver: number[] = [];
  private readonly open: number[] = [];

  get size(): number {
    return this.offsets.length;
  }

  /** Adds the current entry of a walk. */
  add({ offset, tag, role, depth }: EntryCursor): void {
    const { open, offsets } = this;
    this.closeTo(depth);
    this.parents.push(open.length > 0 ? (open[open.length - 1] ?? -1) : -1);
    open.push(offsets.length);
    offsets.push(offset);
    this.tags.push(tag);
    this.roles.push(role);
    this.ends.push(0);
    this.passedOver.push(0);
  }

  /** Takes note that what is in the last entry was passed over. */
  passOver(): void {
    this.passedOver[this.passedOver.length - 1] = 1;
  }

  columns(): EntryColumns {
    this.closeTo(0);
    return {
      offsets: Float64Array.from(this.offsets),
      tags: Uint16Array.from(this.tags),
      roles: Uint8Array.from(this.roles),
      parents: Int32Array.from(this.parents),
      ends: Int32Array.from(this.ends),
      passedOver: Uint8Array.from(this.passedOver),
    };
  }

  private closeTo(depth: number): void {
    const { open, ends, offsets } = this;
    while (open.length > depth) ends[open.pop() ?? 0] = offsets.length;
  }
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
    const columns = new ColumnCollector();
    const slice = new TimeSlice();
    while (columns.size < mostEntries && cursor.next()) {
      columns.add(cursor);
      if (!holdsFunctions(cursor.tag) && cursor.leave(mostPassedOver)) columns.passOver();
      if (columns.size % entriesAtOnce === 0) await slice.breathe();
    }
    return new EntryTree(unit, cursor, columns.columns(), undefined);
  }

  /** Number of entries, without those that were passed over. */
  get size(): number {
    return this.columns.offsets.length;
  }

  /** The unit's own entry. */
  get root(): Entry | undefined {
    return this.outer ? this.outer.tree.root : this.entry(0);
  }

  /** The entry that begins at an offset of .debug_info. */
  entryAt(offset: number): Entry | undefined {
    if (this.outer) return this.outer.tree.entryAt(offset);
    const { offsets, passedOver } = this.columns;
    const index = firstWhere(this.size, (i) => (offsets[i] ?? 0) > offset) - 1;
    if (offsets[index] === offset) return this.entry(index);
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
    return !this.columns.passedOver.includes(1);
  }

  offsetOf(index: number): number {
    return this.columns.offsets[index] ?? 0;
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
    const { offsets } = this.columns;
    const index = firstWhere(this.size, (i) => (offsets[i] ?? 0) >= offset);
    return offsets[index] === offset ? this.entry(index) : undefined;
  }

  /** Walks what was passed over in an entry, and keeps it. */
  private innerTree(index: number): EntryTree {
    const known = this.inner.get(index);
    if (known) return known;
    const { cursor, unit } = this;
    const columns = new ColumnCollector();
    const end = this.columns.offsets[index + 1] ?? unit.header.end;
    cursor.seek(this.offsetOf(index));
    do columns.add(cursor);
    while (cursor.next() && cursor.offset < end);
    if (cursor.broken) void unit.file.reportEntry(cursor.offset);
    const tree = new EntryTree(unit, cursor, columns.columns(), new Entry(this, index));
    this.inner.set(index, tree);
    return tree;
  }
}

/** Whether functions with code may stand in entries of a tag, one after the other. */
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

  /** All entries in this one, in the order of the file. */
  *descendants(): Generator<Entry> {
    const { tree, index } = this.tree.opened(this.index);
    const end = tree.endOf(index);
    for (let at = index + 1; at < end; at++) {
      const entry = new Entry(tree, at);
      yield entry;
      if (tree.isPassedOver(at)) yield* entry.descendants();
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
