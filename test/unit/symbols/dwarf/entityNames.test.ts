import { describe, expect, it } from 'vitest';
import { DW_AT, DW_FORM, DW_TAG, DW_UT } from '../../../../src/symbols/dwarf/constants';
import type { ProgramEntities } from '../../../../src/symbols/programEntities';
import { asClass, entitiesOf } from './entitiesOf';
import {
  address,
  data,
  present,
  refer,
  subprogram,
  text,
  type MadeAttribute,
  type MadeEntry,
  type MadeUnit,
} from './unitMaker';

const DW_LANG_C11 = 0x1d;
const DW_LANG_C_plus_plus = 0x04;

const at = (place: bigint): MadeAttribute => [
  DW_AT.location,
  DW_FORM.exprloc,
  (writer) => writer.u8(9, 0x03).u64(place),
];

function named(tag: number, name: string, ...more: MadeAttribute[]): MadeEntry {
  return { tag, label: name, attributes: [text(DW_AT.name, name), ...more] };
}

function variable(name: string, place: bigint, ...more: MadeAttribute[]): MadeEntry {
  return named(DW_TAG.variable, name, at(place), ...more);
}

function namespace(name: string | undefined, ...children: MadeEntry[]): MadeEntry {
  const attributes = name === undefined ? [] : [text(DW_AT.name, name)];
  return { tag: DW_TAG.namespace, label: `namespace ${name}`, attributes, children };
}

function unit(file: string, language: number, start: bigint, ...children: MadeEntry[]): MadeUnit {
  const attributes = [
    text(DW_AT.name, file),
    text(DW_AT.comp_dir, '/build'),
    data(DW_AT.language, language),
    address(DW_AT.low_pc, start),
    data(DW_AT.high_pc, 0x100),
  ];
  return { root: { tag: DW_TAG.compile_unit, attributes, children } };
}

/** Where the variables of a name are, as used at an address. */
async function places(entities: ProgramEntities, name: string, pc?: bigint): Promise<number[]> {
  const scope = pc === undefined ? undefined : (await entities.scopesAt(pc)).at(-1);
  return (await entities.globalsNamed(name, scope)).map(({ location }) =>
    location.kind === 'expression' ? (location.expression.bytes[1] ?? 0) : -1,
  );
}

describe('names in namespaces', () => {
  const inner = {
    ...subprogram('f', 0x1000n, 16),
    children: [
      { tag: DW_TAG.imported_module, attributes: [refer(DW_AT.import, 'namespace used')] },
      { tag: DW_TAG.imported_declaration, attributes: [refer(DW_AT.import, 'single')] },
      {
        tag: DW_TAG.imported_declaration,
        attributes: [refer(DW_AT.import, 'namespace other'), text(DW_AT.name, 'alias')],
      },
    ],
  };
  const { entities } = entitiesOf([
    unit(
      'a.cc',
      DW_LANG_C_plus_plus,
      0x1000n,
      variable('x', 1n),
      namespace('ns', variable('x', 2n), inner, namespace(undefined, variable('hidden', 3n))),
      namespace('used', variable('fromUsed', 4n)),
      namespace('other', variable('x', 5n), variable('single', 6n)),
      subprogram('g', 0x1020n, 16),
    ),
  ]);

  it.each([
    ['x', 0x1000n, [2, 1]],
    ['x', 0x1020n, [1]],
    ['ns::x', 0x1020n, [2]],
    ['hidden', 0x1000n, [3]],
    ['hidden', 0x1020n, []],
    ['ns::hidden', 0x1020n, [3]],
    ['fromUsed', 0x1000n, [4]],
    ['fromUsed', 0x1020n, []],
    ['used::fromUsed', 0x1020n, [4]],
    ['single', 0x1000n, [6]],
    ['alias::x', 0x1000n, [5]],
    ['alias::x', 0x1020n, []],
    ['nothing', 0x1000n, []],
    ['', 0x1000n, []],
  ] as const)('%s at %i', async (name, pc, expected) => {
    expect(await places(entities, name, pc)).toEqual(expected);
  });
});

