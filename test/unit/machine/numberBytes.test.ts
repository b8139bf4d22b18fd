// Numbers become the bytes that they were read from.
import { expect, it } from 'vitest';
import { unsigned, toBytes } from '../../../src/bytes/cursor';

const bytes = Uint8Array.from({ length: 20 }, (_, i) => 0xff - 13 * i);

it.each([0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 20])('%i bytes', (length) => {
  const some = bytes.subarray(0, length);
  for (const order of ['little', 'big'] as const) {
    expect(toBytes(unsigned(some, order), length, order)).toEqual(some);
  }
});

it('keeps the low bytes of numbers that are too large, or negative', () => {
  expect(toBytes(0x123456n, 2, 'big')).toEqual(Uint8Array.of(0x34, 0x56));
  expect(toBytes(-2n, 9, 'little')).toEqual(Uint8Array.of(0xfe, ...Array<number>(8).fill(0xff)));
});
