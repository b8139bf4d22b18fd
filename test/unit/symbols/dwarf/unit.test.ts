import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../../src/bytes/source';
import { Role } from '../../../../src/symbols/dwarf/abbrev';
import { DW_AT, DW_FORM, DW_TAG, DW_UT } from '../../../../src/symbols/dwarf/constants';
import { Dwarf } from '../../../../src/symbols/dwarf/dwarf';
import { Entries } from '../../../../src/symbols/dwarf/entries';
import { readUnitPlace, type Unit } from '../../../../src/symbols/dwarf/unit';
import { sectionsOf } from '../sectionsOf';
import { Writer } from '../writer';
import {
  address,
  data,
  makeUnits,
  offset,
  refer,
  text,
  type MadeAttribute,
  type MadeEntry,
  type MadeUnit,
} from './unitMaker';

const leaf = (tag: number): MadeEntry => ({ tag, attributes: [text(DW_AT.name, `tag ${tag}`)] });
const root: MadeEntry = {
  tag: DW_TAG.compile_unit,
  attributes: [
    text(DW_AT.name, 'a.c'),
    address(DW_AT.low_pc, 0x401000n),
    offset(DW_AT.stmt_list, 0x40),
  ],
  children: [
    { tag: DW_TAG.namespace, attributes: [], children: [leaf(DW_TAG.variable), leaf(0x2e)] },
    { tag: DW_TAG.structure_type, attributes: [], children: [] },
    leaf(DW_TAG.formal_parameter),
  ],
};

async function unitsOf(dwarf: Dwarf): Promise<Unit[]> {
  const units: Unit[] = [];
  for await (const unit of dwarf.allUnits()) units.push(unit);
  return units;
}

describe('a unit', () => {
  it.each([
    { version: 2, format: 4, order: 'little' },
    { version: 3, format: 8, order: 'little' },
    { version: 4, format: 4, order: 'big' },
    { version: 5, format: 4, order: 'little' },
    { version: 5, format: 8, order: 'big' },
  ] as const)('of DWARF $version, offsets of $format bytes, $order endian', async (made) => {
    const lines =
      made.version >= 4 && made.format === 4
        ? [offset(DW_AT.stmt_list, 0x40)]
        : [data(DW_AT.stmt_list, 0x40)];
    const attributes = [text(DW_AT.name, 'a.c'), address(DW_AT.low_pc, 0x401000n), ...lines];
    const unit = { ...made, root: { ...root, attributes } };
    const sections = sectionsOf(makeUnits(unit, unit), made.order);
    const [first, second] = await unitsOf(new Dwarf(sections));
    const { version, format: offsetSize, order } = made;
    expect(first?.header.encoding).toEqual({ order, version, addressSize: 8, offsetSize });
    expect(first?.root).toMatchObject({
      tag: DW_TAG.compile_unit,
      name: { kind: 'string', text: 'a.c' },
      lowPc: { kind: 'address', address: 0x401000n },
    });
    if (version < 4 || offsetSize === 4) expect(first?.root.statementList).toBe(0x40);
    expect(second?.header.offset).toBe(first?.header.end);
    expect(sections.findings.list).toEqual([]);
  });

  it.each([
    ['type', DW_UT.type, 0x77n],
    ['skeleton', DW_UT.skeleton, 0x77n],
    ['split', DW_UT.split_compile, 0x77n],
    ['partial', DW_UT.partial, undefined],
  ])('of the kind %s has a header of its own', async (_, unitType, signature) => {
    const [unit] = await unitsOf(new Dwarf(sectionsOf(makeUnits({ unitType, root }))));
    expect(unit?.header).toMatchObject({ unitType, signature });
    expect(unit?.root.name).toEqual({ kind: 'string', text: 'a.c' });
  });

  it('may have a first entry that is long', async () => {
    const name = 'a'.repeat(500);
    const attributes = [text(DW_AT.producer, name), text(DW_AT.name, name)];
    const [unit] = await unitsOf(
      new Dwarf(sectionsOf(makeUnits({ root: { ...root, attributes } }))),
    );
    expect(unit?.root.name).toEqual({ kind: 'string', text: name });
  });

  it('is found by any byte in it', async () => {
    const dwarf = new Dwarf(sectionsOf(makeUnits({ root }, { version: 4, root })));
    const [first, second] = await unitsOf(dwarf);
    const end = first?.header.end ?? 0;
    expect((await dwarf.unitHolding(end - 1))?.header.offset).toBe(0);
    expect((await dwarf.unitHolding(end))?.header.offset).toBe(second?.header.offset);
    expect(await dwarf.unitHolding(10_000)).toBeUndefined();
  });
});

