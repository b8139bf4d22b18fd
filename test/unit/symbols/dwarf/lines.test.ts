// Line number programs made by hand: headers, the state machine, the table that is searched.
import { describe, expect, it } from 'vitest';
import {
  DW_AT,
  DW_FORM,
  DW_LNCT,
  DW_LNE,
  DW_LNS,
  DW_TAG,
} from '../../../../src/symbols/dwarf/constants';
import type { DebugSections } from '../../../../src/symbols/dwarf/debugSections';
import { Dwarf } from '../../../../src/symbols/dwarf/dwarf';
import { RowFlag } from '../../../../src/symbols/dwarf/lineProgram';
import { runLineProgram, type LineTable } from '../../../../src/symbols/dwarf/lineTable';
import { writtenPathOf } from '../../../../src/symbols/dwarf/sourceIndex';
import type { Unit } from '../../../../src/symbols/dwarf/unit';
import { sectionsOf } from '../sectionsOf';
import { Writer } from '../writer';
import { makeUnits, offset } from './unitMaker';

/** How a program's header differs from a plain one. */
interface MadeHeader {
  readonly version?: number;
  readonly format?: 4 | 8;
  readonly minimumInstructionLength?: number;
  readonly maximumOperations?: number;
  readonly lineRange?: number;
  /** The tables of directories and files. */
  readonly tables?: Writer;
}

/** Operand counts of the twelve standard opcodes. */
const operandCounts = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];

const oldTables = (): Writer =>
  new Writer().text('lib', '').text('a.c').uleb(0, 1, 2).text('b.c').uleb(1, 0, 0).u8(0);

/** DWARF 5: directories by their paths; files by path, directory and MD5. */
const newTables = (): Writer =>
  new Writer()
    .u8(1)
    .uleb(DW_LNCT.path, DW_FORM.string)
    .uleb(2)
    .text('/build', 'lib')
    .u8(3)
    .uleb(DW_LNCT.path, DW_FORM.string, DW_LNCT.directory_index, DW_FORM.udata)
    .uleb(DW_LNCT.MD5, DW_FORM.data16)
    .uleb(2)
    .text('a.c')
    .uleb(0)
    .raw(new Uint8Array(16).fill(0xab))
    .text('b.c')
    .uleb(1)
    .raw(new Uint8Array(16));

function lineSection(program: Writer, made: MadeHeader = {}): Writer {
  const { version = 4, format = 4, lineRange = 14 } = made;
  const rest = new Writer().u8(made.minimumInstructionLength ?? 1);
  if (version >= 4) rest.u8(made.maximumOperations ?? 1);
  rest.u8(1, -5, lineRange, 13, ...operandCounts);
  rest.raw((made.tables ?? (version >= 5 ? newTables() : oldTables())).bytes);
  const body = new Writer().u16(version);
  if (version >= 5) body.u8(8, 0);
  body.number(format, rest.length).raw(rest.bytes).raw(program.bytes);
  return new Writer().counted(format, body);
}

/** DW_LNE_set_address. */
const at = (address: bigint): Writer =>
  new Writer().u8(0).uleb(9).u8(DW_LNE.set_address).u64(address);
const endSequence = [0, 1, DW_LNE.end_sequence];

async function open(
  line: Writer | Uint8Array,
): Promise<{ table: LineTable | undefined; unit: Unit | undefined; sections: DebugSections }> {
  const root = { tag: DW_TAG.compile_unit, attributes: [offset(DW_AT.stmt_list, 0)] };
  const sections = sectionsOf({ ...makeUnits({ version: 5, root }), '.debug_line': line });
  const dwarf = new Dwarf(sections);
  const unit = await dwarf.unit(0);
  return { table: unit && (await dwarf.lines(unit)), unit, sections };
}

/** The rows as `address line file flags`. */
async function rowsOf(program: Writer, made: MadeHeader = {}): Promise<string[]> {
  const { unit } = await open(lineSection(program, made));
  const rows = (unit && (await runLineProgram(unit)))?.rows;
  return Array.from({ length: rows?.length ?? 0 }, (_, i) => {
    const row = rows?.row(i);
    return `${row?.address.toString(16)} ${row?.line} ${row?.file} ${row?.flags}`;
  });
}

