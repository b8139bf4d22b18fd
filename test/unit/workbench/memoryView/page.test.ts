import { describe, expect, it } from 'vitest';
import type {
  GroupSize,
  MemoryContents,
  MemorySection,
  MemorySettings,
} from '../../../../src/workbench/memoryView/messages';
import type { MemoryPageMessage } from '../../../../src/workbench/memoryView/pageMessages';
import { movedSpot, selectedBytes, spotAt } from '../../../../webview/memory/cursor';
import { rowBytesIn, rowsOf } from '../../../../webview/memory/layout';
import { MemoryModel } from '../../../../webview/memory/model';
import {
  beforeText,
  copiedDigits,
  numberOfBytes,
  numberTexts,
  originText,
} from '../../../../webview/memory/words';

/** Bytes `00 01 02 …`, the first of them collected, then one of the program, then unavailable ones. */
function section(start: string, length: number, collected = length): MemorySection {
  return {
    kind: 'range',
    start,
    bytes: Array.from({ length }, (_, i) => i & 0xff),
    origins: Array.from({ length }, (_, i) => (i < collected ? 1 : i === collected ? 2 : 0)),
    before: [[1, 0x41]],
    labels: [{ offset: 16, text: '<g>', kind: 'symbol' }],
    left: 0,
  };
}

const text = (
  shown: MemorySection,
  rowBytes: number,
  groupSize: GroupSize,
  endian: 'little' | 'big',
) =>
  rowsOf(shown, { rowBytes, groupSize, endian }).map(({ groups }) =>
    groups.map(({ bytes }) => bytes.map((byte) => byte.text).join('')).join(' '),
  );

describe('rows of memory', () => {
  it('are groups in the order of their digits', () => {
    const shown = section('0x1000', 8, 5);
    expect(text(shown, 8, 1, 'little')).toEqual(['00 01 02 03 04 05 ?? ??']);
    expect(text(shown, 8, 4, 'little')).toEqual(['03020100 ????0504']);
    expect(text(shown, 8, 4, 'big')).toEqual(['00010203 0405????']);
    expect(text(shown, 4, 2, 'little')).toEqual(['0100 0302', '0504 ????']);
  });

  it('have their address, the names in them and what each byte was', () => {
    const [first, second] = rowsOf(section('0x1000', 32), {
      rowBytes: 16,
      groupSize: 1,
      endian: 'little',
    });
    expect(first?.groups[1]?.bytes[0]).toMatchObject({ text: '01', before: 0x41 });
    expect(first?.labels).toEqual([]);
    expect(second).toMatchObject({ address: 0x1010n, labels: [{ text: '<g>' }] });
    expect(second?.text).toBe('................');
  });

  it('are as long as they fit', () => {
    expect([30, 60, 100, 140, 200].map((width) => rowBytesIn(width, 1))).toEqual([
      4, 8, 16, 16, 32,
    ]);
    expect(rowBytesIn(10, 8)).toBe(8);
  });
});

describe('the cursor', () => {
  const sections = [section('0x1000', 32), section('0x2000', 16)];
  const move = (
    from: [number, number],
    to: Parameters<typeof movedSpot>[1],
    size: GroupSize = 1,
  ) => {
    const { section: at, offset } = movedSpot(
      { section: from[0], offset: from[1] },
      to,
      sections,
      16,
      size,
    );
    return [at, offset];
  };

  it('goes from group to group, and over the sections', () => {
    expect(move([0, 0], 'right', 4)).toEqual([0, 4]);
    expect(move([0, 31], 'right')).toEqual([1, 0]);
    expect(move([1, 0], 'left', 8)).toEqual([0, 24]);
    expect(move([0, 0], 'left')).toEqual([0, 0]);
    expect(move([1, 15], 'right')).toEqual([1, 15]);
  });

  it('goes up and down in its column, and to the ends', () => {
    expect(move([0, 5], 'down')).toEqual([0, 21]);
    expect(move([0, 21], 'down')).toEqual([1, 5]);
    expect(move([1, 5], 'up')).toEqual([0, 21]);
    expect(move([0, 5], 'pageDown')).toEqual([1, 5]);
    expect(move([0, 21], 'rowStart')).toEqual([0, 16]);
    expect(move([0, 16], 'rowEnd', 4)).toEqual([0, 28]);
    expect(move([0, 3], 'last', 8)).toEqual([1, 8]);
    expect(move([1, 3], 'first')).toEqual([0, 0]);
  });

  it('selects whole groups of one section, and is found by its address', () => {
    expect(selectedBytes({ section: 0, offset: 8 }, { section: 0, offset: 0 }, 4)).toEqual({
      section: 0,
      start: 0,
      end: 12,
    });
    expect(selectedBytes({ section: 1, offset: 8 }, { section: 0, offset: 4 }, 1)).toMatchObject({
      start: 4,
      end: 5,
    });
    expect(spotAt(0x2007n, sections, 4)).toEqual({ section: 1, offset: 4 });
    expect(spotAt(0x3000n, sections, 1)).toBeUndefined();
  });
});