describe('a walk over entries', () => {
  it('visits them depth first, in the order of the file', async () => {
    const dwarf = new Dwarf(sectionsOf(makeUnits({ root })));
    const [unit] = await unitsOf(dwarf);
    if (!unit) throw new Error('no unit');
    const entries = await dwarf.entries(unit);
    const visited: [number, number][] = [];
    while (entries.next()) visited.push([entries.depth, entries.tag]);
    expect(visited).toEqual([
      [0, DW_TAG.compile_unit],
      [1, DW_TAG.namespace],
      [2, DW_TAG.variable],
      [2, DW_TAG.subprogram],
      [1, DW_TAG.structure_type],
      [1, DW_TAG.formal_parameter],
    ]);
    expect(entries.broken).toBe(false);
    expect(entries.next()).toBe(false);
  });

  it('reads the values that are asked for', async () => {
    const dwarf = new Dwarf(sectionsOf(makeUnits({ root })));
    const [unit] = await unitsOf(dwarf);
    if (!unit) throw new Error('no unit');
    const entries = await dwarf.entries(unit);
    entries.next();
    expect(entries.values([DW_AT.stmt_list, DW_AT.ranges, DW_AT.name])).toEqual([
      { kind: 'sectionOffset', offset: 0x40 },
      undefined,
      { kind: 'string', text: 'a.c' },
    ]);
    expect(entries.next()).toBe(true);
  });
});

describe('a walk to entries of a role', () => {
  /** As compilers write it: the last attribute, relative to the unit, which begins the section. */
  const sibling = (label: string): MadeAttribute => [
    DW_AT.sibling,
    DW_FORM.ref4,
    (writer, at) => writer.u32(at(label)),
  ];
  const program = (toSibling: MadeAttribute): MadeEntry => ({
    tag: DW_TAG.compile_unit,
    attributes: [],
    children: [
      leaf(DW_TAG.variable),
      {
        tag: DW_TAG.structure_type,
        attributes: [text(DW_AT.name, 's'), toSibling],
        children: [leaf(DW_TAG.member), leaf(DW_TAG.subprogram)],
      },
      { ...leaf(DW_TAG.subprogram), label: 'after', children: [leaf(DW_TAG.inlined_subroutine)] },
    ],
  });

  async function visited(
    entry: MadeEntry,
    closed: number,
    most: number,
    near = 0,
  ): Promise<[number, number][]> {
    const dwarf = new Dwarf(sectionsOf(makeUnits({ root: entry })));
    const [unit] = await unitsOf(dwarf);
    if (!unit) throw new Error('no unit');
    const entries = await dwarf.entries(unit);
    const found: [number, number][] = [];
    while (entries.nextWith(Role.function | Role.inlined, near, closed, most)) {
      found.push([entries.depth, entries.tag]);
    }
    expect(entries.broken).toBe(false);
    return found;
  }

  it('stops at no other', async () => {
    expect(await visited(program(sibling('after')), 0, 100)).toEqual([
      [2, DW_TAG.subprogram],
      [1, DW_TAG.subprogram],
      [2, DW_TAG.inlined_subroutine],
    ]);
  });

  it('stops at any role where it is near, and where it leaves that depth', async () => {
    expect(await visited(program(sibling('after')), 0, 100, 2)).toEqual([
      [0, DW_TAG.compile_unit],
      [1, DW_TAG.variable],
      [1, DW_TAG.structure_type],
      [2, DW_TAG.member],
      [2, DW_TAG.subprogram],
      [1, DW_TAG.subprogram],
      [2, DW_TAG.inlined_subroutine],
    ]);
  });

  it('stops now and then at others where they are many', async () => {
    expect(await visited(program(sibling('after')), 0, 2)).toEqual([
      [1, DW_TAG.variable],
      [2, DW_TAG.member],
      [2, DW_TAG.subprogram],
      [1, DW_TAG.subprogram],
      [2, DW_TAG.inlined_subroutine],
    ]);
  });

  it.each([
    ['of four bytes', sibling('after')],
    ['of another form', refer(DW_AT.sibling, 'after')],
  ])('passes over what is closed, by a reference to the sibling %s', async (_, toSibling) => {
    expect(await visited(program(toSibling), Role.scope, 100)).toEqual([
      [1, DW_TAG.subprogram],
      [2, DW_TAG.inlined_subroutine],
    ]);
  });

  it.each([
    ['backward', 0],
    ['out of the unit', 0x10_0000],
  ])('follows no reference that leads %s', async (_, to) => {
    const wrong: MadeAttribute = [DW_AT.sibling, DW_FORM.ref4, (writer) => writer.u32(to)];
    expect(await visited(program(wrong), Role.scope, 100)).toHaveLength(3);
  });
});

