// Strings, addresses, ranges: the sections that attributes refer to.
import { describe, expect, it, vi } from 'vitest';
import { readAddress } from '../../../../src/symbols/dwarf/address';
import { readAranges } from '../../../../src/symbols/dwarf/unitIndex';
import { DW_AT, DW_RLE, DW_TAG } from '../../../../src/symbols/dwarf/constants';
import { Dwarf } from '../../../../src/symbols/dwarf/dwarf';
import { forWalk } from '../../../../src/symbols/dwarf/debugSections';
import type { AttributeValue } from '../../../../src/symbols/dwarf/form';
import { RangeReader, readRanges } from '../../../../src/symbols/dwarf/ranges';
import { readString } from '../../../../src/symbols/dwarf/strings';
import type { Unit } from '../../../../src/symbols/dwarf/unit';
import { sectionsOf } from '../sectionsOf';
import { Writer } from '../writer';
import { address, makeUnits, offset, type MadeAttribute } from './unitMaker';

/** A unit with the attributes, and the sections with what the unit needs. */
async function open(
  version: number,
  attributes: readonly MadeAttribute[],
  contents: Readonly<Record<string, Writer>>,
): Promise<{ unit: Unit }> {
  const root = { tag: DW_TAG.compile_unit, attributes };
  const sections = sectionsOf({ ...makeUnits({ version, root }), ...contents });
  const unit = await new Dwarf(sections).unit(0);
  if (!unit) throw new Error('no unit');
  return { unit };
}

const at = (section: '.debug_str' | '.debug_line_str', where: number): AttributeValue => ({
  kind: 'stringOffset',
  section,
  offset: where,
});

const indexed = (index: number): AttributeValue => ({ kind: 'stringIndex', index });

describe('strings', () => {
  const contents = {
    '.debug_str': new Writer().text('one', 'x'.repeat(5000)).raw([0x65, 0x6e, 0x64]),
    '.debug_line_str': new Writer().text('/build'),
    '.debug_str_offsets': new Writer().u64(0).u32(4).u32(0),
  };

  it('stand in the entry, or in one of two sections', async () => {
    const { unit } = await open(5, [], contents);
    const read = (value: AttributeValue | undefined): Promise<string | undefined> =>
      readString(unit, value);
    expect(await read({ kind: 'string', text: 'here' })).toBe('here');
    expect(await read(at('.debug_str', 0))).toBe('one');
    expect(await read(at('.debug_str', 1))).toBe('ne');
    expect(await read(at('.debug_str', 4))).toBe('x'.repeat(5000));
    expect(await read(at('.debug_line_str', 0))).toBe('/build');
  });

  it('end with their section', async () => {
    const { unit } = await open(5, [], contents);
    expect(await readString(unit, at('.debug_str', 5005))).toBe('end');
    expect(await readString(unit, at('.debug_str', 9999))).toBeUndefined();
    expect(await readString(unit, undefined)).toBeUndefined();
  });

  it('may be given by an index, from the base of the unit', async () => {
    const { unit } = await open(5, [offset(DW_AT.str_offsets_base, 8)], contents);
    expect(await readString(unit, indexed(1))).toBe('one');
    expect(await readString(unit, indexed(0))).toBe('x'.repeat(5000));
    expect(await readString(unit, indexed(2))).toBeUndefined();
    const plain = await open(5, [], contents);
    expect(await readString(plain.unit, indexed(1))).toBe('one');
  });

  it('of a supplementary file are unknown', async () => {
    const { unit } = await open(5, [], contents);
    const value: AttributeValue = { kind: 'stringOffset', section: 'supplementary', offset: 0 };
    expect(await readString(unit, value)).toBeUndefined();
  });
});

describe('addresses', () => {
  it('are given, or stand at an index', async () => {
    const table = new Writer().u64(0).u64(0x401000n).u64(0x402000n);
    const { unit } = await open(5, [offset(DW_AT.addr_base, 8)], {
      '.debug_addr': table,
    });
    const read = (value: AttributeValue): Promise<bigint | undefined> => readAddress(unit, value);
    expect(await read({ kind: 'address', address: 5n })).toBe(5n);
    expect(await read({ kind: 'addressIndex', index: 1 })).toBe(0x402000n);
    expect(await read({ kind: 'addressIndex', index: 2 })).toBeUndefined();
    expect(await read({ kind: 'addressIndex', index: 2 ** 60 })).toBeUndefined();
    expect(await read({ kind: 'flag', value: true })).toBeUndefined();
  });
});

