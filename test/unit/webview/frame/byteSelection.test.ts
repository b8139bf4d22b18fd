// Selecting bytes of memory with the mouse and with keys.
import { beforeEach, describe, expect, it } from 'vitest';
import type { MemoryRow } from '../../../../src/editor/messages';
import { MemorySelection } from '../../../../webview/frame/byteSelection';

function row(address: bigint, known = 16): MemoryRow {
  return {
    address: `0x${address.toString(16)}`,
    bytes: Array.from({ length: 16 }, (_, i) =>
      i < known ? i.toString(16).padStart(2, '0') : '??',
    ),
    origins: Array.from({ length: 16 }, (_, i) => (i < known ? 'collected' : 'unavailable')),
    text: '................',
  };
}

let selection: MemorySelection;

beforeEach(() => {
  selection = new MemorySelection(() => undefined);
  selection.show([row(0x1000n), row(0x1010n, 4), row(0x8000n)]);
});

describe('a selection', () => {
  it('is none at first', () => {
    expect([selection.cursor, selection.stretch, selection.bytes(8)]).toEqual([
      -1,
      { start: -1, end: -1 },
      [],
    ]);
  });

  it('is a byte, and what stands behind it for the numbers that begin there', () => {
    selection.put(14, false);
    expect(selection.stretch).toEqual({ start: 14, end: 15 });
    expect(selection.bytes(4).map(({ address }) => address)).toEqual([
      0x100en,
      0x100fn,
      0x1010n,
      0x1011n,
    ]);
  });

  it('ends where addresses do not go on, and keeps bytes that are not known', () => {
    selection.put(16 + 14, false);
    expect(selection.bytes(8).map(({ value, origin }) => [value, origin])).toEqual([
      [undefined, 'unavailable'],
      [undefined, 'unavailable'],
    ]);
  });

  it('goes from the anchor to the cursor, either way', () => {
    selection.put(20, false);
    selection.put(17, true);
    expect(selection.stretch).toEqual({ start: 17, end: 21 });
    expect(selection.bytes(4).map(({ value }) => value)).toEqual([1, 2, 3, undefined]);
    selection.put(22, true);
    expect(selection.stretch).toEqual({ start: 20, end: 23 });
  });

  it('ignores a place where there is no byte', () => {
    selection.put(1000, false);
    selection.put(-3, false);
    expect(selection.cursor).toBe(-1);
  });

  it('moves by keys and stops at the ends', () => {
    selection.move('right', 16, false);
    expect(selection.cursor).toBe(0);
    selection.move('left', 16, false);
    selection.move('up', 16, false);
    expect(selection.cursor).toBe(0);
    selection.move('down', 8, false);
    expect(selection.cursor).toBe(8);
    selection.move('rowEnd', 8, true);
    expect(selection.stretch).toEqual({ start: 8, end: 16 });
    selection.move('last', 16, false);
    selection.move('down', 16, false);
    selection.move('right', 16, false);
    expect(selection.cursor).toBe(47);
    selection.move('rowStart', 16, false);
    expect(selection.cursor).toBe(32);
    selection.move('first', 16, true);
    expect(selection.stretch).toEqual({ start: 0, end: 33 });
  });

  it('stays at its addresses when other rows are shown', () => {
    selection.put(16 + 2, false);
    selection.put(16 + 3, true);
    selection.show([row(0x500n), row(0x1010n)]);
    expect(selection.stretch).toEqual({ start: 18, end: 20 });
    selection.show([row(0x1000n), row(0x1010n)]);
    expect(selection.bytes(8)[0]?.address).toBe(0x1012n);
    selection.show([row(0x500n)]);
    expect(selection.cursor).toBe(-1);
    selection.show([]);
    selection.move('down', 16, false);
    expect(selection.cursor).toBe(-1);
  });

  it('reaches the end of the address space', () => {
    selection.show([row(0xffff_ffff_ffff_fff0n)]);
    selection.put(15, false);
    expect(selection.bytes(8).map(({ address }) => address)).toEqual([0xffff_ffff_ffff_ffffn]);
  });
});
