// Units that lie over each other or say wrong things about their own size, and the tables that they
// refer to.
import { describe, expect, it } from 'vitest';
import { DW_AT, DW_FORM, DW_TAG } from '../../../../src/symbols/dwarf/constants';
import { address, data, makeUnits, subprogram, text } from '../dwarf/unitMaker';
import { Writer } from '../writer';
import { codesOf, entry, expectSound, openSections, openUnits, start, unitOf } from './hostile';

/** Sections with a sound unit, and what else is written after it. */
function after(write: (info: Writer, abbrev: Writer, table: number) => void) {
  const sections = makeUnits(unitOf());
  const info = sections['.debug_info'] ?? new Writer();
  const abbrev = sections['.debug_abbrev'] ?? new Writer();
  write(info, abbrev, abbrev.length);
  return openSections(sections);
}

describe('lengths of units', () => {
  it.each<[string, (info: Writer) => void]>([
    ['past the end', (info) => info.u32(0x7fff_ffff).u16(5).u8(1, 8).u32(0).raw(zeros)],
    ['of nothing', (info) => info.u32(0).u32(0).u32(0).raw(zeros)],
    ['that is reserved', (info) => info.u32(0xffff_fff5).u64(8).raw(zeros)],
    ['of 2^64 - 1', (info) => info.u32(0xffff_ffff).u64(-1n).u16(5).u8(1, 8).u64(0).raw(zeros)],
    [
      'of 2^63',
      (info) =>
        info
          .u32(0xffff_ffff)
          .u64(2n ** 63n)
          .u16(4)
          .u64(0)
          .u8(8)
          .raw(zeros),
    ],
    ['that wraps around', (info) => info.u32(0xffff_ffff).u64(-12n).u16(5).raw(zeros)],
    ['that ends in its own header', (info) => info.u32(3).u16(5).u8(1).raw(zeros)],
  ])('%s', async (_name, write) => {
    const opened = await after(write);
    await expectSound(opened);
    expect(await opened.program.functionAt(start + 0x80n)).toBeUndefined();
    expect(codesOf(opened)).toContain('unit-unreadable');
    expect(opened.source.bytesGiven).toBeLessThan(2 ** 20);
  });

  it('fifty thousand units without anything in them', async () => {
    const opened = await after((info) => {
      for (let i = 0; i < 50_000; i++) info.u32(0);
    });
    await expectSound(opened);
    expect(opened.source.bytesGiven).toBeLessThan(20 * opened.source.size + 2 ** 26);
  });
});

const zeros = new Uint8Array(32);

describe('units over each other', () => {
  it('a unit that begins inside another one', async () => {
    const opened = await after((info, abbrev, table) => {
      abbrev.uleb(1, DW_TAG.compile_unit).u8(0).uleb(DW_AT.name, DW_FORM.block1, 0, 0, 0);
      const inner = new Writer().u16(5).u8(1, 8).u32(table).uleb(1).u8(0);
      const outer = new Writer().u16(5).u8(1, 8).u32(table).uleb(1);
      outer.u8(inner.length + 4).counted(4, inner);
      // The outer one says that it ends where the inner one begins.
      info.u32(9).raw(outer.bytes);
    });
    await expectSound(opened);
  });

  it('units with the same code: each address has one of them', async () => {
    const twins = Array.from({ length: 300 }, (_, i) => ({
      root: entry(
        DW_TAG.compile_unit,
        [
          text(DW_AT.name, `${i}.c`),
          address(DW_AT.low_pc, start + 0x100n),
          data(DW_AT.high_pc, 0xf00),
        ],
        [subprogram(`f${i}`, start + 0x100n, 0x10)],
      ),
    }));
    const all = {
      root: entry(DW_TAG.compile_unit, [
        address(DW_AT.low_pc, 1n),
        address(DW_AT.high_pc, 2n ** 64n - 1n),
      ]),
    };
    const opened = await openUnits(unitOf(), ...twins, all);
    expect((await opened.program.functionAt(start + 0x104n))?.name).toMatch(/^f\d+$/);
    expect(await opened.program.functionAt(start + 0x204n)).toBeUndefined();
    expect((await opened.program.scopesAt(start + 0x104n)).length).toBe(1);
    await expectSound(opened);
  });
});

