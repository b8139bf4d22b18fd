// Selecting bytes with the mouse and with keys, in a file and in ranges of memory.
import { beforeEach, describe, expect, it } from 'vitest';
import type { HexRange } from '../../../../webview/hex/hexLayout';
import { HexSelection } from '../../../../webview/hex/hexSelection';

function range(start: bigint, length: number): HexRange {
  return { start, length, head: false, foot: false };
}

const file = (size: number, cursor: number) => {
  const selection = new HexSelection('nearest', () => undefined);
  selection.show([range(0n, size)]);
  selection.place(cursor);
  return selection;
};

let selection: HexSelection;

const key = (name: string, extend = false, control = false) =>
  selection.moveByKey(name, control, extend, 9);

beforeEach(() => {
  selection = new HexSelection('none', () => undefined);
  selection.show([range(0x1000n, 32), range(0x8000n, 16)]);
});

describe('a selection', () => {
  it('is none at first', () => {
    expect([selection.cursor, selection.places, selection.contiguous(8)]).toEqual([
      -1,
      { start: -1, end: -1 },
      [],
    ]);
    expect([selection.address, selection.runs()]).toEqual([undefined, []]);
  });

  it('is a byte, and what follows it for the numbers that begin there', () => {
    selection.moveTo(14, false);
    expect(selection.places).toEqual({ start: 14, end: 15 });
    expect(selection.address).toBe(0x100en);
    expect(selection.contiguous(4)).toEqual([14, 15, 16, 17]);
  });

  it('ends for a number where addresses do not follow each other', () => {
    selection.moveTo(30, false);
    expect(selection.contiguous(8)).toEqual([30, 31]);
  });

  it('goes on for a number where another range follows in memory', () => {
    selection.show([range(0x1000n, 16), range(0x1010n, 16)]);
    selection.moveTo(14, false);
    expect(selection.contiguous(4)).toEqual([14, 15, 16, 17]);
  });

  it('goes from the anchor to the cursor, either way', () => {
    selection.moveTo(20, false);
    selection.moveTo(17, true);
    expect(selection.places).toEqual({ start: 17, end: 21 });
    selection.moveTo(22, true);
    expect(selection.places).toEqual({ start: 20, end: 23 });
  });

  it('reaches over ranges, each of them a run', () => {
    selection.moveTo(30, false);
    selection.moveTo(33, true);
    expect(selection.runs()).toEqual([
      { start: 30, end: 32 },
      { start: 32, end: 34 },
    ]);
    selection.show([range(0x1000n, 16), range(0x1010n, 16)]);
    selection.selectAll();
    expect(selection.runs()).toEqual([{ start: 0, end: 32 }]);
  });

  it('ignores a place where there is no byte', () => {
    selection.moveTo(1000, false);
    selection.moveTo(-3, false);
    expect(selection.cursor).toBe(-1);
  });

  it('stays at its addresses when other ranges are shown', () => {
    selection.moveTo(16 + 2, false);
    selection.moveTo(16 + 3, true);
    selection.show([range(0x500n, 16), range(0x1010n, 16)]);
    expect(selection.places).toEqual({ start: 18, end: 20 });
    selection.show([range(0x1000n, 32)]);
    expect(selection.address).toBe(0x1012n);
    selection.show([range(0x500n, 16)]);
    expect(selection.cursor).toBe(-1);
    selection.show([]);
    key('ArrowDown');
    expect(selection.cursor).toBe(-1);
  });

  it('reaches the end of the address space', () => {
    selection.show([range(0xffff_ffff_ffff_fff0n, 16)]);
    selection.moveTo(15, false);
    expect([selection.contiguous(8), selection.address]).toEqual([[15], 0xffff_ffff_ffff_ffffn]);
  });

  it('is cleared, or leaves the cursor where there is always one', () => {
    selection.moveTo(3, false);
    selection.moveTo(6, true);
    selection.clear();
    expect(selection.cursor).toBe(-1);
    const other = file(100, 3);
    other.moveTo(6, true);
    other.clear();
    expect(other.places).toEqual({ start: 6, end: 7 });
  });

  it('stays in a file that has shrunk, and at the first byte of memory that was not shown', () => {
    const cut = file(100, 50);
    cut.show([range(0n, 10)]);
    expect(cut.places).toEqual({ start: 9, end: 10 });
    const memory = new HexSelection('first', () => undefined);
    memory.show([range(0x1000n, 16)]);
    memory.moveTo(4, false);
    memory.show([range(0x2000n, 16)]);
    expect(memory.cursor).toBe(0);
  });

  it('is a whole range, or the one before or after', () => {
    selection.moveTo(3, false);
    selection.selectRange(0);
    expect(selection.places).toEqual({ start: 0, end: 32 });
    selection.selectRange(1);
    expect(selection.places).toEqual({ start: 32, end: 48 });
    selection.selectRange(1);
    expect(selection.places).toEqual({ start: 32, end: 48 });
    selection.selectRange(-1);
    expect(selection.target).toBe(0);
  });
});

