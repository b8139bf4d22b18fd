import { describe, expect, it } from 'vitest';
import { counterBase, readCounters } from '../../../src/format/counters';
import type { Tracepoint } from '../../../src/format/description';
import { described, header, sourceOf } from './traceBytes';

async function tracepointsOf(...lines: string[]) {
  const { description } = await described(sourceOf(header('R 1', ...lines)));
  return description;
}

async function first(...lines: string[]): Promise<Tracepoint> {
  const [tracepoint] = (await tracepointsOf(...lines)).tracepoints;
  if (!tracepoint) throw new Error('no tracepoint');
  return tracepoint;
}

describe('counters', () => {
  it('are decimal where that gives the bytes of the frames', async () => {
    const tracepoint = await first('tp T2:10:E:0:0', 'tp V2:10:12:12108');
    expect(readCounters(tracepoint, 12108)).toEqual({ hits: 12, usage: 12108, base: 'decimal' });
    expect(readCounters(tracepoint, 0x12108)).toEqual({
      hits: 0x12,
      usage: 0x12108,
      base: 'hexadecimal',
    });
  });

  it('are summed over locations', async () => {
    const tracepoint = await first(
      'tp T2:10:E:0:0',
      'tp T2:20:E:0:0',
      'tp T2:30:E:0:0',
      'tp V2:10:10:100',
      'tp V2:20:5:20',
    );
    expect(readCounters(tracepoint, 120)).toEqual({ hits: 15, usage: 120, base: 'decimal' });
  });

  it('are absent where the file has none', async () => {
    expect(readCounters(await first('tp T2:10:E:0:0'), 0)).toBeUndefined();
  });

  it('are hexadecimal where the digits are', async () => {
    const tracepoint = await first('tp T2:10:E:0:0', 'tp V2:10:c:0');
    expect(readCounters(tracepoint, 0)).toMatchObject({ hits: 12, base: 'hexadecimal' });
    expect(readCounters(tracepoint, 0, 'decimal')).toMatchObject({ base: 'hexadecimal' });
  });

  it('follow the base that the whole file has', async () => {
    const tracepoint = await first('tp T2:10:E:0:0', 'tp V2:10:12:100');
    expect(readCounters(tracepoint, 7, 'decimal')).toMatchObject({ hits: 12, usage: 100 });
    expect(readCounters(tracepoint, 100, 'hexadecimal')).toMatchObject({ hits: 18, usage: 256 });
  });
});

describe('the base of a file', () => {
  const two = ['tp T2:10:E:0:0', 'tp V2:10:12:100', 'tp T3:20:E:0:0', 'tp V3:20:30:0'];
  const base = async (lines: string[], bytes: Record<number, number>) =>
    counterBase(await tracepointsOf(...lines), (tracepoint) => bytes[tracepoint] ?? 0);

  it('is told by one tracepoint whose frames are all there', async () => {
    expect(await base(two, { 2: 100 })).toBe('decimal');
    expect(await base(two, { 2: 0x100 })).toBe('hexadecimal');
  });

  it('is told by the count of frames created where frames were overwritten', async () => {
    const wrapped = (created: string) => [`status 0;tcreated:${created};circular:1`, ...two];
    expect(await base(wrapped('2a'), { 2: 50 })).toBe('decimal');
    expect(await base(wrapped('42'), { 2: 50 })).toBe('hexadecimal');
    expect(await base(wrapped('43'), { 2: 50 })).toBeUndefined();
  });

  it('is not told by frames created where tracepoints step', async () => {
    const stepping = ['status 0;tcreated:c', 'tp T2:10:E:3:0', 'tp V2:10:12:100'];
    expect(await base(stepping, { 2: 50 })).toBeUndefined();
  });

  it('is not told by digits that mean the same in both', async () => {
    expect(await base(['tp T2:10:E:0:0', 'tp V2:10:3:5'], { 2: 5 })).toBeUndefined();
  });
});
