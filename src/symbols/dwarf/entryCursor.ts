// Walking the debugging information entries of a unit (DWARF 5, section 7.5.2), in the order of the
// file, without an object for each: a kernel has fourteen million of them.
import type { AbbreviationTable } from './abbrev';
import { DW_AT, DW_FORM } from './constants';
import { DwarfCursor } from './cursor';
import { readForm, sizesOfForms, skipForm, type AttributeValue, type Encoding } from './form';

/** Bytes of DW_FORM_ref4, as which compilers write where the sibling of an entry is. */
const siblingSize = 4;

/** What the entries of a unit are read with. */
export interface EntryLayout {
  readonly encoding: Encoding;
  readonly abbreviations: AbbreviationTable;
  /** Where the unit begins in its section, in bytes. */
  readonly unitOffset: number;
}

/** A walk over entries, depth first. Offsets are bytes in the section that holds the unit. */
export class EntryCursor {
  /** Where the current entry begins. */
  offset = 0;
  /** 0 for the entry where the walk began. */
  depth = 0;
  /** The row of the current entry's shape; -1 before the first entry. */
  private row = -1;
  private readonly cursor: DwarfCursor;
  private readonly sizeOf: (form: number) => number | undefined;
  /** Depth of the entry that comes next. */
  private nextDepth = 0;
  /**
   * Where the attributes of the current entry begin in the bytes; without any, the next
   * entry.
   */
  private attributesAt = 0;

  /** Walks `bytes`, which are at `offset` of the section, and begin with an entry. */
  constructor(
    private readonly layout: EntryLayout,
    bytes: Uint8Array,
    private readonly base: number,
  ) {
    this.cursor = new DwarfCursor(bytes, layout.encoding.order);
    this.sizeOf = sizesOfForms(layout.encoding);
  }

  /** DW_TAG_… of the current entry. */
  get tag(): number {
    return this.layout.abbreviations.tags[this.row] ?? 0;
  }

  get hasChildren(): boolean {
    return this.layout.abbreviations.children[this.row] === 1;
  }

  /** DW_TAG_… of the first entry in the current one; 0 where there is none. */
  get firstChildTag(): number {
    if (!this.hasChildren) return 0;
    const { cursor, layout, row, attributesAt } = this;
    const { abbreviations } = layout;
    const size = abbreviations.sizes[row] ?? -1;
    cursor.offset = size >= 0 ? attributesAt + size : this.behindAttributes(row, attributesAt);
    const code = cursor.uleb();
    cursor.overrun = false;
    return abbreviations.tags[abbreviations.row(code)] ?? 0;
  }

  /** Bits of Role. */
  get role(): number {
    return this.layout.abbreviations.roles[this.row] ?? 0;
  }

  /** Whether entries with a role may be in the unit. */
  mayHave(role: number): boolean {
    return this.layout.abbreviations.roles.some((each) => (each & role) !== 0);
  }

  /** True once the walk met bytes that it could not read: the rest of the unit is lost. */
  get broken(): boolean {
    return this.cursor.overrun;
  }

  /** Moves to the next entry; false after the last one. */
  next(): boolean {
    return this.nextWith(0, 0, 0, 1);
  }

  /**
   * Moves to the next entry with one of `roles`, or with any role and as deep as `near`, or less
   * deep than that, or `most` entries further; false after the last one. What is in entries with a
   * role of `closed` is passed over. The hot loop of all walks.
   */
  nextWith(roles: number, near: number, closed: number, most: number): boolean {
    const { bytes, end, overrun } = this.cursor;
    if (overrun) return false;
    const table = this.layout.abbreviations;
    const { sizes, children, roles: rolesOfRows } = table;
    let { row, attributesAt: at, nextDepth } = this;
    for (let left = most; left > 0; left--) {
      if (row >= 0) {
        const size = sizes[row] ?? -1;
        at = size >= 0 ? at + size : this.behindAttributes(row, at);
      }
      let begin = at;
      let code = 0;
      while (code === 0) {
        if (at >= end) return this.stop(at > end);
        begin = at;
        code = bytes[at++] ?? 0;
        if (code >= 0x80) {
          code = this.longCode(begin);
          at = this.cursor.offset;
          if (this.cursor.overrun) return this.stop(true, begin);
        }
        if (code === 0 && --nextDepth <= 0) return this.stop(false, begin);
      }
      row = table.row(code);
      if (row < 0) return this.stop(true, begin);
      const depth = nextDepth;
      if (children[row] === 1) nextDepth++;
      const role = rolesOfRows[row] ?? 0;
      const isWanted =
        (role & roles) !== 0 || depth < near || (depth === near && role !== 0) || left === 1;
      if (!isWanted && (role & closed) === 0) continue;
      this.offset = this.base + begin;
      this.depth = depth;
      this.row = row;
      this.attributesAt = at;
      this.nextDepth = nextDepth;
      if (isWanted) return true;
      this.leave();
      if (this.cursor.overrun) return false;
      ({ row, attributesAt: at, nextDepth } = this);
    }
    return true;
  }

  /**
   * Moves to the entry at an offset of the section, where one is known to begin; the walk continues
   * from there, at depth 0.
   */
  seek(offset: number): void {
    const { cursor } = this;
    cursor.overrun = false;
    this.attributesAt = offset - this.base;
    this.row = -1;
    this.nextDepth = 0;
    this.next();
  }

