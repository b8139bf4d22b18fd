// .debug_abbrev: the shapes that debugging information entries take (DWARF 5, section 7.5.3). A kernel
// has half a million of them, so a table is columns of numbers and no object for each.
import type { ByteSource } from '../../bytes/source';
import { DW_AT, DW_FORM, DW_TAG } from './constants';
import { parseAt, type DwarfCursor } from './cursor';
import { formSize, type Encoding } from './form';

/** Codes below this are kept in an array: compilers number shapes from 1. */
const smallCodes = 1 << 16;
/** Stands for every tag, attribute and form that no version defines. */
const unknown = 0xffff;

/** What an entry means to a search for functions and names. Most have no role and are passed over at once. */
export enum Role {
  /** It is a function, or a place where one was inlined. */
  function = 1,
  /** Its name qualifies those of the entries in it. */
  scope = 2,
  /** It is a variable or parameter whose location is a list. */
  locationList = 4,
  /** It gives a name to a type, a variable, a member or a value. */
  name = 8,
  /** It says where its code is. */
  code = 16,
}

/** The shapes of one unit. A shape is a row; its attributes are a run of the attribute columns. */
export class AbbreviationTable {
  private readonly small: number[] = [];
  private readonly large = new Map<number, number>();

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
    /** A step is a count of bytes, or below zero a form (negated) whose size depends on its value. */
    readonly steps: Int32Array,
    /** 1 where entries of the row end with a DW_AT_sibling of four bytes, as compilers write it. */
    readonly siblings: Uint8Array,
  ) {
    codes.forEach((code, row) => {
      if (this.row(code) >= 0) return;
      if (code < smallCodes) this.small[code] = row;
      else this.large.set(code, row);
    });
  }

  /** The row of a code; -1 where the table has none. */
  row(code: number): number {
    return (code < smallCodes ? this.small[code] : this.large.get(code)) ?? -1;
  }

  /** Roughly the memory that the table takes, in bytes. */
  get weight(): number {
    return 500 + 24 * this.tags.length + 12 * this.names.length;
  }
}

/** A table is rarely longer; a hostile one may be as long as the file. */
const guess = 4096;
const mostBytes = 1 << 20;
const mostAttributes = 1024;

/** The table at an offset of .debug_abbrev, for units of one encoding. */
export async function readAbbreviations(
  section: ByteSource,
  offset: number,
  encoding: Encoding,
): Promise<AbbreviationTable> {
  const parse = (cursor: DwarfCursor): AbbreviationTable => parseTable(cursor, encoding);
  return (await parseAt(section, encoding.order, offset, guess, parse, mostBytes)).value;
}

/** Of the table at an offset of .debug_abbrev, the one shape that is asked for. */
export async function readAbbreviation(
  section: ByteSource,
  offset: number,
  encoding: Encoding,
  code: number,
): Promise<AbbreviationTable> {
  const parse = (cursor: DwarfCursor): AbbreviationTable => parseShape(cursor, encoding, code);
  return (await parseAt(section, encoding.order, offset, guess, parse, mostBytes)).value;
}

function parseTable(cursor: DwarfCursor, encoding: Encoding): AbbreviationTable {
  const rows = new RowCollector(encoding);
  while (!cursor.overrun) {
    const code = cursor.uleb();
    if (code === 0) break;
    rows.add(cursor, code);
  }
  return rows.table();
}

function parseShape(cursor: DwarfCursor, encoding: Encoding, wanted: number): AbbreviationTable {
  const rows = new RowCollector(encoding);
  if (moveToShape(cursor, wanted)) rows.add(cursor, wanted);
  return rows.table();
}

