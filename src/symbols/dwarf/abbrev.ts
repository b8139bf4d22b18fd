// .debug_abbrev: the shapes that debugging information entries take (DWARF 5, section 7.5.3).
import type { ByteSource } from '../../bytes/source';
import { DW_AT, DW_FORM, DW_TAG } from './constants';
import { parseAt, type DwarfCursor } from './cursor';
import { formSize, type Encoding } from './form';

/** The shape of an entry. A kernel has a million of them: attributes are columns of numbers. */
export interface Abbreviation {
  readonly code: number;
  /** DW_TAG_… */
  readonly tag: number;
  readonly hasChildren: boolean;
  /** DW_AT_… of each attribute. */
  readonly names: readonly number[];
  /** DW_FORM_… of each attribute. */
  readonly forms: readonly number[];
  /** The values of attributes of DW_FORM_implicit_const, at the attribute's position. */
  readonly implicit: readonly bigint[];
  /**
   * How to pass over the attributes: a number at or above zero is a count of bytes, one below zero
   * is a form (negated) whose size depends on its value.
   */
  readonly skipPlan: readonly number[];
  /** True for a variable or parameter whose location is a list. */
  readonly hasLocationList: boolean;
}

/** Codes below this are kept in an array: compilers number shapes from 1. */
const smallCodes = 1 << 16;

/** The shapes of one unit, by code. */
export class AbbreviationTable {
  private readonly small: (Abbreviation | undefined)[] = [];
  private readonly large = new Map<number, Abbreviation>();

  constructor(readonly shapes: readonly Abbreviation[]) {
    for (const shape of shapes) {
      if (this.get(shape.code)) continue;
      if (shape.code < smallCodes) this.small[shape.code] = shape;
      else this.large.set(shape.code, shape);
    }
  }

  get(code: number): Abbreviation | undefined {
    return code < smallCodes ? this.small[code] : this.large.get(code);
  }

  /** How much memory the table takes, in numbers. */
  get weight(): number {
    return this.shapes.reduce((sum, { names }) => sum + 8 + 3 * names.length, 1);
  }
}

/** A table is rarely longer; a hostile one may be as long as the file. */
const guess = 4096;
const mostBytes = 1 << 24;
const mostAttributes = 1024;

/** The table at an offset of .debug_abbrev, for units of one encoding. */
export async function readAbbreviations(
  section: ByteSource,
  offset: number,
  encoding: Encoding,
): Promise<AbbreviationTable> {
  const parse = (cursor: DwarfCursor): Abbreviation[] => parseTable(cursor, encoding);
  const { value } = await parseAt(section, encoding.order, offset, guess, parse, mostBytes);
  return new AbbreviationTable(value);
}

function parseTable(cursor: DwarfCursor, encoding: Encoding): Abbreviation[] {
  const table: Abbreviation[] = [];
  for (;;) {
    const code = cursor.uleb();
    if (code === 0) return table;
    const abbreviation = parseAbbreviation(cursor, code, encoding);
    if (cursor.overrun) return table;
    table.push(abbreviation);
  }
}

function parseAbbreviation(cursor: DwarfCursor, code: number, encoding: Encoding): Abbreviation {
  const tag = cursor.uleb();
  const hasChildren = cursor.u8() !== 0;
  const names: number[] = [];
  const forms: number[] = [];
  const implicit: bigint[] = [];
  while (!cursor.overrun) {
    const name = cursor.uleb();
    const form = cursor.uleb();
    if (name === 0 && form === 0) break;
    if (form === DW_FORM.implicit_const) implicit[names.length] = cursor.sleb64();
    names.push(name);
    forms.push(form);
    if (names.length > mostAttributes) cursor.overrun = true;
  }
  return {
    code,
    tag,
    hasChildren,
    names,
    forms,
    implicit,
    skipPlan: planSkip(forms, encoding),
    hasLocationList: hasLocationList(tag, forms[names.indexOf(DW_AT.location)], encoding),
  };
}

/** Stands for every form that no version defines. */
const unknownForm = 0xffff;

function planSkip(forms: readonly number[], encoding: Encoding): number[] {
  const plan: number[] = [];
  let bytes = 0;
  for (const form of forms) {
    const size = formSize(form, encoding);
    if (size === undefined) {
      if (bytes > 0) plan.push(bytes);
      bytes = 0;
      plan.push(-(form > 0 && form < unknownForm ? form : unknownForm));
    } else {
      bytes += size;
    }
  }
  if (bytes > 0) plan.push(bytes);
  return plan;
}

function hasLocationList(tag: number, form: number | undefined, { version }: Encoding): boolean {
  if (tag !== DW_TAG.formal_parameter && tag !== DW_TAG.variable) return false;
  if (form === DW_FORM.sec_offset || form === DW_FORM.loclistx) return true;
  return version < 4 && (form === DW_FORM.data4 || form === DW_FORM.data8);
}
