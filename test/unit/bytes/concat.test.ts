import { describe, expect, it } from 'vitest';
import { concat } from '../../../src/bytes/cursor';

describe('concat', () => {
  it('puts pieces one behind the other', () => {
    const [a, b] = [Uint8Array.of(1, 2), Uint8Array.of(3)];
    expect(concat([a, new Uint8Array(0), b])).toEqual(Uint8Array.of(1, 2, 3));
    expect(concat([])).toEqual(new Uint8Array(0));
    expect(concat([a])).toBe(a);
  });
});
