import { describe, expect, it } from 'vitest';
import { VariableReferences, type VariableNode } from '../../../src/adapter/variableTree';

const leaf: VariableNode = { name: 'rip', value: '0x401159' };
/** A hundred numbered children. */
const many: VariableNode = {
  name: 'many',
  value: '',
  elements: {
    count: 100,
    read: (start, count) =>
      Array.from({ length: Math.min(count, 100 - start) }, (_, i) => ({
        name: String(start + i),
        value: '',
      })),
  },
};

describe('references to variables', () => {
  it('are for what has children', () => {
    const references = new VariableReferences();
    expect(references.reference(leaf)).toBe(0);
    const one = references.reference(many);
    const other = references.reference(many);
    expect(one).toBeGreaterThan(0);
    expect(other).not.toBe(one);
  });

  it('give all children, or those asked for', async () => {
    const references = new VariableReferences();
    const reference = references.reference(many);
    expect(await references.children({ variablesReference: reference })).toHaveLength(100);
    const some = await references.children({ variablesReference: reference, start: 98, count: 5 });
    expect(some?.map(({ name }) => name)).toEqual(['98', '99']);
  });

  it('give children with names and numbered ones apart, or all in one row', async () => {
    const references = new VariableReferences();
    const variablesReference = references.reference({ ...many, children: () => [leaf] });
    const names = async (asked: object) =>
      (await references.children({ variablesReference, ...asked }))?.map(({ name }) => name);
    expect(await names({ filter: 'named' })).toEqual(['rip']);
    expect(await names({ filter: 'indexed', start: 1, count: 2 })).toEqual(['1', '2']);
    expect(await names({ start: 0, count: 3 })).toEqual(['rip', '0', '1']);
    expect(await names({ start: 2, count: 1 })).toEqual(['1']);
    expect(await names({ start: 99, count: 9 })).toEqual(['98', '99']);
    expect(await names({ start: 500, count: 9 })).toEqual([]);
  });

  it('wait for children that come later, and give these references', async () => {
    const references = new VariableReferences();
    const reference = references.reference({
      name: 'outer',
      value: '',
      children: () => Promise.resolve([leaf, many]),
    });
    const children = await references.children({ variablesReference: reference });
    expect(children?.map(({ variablesReference }) => variablesReference > 0)).toEqual([
      false,
      true,
    ]);
    const inner = await references.children({
      variablesReference: children?.[1]?.variablesReference ?? 0,
      start: 0,
      count: 1,
    });
    expect(inner).toHaveLength(1);
  });

  it('hold until the debugger moves twice: a client may not have heard of the first move', async () => {
    const references = new VariableReferences();
    const reference = references.reference(many);
    references.clear();
    references.clear();
    const held = await references.children({ variablesReference: reference, start: 0, count: 1 });
    expect(held).toHaveLength(1);
    expect(references.reference(many)).toBe(reference + 1);
    references.clear();
    expect(await references.children({ variablesReference: reference })).toBeUndefined();
    for (const unknown of [0, -1, 99]) {
      expect(await references.children({ variablesReference: unknown })).toBeUndefined();
    }
  });

  it('speak the protocol’s words', () => {
    const references = new VariableReferences();
    const node: VariableNode = {
      ...leaf,
      type: 'code_ptr',
      evaluateName: '$rip',
      address: 0x401159n,
    };
    expect(references.toDap(node)).toEqual({
      name: 'rip',
      value: '0x401159',
      type: 'code_ptr',
      evaluateName: '$rip',
      memoryReference: '0x401159',
      variablesReference: 0,
      presentationHint: { attributes: ['readOnly'] },
    });
    expect(references.toDap(many)).toMatchObject({ indexedVariables: 100 });
  });
});
