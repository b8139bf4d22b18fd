import { describe, expect, it, vi } from 'vitest';
import { atOnce } from '../../../../src/bytes/timeSlice';
import { Dwarf } from '../../../../src/symbols/dwarf/dwarf';
import {
  NameCollector,
  NameKind,
  offsetsNamed,
  offsetsOfKind,
  type NameColumns,
} from '../../../../src/symbols/dwarf/nameColumns';
import type { NameKey } from '../../../../src/symbols/dwarf/strings';
import { sectionsOf } from '../sectionsOf';
import { makeUnits } from './unitMaker';

/** Texts of the keys that are numbers; a key without one cannot be read. */
function columnsOf(names: NameCollector, texts: Record<number, string> = {}): Promise<NameColumns> {
  const readTexts = (
    keys: Iterable<NameKey>,
    take: (key: NameKey, text: string) => void,
  ): Promise<void> => {
    for (const key of keys) {
      const text = typeof key === 'string' ? key : texts[key];
      if (text !== undefined) take(key, text);
    }
    return Promise.resolve();
  };
  return names.columns(readTexts, [-1]);
}

describe('columns of names', () => {
  it('find names by their text, wherever that stands, in the order of the file', async () => {
    const names = new NameCollector();
    names.add(NameKind.variable, 0x10, 300);
    names.add(NameKind.variable, 'size', 100);
    names.add(NameKind.variable, 0x20, 200);
    const columns = await columnsOf(names, { 0x10: 'size', 0x20: 'other' });
    expect(offsetsNamed(columns, NameKind.variable, 'size')).toEqual([300, 100]);
    expect(offsetsNamed(columns, NameKind.variable, 'other')).toEqual([200]);
    expect(offsetsNamed(columns, NameKind.variable, 'none')).toEqual([]);
    expect(atOnce(offsetsOfKind(columns, NameKind.variable)).sort()).toEqual([100, 200, 300]);
  });

  it('find names however they are spelt', async () => {
    const names = new NameCollector();
    names.add(NameKind.type, 'long unsigned int', 100);
    names.add(NameKind.type, 'Pair<const char *, std::Box<long int> >', 200);
    names.add(NameKind.type, "Row<char, 'a', '[', 8UL>", 300);
    const columns = await columnsOf(names);
    expect(offsetsNamed(columns, NameKind.type, 'unsigned long')).toEqual([100]);
    const row = 'Row<char, (char)97, (char)91, 8ul>';
    expect(offsetsNamed(columns, NameKind.type, row)).toEqual([300]);
    expect(offsetsNamed(columns, NameKind.type, 'Pair<char const*, std::Box<long> >')).toEqual([
      200,
    ]);
  });

  it('tell kinds of one name apart', async () => {
    const names = new NameCollector();
    const kinds = Object.values(NameKind).filter((each) => typeof each === 'number');
    kinds.forEach((kind, i) => {
      names.add(kind, 'point', i + 1);
    });
    const columns = await columnsOf(names);
    const found = kinds.map((kind) => offsetsNamed(columns, kind, 'point'));
    expect(found).toEqual([[1], [2], [3], [4], [5], [6]]);
  });

  it('find functions by the last part of a name, and others by the name that gdb gives them', async () => {
    const names = new NameCollector();
    names.addFunction('ns::apply<int>', 1);
    names.addOnce(NameKind.type, 0, 'long unsigned int', 2);
    const columns = await columnsOf(names);
    expect(offsetsNamed(columns, NameKind.function, 'apply')).toEqual([1]);
    expect(offsetsNamed(columns, NameKind.function, 'other::apply')).toEqual([1]);
    expect(offsetsNamed(columns, NameKind.type, 'unsigned long')).toEqual([2]);
  });

  it('hold a function once for each unit, and other names once in each scope where they count once', async () => {
    const names = new NameCollector();
    for (const unit of [1, 1, 2]) names.addFunction('f', unit);
    const inner = names.scopeIn(0, 'ns');
    expect(names.scopeIn(0, 'ns')).toBe(inner);
    expect(names.scopeIn(inner, 'ns')).not.toBe(inner);
    for (const [scope, offset] of [
      [0, 10],
      [inner, 11],
      [0, 12],
      [inner, 13],
    ] as const) {
      names.addOnce(NameKind.tagged, scope, 's', offset);
    }
    const columns = await columnsOf(names);
    expect(offsetsNamed(columns, NameKind.function, 'f')).toEqual([1, 2]);
    expect(offsetsNamed(columns, NameKind.tagged, 's')).toEqual([10, 11]);
  });

  it('find all of thousands of names, and none that was not added', async () => {
    const names = new NameCollector();
    for (let i = 0; i < 3000; i++) names.add(NameKind.enumerator, `value${i}`, i);
    const columns = await columnsOf(names);
    for (let i = 0; i < 3000; i++) {
      expect(offsetsNamed(columns, NameKind.enumerator, `value${i}`)).toEqual([i]);
    }
    expect(offsetsNamed(columns, NameKind.enumerator, 'value3000')).toEqual([]);
  });

  it('leave out what cannot be read, and may be empty', async () => {
    const names = new NameCollector();
    names.add(NameKind.type, 0x10, 1);
    expect(offsetsNamed(await columnsOf(names), NameKind.type, 'x')).toEqual([]);
    expect(offsetsNamed(await columnsOf(new NameCollector()), NameKind.type, 'x')).toEqual([]);
  });
});

it('names that units have themselves are taken some at a time', async () => {
  const dwarf = new Dwarf(sectionsOf(makeUnits()));
  const names = new NameCollector();
  for (let i = 0; i < 10_000; i++) names.add(NameKind.type, `type${i}`, i);
  let [taken, since, most] = [0, 0, 0];
  const look = vi.spyOn(performance, 'now').mockImplementation(() => {
    since = 0;
    return 0;
  });
  await names.columns(
    (keys, take) =>
      dwarf.texts(keys, (key, text) => {
        taken++;
        most = Math.max(most, ++since);
        take(key, text);
      }),
    [-1],
  );
  look.mockRestore();
  expect(taken).toBe(10_000);
  expect(most).toBeLessThan(2000);
});