describe('damaged units', () => {
  it('are passed over where the header cannot be read', async () => {
    const made = makeUnits({ root }, { version: 9, root }, { root });
    const sections = sectionsOf(made);
    expect(await unitsOf(new Dwarf(sections))).toHaveLength(2);
    expect(sections.findings.list).toMatchObject([{ code: 'unit-unreadable' }]);
    expect(sections.findings.list[0]?.message).toContain('.debug_info+0x');
  });

  it('are said where they are cut', async () => {
    const made = makeUnits({ root });
    const bytes = made['.debug_info']?.bytes.slice(0, -3) ?? new Uint8Array(0);
    const sections = sectionsOf({ ...made, '.debug_info': bytes });
    const [unit] = await unitsOf(new Dwarf(sections));
    expect(unit?.header.end).toBe(bytes.length);
    expect(sections.findings.list).toMatchObject([{ code: 'unit-unreadable', offset: 0x1000 }]);
  });

  it('are no units where an abbreviation is missing', async () => {
    const sections = sectionsOf({ ...makeUnits({ root }), '.debug_abbrev': Uint8Array.of(0) });
    expect(await unitsOf(new Dwarf(sections))).toEqual([]);
    expect(sections.findings.list).toMatchObject([{ code: 'entry-unreadable' }]);
  });

  it('of any length end the walk at the end of the section', async () => {
    for (const length of [0n, 1n, 0xffff_fff0n, 2n ** 63n]) {
      const info = new Writer().u32(0xffffffff).u64(length).u64(0).u64(0);
      const sections = sectionsOf({ '.debug_info': info });
      expect(await unitsOf(new Dwarf(sections))).toEqual([]);
    }
  });

  it('have no place near the end of the section', async () => {
    const section = new MemorySource(new Uint8Array(10));
    expect(await readUnitPlace(section, 'little', 0)).toBeUndefined();
  });

  it.each(['.debug_info', '.debug_abbrev'])(
    'are read the same way wherever %s is cut',
    async (name) => {
      const made: Record<string, Writer> = makeUnits({ root } satisfies MadeUnit);
      const whole = made[name]?.bytes ?? new Uint8Array(0);
      for (let length = 0; length < whole.length; length++) {
        const dwarf = new Dwarf(sectionsOf({ ...made, [name]: whole.slice(0, length) }));
        for (const unit of await unitsOf(dwarf)) {
          const entries = await dwarf.entries(unit);
          let count = 0;
          while (entries.next()) count++;
          expect(count).toBeLessThanOrEqual(6);
        }
      }
    },
  );
});

describe('forms that no version defines', () => {
  it('end the walk', async () => {
    const odd: MadeEntry = { tag: 5, attributes: [[DW_AT.name, 0x2d, (writer) => writer.u8(1)]] };
    const unit: MadeEntry = {
      tag: DW_TAG.compile_unit,
      attributes: [data(DW_AT.language, 1)],
      children: [odd, leaf(5)],
    };
    const sections = sectionsOf(makeUnits({ root: unit }));
    const dwarf = new Dwarf(sections);
    const [first] = await unitsOf(dwarf);
    if (!first) throw new Error('no unit');
    await new Entries(dwarf).tree(first);
    expect(sections.findings.list).toMatchObject([{ code: 'entry-unreadable' }]);
    expect(DW_FORM.addr).toBe(1);
  });
});