describe('the header of a line number program', () => {
  it.each([
    { version: 2, format: 4 },
    { version: 3, format: 8 },
    { version: 4, format: 4 },
  ] as const)(
    'of version $version, offsets of $format bytes, counts files from 1',
    async (made) => {
      const { table } = await open(lineSection(new Writer(), made));
      expect(table?.header.directories).toEqual(['', 'lib']);
      expect([0, 1, 2, 3].map((number) => table?.file(number))).toEqual([
        undefined,
        { name: 'a.c', directory: 0, md5: undefined },
        { name: 'b.c', directory: 1, md5: undefined },
        undefined,
      ]);
    },
  );

  it('of version 5 says which forms its tables have, and counts from 0', async () => {
    const { table } = await open(lineSection(new Writer(), { version: 5 }));
    expect(table?.header.directories).toEqual(['/build', 'lib']);
    expect(table?.file(0)).toEqual({ name: 'a.c', directory: 0, md5: 'ab'.repeat(16) });
    expect(table?.file(1)).toMatchObject({ name: 'b.c', directory: 1 });
  });

  it('of another version is refused, with a word', async () => {
    const { table, sections } = await open(lineSection(new Writer(), { version: 6 }));
    expect(table).toBeUndefined();
    expect(sections.findings.list.map(({ code }) => code)).toEqual(['line-header-unreadable']);
  });

  it('whose table promises entries without a size ends', async () => {
    const tables = new Writer()
      .u8(0)
      .uleb(2 ** 40)
      .u8(0)
      .uleb(2 ** 40);
    const { table } = await open(lineSection(new Writer(), { version: 5, tables }));
    expect(table?.header.directories.length).toBeLessThan(3);
  });

  it('that is cut at any byte is read as far as it goes', async () => {
    const whole = lineSection(new Writer().u8(DW_LNS.copy).u8(...endSequence)).bytes;
    for (let length = 0; length < whole.length; length++) {
      const { table } = await open(whole.slice(0, length));
      expect(table?.header.files.length ?? 0).toBeLessThanOrEqual(3);
    }
  });
});

describe('the path of a file as gdb writes it', () => {
  const directories = ['/build', '/usr/bin/../include', '.', 'lib/../inc'];
  it.each([
    [4, { name: 'a.c', directory: 0 }, 'a.c'],
    [5, { name: 'a.c', directory: 0 }, '/build/a.c'],
    [5, { name: 'vector', directory: 1 }, '/usr/bin/../include/vector'],
    [4, { name: 'b.h', directory: 2 }, './b.h'],
    [5, { name: 'c.h', directory: 3 }, 'lib/../inc/c.h'],
    [5, { name: '/d.h', directory: 3 }, '/d.h'],
    [5, { name: 'e.h', directory: 9 }, 'e.h'],
  ])('of version %i: %j', (version, file, expected) => {
    const encoding = { version, order: 'little', addressSize: 8, offsetSize: 4 } as const;
    expect(writtenPathOf({ directories, encoding }, file)).toBe(expected);
  });
});

describe('a line number program', () => {
  it('makes rows by special and standard opcodes', async () => {
    const program = new Writer().raw(at(0x1000n).bytes);
    // Special opcode: line + 2, address + 1.
    program.u8(13 + 14 + 7);
    program.u8(DW_LNS.advance_pc).uleb(4).u8(DW_LNS.advance_line).sleb(-1);
    program
      .u8(DW_LNS.set_file)
      .uleb(2)
      .u8(DW_LNS.negate_stmt, DW_LNS.set_prologue_end, DW_LNS.copy);
    program.u8(DW_LNS.const_add_pc, DW_LNS.set_basic_block, DW_LNS.set_epilogue_begin, DW_LNS.copy);
    program
      .u8(DW_LNS.fixed_advance_pc)
      .u16(0x100)
      .u8(DW_LNS.set_isa)
      .uleb(1)
      .u8(...endSequence);
    expect(await rowsOf(program)).toEqual([
      `1001 3 1 ${RowFlag.statement}`,
      `1005 2 2 ${RowFlag.prologueEnd}`,
      `1016 2 2 ${RowFlag.basicBlock | RowFlag.epilogueBegin}`,
      `1116 2 2 ${RowFlag.endSequence}`,
    ]);
  });

  it('counts instructions of several bytes, and several operations in one', async () => {
    const program = new Writer().raw(at(0n).bytes).u8(DW_LNS.advance_pc).uleb(5).u8(DW_LNS.copy);
    program
      .u8(DW_LNS.advance_pc)
      .uleb(1)
      .u8(...endSequence);
    expect(await rowsOf(program, { minimumInstructionLength: 4 })).toEqual([
      '14 1 1 1',
      '18 1 1 5',
    ]);
    const bundles = { minimumInstructionLength: 16, maximumOperations: 3 };
    expect(await rowsOf(program, bundles)).toEqual(['10 1 1 1', '20 1 1 5']);
  });

  it('may define files, and have opcodes that nobody knows', async () => {
    const file = new Writer().u8(DW_LNE.define_file).text('late.c').uleb(1, 0, 0);
    const program = new Writer().u8(0).uleb(file.length).raw(file.bytes);
    program
      .u8(0)
      .uleb(3)
      .u8(0x80, 1, 2)
      .u8(...endSequence);
    const { table } = await open(lineSection(program));
    expect(table?.file(3)).toEqual({ name: 'late.c', directory: 1, md5: undefined });
    expect(table?.fileCount).toBe(4);
    expect(table?.rows.length).toBe(1);
  });

  it('ends where its bytes end, and says so inside a sequence', async () => {
    const program = new Writer().raw(at(0x1000n).bytes).u8(DW_LNS.copy, 0).uleb(200);
    const { table, sections } = await open(lineSection(program));
    expect(await rowsOf(program)).toHaveLength(1);
    expect(table?.rowAt(0x1000n)).toBeUndefined();
    expect(sections.findings.list.map(({ code }) => code)).toEqual(['line-program-cut']);
  });

  it('with a line range of 0 goes on', async () => {
    const program = new Writer().u8(200, DW_LNS.const_add_pc).u8(...endSequence);
    expect(await rowsOf(program, { lineRange: 0 })).toEqual([
      '0 4294967292 1 1',
      '0 4294967292 1 5',
    ]);
  });
});

