// .debug_abbrev: the shapes that debugging information entries take (DWARF 5, section 7.5.3). A
// kernel has half a million of them, so a table is columns of numbers and no object for each.
import type { ByteSource } from '../../bytes/source';
import { DW_AT, DW_FORM, DW_TAG } from './constants';
import { parseAt, type DwarfCursor } from './cursor';
import { sizesOfForms, type Encoding } from './form';

/** Represents every tag, attribute and form that no version defines. */
const unknown = 0xffff;

/**
 * What an entry means to a search for functions and names. Most have no role and are passed over at
 * once.
 */
export enum Role {
  /** It is a function. */
  function = 1,
  /** Its name qualifies those of the entries in it. */
  scope = 2,
  /** It is a variable or parameter whose location is a list. */
  locationList = 4,
  /** It gives a name to a type, a variable, a member or a value. */
  name = 8,
  /** It says where its code is. */
  code = 16,
  /** It has one of the others, and is a declaration. */
  declaration = 32,
  /** It is a place where a function was inlined. */
  inlined = 64,
  /** It is one of both, and may be named by an entry of another unit. */
  far = 128,
}

/** The shapes of one unit. A shape is a row; its attributes are a run of the attribute columns. */
export class AbbreviationTable {
  /** Rows by code; undefined where codes count from 1, as compilers number shapes. */
  private readonly rows: Map<number, number> | undefined;

  constructor(
    codes: readonly number[],
    /** DW_TAG_… of each row. */
    readonly tags: Uint16Array,
    /** 1 where entries of the row have children. */
    readonly children: Uint8Array,
    /** Bits of Role: what a search for functions and names sees in entries of each row. */
    readonly roles: Uint8Array,
    /** Where the attributes of each row begin; one element more than rows. */
    readonly attributeStarts: Uint32Array,
    /** DW_AT_… and DW_FORM_… of each attribute. */
    readonly names: Uint16Array,
    readonly forms: Uint16Array,
    /** The values of attributes of DW_FORM_implicit_const. */
    readonly implicit: ReadonlyMap<number, bigint>,
    /** Where the steps over the attributes of each row begin; one element more than rows. */
    readonly stepStarts: Uint32Array,
    /**
     * A step is a count of bytes, or below zero a form (negated) whose size depends on its value.
     */
    readonly steps: Int32Array,
    /** Bytes of the attributes of each row; -1 where they depend on values. */
    readonly sizes: Int32Array,
    /** 1 where entries of the row end with a DW_AT_sibling of four bytes, as compilers write it. */
    readonly siblings: Uint8Array,
    /**
     * Bytes before the name of each row, where it has one as DW_FORM_strp of four bytes, and they
     * are so many always; else -1.
     */
    readonly nameOffsets: Int16Array,
  ) {
    if (codes.every((code, row) => code === row + 1)) return;
    this.rows = new Map();
    for (const [row, code] of codes.entries()) {
      if (!this.rows.has(code)) this.rows.set(code, row);
    }
  }

  /** The row of a code; -1 where the table has none. */
  row(code: number): number {
    if (this.rows) return this.rows.get(code) ?? -1;
    return code <= this.tags.length ? code - 1 : -1;
  }

  /** Roughly the memory that the table takes, in bytes. */
  get weight(): number {
    return 500 + 24 * this.tags.length + 12 * this.names.length;
  }
}

/** A table is rarely longer; a hostile one may be as long as the file. */
const guess = 4096;
const maxBytes = 1 << 20;
const maxAttributes = 1024;

/** The table at an offset of .debug_abbrev, for units of one encoding. */
export async function readAbbreviations(
  section: ByteSource,
  offset: number,
  encoding: Encoding,
): Promise<AbbreviationTable> {
  const parse = (cursor: DwarfCursor): AbbreviationTable => parseTable(cursor, encoding);
  return (await parseAt(section, encoding.order, offset, guess, parse, maxBytes)).value;
}

/** Of the table at an offset of .debug_abbrev, the one shape that is asked for. */
export async function readAbbreviation(
  section: ByteSource,
  offset: number,
  encoding: Encoding,
  code: number,
): Promise<AbbreviationTable> {
  const parse = (cursor: DwarfCursor): AbbreviationTable => parseShape(cursor, encoding, code);
  return (await parseAt(section, encoding.order, offset, guess, parse, maxBytes)).value;
}

function parseTable(cursor: DwarfCursor, encoding: Encoding): AbbreviationTable {
  const rows = collector(encoding, cursor.remaining);
  while (!cursor.overrun) {
    const code = cursor.uleb();
    if (code === 0) break;
    rows.add(cursor, code);
  }
  return rows.table();
}

