import { describe, expect, it } from 'vitest';
import { DW_AT, DW_ATE, DW_FORM, DW_TAG } from '../../../../src/symbols/dwarf/constants';
import type { FunctionScope } from '../../../../src/symbols/scope';
import { Writer } from '../writer';
import { entitiesOf } from './entitiesOf';
import {
  address,
  data,
  offset,
  present,
  refer,
  subprogram,
  text,
  type MadeAttribute,
  type MadeEntry,
  type MadeUnit,
} from './unitMaker';

const at = (...bytes: number[]): MadeAttribute => [
  DW_AT.location,
  DW_FORM.exprloc,
  (writer) => writer.u8(bytes.length, ...bytes),
];
const code = (start: bigint, size: number): MadeAttribute[] => [
  address(DW_AT.low_pc, start),
  data(DW_AT.high_pc, size),
];

const int: MadeEntry = {
  tag: DW_TAG.base_type,
  label: 'int',
  attributes: [
    text(DW_AT.name, 'int'),
    data(DW_AT.byte_size, 4),
    data(DW_AT.encoding, DW_ATE.signed),
  ],
};

function entry(
  tag: number,
  attributes: readonly MadeAttribute[],
  ...children: MadeEntry[]
): MadeEntry {
  return { tag, attributes, ...(children.length > 0 ? { children } : {}) };
}

function variable(name: string, ...more: MadeAttribute[]): MadeEntry {
  return {
    tag: DW_TAG.variable,
    label: name,
    attributes: [text(DW_AT.name, name), refer(DW_AT.type, 'int'), ...more],
  };
}

function parameter(name: string, ...more: MadeAttribute[]): MadeEntry {
  return { ...variable(name, ...more), tag: DW_TAG.formal_parameter };
}

function instance(tag: number, of: string, ...more: MadeAttribute[]): MadeEntry {
  return { tag, attributes: [refer(DW_AT.abstract_origin, of), ...more] };
}

function unitOf(...children: MadeEntry[]): MadeUnit {
  return {
    root: {
      tag: DW_TAG.compile_unit,
      attributes: code(0x1000n, 0x1000),
      children: [int, ...children],
    },
  };
}

function main(...children: MadeEntry[]): MadeEntry {
  return { ...subprogram('main', 0x1000n, 0x100), children };
}

/** Names of variables, with what is known of where they are. */
function shown({ name, parameters, blocks }: FunctionScope): unknown {
  const text = (each: { name: string; location: { kind: string } }): string =>
    `${each.name} ${each.location.kind}`;
  return [name, parameters.map(text), ...blocks.map(({ variables }) => variables.map(text))];
}

async function scopesAt(pc: bigint, ...units: MadeUnit[]): Promise<unknown[]> {
  return (await entitiesOf(units).entities.scopesAt(pc)).map(shown);
}

