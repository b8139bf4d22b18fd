import { describe, expect, it } from 'vitest';
import { DW_AT, DW_LLE, DW_LLE_GNU, DW_TAG } from '../../../../src/symbols/dwarf/constants';
import { Dwarf } from '../../../../src/symbols/dwarf/dwarf';
import type { AttributeValue } from '../../../../src/symbols/dwarf/form';
import { readLocationList } from '../../../../src/symbols/dwarf/locations';
import { sectionsOf } from '../sectionsOf';
import { Writer } from '../writer';
import { address, makeUnits, offset, type MadeUnit } from './unitMaker';

/** What a list says: `start-end:bytes`, and the bytes that hold elsewhere. */
async function listOf(
  unit: Partial<MadeUnit>,
  contents: Record<string, Writer>,
  value: AttributeValue = { kind: 'sectionOffset', offset: 0 },
): Promise<{ entries: string[]; fallback: number[] | undefined; codes: string[] }> {
  const attributes = [
    address(DW_AT.low_pc, 0x1000n),
    offset(DW_AT.addr_base, 8),
    offset(DW_AT.loclists_base, 12),
  ];
  const root = { tag: DW_TAG.compile_unit, attributes };
  const sections = sectionsOf({ ...makeUnits({ ...unit, root }), ...contents }, unit.order);
  for await (const made of new Dwarf(sections).allUnits()) {
    const { entries, fallback } = await readLocationList(made, value);
    return {
      entries: entries.map(
        ({ start, end, bytes }) => `${start.toString(16)}-${end.toString(16)}:${bytes.join()}`,
      ),
      fallback: fallback && [...fallback],
      codes: sections.findings.list.map(({ code }) => code),
    };
  }
  throw new Error('no unit');
}

const expression = (writer: Writer, value: number): Writer => writer.uleb(1).u8(value);
const oldExpression = (writer: Writer, value: number): Writer => writer.u16(1).u8(value);
const addresses = (): Writer => new Writer().u64(0).u64(0x7000).u64(0x7010).u64(0x8000);

describe('location lists of DWARF 5', () => {
  const list = (): Writer => {
    const writer = new Writer();
    expression(writer.u8(DW_LLE.offset_pair).uleb(0x10, 0x20), 1);
    writer.u8(DW_LLE.base_address).u64(0x2000);
    expression(
      writer.u8(DW_LLE.GNU_view_pair).uleb(1, 200).u8(DW_LLE.offset_pair).uleb(0x10, 0x20),
      2,
    );
    writer.u8(DW_LLE.base_addressx).uleb(2);
    expression(writer.u8(DW_LLE.offset_pair).uleb(0, 4), 3);
    expression(writer.u8(DW_LLE.startx_endx).uleb(0, 1), 4);
    expression(writer.u8(DW_LLE.startx_length).uleb(1, 3), 5);
    expression(writer.u8(DW_LLE.start_end).u64(0x9000).u64(0x9001), 6);
    expression(writer.u8(DW_LLE.start_length).u64(0x9100).uleb(0x81), 7);
    expression(writer.u8(DW_LLE.default_location), 8);
    return writer.u8(DW_LLE.end_of_list).u8(0xff);
  };
  const entries = [
    '1010-1020:1',
    '2010-2020:2',
    '8000-8004:3',
    '7000-7010:4',
    '7010-7013:5',
    '9000-9001:6',
    '9100-9181:7',
  ];

  it('have entries of all kinds', async () => {
    const contents = { '.debug_loclists': list(), '.debug_addr': addresses() };
    expect(await listOf({}, contents)).toEqual({ entries, fallback: [8], codes: [] });
  });

  it('are found by their number', async () => {
    const table = new Writer().raw(new Array<number>(12).fill(0)).u32(99).u32(8).raw(list().bytes);
    const contents = { '.debug_loclists': table, '.debug_addr': addresses() };
    const found = await listOf({}, contents, { kind: 'locationListIndex', index: 1 });
    expect(found).toEqual({ entries, fallback: [8], codes: [] });
    const beyond = await listOf({}, contents, { kind: 'locationListIndex', index: 1 << 20 });
    expect(beyond.entries).toEqual([]);
  });

  it.each([
    ['that are cut', new Writer().u8(DW_LLE.start_end).u64(1), []],
    [
      'without an end',
      expression(new Writer().u8(DW_LLE.offset_pair).uleb(1, 2), 9),
      ['1001-1002:9'],
    ],
    [
      'with an entry of no kind',
      expression(new Writer().u8(DW_LLE.offset_pair).uleb(1, 2), 9).u8(77),
      ['1001-1002:9'],
    ],
  ])('%s keep what was read', async (_, section, expected) => {
    const found = await listOf({}, { '.debug_loclists': section });
    expect(found.codes).toEqual(['location-list-unreadable']);
    expect(found.entries).toEqual(expected);
  });
});

describe('location lists before DWARF 5', () => {
  it.each([
    { version: 2, addressSize: 8, order: 'little' },
    { version: 4, addressSize: 8, order: 'big' },
  ] as const)(
    'select a base: DWARF $version, $order endian',
    async ({ version, addressSize, order }) => {
      const writer = new Writer(order);
      oldExpression(writer.u64(0x10).u64(0x20), 1);
      writer.u64(0xffff_ffff_ffff_ffffn).u64(0x5000);
      oldExpression(writer.u64(0).u64(4), 2).u64(0).u64(0);
      const found = await listOf({ version, addressSize, order }, { '.debug_loc': writer });
      expect(found).toEqual({
        entries: ['1010-1020:1', '5000-5004:2'],
        fallback: undefined,
        codes: [],
      });
    },
  );

  it('have entries of GNU in split files', async () => {
    const writer = new Writer();
    oldExpression(writer.u8(DW_LLE_GNU.start_end).uleb(0, 1), 1);
    oldExpression(writer.u8(DW_LLE_GNU.start_length).uleb(1).u32(6), 2);
    writer.u8(DW_LLE_GNU.base_address_selection).uleb(2);
    oldExpression(writer.u8(DW_LLE_GNU.offset_pair).u32(1).u32(2), 3).u8(DW_LLE_GNU.end_of_list);
    const root = {
      tag: DW_TAG.compile_unit,
      attributes: [address(DW_AT.low_pc, 0x1000n), offset(DW_AT.GNU_addr_base, 8)],
    };
    const sections = sectionsOf({ ...makeUnits({ version: 4, root }), '.debug_addr': addresses() });
    const section = sectionsOf({ '.debug_loc.dwo': writer });
    const get = (name: string): ReturnType<typeof sections.get> =>
      name === '.debug_loc' ? section.get('.debug_loc.dwo') : sections.get(name);
    for await (const unit of new Dwarf({ ...sections, get }).allUnits()) {
      const { entries } = await readLocationList(unit, { kind: 'sectionOffset', offset: 0 });
      const text = entries.map(({ start, end, bytes }) => [start, end, bytes[0]]);
      expect(text).toEqual([
        [0x7000n, 0x7010n, 1],
        [0x7010n, 0x7016n, 2],
        [0x8001n, 0x8002n, 3],
      ]);
    }
    expect.assertions(1);
  });

  it('are offsets of the form that DWARF 3 had for them', async () => {
    const contents = { '.debug_loc': oldExpression(new Writer().u64(1).u64(2), 7).u64(0).u64(0) };
    const value = { kind: 'constant', value: 0n, signed: false } as const;
    expect((await listOf({ version: 3 }, contents, value)).entries).toEqual(['1001-1002:7']);
    expect((await listOf({ version: 4 }, contents, value)).entries).toEqual([]);
  });
});
