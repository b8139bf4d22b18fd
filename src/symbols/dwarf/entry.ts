// Walking the debugging information entries of a unit (DWARF 5, section 7.5.2), in the order of the
// file, without an object for each: a kernel has fourteen million of them.
import type { AbbreviationTable } from './abbrev';
import { DW_AT, DW_FORM } from './constants';
import { DwarfCursor } from './cursor';
import { readForm, skipForm, type AttributeValue, type Encoding } from './form';

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
  /** Depth of the entry that comes next. */
  private nextDepth = 0;
  private attributesOffset = 0;

  /** Walks `bytes`, which stand at `offset` of the section, and begin with an entry. */
  constructor(
    private readonly layout: EntryLayout,
    bytes: Uint8Array,
    private readonly base: number,
  ) {
    this.cursor = new DwarfCursor(bytes, layout.encoding.order);
  }

  /** DW_TAG_… of the current entry. */
  get tag(): number {
    return this.layout.abbreviations.tags[this.row] ?? 0;
  }

  get hasChildren(): boolean {
    return this.layout.abbreviations.children[this.row] === 1;
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
    const { cursor } = this;
    this.skipAttributes();
    for (;;) {
      if (cursor.overrun || cursor.remaining <= 0) return false;
      this.offset = this.base + cursor.offset;
      const code = cursor.uleb();
      if (code !== 0) return this.enter(code);
      this.nextDepth--;
      if (this.nextDepth <= 0) return false;
    }
  }

  /**
   * Moves to the next entry with one of `roles`, or with any role and as deep as `near`, or less deep
   * than that, or `most` entries further; false after the last one. What is in entries with a role of
   * `closed` is passed over.
   */
  nextWith(roles: number, near: number, closed: number, most: number): boolean {
    for (let left = most; left > 0; left--) {
      if (!this.next()) return false;
      const { role, depth } = this;
      if ((role & roles) !== 0 || depth < near || (depth === near && role !== 0)) return true;
      if ((role & closed) !== 0) this.leave();
    }
    return true;
  }

  /**
   * Moves to the entry at an offset of the section, where one is known to begin; the walk goes on from
   * there, at depth 0.
   */
  seek(offset: number): void {
    const { cursor } = this;
    cursor.overrun = false;
    cursor.offset = offset - this.base;
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
    cursor.offset = this.attributesOffset;
    for (let i = attributeStarts[row] ?? 0; i < end && !cursor.overrun; i++) {
      const form = forms[i] ?? 0;
      const at = wanted.indexOf(names[i] ?? 0);
      if (at < 0) skipForm(cursor, form, layout.encoding);
      else found[at] = readForm(cursor, form, layout.encoding, layout.unitOffset, implicit.get(i));
    }
    return found;
  }

  /** The current entry's value of one attribute: what `values` gives, without a look at what is behind it. */
  value(wanted: number): AttributeValue | undefined {
    const { cursor, layout } = this;
    const at = this.moveTo(wanted);
    if (at < 0) return undefined;
    const { forms, implicit } = layout.abbreviations;
    return readForm(cursor, forms[at] ?? 0, layout.encoding, layout.unitOffset, implicit.get(at));
  }

  /** What `value` gives where that is an offset in .debug_str, without an object for it; else -1. */
  stringOffset(wanted: number): number {
    const { cursor, layout } = this;
    const at = this.moveTo(wanted);
    const isOffset = at >= 0 && layout.abbreviations.forms[at] === DW_FORM.strp;
    return isOffset ? cursor.sectionOffset(layout.encoding.offsetSize) : -1;
  }

  /** What `value` gives where that is a reference inside the unit, without an object for it; else -1. */
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
    cursor.offset = this.attributesOffset;
    for (let i = attributeStarts[row] ?? 0; i < end && !cursor.overrun; i++) {
      if (names[i] === wanted) return i;
      skipForm(cursor, forms[i] ?? 0, layout.encoding);
    }
    return -1;
  }

  private enter(code: number): boolean {
    this.row = this.layout.abbreviations.row(code);
    if (this.row < 0) {
      this.cursor.overrun = true;
      return false;
    }
    this.depth = this.nextDepth;
    this.attributesOffset = this.cursor.offset;
    if (this.hasChildren) this.nextDepth++;
    return true;
  }

  /**
   * Makes the entry that the current one names as its sibling the next one, if it does, and no more than `most` bytes are
   * between. False where it does not.
   */
  leave(most = Infinity): boolean {
    const { cursor, base, depth } = this;
    const at = this.hasChildren ? this.sibling() - base : -1;
    if (!(at > cursor.offset && at < cursor.end && at - cursor.offset <= most)) return false;
    cursor.offset = at;
    this.row = -1;
    this.nextDepth = depth;
    return true;
  }

  /** Where the current entry says that its sibling is; -1 where it does not. */
  private sibling(): number {
    const { cursor, layout, row } = this;
    if (layout.abbreviations.siblings[row] !== 1) {
      const value = this.has(DW_AT.sibling) ? this.value(DW_AT.sibling) : undefined;
      return value?.kind === 'reference' ? value.offset : -1;
    }
    this.skipAttributes();
    cursor.offset -= siblingSize;
    return layout.unitOffset + cursor.u32();
  }

  private skipAttributes(): void {
    const { cursor, layout, row } = this;
    if (row < 0) return;
    const { stepStarts, steps } = layout.abbreviations;
    const end = stepStarts[row + 1] ?? 0;
    cursor.offset = this.attributesOffset;
    for (let i = stepStarts[row] ?? 0; i < end; i++) {
      const step = steps[i] ?? 0;
      if (step >= 0) cursor.skip(step);
      else skipForm(cursor, -step, layout.encoding);
    }
  }
}
