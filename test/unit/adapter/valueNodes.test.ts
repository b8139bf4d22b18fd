// Lines of values in the Variables view.
import { expect, it } from 'vitest';
import { maxListed, valueNode } from '../../../src/adapter/valueNodes';
import { char, member, ofBytes, struct } from '../values/makers';

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
