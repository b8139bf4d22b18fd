import { describe, expect, it } from 'vitest';
import { DW_FORM } from '../../../../src/symbols/dwarf/constants';
import { DwarfCursor } from '../../../../src/symbols/dwarf/cursor';
import {
  asSectionOffset,
  formSize,
  readForm,
  skipForm,
  type AttributeValue,
  type Encoding,
} from '../../../../src/symbols/dwarf/form';
import { Writer } from '../writer';

const encoding: Encoding = { order: 'little', version: 5, addressSize: 8, offsetSize: 4 };
const unit = 0x1000;

const constant = (value: bigint, signed = false): AttributeValue => ({
  kind: 'constant',
  value,
  signed,
});

const reference = (offset: number): AttributeValue => ({ kind: 'reference', offset });
const bytes = Uint8Array.of(7, 8, 9);

/** A value of every form, with the bytes that it is made of. */
const values: [keyof typeof DW_FORM, Writer, AttributeValue][] = [
  [
    'addr',
    new Writer().u64(0xffff_ffff_8100_0000n),
    { kind: 'address', address: 0xffff_ffff_8100_0000n },
  ],
  ['addrx', new Writer().uleb(300), { kind: 'addressIndex', index: 300 }],
  ['addrx1', new Writer().u8(9), { kind: 'addressIndex', index: 9 }],
  ['addrx2', new Writer().u16(900), { kind: 'addressIndex', index: 900 }],
  ['addrx3', new Writer().number(3, 90_000), { kind: 'addressIndex', index: 90_000 }],
  ['addrx4', new Writer().u32(9_000_000), { kind: 'addressIndex', index: 9_000_000 }],
  ['GNU_addr_index', new Writer().uleb(300), { kind: 'addressIndex', index: 300 }],
  ['data1', new Writer().u8(0xff), constant(0xffn)],
  ['data2', new Writer().u16(0xffff), constant(0xffffn)],
  ['data4', new Writer().u32(0xffffffff), constant(0xffffffffn)],
  ['data8', new Writer().u64(2n ** 64n - 1n), constant(2n ** 64n - 1n)],
  [
    'data16',
    new Writer().raw(new Array<number>(16).fill(3)),
    { kind: 'block', bytes: new Uint8Array(16).fill(3) },
  ],
  ['udata', new Writer().uleb(1000), constant(1000n)],
  ['sdata', new Writer().sleb(-1000), constant(-1000n, true)],
  ['implicit_const', new Writer(), constant(-5n, true)],
  ['block1', new Writer().u8(3).raw(bytes), { kind: 'block', bytes }],
  ['block2', new Writer().u16(3).raw(bytes), { kind: 'block', bytes }],
  ['block4', new Writer().u32(3).raw(bytes), { kind: 'block', bytes }],
  ['block', new Writer().uleb(3).raw(bytes), { kind: 'block', bytes }],
  ['exprloc', new Writer().uleb(3).raw(bytes), { kind: 'expression', bytes }],
  ['flag', new Writer().u8(1), { kind: 'flag', value: true }],
  ['flag_present', new Writer(), { kind: 'flag', value: true }],
  ['string', new Writer().text('name'), { kind: 'string', text: 'name' }],
  ['strp', new Writer().u32(0x20), { kind: 'stringOffset', section: '.debug_str', offset: 0x20 }],
  [
    'line_strp',
    new Writer().u32(0x20),
    { kind: 'stringOffset', section: '.debug_line_str', offset: 0x20 },
  ],
  [
    'strp_sup',
    new Writer().u32(0x20),
    { kind: 'stringOffset', section: 'supplementary', offset: 0x20 },
  ],
  [
    'GNU_strp_alt',
    new Writer().u32(0x20),
    { kind: 'stringOffset', section: 'supplementary', offset: 0x20 },
  ],
  ['strx', new Writer().uleb(300), { kind: 'stringIndex', index: 300 }],
  ['strx1', new Writer().u8(3), { kind: 'stringIndex', index: 3 }],
  ['strx2', new Writer().u16(300), { kind: 'stringIndex', index: 300 }],
  ['strx3', new Writer().number(3, 300), { kind: 'stringIndex', index: 300 }],
  ['strx4', new Writer().u32(300), { kind: 'stringIndex', index: 300 }],
  ['GNU_str_index', new Writer().uleb(300), { kind: 'stringIndex', index: 300 }],
  ['ref1', new Writer().u8(0x10), reference(0x1010)],
  ['ref2', new Writer().u16(0x10), reference(0x1010)],
  ['ref4', new Writer().u32(0x10), reference(0x1010)],
  ['ref8', new Writer().u64(0x10), reference(0x1010)],
  ['ref_udata', new Writer().uleb(0x10), reference(0x1010)],
  ['ref_addr', new Writer().u32(0x10), reference(0x10)],
  ['ref_sup4', new Writer().u32(0x10), { kind: 'supplementaryReference', offset: 0x10 }],
  ['ref_sup8', new Writer().u64(0x10), { kind: 'supplementaryReference', offset: 0x10 }],
  ['GNU_ref_alt', new Writer().u32(0x10), { kind: 'supplementaryReference', offset: 0x10 }],
  ['ref_sig8', new Writer().u64(5), { kind: 'signature', signature: 5n }],
  ['sec_offset', new Writer().u32(0x10), { kind: 'sectionOffset', offset: 0x10 }],
  ['rnglistx', new Writer().uleb(3), { kind: 'rangeListIndex', index: 3 }],
  ['loclistx', new Writer().uleb(3), { kind: 'locationListIndex', index: 3 }],
  ['indirect', new Writer().uleb(DW_FORM.data2).u16(9), constant(9n)],
];

