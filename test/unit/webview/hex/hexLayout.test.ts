// Ranges of bytes laid out in rows.
import { describe, expect, it } from 'vitest';
import { HexLayout, rowBytesIn, type HexRange } from '../../../../webview/hex/hexLayout';

const ranges: readonly HexRange[] = [
  { start: 0x1000n, length: 20, head: true, foot: false },
  { start: 0x2000n, length: 16, head: true, foot: true },
  { start: 0x3000n, length: 0, head: false, foot: false },
  { start: 0xffff_ffff_ffff_fff0n, length: 16, head: false, foot: false },
];

describe('rows', () => {
  const layout = new HexLayout(ranges, 16);

  it('are the texts and the bytes of each range', () => {
    expect([layout.size, layout.rowCount]).toEqual([52, 7]);
    const rows = Array.from({ length: 7 }, (_, i) => layout.rowAt(i));
    expect(rows.map(({ kind, range, start, end }) => [kind, range, start, end])).toEqual([
      ['head', 0, 0, 0],
      ['bytes', 0, 0, 16],
      ['bytes', 0, 16, 20],
      ['head', 1, 20, 20],
      ['bytes', 1, 20, 36],
      ['foot', 1, 36, 36],
      ['bytes', 3, 36, 52],
    ]);
  });

  it('are found by place, and places by address', () => {
    expect([0, 15, 16, 19, 20, 35, 36, 51].map((place) => layout.rowOf(place))).toEqual([
      1, 1, 2, 2, 4, 4, 6, 6,
    ]);
    expect([layout.addressOf(19), layout.addressOf(20)]).toEqual([0x1013n, 0x2000n]);
    expect(layout.addressOf(51)).toBe(0xffff_ffff_ffff_ffffn);
    expect([layout.placeOf(0x1013n), layout.placeOf(0x2000n)]).toEqual([19, 20]);
    expect(layout.placeOf(0x1014n)).toBe(-1);
  });

  it('are as many as a file of terabytes needs', () => {
    const size = 2 ** 42 + 1;
    const file = new HexLayout([{ start: 0n, length: size, head: false, foot: false }], 16);
    expect(file.rowCount).toBe(2 ** 38 + 1);
    expect(file.rowAt(2 ** 38)).toEqual({ kind: 'bytes', range: 0, start: 2 ** 42, end: size });
    expect(file.rowOf(2 ** 42)).toBe(2 ** 38);
    expect(file.placeByRows(2 ** 42, -1)).toBe(2 ** 42 - 16);
  });

  it('are none of nothing', () => {
    const none = new HexLayout([], 16);
    expect([none.size, none.rowCount, none.rowOf(0), none.placeOf(0n)]).toEqual([0, 0, 0, -1]);
    expect(none.rowAt(0).end).toBe(0);
  });
});

describe('bytes of a row', () => {
  const fit = (characters: number, groupSize = 1, hasLabels = true) =>
    rowBytesIn(characters, { addressWidth: 14, groupSize, hasLabels });

  it('are as many as fit', () => {
    expect([30, 60, 100, 140, 200].map((width) => fit(width))).toEqual([4, 8, 16, 16, 32]);
    expect(fit(10, 8)).toBe(8);
  });

  it('leave room for names where there are names', () => {
    expect([fit(84, 1, false), fit(84), fit(96)]).toEqual([16, 8, 16]);
    expect([fit(76, 2, false), fit(76, 1, false)]).toEqual([16, 8]);
  });
});
