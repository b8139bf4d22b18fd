import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { Origin } from '../../../src/machine/memory';
import { type Program } from '../../../src/symbols/program';
import { openProgram } from '../../../src/symbols/openProgram';
import { TraceModule } from '../../../src/trace/traceModule';
import { ModuleList, transparentRanges } from '../../../src/trace/moduleList';
import { makeElf } from '../symbols/elfFile';
import { programOf } from './tracedPrograms';

function placedAt(...programs: [program: Program, slide: bigint | undefined][]): ModuleList {
  return new ModuleList(programs.map(([program, slide]) => new TraceModule(program, slide, '')));
}

function spans(program: Program, slide: bigint | undefined): string[] {
  const ranges = transparentRanges(placedAt([program, slide]), 'auto');
  return ranges.all.map(({ start, end }) => `${start.toString(16)}-${end.toString(16)}`);
}

describe('the transparent ranges', () => {
  it('are the loadable sections that are not writable', async () => {
    const program = await programOf('x86_64/app');
    const ranges = spans(program, 0n);
    expect(ranges).toHaveLength(18);
    expect(ranges).toEqual(
      expect.arrayContaining(['400318-400334', '401060-4012fe', '402000-402022']),
    );
    const writable = ['403df8-403e00', '404020-404088', '4040a0-404140'];
    expect(ranges.filter((range) => writable.includes(range))).toEqual([]);
  });

  it('follow the slide', async () => {
    const program = await programOf('x86_64/app-pie');
    expect(spans(program, 0x555555554000n)).toContain('555555556000-555555556022');
  });

  it('are none while the program is not placed, and none without a program', async () => {
    expect(spans(await programOf('x86_64/app-pie'), undefined)).toEqual([]);
    expect(transparentRanges(placedAt(), 'auto').all).toEqual([]);
    expect(transparentRanges(placedAt(), [{ start: 0n, end: 4n }]).all).toEqual([]);
  });

  it('are none where they are off', async () => {
    const placed = placedAt([await programOf('x86_64/app'), 0n]);
    expect(transparentRanges(placed, 'off').all).toEqual([]);
  });

  it('are those given, where the program has their bytes', async () => {
    const placed = placedAt([await programOf('x86_64/app-pie'), 0x10000n]);
    const [range, ...others] = transparentRanges(placed, [{ start: 0x12004n, end: 0x12030n }]).all;
    expect(others).toEqual([]);
    expect(range).toMatchObject({ start: 0x12004n, end: 0x12030n });
    const span = await range?.read(0x12020n, 4);
    const { transparent, unavailable } = Origin;
    expect([...(span?.origins ?? [])]).toEqual([
      transparent,
      transparent,
      unavailable,
      unavailable,
    ]);
  });

  it('are the segments that are not writable, in a file without section headers', async () => {
    const segment = { type: 1, offset: 0, fileSize: 0x40, memorySize: 0x80 };
    const segments = [
      { ...segment, flags: 5, address: 0x400000n },
      { ...segment, flags: 6, address: 0x500000n },
    ];
    const source = new MemorySource(makeElf({ segments, withoutSections: true }));
    const opened = await openProgram(source, 'stripped');
    if ('problem' in opened) throw new Error(opened.problem);
    expect(spans(opened.program, 0x1000n)).toEqual(['401000-401080']);
  });
});
