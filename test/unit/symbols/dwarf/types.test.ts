import { describe, expect, it } from 'vitest';
import { DW_AT, DW_ATE, DW_FORM, DW_TAG } from '../../../../src/symbols/dwarf/constants';
import type { Type } from '../../../../src/symbols/type';
import { asClass, entitiesOf, globalNamed, type MadeEntities } from './entitiesOf';
import { data, present, refer, text, type MadeAttribute, type MadeEntry } from './unitMaker';

const block = (name: number, ...bytes: number[]): MadeAttribute => [
  name,
  DW_FORM.block1,
  (writer) => writer.u8(bytes.length, ...bytes),
];
const signed = (name: number, value: number): MadeAttribute => [
  name,
  DW_FORM.sdata,
  (writer) => writer.sleb(value),
];

function base(label: string, size: number, encoding: number): MadeEntry {
  const attributes = [
    text(DW_AT.name, label),
    data(DW_AT.byte_size, size),
    data(DW_AT.encoding, encoding),
  ];
  return { tag: DW_TAG.base_type, label, attributes };
}

const int = base('int', 4, DW_ATE.signed);
const byte = base('byte', 1, DW_ATE.unsigned);

function variable(name: string, type: string): MadeEntry {
  const attributes = [text(DW_AT.name, name), refer(DW_AT.type, type), data(DW_AT.const_value, 1)];
  return { tag: DW_TAG.variable, attributes };
}

/** A program with entries at the top of one unit. */
function programOf(...children: MadeEntry[]): MadeEntities {
  return entitiesOf([{ root: { tag: DW_TAG.compile_unit, attributes: [], children } }]);
}

/** The type of a variable `v`, whose DW_AT_type is the entry of a label. */
async function typeOf(label: string, ...entries: MadeEntry[]): Promise<Type | undefined> {
  return (await globalNamed(programOf(...entries, variable('v', label)), 'v'))?.type;
}

function pointer(label: string, target: string): MadeEntry {
  return { tag: DW_TAG.pointer_type, label, attributes: [refer(DW_AT.type, target)] };
}