  /** The current entry's values of the attributes asked for, in the order asked for. */
  values(wanted: readonly number[]): (AttributeValue | undefined)[] {
    const found = new Array<AttributeValue | undefined>(wanted.length);
    const { cursor, layout, row } = this;
    const { attributeStarts, names, forms, implicit } = layout.abbreviations;
    const end = attributeStarts[row + 1] ?? 0;
    cursor.offset = this.attributesAt;
    for (let i = attributeStarts[row] ?? 0; i < end && !cursor.overrun; i++) {
      const form = forms[i] ?? 0;
      const at = wanted.indexOf(names[i] ?? 0);
      if (at < 0) this.skip(form);
      else found[at] = readForm(cursor, form, layout.encoding, layout.unitOffset, implicit.get(i));
    }
    return found;
  }

  /**
   * The current entry's value of one attribute: the same as `values`, without reading the
   * attributes after it.
   */
  value(wanted: number): AttributeValue | undefined {
    const { cursor, layout } = this;
    const at = this.moveTo(wanted);
    if (at < 0) return undefined;
    const { forms, implicit } = layout.abbreviations;
    return readForm(cursor, forms[at] ?? 0, layout.encoding, layout.unitOffset, implicit.get(at));
  }

  /**
   * The offset of the current entry's name in .debug_str, where its shape says at once where it
   * is; else -1.
   */
  nameOffset(): number {
    const { cursor, layout, row } = this;
    const before = layout.abbreviations.nameOffsets[row] ?? -1;
    if (before < 0) return -1;
    cursor.offset = this.attributesAt + before;
    return cursor.u32();
  }

  /**
   * What `value` gives where that is a reference inside the unit, without an object for it; else
   * -1.
   */
  unitReference(wanted: number): number {
    const { cursor, layout } = this;
    const at = this.moveTo(wanted);
    const isReference = at >= 0 && layout.abbreviations.forms[at] === DW_FORM.ref4;
    return isReference ? layout.unitOffset + cursor.u32() : -1;
  }

  /** Whether the current entry says something of an attribute. */
  has(attribute: number): boolean {
    const { attributeStarts, names } = this.layout.abbreviations;
    const end = attributeStarts[this.row + 1] ?? 0;
    for (let i = attributeStarts[this.row] ?? 0; i < end; i++) {
      if (names[i] === attribute) return true;
    }
    return false;
  }

  /** Moves to the current entry's value of an attribute; gives the attribute's row, or -1. */
  private moveTo(wanted: number): number {
    const { cursor, layout, row } = this;
    const { attributeStarts, names, forms } = layout.abbreviations;
    const end = attributeStarts[row + 1] ?? 0;
    cursor.offset = this.attributesAt;
    for (let i = attributeStarts[row] ?? 0; i < end && !cursor.overrun; i++) {
      if (names[i] === wanted) return i;
      this.skip(forms[i] ?? 0);
    }
    return -1;
  }

  /** Moves past a value of a form. */
  private skip(form: number): void {
    const size = this.sizeOf(form);
    if (size === undefined) skipForm(this.cursor, form, this.layout.encoding);
    else this.cursor.skip(size);
  }

  /** Ends the walk. `at`: the entry at which it does. */
  private stop(broken: boolean, at?: number): false {
    if (at !== undefined) this.offset = this.base + at;
    this.cursor.overrun = broken;
    this.cursor.offset = this.cursor.end;
    this.attributesAt = this.cursor.end;
    this.row = -1;
    return false;
  }

  private longCode(at: number): number {
    this.cursor.offset = at;
    return this.cursor.uleb();
  }

  /**
   * Makes the entry that the current one names as its sibling the next one, if it does, and no more
   * than `most` bytes are between. False where it does not.
   */
  leave(most = Infinity): boolean {
    const { cursor, base, depth } = this;
    const at = this.hasChildren ? this.sibling() - base : -1;
    if (!(at > cursor.offset && at < cursor.end && at - cursor.offset <= most)) return false;
    this.attributesAt = at;
    this.row = -1;
    this.nextDepth = depth;
    return true;
  }

  /**
   * Offset of the current entry's sibling, if it is given; else -1. Moves the cursor past the
   * attribute.
   */
  private sibling(): number {
    const { cursor, layout, row, attributesAt } = this;
    const { siblings, sizes } = layout.abbreviations;
    if (siblings[row] !== 1) {
      const value = this.has(DW_AT.sibling) ? this.value(DW_AT.sibling) : undefined;
      return value?.kind === 'reference' ? value.offset : -1;
    }
    const size = sizes[row] ?? -1;
    const end = size >= 0 ? attributesAt + size : this.behindAttributes(row, attributesAt);
    cursor.offset = end - siblingSize;
    return layout.unitOffset + cursor.u32();
  }

  /**
   * Where the attributes of a row end that begin at an index of the bytes; beyond the bytes where
   * they are cut, or unknown.
   */
  private behindAttributes(row: number, at: number): number {
    const { stepStarts, steps } = this.layout.abbreviations;
    const end = stepStarts[row + 1] ?? 0;
    for (let i = stepStarts[row] ?? 0; i < end; i++) {
      const step = steps[i] ?? 0;
      at = step >= 0 ? at + step : this.behindForm(-step, at);
    }
    return at;
  }

  /** The same of one value whose size depends on it. */
  private behindForm(form: number, at: number): number {
    const { cursor, layout } = this;
    const { bytes, end } = cursor;
    const first = bytes[at] ?? 0x80;
    if (form === DW_FORM.exprloc && first < 0x80) return at + 1 + first;
    if (form === DW_FORM.string) {
      while (at < end && bytes[at] !== 0) at++;
      return at + 1;
    }
    if (at >= end) return Infinity;
    cursor.offset = at;
    skipForm(cursor, form, layout.encoding);
    const behind = cursor.overrun ? Infinity : cursor.offset;
    cursor.overrun = false;
    return behind;
  }
}