const value = (offsetInSection: number): AttributeValue => ({
  kind: 'sectionOffset',
  offset: offsetInSection,
});

describe('ranges', () => {
  const lowPc = address(DW_AT.low_pc, 0x1000n);

  async function rangesOf(version: number, list: Writer, contents = {}): Promise<string[]> {
    const name = version >= 5 ? '.debug_rnglists' : '.debug_ranges';
    const { unit } = await open(version, [lowPc], { [name]: list, ...contents });
    const ranges = await readRanges(unit, {
      lowPc: undefined,
      highPc: undefined,
      ranges: value(0),
    });
    return ranges.map(({ start, end }) => `${start.toString(16)}-${end.toString(16)}`);
  }

  it('go from a low address to a high one, or by a length', async () => {
    const { unit } = await open(5, [], {});
    const low: AttributeValue = { kind: 'address', address: 0x10n };
    const length: AttributeValue = { kind: 'constant', value: 0x20n, signed: false };
    const high: AttributeValue = { kind: 'address', address: 0x30n };
    const range = [{ start: 0x10n, end: 0x30n }];
    for (const highPc of [length, high]) {
      expect(await readRanges(unit, { lowPc: low, highPc, ranges: undefined })).toEqual(range);
    }
    expect(await readRanges(unit, { lowPc: low, highPc: undefined, ranges: undefined })).toEqual(
      [],
    );
  });

  it('of DWARF 4 are pairs from the base of the unit', async () => {
    const list = new Writer().u64(0x10).u64(0x20).u64(0x30).u64(0x30);
    list
      .u64(2n ** 64n - 1n)
      .u64(0x5000)
      .u64(1)
      .u64(2)
      .u64(0)
      .u64(0)
      .u64(9)
      .u64(10);
    expect(await rangesOf(4, list)).toEqual(['1010-1020', '5001-5002']);
  });

  it('of DWARF 5 have entries of several kinds', async () => {
    const list = new Writer()
      .u8(DW_RLE.offset_pair)
      .uleb(0x10, 0x20)
      .u8(DW_RLE.base_address)
      .u64(0x5000)
      .u8(DW_RLE.offset_pair)
      .uleb(1, 2)
      .u8(DW_RLE.start_end)
      .u64(0x6000)
      .u64(0x6010)
      .u8(DW_RLE.start_length)
      .u64(0x7000)
      .uleb(0x10)
      .u8(DW_RLE.base_addressx)
      .uleb(0)
      .u8(DW_RLE.offset_pair)
      .uleb(3, 4)
      .u8(DW_RLE.startx_endx)
      .uleb(0, 1)
      .u8(DW_RLE.startx_length)
      .uleb(1, 5)
      .u8(DW_RLE.end_of_list)
      .u8(DW_RLE.start_length)
      .u64(1)
      .uleb(1);
    const addresses = new Writer().u64(0).u64(0x8000).u64(0x9000);
    expect(await rangesOf(5, list, { '.debug_addr': addresses })).toEqual([
      '1010-1020',
      '5001-5002',
      '6000-6010',
      '7000-7010',
      '8003-8004',
      '8000-9000',
      '9000-9005',
    ]);
  });

  it('may be given by an index', async () => {
    const lists = new Writer().raw(new Uint8Array(12)).u32(8).u32(19);
    lists.u8(DW_RLE.start_length).u64(0x10).uleb(1).u8(0);
    lists.u8(DW_RLE.start_length).u64(0x20).uleb(1).u8(0);
    const { unit } = await open(5, [offset(DW_AT.rnglists_base, 12)], {
      '.debug_rnglists': lists,
    });
    const ranges: AttributeValue = { kind: 'rangeListIndex', index: 1 };
    const read = await readRanges(unit, { lowPc: undefined, highPc: undefined, ranges });
    expect(read).toEqual([{ start: 0x20n, end: 0x21n }]);
  });

  it('given by indices are read without going back and forth between table and lists', async () => {
    const count = 64;
    const lists = new Writer().raw(new Uint8Array(12));
    const distance = 1 << 17;
    for (let i = 0; i < count; i++) lists.u32(distance + 11 * i);
    lists.raw(new Uint8Array(12 + distance - lists.length));
    for (let i = 0; i < count; i++) {
      lists
        .u8(DW_RLE.start_length)
        .u64(0x1000 + i)
        .uleb(1)
        .u8(DW_RLE.end_of_list);
    }
    const { unit } = await open(5, [offset(DW_AT.rnglists_base, 12)], {
      '.debug_rnglists': lists,
    });
    const asked = vi.spyOn(await unit.file.sections.get('.debug_rnglists'), 'read');
    const reader = await RangeReader.open(unit, forWalk(unit.file.sections));
    for (let index = 0; index < count; index++) {
      const ranges: AttributeValue = { kind: 'rangeListIndex', index };
      expect(await reader.read({ lowPc: undefined, highPc: undefined, ranges })).toEqual([
        { start: BigInt(0x1000 + index), end: BigInt(0x1001 + index) },
      ]);
    }
    const bytes = asked.mock.calls.reduce((sum, [, length]) => sum + length, 0);
    expect(bytes).toBeLessThan(lists.length);
  });

  it('of code that the linker dropped are left out', async () => {
    const list = new Writer()
      .u8(DW_RLE.start_length)
      .u64(0)
      .uleb(0x10)
      .u8(DW_RLE.start_length)
      .u64(2n ** 64n - 1n)
      .uleb(0x10)
      .u8(DW_RLE.base_address)
      .u64(2n ** 64n - 1n)
      .u8(DW_RLE.offset_pair)
      .uleb(0x100, 0x110)
      .u8(DW_RLE.end_of_list);
    expect(await rangesOf(5, list)).toEqual([]);
  });

  it('end where the section ends', async () => {
    expect(await rangesOf(4, new Writer().u64(0x10).u64(0x20).u64(0x30))).toEqual(['1010-1020']);
    expect(await rangesOf(5, new Writer().u8(DW_RLE.offset_pair).uleb(1, 2).u8(4))).toEqual([
      '1001-1002',
    ]);
  });
});

