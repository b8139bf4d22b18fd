// Numbers of any length in either byte order.
import { expect, it } from 'vitest';
import { unsigned } from '../../../src/bytes/cursor';

/** No two bytes are the same. */
const within = Uint8Array.from({ length: 20 }, (_, i) => 0xf0 + i);

it.each([0, 1, 2, 3, 4, 5, 7, 8, 9, 16])('%i bytes, in the middle of others', (length) => {
  const bytes = within.subarray(1, 1 + length);
  const big = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  const little = bytes.reduceRight((number, byte) => number * 256n + BigInt(byte), 0n);
  expect(unsigned(bytes, 'big')).toBe(big);
  expect(unsigned(bytes, 'little')).toBe(little);
});