describe('types', () => {
  it('made of themselves end as unreadable', async () => {
    const type = await typeOf('a', pointer('a', 'b'), pointer('b', 'a'));
    expect(type).toMatchObject({ kind: 'pointer', target: { target: { kind: 'unreadable' } } });
    const self = { tag: DW_TAG.const_type, label: 'c', attributes: [refer(DW_AT.type, 'c')] };
    expect(await typeOf('c', self)).toMatchObject({
      kind: 'const',
      target: { kind: 'unreadable' },
    });
  });

  it('of a million layers are cut', async () => {
    const layers = Array.from({ length: 3000 }, (_, i) => pointer(`p${i}`, `p${i + 1}`));
    let type = await typeOf('p0', ...layers, { ...int, label: 'p3000' });
    let depth = 0;
    for (; type?.kind === 'pointer'; depth++) type = type.target;
    expect([depth, type?.kind]).toEqual([100, 'unreadable']);
  });

  it('that are not there are unreadable', async () => {
    expect(await typeOf('nowhere')).toMatchObject({ kind: 'unreadable' });
    const namespace = { tag: DW_TAG.namespace, label: 'n', attributes: [] };
    expect(await typeOf('n', namespace)).toMatchObject({ kind: 'unreadable' });
  });

  it('of enumerations have the sign of what they are made of', async () => {
    const enumeration = (...more: MadeAttribute[]): MadeEntry => ({
      tag: DW_TAG.enumeration_type,
      label: 'e',
      attributes: [data(DW_AT.byte_size, 1), ...more],
      children: [
        {
          tag: DW_TAG.enumerator,
          attributes: [text(DW_AT.name, 'LOW'), signed(DW_AT.const_value, 1)],
        },
        {
          tag: DW_TAG.enumerator,
          attributes: [text(DW_AT.name, 'HIGH'), data(DW_AT.const_value, 255)],
        },
      ],
    });
    const values = async (...more: MadeAttribute[]): Promise<unknown> => {
      const type = await typeOf(
        'e',
        int,
        byte,
        base('tiny', 1, DW_ATE.signed),
        enumeration(...more),
      );
      return type?.kind === 'enum' && [type.signed, ...type.enumerators.map(({ value }) => value)];
    };
    expect(await values()).toEqual([false, 1n, 255n]);
    expect(await values(refer(DW_AT.type, 'byte'))).toEqual([false, 1n, 255n]);
    expect(await values(refer(DW_AT.type, 'tiny'))).toEqual([true, 1n, -1n]);
  });

  it('of arrays have bounds of all sorts', async () => {
    const subrange = (...attributes: MadeAttribute[]): MadeEntry => ({
      tag: DW_TAG.subrange_type,
      attributes,
    });
    const bound: MadeEntry = { ...variable('bound', 'int'), label: 'bound' };
    const array: MadeEntry = {
      tag: DW_TAG.array_type,
      label: 'a',
      attributes: [refer(DW_AT.type, 'int')],
      children: [
        subrange(data(DW_AT.count, 2)),
        subrange(data(DW_AT.upper_bound, 2)),
        subrange(data(DW_AT.lower_bound, 1), data(DW_AT.upper_bound, 3)),
        subrange(signed(DW_AT.upper_bound, -1)),
        subrange(signed(DW_AT.upper_bound, -5)),
        subrange(),
        subrange(block(DW_AT.upper_bound, 0x91, 0x68, 0x06)),
        subrange(refer(DW_AT.count, 'bound')),
      ],
    };
    const type = await typeOf('a', int, bound, array);
    expect(type).toMatchObject({
      kind: 'array',
      dimensions: [
        { lower: 0n, count: 2n },
        { lower: 0n, count: 3n },
        { lower: 1n, count: 3n },
        { lower: 0n, count: 0n },
        { lower: 0n, count: 0n },
        { lower: 0n },
        { lower: 0n, count: { from: { kind: 'expression' }, add: 1n } },
        { lower: 0n, count: { from: { kind: 'variable' }, add: 0n } },
      ],
    });
  });

  it('of Rust enums have variants with values and ranges', async () => {
    const member = (name: string, label?: string): MadeEntry => ({
      tag: DW_TAG.member,
      ...(label === undefined ? {} : { label }),
      attributes: [
        text(DW_AT.name, name),
        refer(DW_AT.type, 'byte'),
        data(DW_AT.data_member_location, 0),
      ],
    });
    const variant = (name: string, ...attributes: MadeAttribute[]): MadeEntry => ({
      tag: DW_TAG.variant,
      attributes,
      children: [member(name)],
    });
    const part: MadeEntry = {
      tag: DW_TAG.variant_part,
      attributes: [refer(DW_AT.discr, 'discriminant')],
      children: [
        member('tag', 'discriminant'),
        variant('one', data(DW_AT.discr_value, 0xffffff01)),
        variant('many', block(DW_AT.discr_list, 0, 3, 1, 0x80, 1, 0xff, 1)),
        variant('cut', block(DW_AT.discr_list, 1, 3)),
        variant('rest'),
      ],
    };
    const type: MadeEntry = {
      tag: DW_TAG.structure_type,
      label: 's',
      attributes: [text(DW_AT.name, 'S')],
      children: [part],
    };
    const { variants } = await asClass(await typeOf('s', byte, type)).members();
    expect(variants?.discriminant?.name).toBe('tag');
    expect(variants?.variants.map(({ values, members }) => [members[0]?.name, values])).toEqual([
      ['one', [{ low: 1n, high: 1n }]],
      [
        'many',
        [
          { low: 3n, high: 3n },
          { low: 128n, high: 255n },
        ],
      ],
      ['cut', []],
      ['rest', []],
    ]);
  });

  it('of members have offsets from expressions of DWARF 2', async () => {
    const member = (name: string, ...bytes: number[]): MadeEntry => ({
      tag: DW_TAG.member,
      attributes: [
        text(DW_AT.name, name),
        refer(DW_AT.type, 'int'),
        block(DW_AT.data_member_location, ...bytes),
      ],
    });
    const type: MadeEntry = {
      tag: DW_TAG.class_type,
      label: 's',
      attributes: [],
      children: [
        member('near', 0x23, 0x08),
        member('far', 0x23, 0x80, 0x01),
        member('computed', 0x12, 0x06),
      ],
    };
    const { members } = await asClass(await typeOf('s', int, type)).members();
    expect(
      members.map(({ name, offset }) => [
        name,
        typeof offset === 'bigint' ? offset : [...offset.bytes],
      ]),
    ).toEqual([
      ['near', 8n],
      ['far', 128n],
      ['computed', [0x12, 0x06]],
    ]);
  });

  it('of classes have the member functions, the virtual ones with their slots', async () => {
    const method = (name: string, ...more: MadeAttribute[]): MadeEntry => ({
      tag: DW_TAG.subprogram,
      attributes: [text(DW_AT.name, name), ...more],
    });
    const type: MadeEntry = {
      tag: DW_TAG.class_type,
      label: 's',
      attributes: [],
      children: [
        method('plain', text(DW_AT.linkage_name, '_ZN1s5plainEv')),
        method(
          'virtual',
          text(DW_AT.linkage_name, '_ZN1s7virtualEv'),
          block(DW_AT.vtable_elem_location, 0x10, 0x82, 0x01),
        ),
      ],
    };
    const found = asClass(await typeOf('s', type));
    const { methods } = await found.members();
    expect((await found.members()).methods).toBe(methods);
    expect(methods).toMatchObject([
      { name: 'plain', artificial: false },
      { name: 'virtual', artificial: false, virtual: { slot: 130n } },
    ]);
    expect(await Promise.all(methods.map((each) => each.linkageName()))).toEqual([
      '_ZN1s5plainEv',
      '_ZN1s7virtualEv',
    ]);
  });

  it('of templates list the arguments of packs', async () => {
    const argument = (type: string, ...more: MadeAttribute[]): MadeEntry => ({
      tag: more.length > 0 ? DW_TAG.template_value_parameter : DW_TAG.template_type_parameter,
      attributes: [refer(DW_AT.type, type), ...more],
    });
    const type: MadeEntry = {
      tag: DW_TAG.structure_type,
      label: 's',
      attributes: [text(DW_AT.name, 'Box<int, 3, int, byte>')],
      children: [
        argument('int'),
        argument('int', signed(DW_AT.const_value, -3)),
        {
          tag: DW_TAG.GNU_template_parameter_pack,
          attributes: [],
          children: [argument('int'), argument('byte')],
        },
      ],
    };
    const { templateArguments } = await asClass(await typeOf('s', int, byte, type)).members();
    const named = templateArguments.map((each) => [
      'name' in each.type && each.type.name,
      each.value,
    ]);
    expect(named).toEqual([
      ['int', undefined],
      ['int', -3n],
      ['int', undefined],
      ['byte', undefined],
    ]);
  });
});

