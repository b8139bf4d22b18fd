// B-trees of Rust 1.95 in a recorded trace (btree/record.sh), in the words of Rust's own printers
// for gdb.
import { expect, it } from 'vitest';
import { childParts } from '../../../src/values/children';
import { valueText } from '../../../src/values/text/text';
import { recordedLocals } from './recordedLocals';

it('maps and sets of one node, and of several levels', async () => {
  const files = { program: 'btree/trees', trace: 'btree/trees.tf' };
  const local = await recordedLocals(files, { frame: 0, level: 1 });
  const shown = (name: string) => valueText(local(name), { top: true, prettyPrint: true });
  expect(await shown('empty')).toBe('BTreeMap(size=0)');
  expect(await shown('letters')).toBe("BTreeSet(size=2) = {97 'a', 98 'b'}");
  expect(await shown('names')).toMatch(/^BTreeMap\(size=2\) = \{\[1\] = .*, \[2\] = .*\}$/);
  const first = Array.from({ length: 100 }, (_, i) => `[${i}] = ${10 * i}`).join(', ');
  expect(await shown('many')).toBe(`BTreeMap(size=200) = {${first}...}`);
  const parts = await childParts(local('many'), 'many', { prettyPrint: true });
  expect((await parts.namedParts()).map(({ kind }) => kind)).toContain('raw');
});
