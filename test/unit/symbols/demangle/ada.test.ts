import { expect, it } from 'vitest';
import { adaName } from '../../../../src/symbols/demangle';

// What gdb 13 prints for addresses of variables of C with these names.
it.each([
  ['searchers.0', 'searchers'],
  ['main.calls', 'main[calls]'],
  ['tree_sitter_c.language', 'tree_sitter_c[language]'],
  ['main.mark..f', 'main.mark.[f]'],
  ['go..C103', undefined],
  ['a__b', 'a.b'],
  ['fooN', 'foo'],
  ['fooB', 'foo'],
  ['loTB', 'lo'],
  ['x_1', undefined],
  ['y__12', 'y'],
  ['z_E3b', 'z'],
  ['Up__x', undefined],
  ['k__Up', undefined],
  ['m___X1', 'm'],
  ['n___1', 'n'],
  ['q___r', undefined],
  ['pXb', 'p'],
  ['pXn2', undefined],
  ['w_2_3', undefined],
  ['v__2_3', 'v'],
  ['a_B_c', undefined],
  ['b1B', 'b1'],
  ['c__B_12__d', 'c.d'],
  ['N__x', '.x'],
  ['xN__y', 'x.y'],
  ['_start', undefined],
  ['_ada_main', 'main'],
  ['plain', undefined],
])('%s', (name, decoded) => {
  expect(adaName(name)).toBe(decoded);
});
