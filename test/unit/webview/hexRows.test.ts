// Memory laid out by origin and width.
import { describe, expect, it } from 'vitest';
import type { MemoryRow } from '../../../src/editor/messages';
import { byteRuns, splitRow } from '../../../webview/hexRows';

const row: MemoryRow = {
  address: '0x00404060',
  bytes: ['16', '00', '67', '70', '??', '??'],
  origins: ['collected', 'collected', 'transparent', 'transparent', 'unavailable', 'unavailable'],
  text: '..gp  ',
};

describe('byteRuns', () => {
  it('joins neighbours of one origin', () => {
    expect(byteRuns(row)).toEqual([
      { origin: 'collected', bytes: '16 00' },
      { origin: 'transparent', bytes: '67 70' },
      { origin: 'unavailable', bytes: '?? ??' },
    ]);
  });

  it('takes a byte without an origin for unavailable', () => {
    expect(byteRuns({ ...row, bytes: ['00'], origins: [] })).toEqual([
      { origin: 'unavailable', bytes: '00' },
    ]);
  });
});

describe('splitRow', () => {
  it('keeps a row that fits', () => {
    expect(splitRow(row, 16)).toEqual([row]);
  });

  it('cuts a long row, each piece with its address', () => {
    expect(splitRow(row, 4)).toEqual([
      {
        address: '0x00404060',
        bytes: ['16', '00', '67', '70'],
        origins: ['collected', 'collected', 'transparent', 'transparent'],
        text: '..gp',
      },
      {
        address: '0x00404064',
        bytes: ['??', '??'],
        origins: ['unavailable', 'unavailable'],
        text: '  ',
      },
    ]);
  });

  it('counts on beyond 2^53', () => {
    const high = { ...row, address: '0xfffffffffffffff0' };
    expect(splitRow(high, 4)[1]?.address).toBe('0xfffffffffffffff4');
  });
});
