// A unit with many macros, and files that include each other as deep as they are many.
import { growthProblems } from './steps';
import { expect, it } from 'vitest';
import type { MacroEntry } from '../../../src/symbols/dwarf/macros';
import { definitionsNamed, macroScope } from '../../../src/symbols/macros';

const each = (count: number, make: (i: number) => MacroEntry) =>
  Array.from({ length: count }, (_, i) => make(i));

const define = (i: number): MacroEntry => ({ kind: 'define', line: i, text: `M${i}(a) a + ${i}` });
const enter = (i: number): MacroEntry => ({ kind: 'enter', line: 1, file: i });
const leave = (): MacroEntry => ({ kind: 'leave' });

const units: Readonly<Record<string, (count: number) => readonly MacroEntry[]>> = {
  definitions: (count) => [enter(0), ...each(count, define), leave()],
  'files one after the other': (count) => [
    enter(0),
    ...Array.from({ length: count }, (_, i) => [enter(i), define(i), leave()]).flat(),
  ],
  'files in each other': (count) => [...each(count, enter), ...each(count, define)],
};

it.each(Object.entries(units))('many %s are read in proportion', async (_, made) => {
  const prepare = (count: number) =>
    Promise.resolve({ entries: made(count), pathOf: (file: number) => `file${file}.h` });
  const problems = await growthProblems(prepare, {
    scope: async (macros) => {
      const scope = await macroScope(macros, 'file0.h', 1e6);
      expect([...(scope?.definitions.values() ?? [])].map(({ place }) => place.file)).not.toEqual(
        [],
      );
    },
    'one name': async (macros) => {
      expect(await definitionsNamed(macros, 'M7')).toHaveLength(1);
    },
  });
  expect(problems).toEqual([]);
});