function parseShape(cursor: DwarfCursor, encoding: Encoding, wanted: number): AbbreviationTable {
  const rows = collector(encoding, cursor.remaining);
  if (moveToShape(cursor, wanted)) rows.add(cursor, wanted);
  return rows.table();
}

/**
 * Moves to what follows the code of a shape; false where the table has none. In a big program there
 * are a hundred shapes before the one that is wanted, in each of thousands of tables: so byte by
 * byte.
 */
function moveToShape(cursor: DwarfCursor, wanted: number): boolean {
  const { bytes } = cursor;
  while (!cursor.overrun) {
    const code = cursor.uleb();
    if (code === wanted || code === 0) return code === wanted;
    let at = cursor.offset;
    // The tag, and whether there are children.
    while ((bytes[at++] ?? 0) >= 0x80);
    at++;
    for (let more = true; more;) {
      const name = bytes[at++] ?? 0;
      if (name >= 0x80) while ((bytes[at++] ?? 0) >= 0x80);
      const form = bytes[at++] ?? 0;
      if (form >= 0x80) while ((bytes[at++] ?? 0) >= 0x80);
      else if (form === DW_FORM.implicit_const) while ((bytes[at++] ?? 0) >= 0x80);
      more = (name | form) !== 0;
    }
    cursor.skip(at - cursor.offset);
  }
  return false;
}

/**
 * Columns while they grow: long enough for the shapes in so many bytes, of which an attribute takes
 * two and a shape five.
 */
class RowCollector {
  private codes: number[] = [];
  private readonly tags: Uint16Array;
  private readonly children: Uint8Array;
  private readonly roles: Uint8Array;
  private readonly attributeStarts: Uint32Array;
  private readonly names: Uint16Array;
  private readonly forms: Uint16Array;
  private implicit = new Map<number, bigint>();
  private readonly stepStarts: Uint32Array;
  private readonly steps: Int32Array;
  private readonly sizes: Int32Array;
  private readonly siblings: Uint8Array;
  private readonly nameOffsets: Int16Array;
  private encoding: Encoding;
  private sizeOf: (form: number) => number | undefined;
  private attributes = 0;
  private stepCount = 0;

  constructor(encoding: Encoding, bytes: number) {
    const rows = Math.ceil(bytes / 5);
    const attributes = Math.ceil(bytes / 2);
    this.tags = new Uint16Array(rows);
    this.children = new Uint8Array(rows);
    this.roles = new Uint8Array(rows);
    this.attributeStarts = new Uint32Array(rows + 1);
    this.names = new Uint16Array(attributes);
    this.forms = new Uint16Array(attributes);
    this.stepStarts = new Uint32Array(rows + 1);
    this.steps = new Int32Array(attributes);
    this.sizes = new Int32Array(rows);
    this.siblings = new Uint8Array(rows);
    this.nameOffsets = new Int16Array(rows);
    this.encoding = encoding;
    this.sizeOf = sizesOfForms(encoding);
  }

  /** Begins another table. */
  clear(encoding: Encoding): void {
    this.encoding = encoding;
    this.sizeOf = sizesOfForms(encoding);
    this.codes = [];
    this.implicit = new Map();
    this.attributes = 0;
    this.stepCount = 0;
  }

  /** Adds the shape that follows its code. A shape that is cut is not added. */
  add(cursor: DwarfCursor, code: number): void {
    const { names, forms, codes } = this;
    const first = this.attributes;
    const tag = cursor.uleb();
    const children = cursor.u8();
    let end = first;
    for (; ; end++) {
      const name = cursor.uleb();
      const form = cursor.uleb();
      if (cursor.overrun || (name === 0 && form === 0)) break;
      if (form === DW_FORM.implicit_const) this.implicit.set(end, cursor.sleb64());
      names[end] = known(name);
      forms[end] = known(form);
      if (end - first >= maxAttributes) cursor.overrun = true;
    }
    if (cursor.overrun) return;
    const row = codes.length;
    codes.push(code);
    this.tags[row] = known(tag);
    this.children[row] = children === 0 ? 0 : 1;
    this.attributes = end;
    this.attributeStarts[row + 1] = end;
    this.addSteps(row, first);
    this.addRoles(row, first);
    const last = end - 1;
    const endsWithSibling = end > first && names[last] === DW_AT.sibling;
    this.siblings[row] = endsWithSibling && forms[last] === DW_FORM.ref4 ? 1 : 0;
  }