describe('.debug_aranges', () => {
  const set = (unit: number, version: number, ...tuples: [bigint, bigint][]): Writer => {
    const body = new Writer().u16(version).u32(unit).u8(8, 0).u32(0);
    for (const [start, length] of tuples) body.u64(start).u64(length);
    return new Writer().counted(4, body.u64(0).u64(0));
  };

  it('says which unit holds which range', async () => {
    const section = new Writer()
      .raw(set(0x40, 2, [0x1000n, 0x10n], [0n, 0x10n], [0x3000n, 0n]).bytes)
      .raw(set(0x80, 3, [0x9000n, 0x10n]).bytes)
      .raw(set(0xc0, 2, [0x2000n, 0x20n]).bytes);
    expect(await readAranges(sectionsOf({ '.debug_aranges': section }))).toEqual({
      ranges: [
        { start: 0x1000n, end: 0x1010n },
        { start: 0x2000n, end: 0x2020n },
      ],
      units: [0x40, 0xc0],
    });
  });

  it('takes code at address 0 where there is some', async () => {
    const sections = sectionsOf({ '.debug_aranges': set(0, 2, [0n, 0x10n]) }, 'little', true);
    expect((await readAranges(sections)).ranges).toEqual([{ start: 0n, end: 0x10n }]);
  });

  it('is read as far as it goes where it is cut', async () => {
    const whole = set(0x40, 2, [0x1000n, 0x10n], [0x2000n, 0x10n]).bytes;
    for (let length = 0; length < whole.length; length++) {
      const { ranges } = await readAranges(
        sectionsOf({ '.debug_aranges': whole.slice(0, length) }),
      );
      expect(ranges.length).toBe(length < 32 ? 0 : length < 48 ? 1 : 2);
    }
  });
});