describe('the keys in memory', () => {
  it('move the cursor and stop at the ends', () => {
    key('ArrowRight');
    expect(selection.cursor).toBe(0);
    key('ArrowLeft');
    key('ArrowUp');
    expect(selection.cursor).toBe(0);
    selection.setRowBytes(8);
    key('ArrowDown');
    expect(selection.cursor).toBe(8);
    key('End', true);
    expect(selection.places).toEqual({ start: 8, end: 16 });
    selection.setRowBytes(16);
    key('End', false, true);
    key('ArrowDown');
    key('ArrowRight');
    expect(selection.cursor).toBe(47);
    key('Home');
    expect(selection.cursor).toBe(32);
    key('Home', true, true);
    expect(selection.places).toEqual({ start: 0, end: 33 });
    expect(key('q')).toBe(false);
  });

  it('go up and down in their column over the ranges', () => {
    selection.moveTo(5, false);
    const places = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'].map((name) => {
      key(name);
      return selection.cursor;
    });
    expect(places).toEqual([21, 37, 21, 37, 5]);
  });

  it('stay in a range whose last row is shorter', () => {
    selection.show([range(0x1000n, 20), range(0x2000n, 16)]);
    selection.moveTo(10, false);
    key('ArrowDown');
    expect(selection.cursor).toBe(19);
    key('ArrowDown');
    expect(selection.cursor).toBe(23);
  });

  it('go from group to group', () => {
    const moved = (from: number, name: string, size: number, control = false) => {
      selection.setGroupSize(size);
      selection.place(from);
      key(name, false, control);
      return selection.cursor;
    };
    expect(moved(0, 'ArrowRight', 4)).toBe(4);
    expect(moved(31, 'ArrowRight', 1)).toBe(32);
    expect(moved(32, 'ArrowLeft', 8)).toBe(24);
    expect(moved(0, 'ArrowLeft', 8)).toBe(0);
    expect(moved(47, 'ArrowRight', 1)).toBe(47);
    expect(moved(16, 'End', 4)).toBe(28);
    expect(moved(3, 'End', 8, true)).toBe(40);
    expect(moved(35, 'Home', 8, true)).toBe(0);
  });

  it('select whole groups', () => {
    selection.setGroupSize(4);
    selection.moveTo(9, false);
    selection.moveTo(0, true);
    expect(selection.places).toEqual({ start: 0, end: 12 });
  });
});

describe('the keys in a file', () => {
  it.each([
    ['ArrowLeft', false, 36],
    ['ArrowRight', false, 38],
    ['ArrowUp', false, 21],
    ['ArrowDown', false, 53],
    ['PageUp', false, 5],
    ['PageDown', false, 181],
    ['Home', false, 32],
    ['End', false, 47],
    ['Home', true, 0],
    ['End', true, 999],
  ])('%s with control %s', (name, control, to) => {
    const selected = file(1000, 37);
    expect(selected.moveByKey(name, control, false, 10)).toBe(true);
    expect([selected.cursor, selected.target]).toEqual([to, to]);
  });

  it.each([
    ['ArrowLeft', 0, 0],
    ['ArrowUp', 5, 5],
    ['ArrowRight', 999, 999],
    ['ArrowDown', 995, 995],
    ['ArrowDown', 990, 999],
    ['PageDown', 995, 995],
    ['End', 995, 999],
  ])('%s stays in the file at %d', (name, cursor, to) => {
    const selected = file(1000, cursor);
    selected.moveByKey(name, false, false, 10);
    expect(selected.cursor).toBe(to);
  });

  it('do nothing in an empty file', () => {
    const selected = file(0, 0);
    selected.moveByKey('End', true, false, 10);
    expect([selected.cursor, selected.target]).toEqual([0, undefined]);
  });
});