describe('what is said of bytes', () => {
  const shown = section('0x1000', 8, 4);

  it('is where they come from, and what they were', () => {
    expect(originText(shown, { start: 0, end: 4 })).toBe('collected in this frame');
    expect(originText(shown, { start: 3, end: 6 })).toBe(
      'collected in this frame, read-only in the program, and not collected',
    );
    expect(beforeText(shown, { start: 0, end: 3 })).toBe('00 41 02');
    expect(beforeText(shown, { start: 2, end: 4 })).toBeUndefined();
  });

  it('is their number, where all of them are known', () => {
    expect(numberOfBytes(shown, { start: 0, end: 4 }, 'little')).toBe(0x03020100n);
    expect(numberOfBytes(shown, { start: 0, end: 4 }, 'big')).toBe(0x00010203n);
    expect(numberOfBytes(shown, { start: 2, end: 6 }, 'big')).toBeUndefined();
    expect(numberOfBytes(shown, { start: 4, end: 12 }, 'big')).toBeUndefined();
    const float = { ...shown, bytes: [0, 0, 0xc0, 0xbf], origins: [1, 1, 1, 1] };
    expect(numberTexts(float, { start: 0, end: 4 }, 'little')).toEqual([
      'unsigned 3217031168',
      'signed -1077936128',
      'float -1.5',
    ]);
    const letter = { ...shown, bytes: [0x41], origins: [1] };
    expect(numberTexts(letter, { start: 0, end: 1 }, 'little')).toEqual(['unsigned 65', '‘A’']);
  });

  it('is copied as it is shown', () => {
    expect(copiedDigits(shown, { start: 0, end: 6 }, 1, 'little')).toBe('00 01 02 03 04 ??');
    expect(copiedDigits(shown, { start: 0, end: 8 }, 4, 'little')).toBe('0x03020100 0x??????04');
    expect(copiedDigits(shown, { start: 0, end: 4 }, 4, 'big')).toBe('0x00010203');
  });
});

describe('the page', () => {
  function page() {
    const posted: MemoryPageMessage[] = [];
    const model = new MemoryModel(
      (message) => posted.push(message),
      () => undefined,
    );
    return { model, posted };
  }

  const settings: MemorySettings = { expression: '', history: [], groupSize: 1 };
  const contents = (
    sections: MemorySection[],
    more: Partial<MemoryContents> = {},
  ): MemoryContents => ({
    ...{ trace: 'a.tf', frame: 1, endian: 'little', addressSize: 8, rangesLeftOut: 0, sections },
    ...more,
  });

  it('keeps the cursor at its address from frame to frame, and takes it to a new place', () => {
    const { model } = page();
    const [one, two] = [section('0x1000', 16), section('0x2000', 16)] as const;
    model.receive({ type: 'memory', contents: contents([one, two]), settings });
    model.put({ section: 1, offset: 3 }, false);
    model.receive({ type: 'memory', contents: contents([two]), settings });
    expect(model.cursor).toEqual({ section: 0, offset: 3 });
    const place = { expression: '$sp', address: '0x1008' };
    model.receive({ type: 'memory', contents: contents([one], { place }), settings });
    expect(model.cursor).toEqual({ section: 0, offset: 8 });
    model.receive({ type: 'memory', contents: contents([]), settings });
    expect(model.cursor).toEqual({ section: 0, offset: 0 });
  });

  it('goes to where a pointer points, in the byte order that is shown', () => {
    const { model, posted } = page();
    const shown = [section('0x1000', 16)];
    model.receive({ type: 'memory', contents: contents(shown), settings });
    model.followPointer();
    model.receive({
      type: 'memory',
      contents: contents(shown),
      settings: { ...settings, endian: 'big' },
    });
    model.followPointer();
    model.put({ section: 0, offset: 12 }, false);
    expect(model.pointer).toBeUndefined();
    model.followPointer();
    expect(posted).toEqual([
      { type: 'look', expression: '0x706050403020100' },
      { type: 'look', expression: '0x1020304050607' },
    ]);
  });

  it('copies the selection', () => {
    const { model, posted } = page();
    model.receive({ type: 'memory', contents: contents([section('0x1000', 16)]), settings });
    model.move('right', false);
    model.move('right', true);
    model.copy();
    model.copyAddress();
    expect(posted).toEqual([
      { type: 'copy', text: '01 02' },
      { type: 'copy', text: '0x1002' },
    ]);
  });
});