  table(): AbbreviationTable {
    const { codes, attributes, stepCount } = this;
    const rows = codes.length;
    return new AbbreviationTable(
      codes,
      this.tags.slice(0, rows),
      this.children.slice(0, rows),
      this.roles.slice(0, rows),
      this.attributeStarts.slice(0, rows + 1),
      this.names.slice(0, attributes),
      this.forms.slice(0, attributes),
      this.implicit,
      this.stepStarts.slice(0, rows + 1),
      this.steps.slice(0, stepCount),
      this.sizes.slice(0, rows),
      this.siblings.slice(0, rows),
      this.nameOffsets.slice(0, rows),
    );
  }

  /** Joins attributes of fixed size, so that most entries are passed over in one or two steps. */
  private addSteps(row: number, first: number): void {
    const { names, forms, steps, attributes, sizeOf } = this;
    let bytes = 0;
    let count = this.stepCount;
    this.nameOffsets[row] = -1;
    for (let i = first; i < attributes; i++) {
      const form = forms[i] ?? unknown;
      if (names[i] === DW_AT.name && form === DW_FORM.strp && this.encoding.offsetSize === 4) {
        if (count === this.stepCount) this.nameOffsets[row] = bytes;
      }
      const size = sizeOf(form);
      if (size !== undefined) {
        bytes += size;
        continue;
      }
      if (bytes > 0) steps[count++] = bytes;
      steps[count++] = -form;
      bytes = 0;
    }
    const isFixed = count === this.stepCount;
    this.sizes[row] = isFixed ? bytes : -1;
    if (bytes > 0) steps[count++] = bytes;
    this.stepCount = count;
    this.stepStarts[row + 1] = count;
  }

  private addRoles(row: number, first: number): void {
    const { names, attributes } = this;
    const tag = this.tags[row] ?? unknown;
    let role = roleOfTag(tag);
    const mayHaveCode = (role & (Role.function | Role.inlined)) !== 0;
    const mayHaveList = tag === DW_TAG.variable || tag === DW_TAG.formal_parameter;
    let isDeclaration = false;
    for (let i = first; i < attributes; i++) {
      const name = names[i];
      if (mayHaveCode && (name === DW_AT.low_pc || name === DW_AT.ranges)) role |= Role.code;
      if (mayHaveList && name === DW_AT.location && this.isList(this.forms[i])) {
        role |= Role.locationList;
      }
      if (mayHaveCode && refers(name) && this.forms[i] !== DW_FORM.ref4) role |= Role.far;
      isDeclaration ||= name === DW_AT.declaration;
    }
    this.roles[row] = role !== 0 && isDeclaration ? role | Role.declaration : role;
  }

  /** Whether a form of DW_AT_location refers to a location list. */
  private isList(form: number | undefined): boolean {
    if (form === DW_FORM.sec_offset || form === DW_FORM.loclistx) return true;
    return this.encoding.version < 4 && (form === DW_FORM.data4 || form === DW_FORM.data8);
  }
}

let usual: RowCollector | undefined;

/**
 * Columns for the shapes in so many bytes. Nearly all tables fit those that are kept: there are
 * thousands.
 */
function collector(encoding: Encoding, bytes: number): RowCollector {
  if (bytes > guess) return new RowCollector(encoding, bytes);
  usual ??= new RowCollector(encoding, guess);
  usual.clear(encoding);
  return usual;
}

/** Whether an attribute refers to the entry that names a function. */
function refers(name: number | undefined): boolean {
  return name === DW_AT.abstract_origin || name === DW_AT.specification;
}

/** The bits of Role that an entry has by its tag. */
function roleOfTag(tag: number): number {
  switch (tag) {
    case DW_TAG.subprogram:
      return Role.function;
    case DW_TAG.inlined_subroutine:
      return Role.inlined;
    case DW_TAG.namespace:
    case DW_TAG.module:
    case DW_TAG.class_type:
    case DW_TAG.structure_type:
    case DW_TAG.union_type:
    case DW_TAG.interface_type:
    case DW_TAG.enumeration_type:
      return Role.scope;
    case DW_TAG.typedef:
    case DW_TAG.template_alias:
    case DW_TAG.base_type:
    case DW_TAG.unspecified_type:
    case DW_TAG.subrange_type:
    case DW_TAG.member:
    case DW_TAG.constant:
    case DW_TAG.enumerator:
    case DW_TAG.variable:
      return Role.name;
    default:
      return 0;
  }
}

function known(value: number): number {
  return value > 0 && value < unknown ? value : unknown;
}
