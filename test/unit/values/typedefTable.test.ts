import { expect, it } from 'vitest';
import { TypedefTable } from '../../../src/values/localNames';
import type { Type } from '../../../src/symbols/type';
import { base, char, int, pointerTo, struct } from './makers';

const typedef = (name: string, target: Type): Type => ({ kind: 'typedef', name, target });

const table = async (names: readonly [string, Type][]): Promise<TypedefTable> => {
  const made = new TypedefTable();
  for (const [name, type] of names) await made.add(name, type);
  return made;
};

it('finds a type by another name whose slot is on its way, as gdb 13 does', async () => {
  // `ptype` of a class with the typedefs a to l of its parameters T and U, and a function for each
  // and for T and U: `void fa(a)` to `void fl(l)`, `void m(T)`, but `void n(g)`.
  const ofClass = Array.from('abcdefghijkl', (name): [string, Type] => [
    name,
    typedef(`S<int, char>::${name}`, 'efg'.includes(name) ? char : int),
  ]);
  const names: [string, Type][] = [['T', int], ['U', char], ...ofClass];
  const made = await table(names);
  const found = await Promise.all(names.map(([, type]) => made.find(type)));
  expect(found.join(' ')).toBe('T g a b c d e f g h i j k l');
});

it('finds names of types that are made of others, whatever their qualifiers', async () => {
  const point = struct('point', 8, []);
  const made = await table([
    ['T', pointerTo(point)],
    ['U', int],
  ]);
  expect(await made.find(pointerTo({ kind: 'const', target: point }))).toBe('T');
  expect(await made.find({ kind: 'const', target: int })).toBe('U');
  expect(await made.find(pointerTo(int))).toBeUndefined();
  expect(await made.find(base('long', 8, 5))).toBeUndefined();
});

it('keeps the first name of a type, in a copy too', async () => {
  const made = await table([
    ['T', int],
    ['U', int],
  ]);
  expect(await made.find(int)).toBe('T');
  expect(await (await made.copy()).find(int)).toBe('T');
});
