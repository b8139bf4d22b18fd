import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../../src/bytes/source';
import {
  Role,
  readAbbreviation,
  readAbbreviations,
  type AbbreviationTable,
} from '../../../../src/symbols/dwarf/abbrev';
import { DW_AT, DW_FORM, DW_TAG } from '../../../../src/symbols/dwarf/constants';
import type { Encoding } from '../../../../src/symbols/dwarf/form';
import { Writer } from '../writer';

const encoding: Encoding = { order: 'little', version: 5, addressSize: 8, offsetSize: 4 };

/** A shape: its code, tag and attributes, each with its form. */
function shape(
  code: number,
  tag: number,
  children: boolean,
  ...attributes: [number, number, number?][]
): Writer {
  const writer = new Writer().uleb(code, tag).u8(children ? 1 : 0);
  for (const [name, form, implicit] of attributes) {
    writer.uleb(name, form);
    if (implicit !== undefined) writer.sleb(implicit);
  }
  return writer.uleb(0, 0);
}

function tableOf(...shapes: Writer[]): Writer {
  const table = new Writer();
  for (const each of shapes) table.raw(each.bytes);
  return table.uleb(0);
}

async function read(table: Writer, version = 5): Promise<AbbreviationTable> {
  return readAbbreviations(new MemorySource(table.bytes), 0, { ...encoding, version });
}

const root = shape(
  1,
  DW_TAG.compile_unit,
  true,
  [DW_AT.name, DW_FORM.strp],
  [DW_AT.low_pc, DW_FORM.addr],
  [DW_AT.comp_dir, DW_FORM.string],
  [DW_AT.language, DW_FORM.data2],
);
const leaf = shape(70_000, DW_TAG.variable, false, [DW_AT.declaration, DW_FORM.implicit_const, -3]);

describe('a table of abbreviations', () => {
  it('has a row for each code', async () => {
    const table = await read(tableOf(root, leaf));
    const [first, second] = [table.row(1), table.row(70_000)];
    expect([first, second, table.row(2), table.row(0)]).toEqual([0, 1, -1, -1]);
    expect([...table.tags]).toEqual([DW_TAG.compile_unit, DW_TAG.variable]);
    expect([...table.children]).toEqual([1, 0]);
    expect([...table.attributeStarts]).toEqual([0, 4, 5]);
    expect(table.implicit.get(4)).toBe(-3n);
  });

  it('joins the steps over attributes of fixed size', async () => {
    const table = await read(tableOf(root, leaf));
    expect([...table.steps]).toEqual([12, -DW_FORM.string, 2]);
    expect([...table.stepStarts]).toEqual([0, 3, 3]);
  });

  it('keeps the first of two shapes with one code', async () => {
    const table = await read(tableOf(shape(1, 5, false), shape(1, 6, false)));
    expect(table.tags[table.row(1)]).toBe(5);
  });

  it('gives entries a role in the search for functions and names', async () => {
    const located = (form: number): Writer =>
      shape(form + 10, DW_TAG.variable, false, [DW_AT.location, form]);
    const forms = [DW_FORM.sec_offset, DW_FORM.loclistx, DW_FORM.data4, DW_FORM.exprloc];
    const written = tableOf(
      shape(1, DW_TAG.subprogram, true),
      shape(2, DW_TAG.inlined_subroutine, true),
      shape(3, DW_TAG.namespace, true),
      ...forms.map(located),
    );
    const { function: fn, inlined, scope, name } = Role;
    const list = name | Role.locationList;
    expect([...(await read(written)).roles]).toEqual([fn, inlined, scope, list, list, name, name]);
    expect([...(await read(written, 3)).roles]).toEqual([
      fn,
      inlined,
      scope,
      list,
      list,
      list,
      name,
    ]);
  });

  it('says where a function may be named by an entry of another unit', async () => {
    const named = (form: number): Writer =>
      shape(form, DW_TAG.inlined_subroutine, false, [DW_AT.abstract_origin, form]);
    const { roles } = await read(tableOf(named(DW_FORM.ref4), named(DW_FORM.ref_addr)));
    expect([...roles]).toEqual([Role.inlined, Role.inlined | Role.far]);
  });

  it('is longer than the first bytes that are read', async () => {
    const shapes = Array.from({ length: 3000 }, (_, i) =>
      shape(i + 1, 5, false, [3, DW_FORM.string]),
    );
    expect((await read(tableOf(...shapes))).row(3000)).toBe(2999);
  });

  it('ends where it is cut, with the shapes that are whole', async () => {
    const whole = tableOf(root, leaf).bytes;
    for (let length = 0; length < whole.length; length++) {
      const section = new MemorySource(whole.slice(0, length));
      const table = await readAbbreviations(section, 0, encoding);
      expect(table.tags.length).toBe(length < root.length ? 0 : length < whole.length - 1 ? 1 : 2);
    }
  });

  it('may be asked for one shape alone', async () => {
    const section = new MemorySource(tableOf(leaf, root).bytes);
    const table = await readAbbreviation(section, 0, encoding, 1);
    expect([...table.tags]).toEqual([DW_TAG.compile_unit]);
    expect((await readAbbreviation(section, 0, encoding, 9)).tags.length).toBe(0);
  });

  it('does not take shapes with thousands of attributes', async () => {
    const attributes = new Array<[number, number]>(2000).fill([3, DW_FORM.flag_present]);
    expect((await read(tableOf(shape(1, 5, false, ...attributes)))).tags.length).toBe(0);
  });

  it('makes tags and forms that no version defines unknown', async () => {
    const table = await read(tableOf(shape(1, 0x12345, false, [0x54321, 0x99999])));
    expect([table.tags[0], table.names[0], table.forms[0], table.steps[0]]).toEqual([
      0xffff, 0xffff, 0xffff, -0xffff,
    ]);
  });
});