describe('variables outside of functions', () => {
  const { entities } = entitiesOf(
    [
      unit(
        'a.c',
        DW_LANG_C11,
        0x1000n,
        variable('same', 1n),
        subprogram('f', 0x1000n, 16),
        named(DW_TAG.variable, 'declared', present(DW_AT.external), present(DW_AT.declaration)),
      ),
      unit(
        'b.c',
        DW_LANG_C11,
        0x2000n,
        variable('same', 2n),
        subprogram('g', 0x2000n, 16),
        variable('shared', 3n, present(DW_AT.external)),
      ),
      unit(
        'c.c',
        DW_LANG_C11,
        0x3000n,
        named(DW_TAG.variable, 'shared', present(DW_AT.external), present(DW_AT.declaration)),
        { ...subprogram('h', 0x3000n, 16), children: [variable('local', 4n)] },
      ),
    ],
    { declared: 0x77n },
  );

  it('of the same file come first', async () => {
    expect(await places(entities, 'same', 0x1000n)).toEqual([1, 2]);
    expect(await places(entities, 'same', 0x2000n)).toEqual([2, 1]);
  });

  it('are where they are defined, not declared', async () => {
    expect(await places(entities, 'shared', 0x3000n)).toEqual([3]);
  });

  it('are where their symbol is, if nothing defines them', async () => {
    expect(await places(entities, 'declared')).toEqual([0x77]);
  });

  it('are where another unit says, of programs that are optimized as a whole', async () => {
    const own = named(DW_TAG.variable, 'table');
    const whole: MadeEntry = {
      tag: DW_TAG.variable,
      attributes: [refer(DW_AT.abstract_origin, 'table'), at(7n)],
    };
    const early = unit('early.c', DW_LANG_C11, 0x1000n, subprogram('f', 0x1000n, 16), own);
    const late = unit('late.c', DW_LANG_C11, 0x2000n, subprogram('g', 0x2000n, 16), whole);
    const { entities } = entitiesOf([early, late]);
    expect(await places(entities, 'table')).toEqual([7]);
    expect(await places(entities, 'table', 0x1000n)).toEqual([7]);
    expect(await places(entities, 'table', 0x2000n)).toEqual([7]);
  });

  it('do not include those of functions', async () => {
    expect(await places(entities, 'local', 0x3000n)).toEqual([]);
  });

  it('are listed by file and by address', async () => {
    const all: string[] = [];
    for await (const { file, name } of entities.globals()) all.push(`${file} ${name}`);
    expect(all).toEqual(['/build/a.c same', '/build/b.c same', '/build/b.c shared']);
    expect((await entities.globalsOf('/build/b.c')).map(({ name }) => name)).toEqual([
      'same',
      'shared',
    ]);
    expect((await entities.globalsAt(0x1004n)).map(({ file }) => file)).toEqual(['/build/a.c']);
    expect(await entities.globalsAt(0x9999n)).toEqual([]);
  });
});

describe('types by name', () => {
  const enumeration: MadeEntry = {
    ...named(DW_TAG.enumeration_type, 'color', data(DW_AT.byte_size, 4)),
    children: [named(DW_TAG.enumerator, 'RED', data(DW_AT.const_value, 3))],
  };
  const types = [
    named(DW_TAG.structure_type, 'point', data(DW_AT.byte_size, 8)),
    named(DW_TAG.union_type, 'both', data(DW_AT.byte_size, 2)),
    named(DW_TAG.base_type, 'long unsigned int', data(DW_AT.byte_size, 8), data(DW_AT.encoding, 7)),
    named(DW_TAG.typedef, 'size', refer(DW_AT.type, 'long unsigned int')),
    named(DW_TAG.structure_type, 'Box<long unsigned int>', data(DW_AT.byte_size, 24)),
    enumeration,
  ];

  it.each([
    [DW_LANG_C11, 'point', undefined, undefined],
    [DW_LANG_C11, 'point', 'struct', 'struct'],
    [DW_LANG_C11, 'point', 'union', undefined],
    [DW_LANG_C11, 'both', 'union', 'union'],
    [DW_LANG_C11, 'color', 'enum', 'enum'],
    [DW_LANG_C11, 'size', undefined, 'typedef'],
    [DW_LANG_C11, 'unsigned long', undefined, 'base'],
    [DW_LANG_C11, 'unsigned long int', undefined, 'base'],
    [DW_LANG_C_plus_plus, 'point', undefined, 'struct'],
    [DW_LANG_C_plus_plus, 'point', 'class', 'struct'],
    [DW_LANG_C_plus_plus, 'Box<unsigned long>', undefined, 'struct'],
    [DW_LANG_C_plus_plus, 'color', undefined, 'enum'],
  ] as const)('language %i: %s as %s is a %s', async (language, name, tag, kind) => {
    const { entities } = entitiesOf([unit('a', language, 0x1000n, ...types)]);
    expect((await entities.typeNamed(name, tag))?.kind).toBe(kind);
  });

  it('are those of the same unit before others', async () => {
    const other = named(DW_TAG.structure_type, 'point', data(DW_AT.byte_size, 99));
    const { entities } = entitiesOf([
      unit('a.c', DW_LANG_C11, 0x1000n, ...types),
      unit('b.c', DW_LANG_C11, 0x2000n, other, subprogram('g', 0x2000n, 16)),
    ]);
    const [scope] = await entities.scopesAt(0x2000n);
    expect(await entities.typeNamed('point', 'struct', scope)).toMatchObject({ size: 99 });
    expect(await entities.typeNamed('point', 'struct')).toMatchObject({ size: 8 });
  });

  it('have enumerators with names of their own', async () => {
    const { entities } = entitiesOf([unit('a.c', DW_LANG_C11, 0x1000n, ...types)]);
    expect(await entities.enumeratorNamed('RED')).toMatchObject({
      value: 3n,
      type: { name: 'color' },
    });
    expect(await entities.enumeratorNamed('BLUE')).toBeUndefined();
  });
});

