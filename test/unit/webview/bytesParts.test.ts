// What a byte of the file belongs to, and offsets that a user types.
import { describe, expect, it } from 'vitest';
import type { BytesPart } from '../../../src/ask/bytes/fileBytes';
import { readOffset } from '../../../webview/bytes/offsetInput';
import { outlineOf, partPath } from '../../../webview/bytes/parts';

const block: BytesPart = {
  kind: 'memory',
  offset: 100,
  length: 19,
  within: 'frame 41',
  frame: 41,
  name: 'M block 0x404028, 8 bytes',
  fields: [
    { name: 'type', offset: 100, length: 1 },
    { name: 'data', offset: 111, length: 8, address: '0x404028' },
  ],
};

const line: BytesPart = {
  kind: 'description',
  offset: 8,
  length: 5,
  within: 'description',
  fields: [],
  name: 'line 2: R 20',
};

describe('the path of a byte', () => {
  it.each([
    [100, ['frame 41', 'M block 0x404028, 8 bytes', 'type']],
    [105, ['frame 41', 'M block 0x404028, 8 bytes', 'byte 5']],
    [114, ['frame 41', 'M block 0x404028, 8 bytes', 'data + 3, at 0x40402b']],
  ])('at %d', (offset, path) => {
    expect(partPath(block, offset)).toEqual(path);
  });

  it('of what stands in nothing is its name', () => {
    const end: BytesPart = { ...line, kind: 'end', within: '', name: 'end marker', length: 1 };
    expect(partPath(end, 8)).toEqual(['end marker']);
    expect(partPath(undefined, 8)).toEqual([]);
  });

  it('goes around at the end of the addresses', () => {
    const field = { name: 'data', offset: 111, length: 8, address: '0xffffffffffffffff' };
    expect(partPath({ ...block, fields: [field] }, 112).at(-1)).toBe('data + 1, at 0x0');
  });
});

describe('the outline', () => {
  it('groups parts by what they stand in', () => {
    const other = { ...block, within: 'frame 42', frame: 42 };
    const end: BytesPart = { ...line, kind: 'end', within: '', name: 'end marker' };
    expect(
      outlineOf([line, line, block, block, other, end]).map(({ level, name }) => [level, name]),
    ).toEqual([
      [1, 'description'],
      [2, line.name],
      [2, line.name],
      [1, 'frame 41'],
      [2, block.name],
      [2, block.name],
      [1, 'frame 42'],
      [2, block.name],
      [1, 'end marker'],
    ]);
  });

  it('is no longer than can be drawn', () => {
    expect(outlineOf(new Array<BytesPart>(5000).fill(block)).length).toBeLessThan(310);
  });
});

describe('an offset', () => {
  const origin = { cursor: 100, size: 30 * 2 ** 30 };

  it.each([
    ['0x9c4e', 0x9c4e],
    ['40014', 40014],
    ['40,014', 40014],
    ['9c4e', 0x9c4e],
    [' +0x10 ', 116],
    ['-16', 84],
    ['- 16', 84],
    ['0x400000000', 2 ** 34],
  ])('%s', (text, offset) => {
    expect(readOffset(text, origin)).toEqual({ offset });
  });

  it.each(['', 'x', '0x', '1.5', '--1', '0xg'])('that is none: %j', (text) => {
    expect(readOffset(text, origin)).toHaveProperty('problem');
  });

  it.each(['-101', '0x780000000', '99999999999999999999'])('outside the file: %s', (text) => {
    expect(readOffset(text, origin)).toEqual({
      problem: 'There is no such byte: the file has 32,212,254,720, counted from 0.',
    });
  });
});
