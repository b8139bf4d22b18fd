import { describe, expect, it } from 'vitest';
import { sortAddresses, sortItems } from '../../../src/bytes/sorting';
import { atOnce } from '../../../src/bytes/timeSlice';

describe.each([0, 1, 1000, 16_384, 16_385, 100_000])('%d that are sorted in steps', (count) => {
  // Each of them once, and no part in order.
  const numbers = Array.from({ length: count }, (_, i) => (i * 7919) % Math.max(1, count));

  it('are in order', () => {
    const sorted = atOnce(sortAddresses(BigUint64Array.from(numbers, BigInt)));
    expect([...sorted]).toEqual([...numbers].sort((one, other) => one - other).map(BigInt));
  });

  it('are as `sort` puts them, equal ones in their order', () => {
    const items = numbers.map((number, at) => ({ key: number % 100, at }));
    const byKey = (one: { key: number }, other: { key: number }) => one.key - other.key;
    expect(atOnce(sortItems(items, byKey))).toEqual([...items].sort(byKey));
  });
});
