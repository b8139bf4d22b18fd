// Classes of a program by a Natvis file: what each element of the format does.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Origin } from '../../../../src/machine/memory';
import { childParts } from '../../../../src/values/children';
import { literal } from '../../../../src/values/value';
import { natvisFile, openTraced, partsOf, textOf, type Traced } from './traced';

let traced: Traced;
const xml = [natvisFile('shapes.natvis')];

beforeAll(async () => {
  traced = await openTraced();
});

afterAll(() => {
  traced.close();
});

function file(types: string): string {
  return `<AutoVisualizer>${types}</AutoVisualizer>`;
}

const shown: readonly (readonly [name: string, text: string])[] = [
  ['origin', '(1, 2) = {x = 1, y in hex = 0x11, [not here] = 2}'],
  [
    'shape',
    '{shapes::square of 2.5 at (1, 2) or 1/2} = {[details] = of 1 = {size = 2.5}, x = 1, ' +
      'y in hex = 0x11, [not here] = 2, [raw] = {x = 1, y = 2}}',
  ],
  ['named', 'a circle of 1 = {[details] = of 0 = {size = 1}}'],
  ['matrix', '2 by 3 = {1, 2, 3, 4, 5, 6}'],
  ['ring', 'ring from 1 = {node 1 = 0x1, node 2 = 0x2, node 3 = 0x3}'],
  ['no_ring', 'no ring'],
  ['tree', 'tree = {[count] = 3, [0] = 1, [1] = 2}'],
  ['wide', 'u"wide" wide'],
];

