// The entries of one unit as a tree (DWARF 5, section 2.3). A unit of a kernel has ten thousand
// entries, so the tree is columns of numbers; an Entry is made where one is looked at.
import { firstWhere } from '../../bytes/firstWhere';
import { TimeSlice } from '../../bytes/timeSlice';
import type { EntryCursor } from './entry';
import type { AttributeValue } from './form';
import type { Unit } from './unit';

/** More entries than any unit has: of damaged ones, the rest is left out. */
const mostEntries = 1 << 22;
/** Entries between two looks at the clock. */
const entriesAtOnce = 4096;

/** The tree of a unit. Entries are numbered in the order of the file, from 0, the unit's own. */
export class EntryTree {
  private constructor(
    readonly unit: Unit,
    private readonly cursor: EntryCursor,
    /** Offset of each entry in .debug_info. */
    private readonly offsets: Float64Array,
    private readonly tags: Uint16Array,
    /** Number of the entry around each; -1 around the first. */
    private readonly parents: Int32Array,
    /** Number of the first entry after each that is not in it. */
    private readonly ends: Int32Array,
  ) {}

  /** Walks all entries of a unit. The cursor belongs to the tree from then on. */
  static async read(unit: Unit, cursor: EntryCursor): Promise<EntryTree> {
    const offsets: number[] = [];
    const tags: number[] = [];
    const parents: number[] = [];
    const ends: number[] = [];
    const open: number[] = [];
    const slice = new TimeSlice();
    const closeTo = (depth: number): void => {
      while (open.length > depth) ends[open.pop() ?? 0] = offsets.length;
    };
    while (offsets.length < mostEntries && cursor.next()) {
      closeTo(cursor.depth);
      parents.push(open.at(-1) ?? -1);
      open.push(offsets.length);
      offsets.push(cursor.offset);
      tags.push(cursor.tag);
      ends.push(0);
      if (offsets.length % entriesAtOnce === 0) await slice.breathe();
    }
    closeTo(0);
    return new EntryTree(
      unit,
      cursor,
      Float64Array.from(offsets),
      Uint16Array.from(tags),
      Int32Array.from(parents),
      Int32Array.from(ends),
    );
  }

  /** Number of entries. */
  get size(): number {
    return this.offsets.length;
  }

  /** The entry of a number. */
  entry(index: number): Entry | undefined {
    return index >= 0 && index < this.size ? new Entry(this, index) : undefined;
  }

  /** The entry that begins at an offset of .debug_info. */
  entryAt(offset: number): Entry | undefined {
    const found = firstWhere(this.size, (index) => this.offsetOf(index) >= offset);
    return this.offsets[found] === offset ? this.entry(found) : undefined;
  }

  offsetOf(index: number): number {
    return this.offsets[index] ?? 0;
  }

  tagOf(index: number): number {
    return this.tags[index] ?? 0;
  }

  parentOf(index: number): number {
    return this.parents[index] ?? -1;
  }

  endOf(index: number): number {
    return this.ends[index] ?? index + 1;
  }

  /** The values of some attributes of an entry, in the order asked for. */
  values(index: number, attributes: readonly number[]): (AttributeValue | undefined)[] {
    this.cursor.seek(this.offsetOf(index));
    return this.cursor.values(attributes);
  }
}

/** One entry. */
export class Entry {
  constructor(
    readonly tree: EntryTree,
    readonly index: number,
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
    return this.tree.entry(this.tree.parentOf(this.index));
  }

  /** The entries directly in this one, in the order of the file. */
  *children(): Generator<Entry> {
    const end = this.tree.endOf(this.index);
    for (let index = this.index + 1; index < end; index = this.tree.endOf(index)) {
      yield new Entry(this.tree, index);
    }
  }

  /** All entries in this one, in the order of the file. */
  *descendants(): Generator<Entry> {
    const end = this.tree.endOf(this.index);
    for (let index = this.index + 1; index < end; index++) yield new Entry(this.tree, index);
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