describe('classes and enumerations that are defined apart from their declarations, as in type units', () => {
  const apart = (scope: string, size: number): MadeUnit =>
    unit(
      `${scope}.cc`,
      DW_LANG_C_plus_plus,
      0n,
      namespace(
        scope,
        {
          ...named(DW_TAG.structure_type, 'Traits', present(DW_AT.declaration)),
          label: `${scope}::Traits`,
        },
        {
          ...named(DW_TAG.enumeration_type, 'Level', present(DW_AT.declaration)),
          label: `${scope}::Level`,
        },
      ),
      {
        ...named(
          DW_TAG.structure_type,
          'Traits',
          data(DW_AT.byte_size, size),
          refer(DW_AT.specification, `${scope}::Traits`),
        ),
        label: `${scope} defined`,
        children: [named(DW_TAG.structure_type, 'Inner', data(DW_AT.byte_size, size + 1))],
      },
      {
        ...named(
          DW_TAG.enumeration_type,
          'Level',
          data(DW_AT.byte_size, size),
          refer(DW_AT.specification, `${scope}::Level`),
        ),
        label: `${scope} levels`,
      },
    );
  const { entities } = entitiesOf([apart('one', 4), apart('two', 8)]);

  it.each([
    ['one::Traits', 4],
    ['two::Traits', 8],
    ['one::Traits::Inner', 5],
    ['two::Traits::Inner', 9],
    ['one::Level', 4],
    ['two::Level', 8],
  ])('%s', async (name, size) => {
    expect(await entities.typeNamed(name)).toMatchObject({ name, size, incomplete: false });
  });
});

it('a copy of a class outside of its namespace is named as its type unit says', async () => {
  const described: MadeUnit = {
    unitType: DW_UT.type,
    type: 'Traits defined',
    root: {
      tag: DW_TAG.type_unit,
      attributes: [data(DW_AT.language, DW_LANG_C_plus_plus)],
      children: [
        namespace('ns', {
          ...named(DW_TAG.structure_type, 'Traits', present(DW_AT.declaration)),
          label: 'ns::Traits',
        }),
        {
          ...named(
            DW_TAG.structure_type,
            'Traits',
            data(DW_AT.byte_size, 1),
            refer(DW_AT.specification, 'ns::Traits'),
          ),
          label: 'Traits defined',
        },
      ],
    },
  };
  const copy = named(DW_TAG.structure_type, 'Traits', present(DW_AT.declaration), [
    DW_AT.signature,
    DW_FORM.ref_sig8,
    (writer) => writer.u64(0x77),
  ]);
  const using = unit(
    'a.cc',
    DW_LANG_C_plus_plus,
    0n,
    { ...copy, label: 'copy', children: [named(DW_TAG.typedef, 'pointer')] },
    variable('x', 1n, refer(DW_AT.type, 'pointer')),
  );
  const { entities } = entitiesOf([described, using]);
  const [{ type } = {}] = await entities.globalsNamed('x');
  expect(type).toMatchObject({ kind: 'typedef', name: 'ns::Traits::pointer' });
});

it('a static member that is defined, and of which nothing was kept', async () => {
  const declared = (name: string) =>
    named(DW_TAG.variable, name, present(DW_AT.external), present(DW_AT.declaration));
  const { entities } = entitiesOf([
    unit(
      'a.cc',
      DW_LANG_C_plus_plus,
      0x1000n,
      { ...named(DW_TAG.structure_type, 'S'), children: [declared('made'), declared('other')] },
      {
        tag: DW_TAG.variable,
        attributes: [refer(DW_AT.specification, 'made'), text(DW_AT.linkage_name, '_ZN1S4madeE')],
      },
    ),
  ]);
  const { statics } = await asClass(await entities.typeNamed('S')).members();
  const lost = statics.map((each) => entities.symbolOfLost('S', each));
  expect(await Promise.all(lost)).toEqual(['_ZN1S4madeE', undefined]);
});