describe('abbreviations', () => {
  const withTable = (write: (abbrev: Writer) => void, body: (info: Writer) => void) =>
    after((info, abbrev, table) => {
      write(abbrev);
      const unit = new Writer().u16(5).u8(1, 8).u32(table);
      body(unit);
      info.counted(4, unit);
    });

  it('with a million attributes', async () => {
    const opened = await withTable(
      (abbrev) => {
        abbrev.uleb(1, DW_TAG.compile_unit).u8(1);
        for (let i = 0; i < 1_000_000; i++) abbrev.u8(DW_AT.name, DW_FORM.flag_present);
        abbrev.uleb(0, 0, 0);
      },
      (info) => info.uleb(1).raw(zeros),
    );
    await expectSound(opened);
    expect(codesOf(opened)).toContain('entry-unreadable');
    expect(opened.source.bytesGiven).toBeLessThan(8 * opened.source.size + 2 ** 20);
  });

  it('a million of one code, and none of the code that is used', async () => {
    const opened = await withTable(
      (abbrev) => {
        for (let i = 0; i < 100_000; i++) abbrev.u8(1, DW_TAG.namespace, 1, 0, 0);
        abbrev.u8(0);
      },
      (info) => info.uleb(7).raw(zeros),
    );
    await expectSound(opened);
    expect(codesOf(opened)).toContain('entry-unreadable');
  });

  it.each([
    ['indirect forms in indirect forms', [DW_FORM.indirect, DW_FORM.indirect, DW_FORM.indirect]],
    ['an indirect form without an end', new Array<number>(5000).fill(DW_FORM.indirect)],
    ['an indirect constant of the abbreviation', [DW_FORM.implicit_const]],
    ['an indirect form that is not known', [0x7f]],
  ])('%s', async (_name, forms) => {
    const opened = await withTable(
      (abbrev) => {
        abbrev.uleb(1, DW_TAG.compile_unit).u8(0).uleb(DW_AT.name, DW_FORM.indirect, 0, 0, 0);
      },
      (info) => info.uleb(1, ...forms).text('name'),
    );
    await expectSound(opened);
    expect(codesOf(opened)).toContain('entry-unreadable');
  });

  it('blocks and strings that are longer than their unit', async () => {
    for (const [form, length] of [
      [DW_FORM.block4, [0xff, 0xff, 0xff, 0xff]],
      [DW_FORM.exprloc, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]],
      [DW_FORM.string, [0x61, 0x61]],
    ] as const) {
      const opened = await withTable(
        (abbrev) => {
          abbrev.uleb(1, DW_TAG.compile_unit).u8(0).uleb(DW_AT.name, form, 0, 0, 0);
        },
        (info) => info.uleb(1).raw(length),
      );
      await expectSound(opened);
      expect(codesOf(opened)).toContain('entry-unreadable');
    }
  });
});

describe('strings', () => {
  it('without an end, and at offsets that are not there', async () => {
    const sections = makeUnits({
      root: entry(
        DW_TAG.compile_unit,
        [[DW_AT.str_offsets_base, DW_FORM.sec_offset, (writer) => writer.u32(8)]],
        [
          DW_FORM.strp,
          DW_FORM.line_strp,
          DW_FORM.GNU_strp_alt,
          DW_FORM.strp_sup,
          DW_FORM.strx4,
          DW_FORM.GNU_str_index,
        ].flatMap((form) =>
          [0, 1, 0x7fff_ffff].map((offset) =>
            entry(DW_TAG.structure_type, [
              [
                DW_AT.name,
                form,
                (writer) =>
                  form === DW_FORM.GNU_str_index ? writer.uleb(offset) : writer.u32(offset),
              ],
            ]),
          ),
        ),
      ),
    });
    const endless = new Writer().raw(new Uint8Array(200_000).fill(0x61));
    const offsets = new Writer().u32(12).u16(5).u16(0).u32(0).u32(0x7fff_ffff);
    const sound = makeUnits(unitOf());
    const opened = await openSections({
      ...sections,
      '.debug_str': endless,
      '.debug_line_str': endless,
      '.debug_str_offsets': offsets,
    });
    for (const name of ['a', 'a'.repeat(65_536), '']) {
      expect(await opened.program.globalsNamed(name)).toEqual([]);
      await opened.program.typeNamed(name);
    }
    expect(opened.source.bytesGiven).toBeLessThan(64 * opened.source.size);
    await expectSound(await openSections(sound));
  });
});
