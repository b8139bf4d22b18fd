// Entries that refer to each other in circles, and trees of entries that are deeper than any
// program.
import { describe, expect, it } from 'vitest';
import { DW_AT, DW_FORM, DW_TAG } from '../../../../src/symbols/dwarf/constants';
import {
  data,
  makeUnits,
  refer,
  subprogram,
  text,
  type MadeAttribute,
  type MadeEntry,
} from '../dwarf/unitMaker';
import { Writer } from '../writer';
import {
  codesOf,
  entry,
  expectSound,
  expression,
  number,
  openSections,
  openUnits,
  shown,
  start,
  unitOf,
  variable,
} from './hostile';

const at = start + 0x40n;
const imported_unit = 0x3d;
const inFunction = [number(DW_AT.low_pc, at), data(DW_AT.high_pc, 0x20)];

describe('circles of entries', () => {
  it.each<[string, number]>([
    ['abstract origin', DW_AT.abstract_origin],
    ['specification', DW_AT.specification],
    ['type', DW_AT.type],
    ['import', DW_AT.import],
    ['sibling', DW_AT.sibling],
    ['containing type', DW_AT.containing_type],
    ['signature', DW_AT.signature],
  ])('functions, variables and namespaces that are each other’s %s', async (_name, attribute) => {
    const pair = (tag: number, ...more: MadeAttribute[]): MadeEntry[] => {
      const [one, other] = [`one ${tag}`, `other ${tag}`];
      return [
        entry(tag, [refer(attribute, other), ...more], [], one),
        entry(tag, [refer(attribute, one)], [], other),
        entry(tag, [refer(attribute, `self ${tag}`), ...more], [], `self ${tag}`),
      ];
    };
    const opened = await openUnits(
      unitOf(
        entry(
          DW_TAG.namespace,
          [refer(attribute, 'space'), text(DW_AT.name, 'space')],
          [
            entry(DW_TAG.imported_module, [refer(DW_AT.import, 'space')]),
            entry(DW_TAG.imported_declaration, [
              refer(DW_AT.import, 'space'),
              text(DW_AT.name, 'again'),
            ]),
            ...pair(DW_TAG.variable, expression(DW_AT.location, 0x30)),
          ],
          'space',
        ),
        ...pair(DW_TAG.namespace),
        ...pair(DW_TAG.structure_type),
        entry(
          DW_TAG.subprogram,
          [
            text(DW_AT.name, 'around'),
            [DW_AT.low_pc, DW_FORM.addr, (writer) => writer.u64(at)],
            data(DW_AT.high_pc, 0x20),
            refer(attribute, 'around'),
          ],
          [
            entry(imported_unit, [refer(DW_AT.import, 'around')]),
            ...pair(DW_TAG.formal_parameter),
            ...pair(DW_TAG.lexical_block),
            ...pair(DW_TAG.inlined_subroutine),
            ...pair(DW_TAG.call_site),
            ...pair(DW_TAG.GNU_call_site),
          ],
          'around',
        ),
      ),
    );
    const { program } = opened;
    const [scope] = await program.scopesAt(at + 1n);
    expect(scope?.name).toBe('around');
    expect(scope && (await program.callSitesOf(scope))).toBeDefined();
    for (const name of ['space::x', 'again::again::x', 'space::space::space::x', 'x']) {
      expect(await program.globalsNamed(name, scope)).toEqual([]);
      expect(await program.typeNamed(name, undefined, scope)).toBeUndefined();
    }
    await expectSound(opened);
  });

  it('blocks without code that are their own origin', async () => {
    const block = (label: string, inner: MadeEntry[]): MadeEntry =>
      entry(DW_TAG.lexical_block, [refer(DW_AT.abstract_origin, 'function')], inner, label);
    const opened = await openUnits(
      unitOf({
        ...subprogram('function', at, 0x20, refer(DW_AT.abstract_origin, 'outer')),
        label: 'function',
        children: [
          block('outer', [
            block('inner', [entry(DW_TAG.variable, [text(DW_AT.name, 'local')])]),
            entry(DW_TAG.variable, [refer(DW_AT.abstract_origin, 'inner')]),
          ]),
        ],
      }),
    );
    expect((await opened.program.scopesAt(at))[0]?.name).toBe('function');
    await expectSound(opened);
  });

  it('an array whose length is a variable of its own type', async () => {
    const opened = await openUnits(
      unitOf(
        entry(
          DW_TAG.array_type,
          [refer(DW_AT.type, 'int')],
          [entry(DW_TAG.subrange_type, [refer(DW_AT.count, 'length')])],
          'array',
        ),
        { ...variable('v', 'array'), label: 'length' },
      ),
    );
    expect((await shown(opened, 'v'))[1]).toBeDefined();
    await expectSound(opened);
  });
});