describe('a type that is only declared', () => {
  const declared: MadeEntry = {
    tag: DW_TAG.structure_type,
    label: 'declared',
    attributes: [text(DW_AT.name, 'later'), present(DW_AT.declaration)],
  };
  const inNamespace = (name: string, size: number): MadeEntry => ({
    tag: DW_TAG.namespace,
    attributes: [text(DW_AT.name, name)],
    children: [
      {
        tag: DW_TAG.structure_type,
        attributes: [text(DW_AT.name, 'later'), data(DW_AT.byte_size, size)],
      },
    ],
  });
  const unit = (...children: MadeEntry[]) => ({
    root: { tag: DW_TAG.compile_unit, attributes: [], children },
  });

  it('is defined by a type of the same qualified name in another unit', async () => {
    const defined: MadeEntry = {
      tag: DW_TAG.class_type,
      attributes: [text(DW_AT.name, 'later'), data(DW_AT.byte_size, 12)],
    };
    const made = entitiesOf([
      unit(declared, variable('v', 'declared')),
      unit(inNamespace('other', 99)),
      unit(defined),
    ]);
    const type = asClass((await globalNamed(made, 'v'))?.type);
    expect(type).toMatchObject({ name: 'later', incomplete: true });
    expect(type.size).toBeUndefined();
    expect(await type.definition?.()).toMatchObject({ incomplete: false, size: 12 });
  });

  it('stays so where there is none', async () => {
    const made = entitiesOf([
      unit(declared, variable('v', 'declared')),
      unit(inNamespace('other', 99)),
    ]);
    const type = asClass((await globalNamed(made, 'v'))?.type);
    expect(await type.definition?.()).toBeUndefined();
    expect((await type.members()).members).toEqual([]);
  });
});
