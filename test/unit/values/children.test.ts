import { describe, expect, it } from 'vitest';
import { hasParts, childParts, type Part, type Parts } from '../../../src/values/children';
import { valueText } from '../../../src/values/text/text';
import type { Value } from '../../../src/values/value';
import type { Type } from '../../../src/symbols/type';
import {
  arrayOf,
  char,
  inMemory,
  int,
  long,
  member,
  memoryOf,
  ofBytes,
  pointerTo,
  referenceTo,
  struct,
  type Setting,
} from './makers';

const raw = { prettyPrint: false };
const pretty = { prettyPrint: true };

const point = struct('point', 8, [member('x', int, 0), member('y', int, 4)]);
const bytesOf = (...numbers: number[]) => numbers.flatMap((each) => [each & 0xff, each >> 8, 0, 0]);
const words = (...numbers: number[]) =>
  numbers.flatMap((each) => [each & 0xff, each >> 8, 0, 0, 0, 0, 0, 0]);

async function shown({ value }: Part): Promise<string> {
  return 'problem' in value ? value.problem : valueText(value, pretty);
}

async function named(parts: Parts): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const part of await parts.namedParts()) texts[part.name] = await shown(part);
  return texts;
}

describe('what a value is made of', () => {
  it('members, with expressions and addresses', async () => {
    const setting = { memory: memoryOf({ 0x1000: bytesOf(1, 2) }) };
    const parts = await childParts(inMemory(point, 0x1000, setting), 'origin', raw);
    expect(parts).toMatchObject({ named: 2, indexed: 0 });
    const [x, y] = await parts.namedParts();
    expect([x?.name, x?.evaluateName, y?.evaluateName]).toEqual(['x', 'origin.x', 'origin.y']);
    expect((y?.value as Value).address).toBe(0x1004n);
    expect(await named(parts)).toEqual({ x: '1', y: '2' });
  });

  it('pages of an array, none made before it is asked for', async () => {
    const parts = await childParts(inMemory(arrayOf(int, 10_000), 0x1000, {}), 'table', raw);
    expect(parts).toMatchObject({ named: 0, indexed: 10_000 });
    const page = await parts.indexedParts(9_998, 100);
    expect(page.map(({ name }) => name)).toEqual(['[9998]', '[9999]']);
    expect(page[1]?.evaluateName).toBe('table[9999]');
    expect((page[1]?.value as Value).address).toBe(0x1000n + 4n * 9999n);
  });

  it('an element of a bigger array than can be printed', async () => {
    const memory = memoryOf({ [0x1000 + 4 * 20_000]: bytesOf(7) });
    const parts = await childParts(inMemory(arrayOf(int, 30_000), 0x1000, { memory }), 't', raw);
    const [part] = await parts.indexedParts(20_000, 1);
    expect(part && (await shown(part))).toBe('7');
  });

  it('through pointers and references', async () => {
    const setting = { memory: memoryOf({ 0x1000: bytesOf(1, 2) }) };
    const pointer = ofBytes(pointerTo(point), words(0x1000), setting);
    const [x] = await (await childParts(pointer, 'p', raw)).namedParts();
    expect([x?.name, x?.evaluateName]).toEqual(['x', 'p->x']);
    const number = ofBytes(pointerTo(int), words(0x1004), setting);
    const [target] = await (await childParts(number, 'a + 1', raw)).namedParts();
    expect([target?.name, target && (await shown(target))]).toEqual(['*(a + 1)', '2']);
    const reference = ofBytes(referenceTo(point), words(0x1000), setting);
    expect((await childParts(reference, 'r', raw)).named).toBe(2);
    expect((await childParts(ofBytes(pointerTo(point), words(0)), 'n', raw)).named).toBe(0);
  });

  it('bases', async () => {
    const derived = struct('derived', 8, [], {
      bases: [{ type: point, offset: 0n, virtual: false }],
    });
    const setting = { memory: memoryOf({ 0x1000: bytesOf(1, 2) }) };
    const parts = await childParts(inMemory(derived, 0x1000, setting), 'd', raw);
    const [base] = await parts.namedParts();
    expect(base).toMatchObject({ name: '<point>', evaluateName: '*(point *)&d' });
    expect(base && (await shown(base))).toBe('{x = 1, y = 2}');
    const held = await childParts(ofBytes(derived, bytesOf(1, 2)), 'd', raw);
    expect((await held.namedParts())[0]).not.toHaveProperty('evaluateName');
  });

  it('says what can be opened', () => {
    const parts = (type: Type) => hasParts(ofBytes(type, words(1)));
    expect([parts(point), parts(arrayOf(int, 2)), parts(pointerTo(int))]).toEqual([
      true,
      true,
      true,
    ]);
    expect([parts(int), parts(pointerTo(char)), parts(pointerTo({ kind: 'void' }))]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('containers', () => {
  const pointers = struct('std::_Vector_impl', 24, [
    member('_M_start', pointerTo(int), 0),
    member('_M_finish', pointerTo(int), 8),
    member('_M_end_of_storage', pointerTo(int), 16),
  ]);
  const vector = struct('std::vector<int, std::allocator<int> >', 24, [
    member('_M_impl', pointers, 0),
  ]);
  const vectorValue = (setting: Setting) => ofBytes(vector, words(0x1000, 0x100c, 0x1010), setting);

  it('a vector: its elements, and below them what it is made of', async () => {
    const value = vectorValue({ memory: memoryOf({ 0x1000: bytesOf(1, 2, 3) }) });
    expect(await valueText(value, pretty)).toBe('std::vector of length 3, capacity 4 = {1, 2, 3}');
    const parts = await childParts(value, 'v', pretty);
    expect(parts).toMatchObject({ named: 1, indexed: 3 });
    const [first] = await parts.indexedParts(0, 1);
    expect([first?.name, first?.evaluateName]).toEqual(['[0]', '{int} 0x1000']);
    expect(await parts.namedParts()).toMatchObject([{ name: '[raw]', raw: true }]);
    expect((await childParts(value, 'v', raw)).named).toBe(1);
  });

  it('a vector in a call stack: that there is something in it', async () => {
    const short = { ...pretty, summary: true };
    const value = vectorValue({ memory: memoryOf({ 0x1000: bytesOf(1, 2, 3) }) });
    expect(await valueText(value, short)).toBe('std::vector of length 3, capacity 4 = {...}');
    const empty = ofBytes(vector, words(0x1000, 0x1000, 0x1010));
    expect(await valueText(empty, short)).toBe('std::vector of length 0, capacity 4');
  });

  it('a vector whose elements were not collected says so', async () => {
    expect(await valueText(vectorValue({}), pretty)).toBe(
      'std::vector of length 3, capacity 4 = {<unavailable>, <unavailable>, <unavailable>}',
    );
  });

  it('a vector that ends before it begins is shown as it is', async () => {
    const broken = ofBytes(vector, words(0x1010, 0x1000, 0x1010));
    expect(await valueText(broken, pretty)).toBe(
      '{_M_impl = {_M_start = 0x1010, _M_finish = 0x1000, _M_end_of_storage = 0x1010}}',
    );
  });

  const pair = struct('std::pair<long const, int>', 16, [
    member('first', long, 0),
    member('second', int, 8),
  ]);
  const hashTable = struct(
    'std::_Hashtable<>',
    16,
    [
      member('_M_before_begin', struct('node', 8, [member('_M_nxt', pointerTo(int), 0)]), 0),
      member('_M_element_count', long, 8),
    ],
    { templateArguments: [{ type: long }, { type: pair }] },
  );
  const map = struct('std::unordered_map<long, int>', 16, [member('_M_h', hashTable, 0)]);

  it('an unordered map', async () => {
    const memory = memoryOf({
      0x1000: words(0x2000, 7, 70),
      0x2000: words(0, 8, 80),
    });
    const value = ofBytes(map, words(0x1000, 2), { memory });
    expect(await valueText(value, pretty)).toBe(
      'std::unordered_map with 2 elements = {[7] = 70, [8] = 80}',
    );
    const parts = await (await childParts(value, 'm', pretty)).indexedParts(0, 10);
    expect(parts.map(({ name }) => name)).toEqual(['[7]', '[8]']);
  });

  it('a chain of nodes that goes in a circle ends', async () => {
    const memory = memoryOf({ 0x1000: words(0x1000, 7, 70) });
    const text = await valueText(ofBytes(map, words(0x1000, 20_000), { memory }), pretty);
    expect(text).toMatch(/^std::unordered_map with 20000 elements = .*\.\.\.}$/);
  });

  it('a chain that was not collected says how many there are', async () => {
    const text = await valueText(ofBytes(map, words(0x1000, 2)), pretty);
    expect(text).toBe('std::unordered_map with 2 elements = {...}');
  });

  it('a chain of a number that cannot be is shown as it is', async () => {
    const bytes = [...words(0x1000), ...Array.from({ length: 8 }, () => 0xff)];
    const text = await valueText(ofBytes(map, bytes), pretty);
    expect(text).toBe('{_M_h = {_M_before_begin = {_M_nxt = 0x1000}, _M_element_count = -1}}');
  });
});
