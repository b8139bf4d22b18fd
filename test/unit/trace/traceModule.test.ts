import { describe, expect, it } from 'vitest';
import { Origin } from '../../../src/machine/memory';
import { TraceModule } from '../../../src/trace/traceModule';
import { programOf } from './tracedPrograms';

const slide = 0x555555554000n;

async function placed(at: bigint | undefined) {
  return new TraceModule(await programOf('x86_64/app-pie'), at, 'it was placed');
}

describe('a placed program', () => {
  it('locates run-time addresses', async () => {
    const pie = await placed(slide);
    expect(await pie.locate(slide + 0x118en)).toEqual({
      functionName: 'helper',
      source: expect.objectContaining({ file: '/build/app/app.c', line: 13 }) as unknown,
    });
    expect(await pie.locate(0x118en)).toEqual({});
  });

  it('holds the addresses from its first byte to its last', async () => {
    const pie = await placed(slide);
    const held = [-1n, 0x318n, 0x1fffn, 0x4000n, 0x5000n].map((link) => pie.holds(slide + link));
    expect(held).toEqual([false, true, true, true, false]);
    expect((await placed(undefined)).holds(0x1159n)).toBe(false);
  });

  it('names symbols as gdb does', async () => {
    const pie = await placed(slide);
    expect(await pie.symbol(slide + 0x1159n)).toBe('helper');
    expect(await pie.symbol(slide + 0x118en)).toBe('helper+53');
    expect(await pie.symbol(0x118en)).toBeUndefined();
  });

  it('gives run-time addresses of lines and functions', async () => {
    const pie = await placed(slide);
    const lines = await pie.addressesOfLine('/build/app/app.c', 13);
    expect(lines.map(({ address }) => address)).toEqual([slide + 0x118en, slide + 0x1194n]);
    expect(await pie.addressesOfFunction('helper')).toEqual([slide + 0x116cn]);
    expect(await pie.addressesOfFunction('nothing')).toEqual([]);
  });

  it('answers for the bytes that its file holds, and for no other', async () => {
    const pie = await placed(slide);
    // .rodata begins at 0x2000 and is 0x22 long, .eh_frame_hdr follows at 0x2024.
    const span = await pie.read(slide + 0x1ffen, 0x28);
    expect(span.address).toBe(slide + 0x1ffen);
    const text = String.fromCharCode(...span.bytes.subarray(2 + 4, 2 + 15));
    expect(text).toBe('hello trace');
    const { unavailable, transparent } = Origin;
    expect([...span.origins]).toEqual([
      unavailable,
      unavailable,
      ...new Array<number>(0x22).fill(transparent),
      unavailable,
      unavailable,
      transparent,
      transparent,
    ]);
  });

  it('may lie so that addresses wrap', async () => {
    const app = new TraceModule(await programOf('x86_64/app'), -0x1000n, 'moved down');
    expect(await app.symbol(0x400146n)).toBe('helper');
    expect(await app.addressesOfFunction('helper')).toEqual([0x400159n]);
  });
});

it('a program that was never linked answers for names, and for no bytes', async () => {
  const module = new TraceModule(await programOf('extra/pie/module.ko'), 0xc040_1000n, '');
  expect(await module.symbol(0xc040_1007n)).toBe('wake+7');
  const { origins } = await module.read(0xc040_1000n, 4);
  expect([...origins]).toEqual([0, 0, 0, 0]);
});

it('a program that is not placed answers for nothing', async () => {
  const pie = await placed(undefined);
  expect(await pie.locate(0x118en)).toEqual({});
  expect(await pie.symbol(0x118en)).toBeUndefined();
  expect(await pie.addressesOfLine('/build/app/app.c', 13)).toEqual([]);
  expect(await pie.addressesOfFunction('helper')).toEqual([]);
  const { origins } = await pie.read(0x2000n, 4);
  expect([...origins]).toEqual([0, 0, 0, 0]);
});
