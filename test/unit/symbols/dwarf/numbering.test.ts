import { expect, it } from 'vitest';
import { Numbering } from '../../../../src/symbols/dwarf/nameColumns';

it('counts numbers in the order in which they are met, each once', () => {
  const numbering = new Numbering();
  const values = [7, 0, 2 ** 40, -1, 7, 2 ** 53 - 1, 2 ** 40 + 2 ** 32, 0];
  expect(values.map((value) => numbering.of(value))).toEqual([0, 1, 2, 3, 0, 4, 5, 1]);
  expect(numbering.size).toBe(6);
});

it('keeps its numbers while it grows', () => {
  const numbering = new Numbering();
  const values = Array.from({ length: 5000 }, (_, i) => i * 2 ** 20);
  values.forEach((value, i) => {
    expect(numbering.of(value)).toBe(i);
  });
  expect(values.map((value) => numbering.of(value))).toEqual(values.map((_, i) => i));
});
