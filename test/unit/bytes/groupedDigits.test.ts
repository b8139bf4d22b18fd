import { expect, it } from 'vitest';
import { groupedDigits } from '../../../src/bytes/groupedDigits';

it('groups digits as English does', () => {
  for (const count of [0, 9, 999, 1000, 65535, 123456, 1234567, 2 ** 53 - 1]) {
    expect(groupedDigits(count)).toBe(count.toLocaleString('en'));
  }
});
