import { describe, expect, it } from 'vitest';
import { firstBit, type BitAttributes } from '../../../../src/symbols/dwarf/classes';

const field: BitAttributes = {
  size: 3n,
  fromStart: undefined,
  inWord: undefined,
  wordOffset: 4n,
  wordSize: 4n,
};

describe('the first bit of a bit field', () => {
  it.each(['little', 'big'] as const)('counts from the start in DWARF 5, %s endian', (order) => {
    expect(firstBit({ ...field, wordOffset: 0n, fromStart: 37n }, order)).toBe(37n);
  });

  it('counts from the left of the word before, little-endian', () => {
    // The first field of a word stands at its right end, 29 bits from the left.
    expect(firstBit({ ...field, inWord: 29n }, 'little')).toBe(32n);
    expect(firstBit({ ...field, inWord: 24n }, 'little')).toBe(37n);
  });

  it('counts from the left of the word before, big-endian', () => {
    expect(firstBit({ ...field, inWord: 0n }, 'big')).toBe(32n);
    expect(firstBit({ ...field, inWord: 5n }, 'big')).toBe(37n);
  });

  it('may be to the left of the word', () => {
    expect(firstBit({ ...field, size: 26n, wordOffset: 0n, inWord: -9n }, 'little')).toBe(15n);
  });

  it('is that of the word where nothing is said', () => {
    expect(firstBit(field, 'little')).toBe(32n);
  });
});
