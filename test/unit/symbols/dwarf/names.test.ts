// Functions by address and by name, lines by file: units made by hand, asked through a program.
import { describe, expect, it } from 'vitest';
import { DW_AT, DW_LNE, DW_LNS, DW_TAG } from '../../../../src/symbols/dwarf/constants';
import type { Program } from '../../../../src/symbols/program';
import { code, debugSections, openMade } from '../opened';
import { Writer } from '../writer';
import {
  address,
  data,
  makeUnits,
  offset,
  present,
  refer,
  subprogram,
  text,
  type MadeAttribute,
  type MadeEntry,
  type MadeUnit,
} from './unitMaker';

const start = 0x1000n;

const unit = (attributes: readonly MadeAttribute[], ...children: MadeEntry[]): MadeUnit => ({
  version: 4,
  root: {
    tag: DW_TAG.compile_unit,
    attributes: [address(DW_AT.low_pc, start), data(DW_AT.high_pc, 0x1000), ...attributes],
    children,
  },
});

const namespace = (name: string | undefined, ...children: MadeEntry[]): MadeEntry => ({
  tag: DW_TAG.namespace,
  attributes: name === undefined ? [] : [text(DW_AT.name, name)],
  children,
});

function open(
  units: readonly MadeUnit[],
  more: Readonly<Record<string, Writer>> = {},
): Promise<Program> {
  return openMade({
    sections: [code(start, 0x1000), ...debugSections({ ...makeUnits(...units), ...more })],
  });
}

/** A place where the function with a label was inlined. */
const inlined = (
  origin: string,
  from: bigint,
  size: number,
  ...children: MadeEntry[]
): MadeEntry => ({
  tag: DW_TAG.inlined_subroutine,
  attributes: [
    refer(DW_AT.abstract_origin, origin),
    address(DW_AT.low_pc, from),
    data(DW_AT.high_pc, size),
  ],
  children,
});

const abstract = (name: string): MadeEntry => ({
  tag: DW_TAG.subprogram,
  label: name,
  attributes: [text(DW_AT.name, name)],
});

describe('the function of an address', () => {
  it('is the innermost of those inlined there, with the piece of code that is its own', async () => {
    const main = {
      ...subprogram('main', start, 0x40),
      children: [inlined('middle', 0x1010n, 0x20, inlined('deep', 0x1010n, 8))],
    };
    const program = await open([unit([], abstract('deep'), abstract('middle'), main)]);
    const at = async (where: bigint): Promise<unknown> => {
      const found = await program.functionAt(where);
      return found && [found.name, found.start, found.end];
    };
    expect(await at(0x100fn)).toEqual(['main', 0x1000n, 0x1040n]);
    expect(await at(0x1010n)).toEqual(['deep', 0x1010n, 0x1018n]);
    expect(await at(0x1018n)).toEqual(['middle', 0x1010n, 0x1030n]);
    expect(await at(0x1030n)).toEqual(['main', 0x1000n, 0x1040n]);
    expect(await at(0x1040n)).toBeUndefined();
    expect(await program.symbolAt(0x1010n)).toMatchObject({ name: 'main', offset: 0x10n });
  });

  it('is the one with code of its own where an inlined one has no name', async () => {
    const nameless: MadeEntry = { tag: DW_TAG.subprogram, label: 'nameless', attributes: [] };
    const main = {
      ...subprogram('main', start, 0x40),
      children: [inlined('nameless', 0x1010n, 8)],
    };
    const program = await open([unit([], nameless, main)]);
    expect((await program.functionAt(0x1012n))?.name).toBe('main');
  });

  it('has the names of the scopes around its declaration, and the name of its symbol', async () => {
    const declaration: MadeEntry = {
      tag: DW_TAG.subprogram,
      label: 'area',
      attributes: [
        text(DW_AT.name, 'area'),
        text(DW_AT.linkage_name, '_Z4area'),
        present(DW_AT.declaration),
      ],
    };
    const circle: MadeEntry = {
      tag: DW_TAG.class_type,
      attributes: [text(DW_AT.name, 'Circle')],
      children: [declaration],
    };
    const definition = subprogram(undefined, start, 8, refer(DW_AT.specification, 'area'));
    const program = await open([
      unit([], namespace('shape', namespace(undefined, circle)), definition),
    ]);
    expect(await program.functionAt(start)).toEqual({
      name: 'shape::(anonymous namespace)::Circle::area',
      linkageName: '_Z4area',
      start,
      end: start + 8n,
      from: 'dwarf',
      function: { offset: expect.any(Number) as number, language: undefined },
    });
  });

  it('may be declared in another unit, and a circle of declarations ends', async () => {
    const far = namespace('far', abstract('away'));
    const elsewhere = { root: { tag: DW_TAG.compile_unit, attributes: [], children: [far] } };
    const here = unit([], subprogram(undefined, start, 8, refer(DW_AT.abstract_origin, 'away')));
    expect((await (await open([here, elsewhere])).functionAt(start))?.name).toBe('far::away');
    const circular = {
      ...subprogram(undefined, start, 8, refer(DW_AT.abstract_origin, 'self')),
      label: 'self',
    };
    expect(await (await open([unit([], circular)])).functionAt(start)).toBeUndefined();
  });
});