/** A unit with `depth` entries in each other; the innermost is a variable. */
function nested(depth: number, tag: number, named: boolean): Record<string, Writer> {
  const sections = makeUnits(unitOf());
  const abbrev = sections['.debug_abbrev'] ?? new Writer();
  const table = abbrev.length;
  abbrev.uleb(1, DW_TAG.compile_unit).u8(1).uleb(0, 0);
  abbrev.uleb(2, tag).u8(1);
  if (named) abbrev.uleb(DW_AT.name, DW_FORM.string);
  abbrev.uleb(0, 0);
  abbrev.uleb(3, DW_TAG.variable).u8(0);
  abbrev.uleb(DW_AT.name, DW_FORM.string, DW_AT.const_value, DW_FORM.data1, 0, 0, 0);
  const body = new Writer().u16(5).u8(1, 8).u32(table).uleb(1);
  for (let i = 0; i < depth; i++) {
    body.uleb(2);
    if (named) body.text('n');
  }
  body.uleb(3).text('deep').u8(1);
  sections['.debug_info']?.counted(4, body);
  return sections;
}

describe('depth', () => {
  it.each<[string, number, boolean]>([
    ['namespaces', DW_TAG.namespace, true],
    ['structs', DW_TAG.structure_type, true],
    ['blocks', DW_TAG.lexical_block, false],
    ['functions', DW_TAG.subprogram, true],
    ['enumerations', DW_TAG.enumeration_type, false],
  ])('100,000 %s in each other', async (_name, tag, named) => {
    const opened = await openSections(nested(100_000, tag, named));
    for (const name of ['deep', 'n::deep', 'n', 'n::n::n']) {
      for (const found of await opened.program.globalsNamed(name)) {
        expect(found.name.length).toBeLessThan(5000);
      }
      await opened.program.typeNamed(name);
      await opened.program.addressesOfFunction(name);
    }
    await expectSound(opened);
    expect(opened.source.bytesGiven).toBeLessThan(20 * opened.source.size + 2 ** 20);
  });

  it('100,000 blocks in each other, all with the code of their function', async () => {
    const sections = makeUnits(unitOf());
    const abbrev = sections['.debug_abbrev'] ?? new Writer();
    const table = abbrev.length;
    abbrev.uleb(1, DW_TAG.compile_unit).u8(1).uleb(0, 0);
    const code = [DW_AT.low_pc, DW_FORM.addr, DW_AT.high_pc, DW_FORM.data1] as const;
    abbrev
      .uleb(2, DW_TAG.subprogram)
      .u8(1)
      .uleb(...code, 0, 0);
    abbrev
      .uleb(3, DW_TAG.lexical_block)
      .u8(1)
      .uleb(...code, 0, 0, 0);
    const body = new Writer().u16(5).u8(1, 8).u32(table).uleb(1);
    body.uleb(2).u64(at).u8(0x20);
    for (let i = 0; i < 100_000; i++) body.uleb(3).u64(at).u8(0x20);
    sections['.debug_info']?.counted(4, body);
    const opened = await openSections(sections);
    const [scope] = await opened.program.scopesAt(at);
    expect(scope?.blocks.length ?? 0).toBeLessThanOrEqual(200);
    await expectSound(opened);
  });
});

it('a sibling that stands before its entry is not followed', async () => {
  const opened = await openUnits(
    unitOf(
      entry(
        DW_TAG.structure_type,
        [[DW_AT.sibling, DW_FORM.ref4, (writer) => writer.u32(11)], text(DW_AT.name, 'back')],
        [entry(DW_TAG.member, [text(DW_AT.name, 'm'), refer(DW_AT.type, 'int')])],
        'back',
      ),
      entry(
        DW_TAG.structure_type,
        [text(DW_AT.name, 'far'), [DW_AT.sibling, DW_FORM.ref8, (writer) => writer.u64(-1n)]],
        [],
      ),
      variable('v', 'back'),
      subprogram('behind', at, 0x20, ...inFunction.slice(2)),
    ),
  );
  expect((await shown(opened, 'v'))[1]).toBe('{m = 0}');
  expect(await opened.program.functionAt(at)).toMatchObject({ name: 'behind' });
  expect(codesOf(opened)).toEqual([]);
  await expectSound(opened);
});
