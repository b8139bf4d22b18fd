import { describe, expect, it } from 'vitest';
import { sortAddresses, sortItems, sortOffsets } from '../../../src/bytes/sorting';
import { atOnce } from '../../../src/bytes/timeSlice';

describe.each([0, 1, 1000, 16_384, 16_385, 100_000])('%d that are sorted in steps', (count) => {
  // Each of them once, and no part in order.
  const numbers = Array.from({ length: count }, (_, i) => (i * 7919) % Math.max(1, count));

  it('are in order', () => {
    const sorted = atOnce(sortAddresses(BigUint64Array.from(numbers, BigInt)));
    const inOrder = [...numbers].sort((one, other) => one - other);
    expect([...sorted]).toEqual(inOrder.map(BigInt));
    expect([...atOnce(sortOffsets(new Float64Array(numbers)))]).toEqual(inOrder);
  });

  it('are as `sort` puts them, equal ones in their order', () => {
    const items = numbers.map((number, at) => ({ key: number % 100, at }));
    const byKey = (one: { key: number }, other: { key: number }) => one.key - other.key;
    expect(atOnce(sortItems(items, byKey))).toEqual([...items].sort(byKey));
  });
});

it('a hundred thousand texts are compared some ten thousand times in one go', () => {
  let [since, most] = [0, 0];
  const texts = Array.from({ length: 100_000 }, (_, i) => `text${(i * 7919) % 100_000}`);
  const steps = sortItems(texts, (one, other) => {
    most = Math.max(most, ++since);
    return one < other ? -1 : 1;
  });
  while (!steps.next().done) since = 0;
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(60_000);
});
