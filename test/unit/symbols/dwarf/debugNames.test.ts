// Tables of names made by hand.
import { describe, expect, it } from 'vitest';
import { DW_FORM, DW_TAG } from '../../../../src/symbols/dwarf/constants';
import { readDebugNames, type ListedFunctions } from '../../../../src/symbols/dwarf/nameIndex';
import { sectionsOf } from '../sectionsOf';
import { Writer } from '../writer';

/**
 * A name to be listed: where it stands in .debug_str, and its entries as [code of the shape, unit].
 */
interface MadeName {
  readonly string: number;
  readonly entries: readonly (readonly [code: number, unit: number])[];
}

/** Shapes: 1 a function, 2 a variable, 3 a function of the only unit. */
const shapes = new Writer()
  .uleb(1, DW_TAG.subprogram, 1, DW_FORM.udata, 3, DW_FORM.ref4, 0, 0)
  .uleb(2, DW_TAG.variable, 1, DW_FORM.udata, 3, DW_FORM.ref4, 0, 0)
  .uleb(3, DW_TAG.inlined_subroutine, 3, DW_FORM.ref4, 0, 0)
  .uleb(0);

function table(units: readonly number[], names: readonly MadeName[], buckets = 0): Writer {
  const body = new Writer().u16(5).u16(0).u32(units.length).u32(0).u32(0);
  body.u32(buckets).u32(names.length).u32(shapes.length).u32(4).text('TST');
  for (const unit of units) body.u32(unit);
  if (buckets > 0) body.raw(new Uint8Array(4 * (buckets + names.length)));
  const pool = new Writer();
  const entryOffsets = names.map(({ entries }) => {
    const offset = pool.length;
    for (const [code, unit] of entries) {
      pool.uleb(code);
      if (code !== 3) pool.uleb(unit);
      pool.u32(0x1234);
    }
    pool.uleb(0);
    return offset;
  });
  for (const { string } of names) body.u32(string);
  for (const offset of entryOffsets) body.u32(offset);
  return new Writer().counted(4, body.raw(shapes.bytes).raw(pool.bytes));
}

const read = (section: Writer | Uint8Array): Promise<ListedFunctions> =>
  readDebugNames(sectionsOf({ '.debug_names': section }));

describe('tables of names', () => {
  it('say which units have functions of a name', async () => {
    const names = [
      {
        string: 7,
        entries: [
          [1, 0],
          [1, 1],
          [2, 1],
        ],
      },
      { string: 9, entries: [[2, 0]] },
    ] as const;
    const { covered, units } = await read(table([0x10, 0x80], names, 2));
    expect([...covered]).toEqual([0x10, 0x80]);
    expect([...units]).toEqual([[7, [0x10, 0x80]]]);
  });

  it('follow one another, and need not name their only unit', async () => {
    const one = table([0x10], [{ string: 7, entries: [[3, 0]] }]);
    const other = table([0x80], [{ string: 7, entries: [[3, 0]] }]);
    const { covered, units } = await read(new Writer().raw(one.bytes).raw(other.bytes));
    expect([...covered]).toEqual([0x10, 0x80]);
    expect([...units]).toEqual([[7, [0x10, 0x80]]]);
  });

  it('cover nothing where they are damaged: of another version, shape or unit', async () => {
    const entry = (code: number, unit: number): Writer =>
      table([0x10], [{ string: 7, entries: [[code, unit]] }]);
    const old = Uint8Array.from(entry(1, 0).bytes);
    old[4] = 4;
    for (const section of [old, entry(1, 3), entry(9, 0)]) {
      const sections = sectionsOf({ '.debug_names': section });
      expect((await readDebugNames(sections)).covered.size).toBe(0);
      expect(sections.findings.list.map(({ code }) => code)).toEqual(['name-table-unreadable']);
    }
  });

  it('cover nothing where they are cut, at any byte', async () => {
    const whole = table([0x10], [{ string: 7, entries: [[1, 0]] }]).bytes;
    for (let length = 1; length < whole.length; length++) {
      expect((await read(whole.slice(0, length))).covered.size).toBe(0);
    }
  });

  it('cover nothing where names share their entries, which would go on without end', async () => {
    const first = {
      string: 7,
      entries: [
        [1, 0],
        [1, 0],
      ],
    } as const;
    const others = Array.from({ length: 49 }, () => ({ string: 7, entries: [] }));
    const { bytes } = table([0x10], [first, ...others]);
    const pool = 13 + others.length;
    const offsets = bytes.length - pool - shapes.length - 4 * (1 + others.length);
    bytes.fill(0, offsets, offsets + 4 * (1 + others.length));
    expect((await read(bytes)).covered.size).toBe(0);
  });
});