describe('scopes', () => {
  const helper: MadeEntry = {
    tag: DW_TAG.subprogram,
    label: 'helper',
    attributes: [text(DW_AT.name, 'helper')],
    children: [
      parameter('first'),
      parameter('second'),
      variable('kept', data(DW_AT.decl_line, 7)),
      variable('lost'),
      entry(
        DW_TAG.lexical_block,
        [],
        variable('deep'),
        variable('extern', present(DW_AT.external)),
      ),
    ],
  };
  const inlined: MadeEntry = {
    ...instance(
      DW_TAG.inlined_subroutine,
      'helper',
      ...code(0x1010n, 0x10),
      data(DW_AT.call_file, 1),
      data(DW_AT.call_line, 12),
    ),
    children: [
      instance(DW_TAG.formal_parameter, 'second', at(0x50)),
      instance(DW_TAG.variable, 'kept', at(0x51)),
    ],
  };

  it('keep where labels are that have no code', async () => {
    const label = (name: string, ...more: MadeAttribute[]): MadeEntry =>
      entry(DW_TAG.label, [text(DW_AT.name, name), ...more]);
    const labels = [label('first'), label('placed', address(DW_AT.low_pc, 0x1004n))];
    const of = main(...labels, variable('one', at(0x50)), label('last'));
    const [scope] = await entitiesOf([unitOf(of)]).entities.scopesAt(0x1002n);
    expect(scope?.blocks[0]?.listedNames).toEqual([
      { name: 'first', position: 0 },
      { name: 'last', position: 1 },
    ]);
  });

  it('keep where enumerators are', async () => {
    const enumeration = (name: string, ...more: MadeAttribute[]): MadeEntry => ({
      ...entry(DW_TAG.enumeration_type, [text(DW_AT.name, name), ...more]),
      children: [entry(DW_TAG.enumerator, [text(DW_AT.name, 'on'), data(DW_AT.const_value, 2)])],
    });
    const scoped = enumeration('Switch', present(DW_AT.enum_class));
    const of = main(enumeration('state'), variable('one', at(0x50)), scoped);
    const [scope] = await entitiesOf([unitOf(of)]).entities.scopesAt(0x1002n);
    expect(scope?.blocks[0]?.listedNames).toMatchObject([
      { name: 'on', position: 0, constant: { value: 2n, type: { name: 'state' } } },
      { name: 'Switch::on', position: 1, constant: { value: 2n, type: { name: 'Switch' } } },
    ]);
  });

  it('of inlined functions are merged with what they are instances of', async () => {
    const { entities } = entitiesOf([unitOf(helper, main(variable('own', at(0x52)), inlined))]);
    const [inner, outer] = await entities.scopesAt(0x1012n);
    expect(inner && shown(inner)).toEqual([
      'helper',
      ['second expression', 'first none'],
      ['kept expression', 'lost none', 'deep none'],
    ]);
    expect(inner?.inlinedAt).toEqual({ file: '', line: 12, column: 0 });
    expect(inner?.entry).toBe(0x1010n);
    expect(inner?.blocks[0]?.variables[0]).toMatchObject({ line: 7, type: { name: 'int' } });
    expect(outer && shown(outer)).toEqual(['main', [], ['own expression']]);
    expect(outer?.inlinedAt).toBeUndefined();
    expect(await scopesAt(0x1030n, unitOf(helper, main(inlined)))).toEqual([['main', [], []]]);
  });

  it('of inlined functions that do not say where are blocks', async () => {
    const place = instance(DW_TAG.inlined_subroutine, 'helper', ...code(0x1010n, 0x10));
    expect(await scopesAt(0x1012n, unitOf(helper, main(place)))).toEqual([
      ['main', [], ['first none', 'second none', 'kept none', 'lost none', 'deep none'], []],
    ]);
  });

  it('of an instance in another unit are merged alike', async () => {
    const other: MadeUnit = { root: entry(DW_TAG.compile_unit, [], int, helper) };
    const found = await scopesAt(0x1012n, unitOf(main(inlined)), other);
    expect(found[0]).toMatchObject(['helper', ['second expression', 'first none'], {}]);
  });

  it('have blocks innermost first, and groups without code as part of what is around them', async () => {
    const block = (start: bigint, size: number, ...children: MadeEntry[]): MadeEntry =>
      entry(DW_TAG.lexical_block, code(start, size), ...children);
    const found = await scopesAt(
      0x1021n,
      unitOf(
        main(
          parameter('p', at(0x50)),
          variable('outer', at(0x51)),
          block(0x1010n, 8, variable('before')),
          entry(
            DW_TAG.lexical_block,
            [],
            variable('grouped'),
            block(0x1020n, 0x20, variable('outer', at(0x52)), block(0x1021n, 1, variable('inner'))),
          ),
          variable('last', [DW_AT.const_value, DW_FORM.sdata, (writer) => writer.sleb(-2)]),
        ),
      ),
    );
    expect(found).toEqual([
      [
        'main',
        ['p expression'],
        ['inner none'],
        ['outer expression'],
        ['outer expression', 'grouped none', 'last constant'],
      ],
    ]);
  });

  it('know where a list holds at the entry alone', async () => {
    const list = new Writer();
    for (const [start, end] of [
      [0, 0x10],
      [0, 0],
      [8, 8],
    ] as const) {
      list.u8(4).uleb(start, end).uleb(1).u8(0x55);
    }
    const units = [unitOf(main(variable('v', offset(DW_AT.location, 0))))];
    const { entities } = entitiesOf(units, {}, { '.debug_loclists': list.u8(0) });
    const [scope] = await entities.scopesAt(0x1000n);
    const location = scope?.blocks[0]?.variables[0]?.location;
    const ranges =
      location?.kind === 'list' && location.entries.map(({ start, end }) => [start, end]);
    expect(ranges).toEqual([
      [0x1000n, 0x1010n],
      [0x1000n, 0x1001n],
      [0x1008n, 0x1008n],
    ]);
  });

  it('pair blocks that name no origin with those of the origin', async () => {
    const block: MadeEntry = {
      ...entry(DW_TAG.lexical_block, code(0x1010n, 8)),
      children: [instance(DW_TAG.variable, 'deep', at(0x50))],
    };
    const alike: MadeEntry = {
      ...inlined,
      children: [
        instance(DW_TAG.formal_parameter, 'first'),
        instance(DW_TAG.formal_parameter, 'second'),
        instance(DW_TAG.variable, 'kept'),
        instance(DW_TAG.variable, 'lost'),
        block,
      ],
    };
    const other: MadeEntry = { ...inlined, children: [block] };
    expect(await scopesAt(0x1012n, unitOf(helper, main(alike)))).toContainEqual([
      'helper',
      ['first none', 'second none'],
      ['deep expression'],
      ['kept none', 'lost none'],
    ]);
    expect(await scopesAt(0x1012n, unitOf(helper, main(other)))).toContainEqual([
      'helper',
      ['first none', 'second none'],
      ['deep expression'],
      ['kept none', 'lost none', 'deep none'],
    ]);
  });

  it('are finite where abstract origins make a circle', async () => {
    const one: MadeEntry = { ...instance(DW_TAG.variable, 'two'), label: 'one' };
    const two: MadeEntry = { ...instance(DW_TAG.variable, 'one'), label: 'two' };
    const self = refer(DW_AT.abstract_origin, 'self');
    const circle: MadeEntry = {
      ...subprogram('circle', 0x1000n, 0x10, self),
      label: 'self',
      children: [one, two, variable('v', at(0x50))],
    };
    expect(await scopesAt(0x1001n, unitOf(circle))).toEqual([['circle', [], ['v expression']]]);
  });

  it('are finite in deep nesting', async () => {
    let block = entry(DW_TAG.lexical_block, code(0x1000n, 1), variable('deepest'));
    for (let i = 0; i < 1000; i++) block = entry(DW_TAG.lexical_block, code(0x1000n, 1), block);
    const [scope] = await entitiesOf([unitOf(main(block))]).entities.scopesAt(0x1000n);
    expect(scope?.blocks.length).toBe(200);
  });

  it('hold ten thousand variables', async () => {
    const many = Array.from({ length: 10_000 }, (_, i) =>
      entry(DW_TAG.variable, [text(DW_AT.name, `v${i}`)]),
    );
    const [scope] = await entitiesOf([unitOf(main(...many))]).entities.scopesAt(0x1000n);
    expect(scope?.blocks[0]?.variables.at(-1)?.name).toBe('v9999');
  });
});