describe('attribute values', () => {
  it('are given for every form', () => {
    const names = Object.values(DW_FORM).filter((each) => typeof each === 'string');
    expect(new Set(values.map(([name]) => name))).toEqual(new Set(names));
  });

  it.each(values)('of DW_FORM_%s', (name, written, value) => {
    const form = DW_FORM[name];
    const cursor = new DwarfCursor(written.bytes, 'little');
    expect(readForm(cursor, form, encoding, unit, -5n)).toEqual(value);
    expect([cursor.offset, cursor.overrun]).toEqual([written.length, false]);
  });

  it.each(values)('of DW_FORM_%s are passed over, or cut', (name, written) => {
    const form = DW_FORM[name];
    const whole = new DwarfCursor(written.bytes, 'little');
    skipForm(whole, form, encoding);
    expect([whole.offset, whole.overrun]).toEqual([written.length, false]);
    if (written.length === 0) return;
    for (const pass of [
      (cursor: DwarfCursor) => {
        skipForm(cursor, form, encoding);
      },
      (cursor: DwarfCursor) => readForm(cursor, form, encoding, unit),
    ]) {
      const cut = new DwarfCursor(written.bytes.subarray(0, written.length - 1), 'little');
      pass(cut);
      expect(cut.overrun).toBe(true);
    }
  });

  it.each(values)('of DW_FORM_%s have the size that is said', (name, written) => {
    const size = formSize(DW_FORM[name], encoding);
    if (size !== undefined) expect(size).toBe(written.length);
  });

  it('have wider offsets in the 64-bit format', () => {
    const wide: Encoding = { ...encoding, offsetSize: 8 };
    for (const name of ['strp', 'line_strp', 'sec_offset', 'ref_addr', 'GNU_ref_alt'] as const) {
      const cursor = new DwarfCursor(new Writer().u64(0x30).bytes, 'little');
      expect(readForm(cursor, DW_FORM[name], wide, unit)).toMatchObject({ offset: 0x30 });
      expect(cursor.remaining).toBe(0);
    }
  });

  it('of DW_FORM_ref_addr are as wide as an address in DWARF 2', () => {
    const old: Encoding = { ...encoding, version: 2 };
    const cursor = new DwarfCursor(new Writer().u64(0x30).bytes, 'little');
    expect(readForm(cursor, DW_FORM.ref_addr, old, unit)).toEqual(reference(0x30));
    expect(formSize(DW_FORM.ref_addr, old)).toBe(8);
  });

  it.each([0, 0x2d, 0x1f77])('of the unknown form %i end the reading', (form) => {
    const cursor = new DwarfCursor(new Uint8Array(100), 'little');
    expect(readForm(cursor, form, encoding, unit)).toBeUndefined();
    expect(cursor.overrun).toBe(true);
    const skipped = new DwarfCursor(new Uint8Array(100), 'little');
    skipForm(skipped, form, encoding);
    expect(skipped.overrun).toBe(true);
  });

  it('that are indirect without end are not followed', () => {
    const cursor = new DwarfCursor(new Uint8Array(50_000).fill(DW_FORM.indirect), 'little');
    expect(readForm(cursor, DW_FORM.indirect, encoding, unit)).toBeUndefined();
    expect(cursor.overrun).toBe(true);
  });
});

describe('an offset into another section', () => {
  it('is a constant before DWARF 4, and has a form of its own since', () => {
    expect(asSectionOffset(constant(0x10n), 3)).toBe(0x10);
    expect(asSectionOffset(constant(0x10n), 4)).toBeUndefined();
    expect(asSectionOffset({ kind: 'sectionOffset', offset: 0x10 }, 4)).toBe(0x10);
    expect(asSectionOffset(undefined, 4)).toBeUndefined();
  });
});