describe('functions of a name', () => {
  const entries = async (program: Program, name: string): Promise<bigint[]> =>
    (await program.addressesOfFunction(name)).map(({ entry }) => entry).sort();

  it('are found by the last parts of it, with and without template arguments', async () => {
    const program = await open([
      unit(
        [],
        namespace('a', namespace('b', subprogram('f', 0x1000n, 8))),
        namespace(
          'c',
          subprogram('f', 0x1010n, 8),
          subprogram('g<std::pair<int, char>>', 0x1020n, 8),
        ),
        subprogram('operator<', 0x1030n, 8),
      ),
    ]);
    expect(await entries(program, 'f')).toEqual([0x1000n, 0x1010n]);
    expect(await entries(program, 'b::f')).toEqual([0x1000n]);
    expect(await entries(program, 'a::b::f')).toEqual([0x1000n]);
    expect(await entries(program, 'a::f')).toEqual([]);
    expect(await entries(program, 'c::g')).toEqual([0x1020n]);
    expect(await entries(program, 'g<std::pair<int, char>>')).toEqual([0x1020n]);
    expect(await entries(program, 'g<int>')).toEqual([]);
    expect(await entries(program, 'operator<')).toEqual([0x1030n]);
    expect(await entries(program, '')).toEqual([]);
  });

  it('are found where they were inlined, and where another unit names them', async () => {
    const main = { ...subprogram('main', 0x1100n, 0x40), children: [inlined('deep', 0x1110n, 8)] };
    const program = await open([
      unit([], main),
      unit([], abstract('deep')),
      unit([], subprogram(undefined, 0x1200n, 8, refer(DW_AT.abstract_origin, 'deep'))),
    ]);
    expect(await entries(program, 'deep')).toEqual([0x1110n, 0x1200n]);
  });
});

describe('lines of a file', () => {
  /** A line number program of two files, b.c beside a.c, with rows of [address, file, line]. */
  function lines(...rows: [bigint, number, number][]): Writer {
    const rest = new Writer().u8(1, 1, 1, -5, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1);
    rest.u8(0).text('a.c').uleb(0, 0, 0).text('b.c').uleb(0, 0, 0).u8(0);
    const body = new Writer().u16(4).u32(rest.length).raw(rest.bytes);
    let last = 1;
    for (const [where, file, line] of rows) {
      body.u8(0, 9, DW_LNE.set_address).u64(where).u8(DW_LNS.set_file, file);
      body
        .u8(DW_LNS.advance_line)
        .sleb(line - last)
        .u8(DW_LNS.copy);
      last = line;
    }
    body.u8(DW_LNS.advance_pc).uleb(4).u8(0, 1, DW_LNE.end_sequence);
    return new Writer().counted(4, body);
  }

  const attributes = [offset(DW_AT.stmt_list, 0), text(DW_AT.comp_dir, '/build')];
  const section = lines([0x1000n, 1, 5], [0x1004n, 2, 3], [0x1008n, 1, 9], [0x100cn, 1, 5]);

  it('are found by its path, which is that of the compilation directory too', async () => {
    const program = await open([unit(attributes)], { '.debug_line': section });
    expect(await program.sourceFiles()).toEqual(['/build/a.c', '/build/b.c']);
    expect(await program.lines.linesWithCode('/build/a.c')).toEqual([5, 9]);
    expect(await program.lines.linesWithCode('/build/b.c')).toEqual([3]);
    expect(await program.lines.linesWithCode('/build/c.c')).toEqual([]);
    expect(await program.lines.lineAt(0x1005n)).toEqual({ file: '/build/b.c', line: 3, column: 0 });
  });

  it('have all their addresses, or those of the next line with code', async () => {
    const program = await open([unit(attributes)], { '.debug_line': section });
    const addresses = async (line: number): Promise<bigint[]> =>
      (await program.addressesOfLine('/build/a.c', line)).map((each) => each.address);
    expect(await addresses(5)).toEqual([0x1000n, 0x100cn]);
    expect(await addresses(6)).toEqual([0x1008n]);
    expect(await addresses(10)).toEqual([]);
  });

  it('of units that share a table are given once', async () => {
    const program = await open([unit(attributes), unit(attributes)], { '.debug_line': section });
    expect((await program.addressesOfLine('/build/b.c', 3)).length).toBe(1);
  });
});
