import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../../src/bytes/source';
import { DwarfCursor, parseAt } from '../../../../src/symbols/dwarf/cursor';
import { Writer } from '../writer';

function cursor(...bytes: number[]): DwarfCursor {
  return new DwarfCursor(Uint8Array.from(bytes), 'little');
}

describe('LEB128', () => {
  // The examples of DWARF 5, figures 22 and 23.
  it.each([
    [[2], 2],
    [[127], 127],
    [[0x80, 1], 128],
    [[0xb9, 0x64], 12857],
    [[0x80, 0x80, 0x80, 0], 0],
  ])('unsigned %j is %d', (bytes, value) => {
    expect(cursor(...bytes).uleb()).toBe(value);
    expect(cursor(...bytes).uleb64()).toBe(BigInt(value));
  });

  it.each([
    [[2], 2],
    [[0x7e], -2],
    [[0xff, 0], 127],
    [[0x81, 0x7f], -127],
    [[0x80, 0x7f], -128],
    [[0xff, 0xff, 0x7f], -1],
  ])('signed %j is %d', (bytes, value) => {
    expect(cursor(...bytes).sleb()).toBe(value);
    expect(cursor(...bytes).sleb64()).toBe(BigInt(value));
  });

  it.each([0n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n])('holds %d', (value) => {
    const bytes = new Writer().uleb(value).bytes;
    expect(new DwarfCursor(bytes, 'little').uleb64()).toBe(value);
  });

  it.each([2n ** 63n - 1n, -(2n ** 63n), -(2n ** 53n) - 1n])('holds %d with its sign', (value) => {
    const bytes = new Writer().sleb(value).bytes;
    expect(new DwarfCursor(bytes, 'little').sleb64()).toBe(value);
  });

  it('keeps its place, and stops at the end', () => {
    const two = cursor(0x80, 1, 5);
    expect([two.uleb(), two.uleb(), two.overrun]).toEqual([128, 5, false]);
    for (const read of ['uleb', 'sleb', 'uleb64', 'sleb64', 'skipLeb'] as const) {
      const cut = cursor(0x80, 0x80);
      cut[read]();
      expect([cut.overrun, cut.offset]).toEqual([true, 2]);
    }
  });

  it('of a thousand bytes is a number still', () => {
    const endless = cursor(...new Array<number>(1000).fill(0x80), 1);
    expect(endless.uleb()).toBe(0);
    expect(endless.offset).toBe(1001);
  });
});

describe('numbers of either format', () => {
  it('have an initial length of 4 or 12 bytes', () => {
    const short = new DwarfCursor(new Writer().u32(0x10).bytes, 'little');
    expect(short.initialLength()).toEqual({ length: 0x10, offsetSize: 4 });
    const long = new DwarfCursor(new Writer('big').u32(0xffffffff).u64(0x20).bytes, 'big');
    expect(long.initialLength()).toEqual({ length: 0x20, offsetSize: 8 });
    const reserved = new DwarfCursor(new Writer().u32(0xfffffff1).u64(0).bytes, 'little');
    reserved.initialLength();
    expect(reserved.overrun).toBe(true);
  });

  it('have addresses and indices of several sizes', () => {
    expect([8, 4, 2, 1].map((size) => cursor(1, 2, 3, 4, 5, 6, 7, 8).address(size))).toEqual([
      0x0807060504030201n,
      0x04030201n,
      0x0201n,
      1n,
    ]);
    const odd = cursor(1, 2, 3);
    expect([odd.address(3), odd.overrun]).toEqual([0n, true]);
    expect(cursor(1, 2, 3).u24()).toBe(0x030201);
    expect(new DwarfCursor(Uint8Array.of(1, 2, 3), 'big').u24()).toBe(0x010203);
  });
});

describe('a structure of unknown length', () => {
  const section = new MemorySource(new Writer().text('x'.repeat(1000)).bytes);

  it('is read with as many bytes as it takes', async () => {
    const read = await parseAt(section, 'little', 10, 16, (each) => each.cstring());
    expect(read).toEqual({ value: 'x'.repeat(990), whole: true });
  });

  it('is cut at a limit, and at the end of the section', async () => {
    const limited = await parseAt(section, 'little', 0, 16, (each) => each.cstring(), 40);
    expect(limited).toEqual({ value: 'x'.repeat(40), whole: false });
    const past = await parseAt(section, 'little', 2000, 16, (each) => each.u32());
    expect(past).toEqual({ value: 0, whole: false });
  });
});
