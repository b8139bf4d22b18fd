// Containers of libc++ 14, as clang lays them out, in a recorded trace (libcxx/record.sh). gdb has
// no printers for them: the words are those of libstdc++'s printers, and what is in the containers
// is what libcxx/boxes.cc puts into them.
import { beforeAll, describe, expect, it } from 'vitest';
import { childParts } from '../../../src/values/children';
import { valueText } from '../../../src/values/text/text';
import type { Value } from '../../../src/values/value';
import { recordedLocals } from './recordedLocals';

let local: (name: string) => Value;

beforeAll(async () => {
  const files = { program: 'libcxx/boxes', trace: 'libcxx/boxes.tf' };
  local = await recordedLocals(files, { frame: 0, level: 1 });
});

const shown: readonly (readonly [name: string, text: string])[] = [
  ['word', '"short"'],
  ['text', '"a text that is longer than what fits into the object itself"'],
  ['nothing', '""'],
  ['wide', 'L"wide"'],
  ['view', '"a text that is longer than what fits into the object itself"'],
  ['numbers', 'std::vector of length 3, capacity 3 = {5, 6, 7}'],
  ['words', 'std::vector of length 2, capacity 2 = {"one", "two"}'],
  ['bits', 'std::vector<bool> of length 3, capacity 64 = {true, false, true}'],
  ['empty', 'std::vector of length 0, capacity 0'],
  ['queue', 'std::deque with 3 elements = {4, 5, 6}'],
  ['chain', 'std::list = {[0] = 7, [1] = 8}'],
  ['forward', "std::forward_list = {[0] = 120 'x', [1] = 121 'y'}"],
  ['ages', 'std::map with 2 elements = {["ann"] = 30, ["bob"] = 40}'],
  ['reals', 'std::set with 2 elements = {[0] = 0.5, [1] = 1.5}'],
  ['letters', "std::multimap with 2 elements = {[97 'a'] = 1, [97 'a'] = 2}"],
  ['codes', "std::unordered_map with 1 element = {[1] = 97 'a'}"],
  ['hashes', 'std::unordered_set with 1 element = {[0] = 77}'],
  ['none', 'std::unique_ptr<int> = {get() = 0x0}'],
  ['hollow', 'std::shared_ptr<int> (empty) = {get() = 0x0}'],
  ['maybe', 'std::optional<int> = {[contained value] = 5}'],
  ['not_here', 'std::optional<std::string> [no contained value]'],
  ['choice', 'std::variant<int, std::string, double> [index 1] = {"chosen"}'],
  ['triple', "std::tuple containing = {[1] = 5, [2] = 99 'c', [3] = 2.5}"],
  ['couple', '{first = 5, second = true}'],
];

describe('containers of libc++', () => {
  it.each(shown)('%s', async (name, text) => {
    expect(await valueText(local(name), { top: true, prettyPrint: true })).toBe(text);
  });

  // As gdb with libstdc++'s printers and `set print max-depth`.
  it('no deeper than `set print max-depth` says', async () => {
    const text = (name: string, depth: number) =>
      valueText(local(name), { prettyPrint: true, settings: { depth } });
    expect(await text('words', 1)).toBe('std::vector of length 2, capacity 2 = {"one", "two"}');
    expect(await text('words', 0)).toBe('std::vector of length 2, capacity 2 = {...}');
    expect(await text('empty', 0)).toBe('std::vector of length 0, capacity 0');
  });

  it('pointers', async () => {
    const pretty = (name: string) => valueText(local(name), { top: true, prettyPrint: true });
    expect(await pretty('owner')).toMatch(/^std::unique_ptr<int> = \{get\(\) = 0x[0-9a-f]+\}$/);
    const counts = 'use count 2, weak count 1';
    expect(await pretty('shared')).toMatch(`std::shared_ptr<int> (${counts}) = {get() = 0x`);
    expect(await pretty('weak')).toMatch(`std::weak_ptr<int> (${counts}) = {get() = 0x`);
  });

  it.each(shown.map(([name]) => name))('%s: raw one level down', async (name) => {
    const parts = await childParts(local(name), name, { prettyPrint: true });
    const raw = (await parts.namedParts()).find(({ kind }) => kind === 'raw');
    expect(raw?.name).toBe('[raw]');
  });

  it('without pretty printing members as they are', async () => {
    const text = await valueText(local('numbers'), { top: true });
    expect(text).toMatch(/^\{__begin_ = 0x[0-9a-f]+, __end_ = 0x/);
  });
});
