import { expect, it } from 'vitest';
import { ListInParts } from '../../../src/bytes/arrays';

it('a list in parts has what was added and put, in order', () => {
  const list = new ListInParts<number>();
  const numbers = Array.from({ length: 50_000 }, (_, i) => i);
  for (const each of numbers) list.push(each);
  for (const place of [0, 16_383, 16_384, 49_999]) {
    expect(list.at(place)).toBe(place);
    list.put(place, -place);
    numbers[place] = -place;
  }
  expect([...list]).toEqual(numbers);
  expect([list.length, list.at(50_000)]).toEqual([50_000, undefined]);
});