describe('classes by a Natvis file', () => {
  it.each(shown)('%s', async (name, text) => {
    expect(await textOf(await traced.value(name, xml))).toBe(text);
    expect(traced.problems).toEqual([]);
  });

  it('elements of several dimensions have an index in each', async () => {
    const names = (await partsOf(await traced.value('matrix', xml))).map(([name]) => name);
    expect(names).toEqual(['[0,0]', '[0,1]', '[0,2]', '[1,0]', '[1,1]', '[1,2]', '[raw]']);
  });

  it('the last dimension is not the one that counts where the direction is backward', async () => {
    const backward = natvisFile('shapes.natvis').replace('>Forward<', '>Backward<');
    const names = (await partsOf(await traced.value('matrix', [backward]))).map(([name]) => name);
    expect(names.slice(0, 3)).toEqual(['[0,0]', '[1,0]', '[0,1]']);
  });

  it('a smart pointer without a text is its pointer, opened as what it leads to', async () => {
    const value = await traced.value('handle', xml);
    expect(await textOf(value)).toMatch(/^0x7f[0-9a-f]+ = \{x = 1, y in hex = 0x11, /);
  });

  it('children of what was not collected are unavailable', async () => {
    expect(await partsOf(await traced.value('lost', xml))).toContainEqual(['x', '<unavailable>']);
  });

  it('an element has an expression that gives it, a group of elements has none', async () => {
    const parts = await childParts(await traced.value('shape', xml), 'v', { prettyPrint: true });
    const [details, x] = await parts.namedParts();
    expect(details?.evaluateName).toBeUndefined();
    expect(x?.evaluateName).toMatch(/^\{int\} 0x7f/);
  });

  it('an object that is in no memory is shown as one that is', async () => {
    const { type, context, ...value } = await traced.value('origin', xml);
    expect(value.place.kind).toBe('memory');
    const copy = literal(type, Uint8Array.of(7, 0, 0, 0, 8, 0, 0, 0), context);
    expect(await textOf(copy)).toBe('(7, 8) = {x = 7, y in hex = 0x17, [not here] = 2}');
  });

  it('the first type that can be evaluated counts, by its priority', async () => {
    const types = [
      '<Type Name="shapes::Point"><DisplayString>by default {x}</DisplayString></Type>',
      '<Type Name="shapes::Point" Priority="High"><DisplayString>{z}</DisplayString></Type>',
      '<Type Name="shapes::Point" Priority="Low"><DisplayString>low</DisplayString></Type>',
    ];
    expect(await textOf(await traced.value('origin', [file(types.join('\n'))]))).toBe(
      'by default 1',
    );
    expect(traced.problems.splice(0)).toEqual([
      { line: 2, problem: 'No symbol "z" in current context.' },
    ]);
  });

  it('a type shows what derives from it, unless it says that it does not', async () => {
    const type = '<Type Name="shapes::Shape"><DisplayString>of {size}</DisplayString></Type>';
    expect(await textOf(await traced.value('named', [file(type)]))).toBe('of 1');
    const only = type.replace('Name=', 'Inheritable="false" Name=');
    expect(await textOf(await traced.value('named', [file(only)]))).toMatch(/^\{<shapes::Shape> /);
  });
});

describe('what is too much', () => {
  it('a text that is in itself ends', async () => {
    const text = await textOf(await traced.value('itself', xml));
    expect(text).toMatch(/^5 5 5 5 5 5 5 \{depth = 5\} = \{self = /);
    expect(text.length).toBeLessThan(2_000_000);
  });

  it('a circle of nodes is passed once, with a size that says more', async () => {
    const type = `<Type Name="shapes::Ring"><Expand><LinkedListItems><Size>1000</Size>
      <HeadPointer>first</HeadPointer><NextPointer>next</NextPointer>
      <ValueNode>value</ValueNode></LinkedListItems></Expand></Type>`;
    expect(await textOf(await traced.value('ring', [file(type)]))).toBe(
      '{[0] = 1, [1] = 2, [2] = 3}',
    );
  });

  it('nothing in it and no text are braces', async () => {
    const type = '<Type Name="shapes::Point"><Expand /></Type>';
    expect(await textOf(await traced.value('origin', [file(type)]))).toBe('{}');
  });

  it('sizes that cannot be leave the object as it is', async () => {
    const size = (count: string) =>
      file(`<Type Name="shapes::Point"><Expand><ArrayItems><Size>${count}</Size>
        <ValuePointer>&amp;x</ValuePointer></ArrayItems></Expand></Type>`);
    expect(await textOf(await traced.value('origin', [size('2')]))).toBe('{1, 2}');
    for (const count of ['-1', '1ll &lt;&lt; 40', '9999999']) {
      expect(await textOf(await traced.value('origin', [size(count)]))).toBe('{x = 1, y = 2}');
    }
    expect(traced.problems).toEqual([]);
  });

  it('nothing is assigned and nothing is called', async () => {
    for (const expression of ['x = 5', 'main(1, 0)', '$n = 5', 'fill(1)']) {
      const type = `<Type Name="shapes::Point"><DisplayString>{${expression}}</DisplayString></Type>`;
      expect(await textOf(await traced.value('origin', [file(type)]))).toBe('{x = 1, y = 2}');
    }
    const problems = traced.problems.splice(0).map(({ problem }) => problem);
    expect(problems).toEqual([
      'A trace is read-only: nothing can be assigned.',
      "You can't do that without a process to debug.",
      'A trace is read-only: nothing can be assigned.',
      "You can't do that without a process to debug.",
    ]);
  });
});

describe('memory that was not collected', () => {
  const containers = [natvisFile('libstdcxx.natvis')];

  it.each(['numbers', 'chain', 'ages', 'codes', 'text', 'words', 'queue', 'shared'])(
    'is shown as without the file: the heap of %s',
    async (name) => {
      const withoutHeap = await openTraced((memory) => ({
        read: async (address, length) => {
          const span = await memory.read(address, length);
          const isStack = address > 0x7f0000000000n;
          if (isStack) return span;
          const origins = span.origins.map((origin) =>
            origin === Origin.collected ? Origin.unavailable : origin,
          );
          return { ...span, origins };
        },
      }));
      try {
        const text = await textOf(await withoutHeap.value(name));
        expect(await textOf(await withoutHeap.value(name, containers))).toBe(text);
        expect(text).toMatch(/unavailable|Cannot access|\{/);
        expect(withoutHeap.problems).toEqual([]);
      } finally {
        withoutHeap.close();
      }
    },
  );
});
