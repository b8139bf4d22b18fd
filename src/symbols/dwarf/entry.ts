// Walking the debugging information entries of a unit (DWARF 5, section 7.5.2), in the order of the
// file, without an object for each: a kernel has fourteen million of them.
import type { Abbreviation, AbbreviationTable } from './abbrev';
import { DwarfCursor } from './cursor';
import { readForm, skipForm, type AttributeValue, type Encoding } from './form';

/** What the entries of a unit are read with. */
export interface EntryLayout {
  readonly encoding: Encoding;
  readonly abbreviations: AbbreviationTable;
  /** Where the unit begins in its section, in bytes. */
  readonly unitOffset: number;
}

const noShape: Abbreviation = {
  code: 0,
  tag: 0,
  hasChildren: false,
  names: [],
  forms: [],
  implicit: [],
  skipPlan: [],
  hasLocationList: false,
};

/** A walk over entries, depth first. Offsets are bytes in the section that holds the unit. */
export class EntryCursor {
  /** Where the current entry begins. */
  offset = 0;
  /** 0 for the entry where the walk began. */
  depth = 0;
  /** The shape of the current entry. */
  abbreviation = noShape;
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
    return this.abbreviation.tag;
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

  /** The current entry's values of the attributes asked for, in the order asked for. */
  values(wanted: readonly number[]): (AttributeValue | undefined)[] {
    const found = new Array<AttributeValue | undefined>(wanted.length);
    const { cursor, layout } = this;
    cursor.offset = this.attributesOffset;
    const { names, forms, implicit } = this.abbreviation;
    for (let i = 0; i < names.length && !cursor.overrun; i++) {
      const form = forms[i] ?? 0;
      const at = wanted.indexOf(names[i] ?? 0);
      if (at < 0) skipForm(cursor, form, layout.encoding);
      else found[at] = readForm(cursor, form, layout.encoding, layout.unitOffset, implicit[i]);
    }
    return found;
  }

  private enter(code: number): boolean {
    const abbreviation = this.layout.abbreviations.get(code);
    if (!abbreviation) {
      this.cursor.overrun = true;
      return false;
    }
    this.abbreviation = abbreviation;
    this.depth = this.nextDepth;
    this.attributesOffset = this.cursor.offset;
    if (abbreviation.hasChildren) this.nextDepth++;
    return true;
  }

  private skipAttributes(): void {
    const { cursor } = this;
    if (this.abbreviation === noShape) return;
    cursor.offset = this.attributesOffset;
    const { skipPlan } = this.abbreviation;
    for (let i = 0; i < skipPlan.length; i++) {
      const step = skipPlan[i] ?? 0;
      if (step >= 0) cursor.skip(step);
      else skipForm(cursor, -step, this.layout.encoding);
    }
  }
}