describe('calls', () => {
  it('are those of the function, with what they say', async () => {
    const callee = { ...subprogram('callee', 0x1800n, 8), label: 'callee' };
    const declared: MadeEntry = {
      tag: DW_TAG.subprogram,
      label: 'declared',
      attributes: [text(DW_AT.name, 'elsewhere'), present(DW_AT.declaration)],
    };
    const call = (pc: bigint, attributes: MadeAttribute[], ...children: MadeEntry[]): MadeEntry =>
      entry(DW_TAG.call_site, [address(DW_AT.call_return_pc, pc), ...attributes], ...children);
    const held: MadeAttribute = [DW_AT.call_value, DW_FORM.exprloc, (writer) => writer.u8(1, 0x37)];
    const computed: MadeAttribute = [
      DW_AT.call_target,
      DW_FORM.exprloc,
      (writer) => writer.u8(1, 0x50),
    ];
    const units = [
      unitOf(
        callee,
        declared,
        main(
          call(
            0x1005n,
            [refer(DW_AT.call_origin, 'callee')],
            entry(DW_TAG.call_site_parameter, [at(0x55), held]),
          ),
          entry(
            DW_TAG.lexical_block,
            code(0x1000n, 0x80),
            call(0x1010n, [refer(DW_AT.call_origin, 'declared'), present(DW_AT.call_tail_call)]),
            call(0x1020n, [computed]),
          ),
          entry(DW_TAG.call_site, []),
        ),
      ),
    ];
    const { entities } = entitiesOf(units, { elsewhere: 0x4444n });
    const [scope] = await entities.scopesAt(0x1000n);
    const sites = scope ? await entities.callSitesOf(scope) : [];
    expect(sites).toMatchObject([
      { returnAddress: 0x1005n, tail: false },
      { returnAddress: 0x1010n, tail: true },
      { returnAddress: 0x1020n, tail: false },
    ]);
    const targets = await Promise.all(sites.map((site) => site.target()));
    expect(targets).toMatchObject([0x1800n, 0x4444n, { bytes: Uint8Array.of(0x50) }]);
    expect(await sites[1]?.parameters()).toEqual([]);
    const [found] = (await sites[0]?.parameters()) ?? [];
    expect([found?.location?.bytes[0], found?.value?.bytes[0]]).toEqual([0x55, 0x37]);
  });

  it('lead to declarations by their symbols, and to no abstract instance', async () => {
    const callee = (label: string, attributes: MadeAttribute[]): MadeEntry => ({
      tag: DW_TAG.subprogram,
      label,
      attributes,
    });
    const callees = [
      callee('declared', [text(DW_AT.name, 'Parser'), present(DW_AT.declaration)]),
      // What GCC calls, of a constructor that another unit defines.
      callee('complete', [
        refer(DW_AT.abstract_origin, 'declared'),
        text(DW_AT.linkage_name, '_ZN6ParserC1Ev'),
      ]),
      callee('abstract', [refer(DW_AT.specification, 'declared')]),
      callee('copy', [refer(DW_AT.abstract_origin, 'abstract')]),
    ];
    const calls = callees.map(({ label = '' }, i) =>
      entry(DW_TAG.call_site, [
        address(DW_AT.call_return_pc, 0x1000n + BigInt(i)),
        refer(DW_AT.call_origin, label),
      ]),
    );
    const symbols = { Parser: 0x4440n, _ZN6ParserC1Ev: 0x4444n };
    const { entities } = entitiesOf([unitOf(...callees, main(...calls))], symbols);
    const [scope] = await entities.scopesAt(0x1000n);
    const sites = scope ? await entities.callSitesOf(scope) : [];
    const targets = await Promise.all(sites.map((site) => site.target()));
    expect(targets).toEqual([0x4440n, 0x4444n, undefined, undefined]);
  });
});
