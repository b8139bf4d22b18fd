// Memory laid out by origin and width.
import { describe, expect, it } from 'vitest';
import type { MemoryRow } from '../../../../src/editor/messages';
import { byteRuns, splitRow } from '../../../../webview/frame/hexRows';

const row: MemoryRow = {
  address: '0x00404060',
  bytes: ['16', '00', '67', '70', '??', '??'],
  origins: ['collected', 'collected', 'transparent', 'transparent', 'unavailable', 'unavailable'],
  text: '..gp  ',
};

describe('byteRuns', () => {
  it('joins neighbours of one origin', () => {
    expect(byteRuns(row).map(({ origin, bytes }) => [origin, bytes])).toEqual([
      ['collected', '16 00'],
      ['transparent', '67 70'],
      ['unavailable', '?? ??'],
    ]);
  });

  it('takes a byte without an origin for unavailable', () => {
    const [run] = byteRuns({ ...row, bytes: ['00'], origins: [] });
    expect(run).toMatchObject({ origin: 'unavailable', bytes: '00', changed: false });
  });

  it('tells what changed, what is selected and the cursor apart', () => {
    const plain = { ...row, bytes: ['00', '01', '02', '03'], origins: [] };
    const runs = byteRuns(plain, (column) => ({
      was: column < 2 ? `f${column}` : undefined,
      selected: column > 0,
      cursor: column === 3,
    }));
    expect(runs.map(({ bytes, was, selected, cursor }) => [bytes, was, selected, cursor])).toEqual([
      ['00', 'f0', false, false],
      ['01', 'f1', true, false],
      ['02', '', true, false],
      ['03', '', true, true],
    ]);
  });

  it('joins what changed, with what it was', () => {
    const [run] = byteRuns(row, (column) => ({ was: column < 2 ? '0a' : undefined }));
    expect(run).toMatchObject({ bytes: '16 00', was: '0a 0a', changed: true });
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
