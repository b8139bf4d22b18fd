// gdb 13.1's words for slices of Rust.
import { describe, expect, it } from 'vitest';
import { valueText } from '../../../src/values/text/text';
import { base, inMemory, member, memoryOf, pointerTo, struct } from './makers';

describe('slices of Rust, of which a part is missing', () => {
  const language = 0x1c;
  const usize = base('usize', 8, 0x07);
  const sliceOf = (name: string) =>
    struct(name, 16, [
      member('data_ptr', pointerTo(base('u8', 1, 0x07)), 0),
      member('length', usize, 8),
    ]);
  const [address, two] = [
    [0, 0x20, 0, 0, 0, 0, 0, 0],
    [2, 0, 0, 0, 0, 0, 0, 0],
  ];
  const unread = '<error reading variable: value is not available>';

  it.each([
    ['&[u8]', { 0x1000: address, 0x1008: two, 0x2000: [7, 8] }, '&[u8] [7, 8]'],
    ['&[u8]', { 0x1008: two }, `&[u8] ${unread}`],
    ['&[u8]', { 0x1008: [0, 0, 0, 0, 0, 0, 0, 0] }, '&[u8] []'],
    ['&[u8]', { 0x1000: address }, unread],
    ['&str', { 0x1000: address }, unread],
  ])('%s %#', async (name, blocks, text) => {
    const type = { ...sliceOf(name), language };
    const slice = inMemory(type, 0x1000, { memory: memoryOf(blocks), language });
    expect(await valueText(slice)).toBe(text);
  });
});
