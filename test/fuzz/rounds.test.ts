import { expect, it } from 'vitest';
import { generator } from './rounds';

it('the numbers of rounds are the same in every run', () => {
  const numbers = (seed: number) => {
    const random = generator(seed);
    return Array.from({ length: 5 }, () => random(1000));
  };
  expect(numbers(1)).toEqual(numbers(1));
  expect(numbers(1)).not.toEqual(numbers(2));
});
