// What is said of bytes of memory, and how they are copied.
import { describe, expect, it } from 'vitest';
import { hexReading, unsignedOf } from '../../../../webview/hex/readings';
import { copiedMemory, ShownMemory } from '../../../../webview/hex/shownMemory';

/**
 * Bytes `00 01 02 …`: four collected, then one of the program, then unavailable ones; byte 1 was
 * 41.
 */
const memory = new ShownMemory({
  values: [0, 1, 2, 3, 4, 5, 6, 7],
  origins: [
    'collected',
    'collected',
    'collected',
    'collected',
    'transparent',
    'unavailable',
    'unavailable',
  ],
  before: (place) => (place === 1 ? '41' : undefined),
  was: (digits) => `was ${digits}`,
});

describe('what is said of bytes', () => {
  it('is where they come from, and what they were', () => {
    expect(memory.factsOf({ start: 2, end: 4 })).toEqual(['collected in this frame']);
    expect(memory.factsOf({ start: 3, end: 6 })).toEqual([
      'collected in this frame, read-only in the program, and not collected',
    ]);
    expect(memory.factsOf({ start: 0, end: 3 })).toEqual([
      'collected in this frame',
      'was 00 41 02',
    ]);
    expect(memory.wordsOf(1)).toBe('collected in this frame; was 41');
    expect(memory.wordsOf(6)).toBe('not collected');
  });

  it('is a class for each origin and for what changed', () => {
    expect([0, 1, 4, 5].map((place) => memory.classesOf(place))).toEqual([
      'byte-collected',
      'byte-collected byte-changed',
      'byte-transparent',
      'byte-unavailable',
    ]);
  });

  it('has no value where a byte is unavailable, or without an origin', () => {
    expect([3, 4, 5, 7].map((place) => memory.byteAt(place))).toEqual([3, 4, undefined, undefined]);
  });

  it('is their number, where all of them are known', () => {
    expect(unsignedOf([0, 1, 2, 3], 'little')).toBe(0x03020100n);
    expect(unsignedOf([0, 1, 2, 3], 'big')).toBe(0x00010203n);
    expect(unsignedOf([2, 3, 4, undefined], 'big')).toBeUndefined();
    expect(unsignedOf([], 'big')).toBeUndefined();
    expect(hexReading([0xfe, 0xff])).toEqual({ type: 'hex', little: '0xfffe', big: '0xfeff' });
    expect(hexReading([1, undefined])).toEqual({ type: 'hex' });
  });
});

describe('bytes are copied', () => {
  const bytes = [0, 1, 2, 3, 4, undefined];
  const copied = (
    format: 'hex' | 'text' | 'c',
    groupSize = 1,
    order: 'little' | 'big' = 'little',
  ) => copiedMemory([{ address: 0x1000n, bytes }], format, groupSize, order);

  it('as digits in memory order', () => {
    expect(copied('hex')).toBe('00 01 02 03 04 ??');
  });

  it('as the numbers that are shown', () => {
    const eight = [{ address: 0x1000n, bytes: [...bytes, undefined, undefined] }];
    expect(copiedMemory(eight, 'hex', 4, 'little')).toBe('0x03020100 0x??????04');
    expect(copied('hex', 2, 'big')).toBe('0x0001 0x0203 0x04??');
  });

  it('as text', () => {
    const runs = [{ address: 0n, bytes: [0x67, 0xc3, 0xa9, undefined] }];
    expect(copiedMemory(runs, 'text', 1, 'little')).toBe('gé?');
  });

  it('as arrays of C, one for each run', () => {
    const runs = [
      { address: 0x1000n, bytes: [1, undefined] },
      { address: 0x2000n, bytes: Array.from({ length: 13 }, () => 0xff) },
    ];
    expect(copiedMemory(runs, 'c', 1, 'little').split('\n')).toEqual([
      'static const unsigned char memory_0x1000[2] = {',
      '  0x01, 0x00 /* unavailable */,',
      '};',
      '',
      'static const unsigned char memory_0x2000[13] = {',
      `  ${Array.from({ length: 12 }, () => '0xff,').join(' ')}`,
      '  0xff,',
      '};',
      '',
    ]);
  });

  it('from each range on a line of its own', () => {
    const run = { address: 0x1000n, bytes: [1] };
    expect(copiedMemory([run, run], 'hex', 1, 'little')).toBe('01\n01');
  });
});
