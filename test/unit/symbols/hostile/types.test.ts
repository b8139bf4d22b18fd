// Types that are made of themselves, of more than there can be, or of less than nothing.
import { describe, expect, it } from 'vitest';
import { childParts } from '../../../../src/values/children';
import { Value } from '../../../../src/values/value';
import { DW_AT, DW_FORM, DW_TAG } from '../../../../src/symbols/dwarf/constants';
import { valueContext } from '../../values/makers';
import { asClass } from '../dwarf/entitiesOf';
import { data, refer, text, type MadeAttribute, type MadeEntry } from '../dwarf/unitMaker';
import { entry, expectSound, number, openUnits, shown, typeOf, unitOf, variable } from './hostile';

const circle = (tag: number, ...others: MadeAttribute[]): MadeEntry[] => [
  entry(tag, [refer(DW_AT.type, 'circle'), ...others], undefined, 'circle'),
  variable('v', 'circle'),
];

describe('types that are made of themselves', () => {
  it.each<[string, readonly MadeEntry[]]>([
    ['a typedef', circle(DW_TAG.typedef, text(DW_AT.name, 'self'))],
    ['a pointer', circle(DW_TAG.pointer_type)],
    ['a qualifier', circle(DW_TAG.const_type)],
    ['an array', [...circle(DW_TAG.array_type)]],
    ['a function', circle(DW_TAG.subroutine_type)],
    ['a range', circle(DW_TAG.subrange_type)],
    ['an enumeration', circle(DW_TAG.enumeration_type)],
    ['a pointer to a member', circle(DW_TAG.ptr_to_member_type)],
    [
      'two qualifiers in turn',
      [
        entry(DW_TAG.const_type, [refer(DW_AT.type, 'two')], undefined, 'one'),
        entry(DW_TAG.volatile_type, [refer(DW_AT.type, 'one')], undefined, 'two'),
        variable('v', 'two'),
      ],
    ],
  ])('%s ends', async (_name, entries) => {
    const opened = await openUnits(unitOf(...entries));
    const [name, value] = await shown(opened, 'v');
    expect([name.length < 200, value.length < 200]).toEqual([true, true]);
    await expectSound(opened);
  });

  it('a function that takes two functions like itself has a name that ends', async () => {
    const parameter = entry(DW_TAG.formal_parameter, [refer(DW_AT.type, 'pointer')]);
    const opened = await openUnits(
      unitOf(
        entry(DW_TAG.subroutine_type, [], [parameter, parameter], 'function'),
        entry(DW_TAG.pointer_type, [refer(DW_AT.type, 'function')], undefined, 'pointer'),
        variable('v', 'pointer'),
      ),
    );
    const [name, value] = await shown(opened, 'v');
    expect(name).toContain('...');
    expect(name.length).toBeLessThan(20_000);
    expect(value).toBe('0x0');
    await expectSound(opened);
  });

  it('a struct that is a member of itself is written to some depth, and opened step by step', async () => {
    const opened = await openUnits(
      unitOf(
        entry(
          DW_TAG.structure_type,
          [text(DW_AT.name, 'self'), data(DW_AT.byte_size, 8)],
          ['a', 'b'].map((name) =>
            entry(DW_TAG.member, [text(DW_AT.name, name), refer(DW_AT.type, 'self')]),
          ),
          'self',
        ),
        variable('v', 'self'),
      ),
    );
    const [, value] = await shown(opened, 'v');
    expect(value).toMatch(/^\{a = \{a = \{.*\.\.\./);
    expect(value.length).toBeLessThan(2_000_000);
    const type = await typeOf(opened, 'v');
    const top = new Value(type, { kind: 'memory', address: 0x5000n }, valueContext());
    const parts = await childParts(top, 'v', { prettyPrint: true });
    expect((await parts.namedParts()).map(({ name }) => name)).toEqual(['a', 'b']);
    await expectSound(opened);
  });

  it('a class that is its own base', async () => {
    const opened = await openUnits(
      unitOf(
        entry(
          DW_TAG.class_type,
          [text(DW_AT.name, 'self'), data(DW_AT.byte_size, 8)],
          [0, 1].map(() => entry(DW_TAG.inheritance, [refer(DW_AT.type, 'self')])),
          'self',
        ),
        variable('v', 'self'),
      ),
    );
    const [, value] = await shown(opened, 'v');
    expect(value).toMatch(/^\{<self> = \{<self> = /);
    expect(value.length).toBeLessThan(4_000_000);
  });

  it('a declaration whose definition is the declaration', async () => {
    const flag: MadeAttribute = [DW_AT.declaration, DW_FORM.flag_present, () => undefined];
    const opened = await openUnits(
      unitOf(
        entry(DW_TAG.structure_type, [text(DW_AT.name, 'lost'), flag], undefined, 'lost'),
        variable('v', 'lost'),
      ),
    );
    expect(await asClass(await typeOf(opened, 'v')).definition?.()).toBeUndefined();
    expect((await shown(opened, 'v'))[1]).toBe('<incomplete type>');
  });

  it('a chain of twenty thousand qualifiers', async () => {
    const chain = Array.from({ length: 20_000 }, (_, i) =>
      entry(
        DW_TAG.const_type,
        [refer(DW_AT.type, i === 0 ? 'int' : `q${i - 1}`)],
        undefined,
        `q${i}`,
      ),
    );
    const opened = await openUnits(unitOf(...chain, variable('v', 'q19999')));
    expect((await shown(opened, 'v')).map((each) => each.length < 1000)).toEqual([true, true]);
    await expectSound(opened);
  });
});

const sized = (tag: number, size: bigint): MadeEntry[] => [
  entry(
    tag,
    [
      text(DW_AT.name, 'sized'),
      [DW_AT.byte_size, DW_FORM.sdata, (writer) => writer.sleb(size)],
      data(DW_AT.encoding, 7),
    ],
    [
      entry(DW_TAG.enumerator, [
        text(DW_AT.name, 'below'),
        [DW_AT.const_value, DW_FORM.sdata, (writer) => writer.sleb(-1)],
      ]),
    ],
    'sized',
  ),
  variable('v', 'sized'),
  entry(DW_TAG.variable, [
    text(DW_AT.name, 'constant'),
    refer(DW_AT.type, 'sized'),
    number(DW_AT.const_value, 7),
  ]),
];

describe('sizes', () => {
  const tags = {
    'base type': DW_TAG.base_type,
    struct: DW_TAG.structure_type,
    enumeration: DW_TAG.enumeration_type,
    pointer: DW_TAG.pointer_type,
    array: DW_TAG.array_type,
    union: DW_TAG.union_type,
  };
  const all = Object.entries(tags).flatMap(([name, tag]) =>
    [0n, -1n, 17n, 2n ** 31n, 2n ** 53n, 2n ** 62n].map((size) => [name, size, tag] as const),
  );
  it.each(all)('%s of %s bytes', async (_name, size, tag) => {
    const opened = await openUnits(unitOf(...sized(tag, size)));
    const [, value] = await shown(opened, 'v');
    if (size > 65_536n) expect(value).toMatch(/^<error: value .*requires \d+ bytes/);
    for (const name of ['v', 'constant']) expect((await shown(opened, name))[1]).toBeDefined();
    await expectSound(opened);
  });

  it.each<[string, readonly MadeEntry[]]>([
    ['2^64 elements', [entry(DW_TAG.subrange_type, [number(DW_AT.count, -1n)])]],
    ['an upper bound of 2^64', [entry(DW_TAG.subrange_type, [number(DW_AT.upper_bound, -1n)])]],
    [
      'fewer than no elements',
      [entry(DW_TAG.subrange_type, [[DW_AT.count, DW_FORM.sdata, (writer) => writer.sleb(-5)]])],
    ],
    [
      '1,000 dimensions',
      Array.from({ length: 1000 }, () => entry(DW_TAG.subrange_type, [data(DW_AT.count, 1)])),
    ],
    [
      '1,000 dimensions of 2^32 and one of none',
      Array.from({ length: 1001 }, (_, i) =>
        entry(DW_TAG.subrange_type, [number(DW_AT.count, i === 100 ? 0 : 2n ** 32n)]),
      ),
    ],
  ])('an array of %s', async (_name, dimensions) => {
    const opened = await openUnits(
      unitOf(
        entry(DW_TAG.array_type, [refer(DW_AT.type, 'int')], dimensions, 'array'),
        variable('v', 'array'),
      ),
    );
    const type = await typeOf(opened, 'v');
    expect(type.kind === 'array' && type.dimensions.length).toBeLessThanOrEqual(256);
    for (const each of await shown(opened, 'v')) expect(each.length).toBeLessThan(20_000);
    await expectSound(opened);
  });
});

describe('members', () => {
  const struct = (...members: (readonly MadeAttribute[])[]): MadeEntry[] => [
    entry(
      DW_TAG.structure_type,
      [text(DW_AT.name, 'odd'), data(DW_AT.byte_size, 4)],
      members.map((attributes, i) =>
        entry(DW_TAG.member, [text(DW_AT.name, `m${i}`), refer(DW_AT.type, 'int'), ...attributes]),
      ),
      'odd',
    ),
    variable('v', 'odd'),
  ];
  const signed = (name: number, value: bigint): MadeAttribute => [
    name,
    DW_FORM.sdata,
    (writer) => writer.sleb(value),
  ];

  it('bit fields beyond the struct, before it, and of more bits than there are', async () => {
    const opened = await openUnits(
      unitOf(
        ...struct(
          [data(DW_AT.bit_size, 3), number(DW_AT.data_bit_offset, 2n ** 62n)],
          [data(DW_AT.bit_size, 3), signed(DW_AT.data_bit_offset, -9n)],
          [number(DW_AT.bit_size, 2n ** 62n), data(DW_AT.data_bit_offset, 1)],
          [data(DW_AT.bit_size, 500), data(DW_AT.data_bit_offset, 1)],
          [signed(DW_AT.bit_size, -4n), data(DW_AT.data_bit_offset, 1)],
          [data(DW_AT.bit_size, 3), signed(DW_AT.bit_offset, 1000n)],
          [data(DW_AT.bit_size, 4), data(DW_AT.data_bit_offset, 4)],
        ),
      ),
    );
    const [, value] = await shown(opened, 'v');
    expect(value).toMatch(/^\{m0 = <unavailable>, .*m6 = 0\}$/);
    const [global] = await opened.program.globalsNamed('v');
    const bytes = { kind: 'literal', bytes: new Uint8Array(4) } as const;
    const inBytes = new Value(global?.type ?? { kind: 'void' }, bytes, valueContext());
    for (const part of await (await childParts(inBytes, 'v', { prettyPrint: true })).namedParts()) {
      if (!('problem' in part.value)) expect(await part.value.contents()).toBeDefined();
    }
    await expectSound(opened);
  });

  it('members far outside of their struct', async () => {
    const opened = await openUnits(
      unitOf(
        ...struct(
          [signed(DW_AT.data_member_location, -(2n ** 62n))],
          [number(DW_AT.data_member_location, 2n ** 63n)],
        ),
      ),
    );
    expect((await shown(opened, 'v'))[1]).toBe('{m0 = <unavailable>, m1 = <unavailable>}');
  });

  it('a variant part without a discriminant, or with itself as one', async () => {
    const part = (...attributes: MadeAttribute[]): MadeEntry[] => [
      entry(
        DW_TAG.structure_type,
        [text(DW_AT.name, 'shapes'), data(DW_AT.byte_size, 4)],
        [
          entry(
            DW_TAG.variant_part,
            attributes,
            [
              entry(
                DW_TAG.variant,
                [data(DW_AT.discr_value, 1)],
                [entry(DW_TAG.member, [text(DW_AT.name, 'm'), refer(DW_AT.type, 'int')])],
              ),
              entry(
                DW_TAG.variant,
                [
                  [
                    DW_AT.discr_list,
                    DW_FORM.block1,
                    (writer) => writer.u8(5, 1, 0xff, 0xff, 0xff, 0xff),
                  ],
                ],
                [entry(DW_TAG.variant_part, [], [])],
              ),
            ],
            'part',
          ),
        ],
        'shapes',
      ),
      variable('v', 'shapes'),
    ];
    for (const attributes of [[], [refer(DW_AT.discr, 'part')], [data(DW_AT.discr, 0x7fffffff)]]) {
      const opened = await openUnits(unitOf(...part(...attributes)));
      const { variants } = await asClass(await typeOf(opened, 'v')).members();
      expect(variants?.variants.length).toBe(2);
      expect((await shown(opened, 'v'))[1]).toBeDefined();
      await expectSound(opened);
    }
  });
});