/**
 * Moves to what follows the code of a shape; false where the table has none. In a big program there are a
 * hundred shapes before the one that is wanted, in each of thousands of tables: so byte by byte.
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

/** Columns while they grow. */
class RowCollector {
  private readonly codes: number[] = [];
  private readonly tags: number[] = [];
  private readonly children: number[] = [];
  private readonly roles: number[] = [];
  private readonly attributeStarts: number[] = [0];
  private readonly names: number[] = [];
  private readonly forms: number[] = [];
  private readonly implicit = new Map<number, bigint>();
  private readonly stepStarts: number[] = [0];
  private readonly steps: number[] = [];
  private readonly siblings: number[] = [];

  constructor(private readonly encoding: Encoding) {}

  /** Adds the shape that follows its code. A shape that is cut is not added. */
  add(cursor: DwarfCursor, code: number): void {
    const first = this.names.length;
    const tag = cursor.uleb();
    const children = cursor.u8();
    while (!cursor.overrun) {
      const name = cursor.uleb();
      const form = cursor.uleb();
      if (name === 0 && form === 0) break;
      if (form === DW_FORM.implicit_const) this.implicit.set(this.names.length, cursor.sleb64());
      this.names.push(known(name));
      this.forms.push(known(form));
      if (this.names.length - first > mostAttributes) cursor.overrun = true;
    }
    if (cursor.overrun) return;
    this.codes.push(code);
    this.tags.push(known(tag));
    this.children.push(children === 0 ? 0 : 1);
    this.roles.push(this.roleOf(tag, first));
    const endsWithSibling =
      this.names.length > first &&
      this.names.at(-1) === DW_AT.sibling &&
      this.forms.at(-1) === DW_FORM.ref4;
    this.siblings.push(endsWithSibling ? 1 : 0);
    this.attributeStarts.push(this.names.length);
    this.addSteps(first);
  }

  table(): AbbreviationTable {
    return new AbbreviationTable(
      this.codes,
      new Uint16Array(this.tags),
      new Uint8Array(this.children),
      new Uint8Array(this.roles),
      new Uint32Array(this.attributeStarts),
      new Uint16Array(this.names),
      new Uint16Array(this.forms),
      this.implicit,
      new Uint32Array(this.stepStarts),
      new Int32Array(this.steps),
      new Uint8Array(this.siblings),
    );
  }

  /** Joins attributes of fixed size, so that most entries are passed over in one or two steps. */
  private addSteps(first: number): void {
    let bytes = 0;
    for (let i = first; i < this.forms.length; i++) {
      const form = this.forms[i] ?? unknown;
      const size = formSize(form, this.encoding);
      if (size !== undefined) {
        bytes += size;
        continue;
      }
      if (bytes > 0) this.steps.push(bytes);
      this.steps.push(-form);
      bytes = 0;
    }
    if (bytes > 0) this.steps.push(bytes);
    this.stepStarts.push(this.steps.length);
  }

  private roleOf(tag: number, first: number): number {
    switch (tag) {
      case DW_TAG.subprogram:
      case DW_TAG.inlined_subroutine:
        return Role.function | this.codeRole(first);
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
        return Role.name;
      case DW_TAG.variable:
        return Role.name | this.locationRole(first);
      case DW_TAG.formal_parameter:
        return this.locationRole(first);
      default:
        return 0;
    }
  }

  private codeRole(first: number): number {
    const { names } = this;
    const hasCode = names.includes(DW_AT.low_pc, first) || names.includes(DW_AT.ranges, first);
    return hasCode ? Role.code : 0;
  }

  private locationRole(first: number): number {
    const form = this.forms[this.names.indexOf(DW_AT.location, first)];
    return this.isList(form) ? Role.locationList : 0;
  }

  /** Whether a form of DW_AT_location refers to a location list. */
  private isList(form: number | undefined): boolean {
    if (form === DW_FORM.sec_offset || form === DW_FORM.loclistx) return true;
    return this.encoding.version < 4 && (form === DW_FORM.data4 || form === DW_FORM.data8);
  }
}

function known(value: number): number {
  return value > 0 && value < unknown ? value : unknown;
}