describe('the row of an address', () => {
  const line = (address: bigint, number: number, ...marks: number[]): Uint8Array =>
    new Writer()
      .raw(at(address).bytes)
      .u8(...marks, DW_LNS.advance_line)
      .sleb(number)
      .u8(DW_LNS.copy).bytes;
  const end = (address: bigint): Uint8Array =>
    new Writer().raw(at(address).bytes).u8(...endSequence).bytes;

  async function lineAt(address: bigint, ...pieces: Uint8Array[]): Promise<number | undefined> {
    const program = new Writer();
    for (const piece of pieces) program.raw(piece);
    const { table } = await open(lineSection(program));
    return table?.rowAt(address)?.line;
  }
  // Every sequence begins at line 1; lines here are steps from there.
  const later = [line(0x2000n, 9), line(0x2010n, 1), end(0x2020n)];
  const earlier = [line(0x1000n, 4), end(0x1008n)];

  it('is the last at or below it, in the sequence that holds it', async () => {
    const both = [...later, ...earlier];
    expect(await lineAt(0x2000n, ...both)).toBe(10);
    expect(await lineAt(0x2017n, ...both)).toBe(11);
    expect(await lineAt(0x1007n, ...both)).toBe(5);
    expect(await lineAt(0x1008n, ...both)).toBeUndefined();
    expect(await lineAt(0x2020n, ...both)).toBeUndefined();
  });

  it('is the last statement of those at its address', async () => {
    const rows = [
      line(0x1000n, 1),
      line(0x1000n, 1),
      line(0x1000n, 1, DW_LNS.negate_stmt),
      end(0x1008n),
    ];
    expect(await lineAt(0x1004n, ...rows)).toBe(3);
  });

  it('goes on through code without a line, and is none where a sequence begins so', async () => {
    const none = line(0x1004n, -5);
    const pieces = [line(0x1000n, 4), none, line(0x1008n, 6), end(0x1010n)];
    expect(await lineAt(0x1006n, ...pieces)).toBe(5);
    expect(await lineAt(0x1008n, ...pieces)).toBe(6);
    expect(await lineAt(0x1004n, line(0x1000n, -1), end(0x1008n))).toBeUndefined();
  });

  it('is none where the linker dropped the code', async () => {
    expect(await lineAt(0x4n, line(0n, 1), end(8n))).toBeUndefined();
  });

  const inFile = (file: number, row: Uint8Array) =>
    new Writer().u8(DW_LNS.set_file, file).raw(row).bytes;

  it('is of the last file at its address, unless that would hide a statement', async () => {
    const statements = [line(0x1000n, 4), inFile(2, line(0x1000n, 5)), end(0x1008n)];
    expect(await lineAt(0x1004n, ...statements)).toBe(10);
    const negate = line(0x1000n, 5, DW_LNS.negate_stmt);
    expect(await lineAt(0x1004n, line(0x1000n, 4), inFile(2, negate), end(0x1008n))).toBe(5);
  });

  it('ends where the next one begins that is not a part of its line', async () => {
    const discriminator = [0, 2, DW_LNE.set_discriminator, 3];
    const parts = [line(0x1000n, 4), line(0x1004n, 0, ...discriminator), line(0x1008n, 1)];
    const program = new Writer();
    for (const piece of [...parts, end(0x1010n)]) program.raw(piece);
    const { table } = await open(lineSection(program));
    expect(table?.rowAt(0x1006n)).toMatchObject({ address: 0x1000n, line: 5, end: 0x1008n });
  });
});
