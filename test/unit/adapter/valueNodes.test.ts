// Lines of values in the Variables view.
import { expect, it } from 'vitest';
import { maxListed, valueNode } from '../../../src/adapter/valueNodes';
import { Value } from '../../../src/values/value';
import { char, int, member, ofBytes, pointerTo, struct, valueContext } from '../values/makers';

it('of very many members the first are listed, and it is said that there are more', async () => {
  const members = Array.from({ length: maxListed + 5 }, (_, i) => member(`m${i}`, char, i));
  const value = ofBytes(
    struct('wide', members.length, members),
    members.map(() => 0),
  );
  const node = await valueNode('wide', value, 'wide', { prettyPrint: true });
  const children = (await node.children?.()) ?? [];
  expect(children).toHaveLength(maxListed + 1);
  expect(children.slice(-2).map(({ name }) => name)).toEqual([`m${maxListed - 1}`, '…']);
});

it.each(['optimizedOut', 'unavailable'] as const)(
  'a pointer that is %s cannot be opened',
  async (kind) => {
    const value = new Value(pointerTo(int), { kind }, valueContext());
    const node = await valueNode('p', value, 'p', { prettyPrint: true });
    expect(node.value).toMatch(/^<(optimized out|unavailable)>$/);
    expect(node.children).toBeUndefined();
  },
);

it('a pointer that holds an address can be opened', async () => {
  const value = ofBytes(pointerTo(int), [0, 0x70, 0, 0, 0, 0, 0, 0]);
  const node = await valueNode('p', value, 'p', { prettyPrint: true });
  expect(await node.children?.()).toHaveLength(1);
});
