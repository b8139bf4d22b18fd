import { beforeAll, describe, expect, it } from 'vitest';
import {
  framePcs,
  framePcsAtLine,
  linesWithFrames,
  functionExtent,
} from '../../../src/trace/framePcs';
import type { Trace } from '../../../src/trace/trace';
import { traceWithProgram } from './programInUse';
import { traceOf } from './tracedPrograms';

const file = '/build/app/app.c';
let trace: Trace;

beforeAll(async () => {
  trace = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
});

describe('the PCs of frames', () => {
  it.each(['x86_64/app.tf', 'x86_64/app-memory-only.tf', 's390x/t1-regs.tf'])(
    'are those of every frame of %s',
    async (name) => {
      const of = await traceOf(name);
      const frames = Array.from(
        { length: of.recording.index.count },
        (_, frame) => of.recording.pc(frame)?.pc,
      );
      const pcs = new Set(frames.filter((pc) => pc !== undefined));
      expect(pcs.size).toBeGreaterThan(0);
      expect(await framePcs(of.recording)).toEqual(pcs);
    },
  );

  it('are at lines', async () => {
    expect(await linesWithFrames(trace, [file])).toEqual([12, 13, 16]);
    expect(await linesWithFrames(trace, ['/build/app/other.c'])).toEqual([]);
    // The tracepoint in the middle of line 16, and the three instructions that were stepped.
    expect((await framePcsAtLine(trace, [file], 16)).size).toBe(4);
    expect(await framePcsAtLine(trace, [file], 14)).toEqual(new Set());
  });
});

describe('the function at an address', () => {
  it('has its code', async () => {
    const helper = { name: 'helper', ranges: [{ start: 0x401146n, end: 0x401236n }] };
    expect(await functionExtent(trace.modules.current, 0x40117bn)).toEqual(helper);
    expect(await functionExtent(trace.modules.current, 0x401235n)).toEqual(helper);
    expect((await functionExtent(trace.modules.current, 0x401236n))?.name).toBe('main');
  });

  it('is not known outside of programs', async () => {
    expect(await functionExtent(trace.modules.current, 0x7fff00000000n)).toBeUndefined();
    expect(
      await functionExtent((await traceOf('x86_64/app.tf')).modules.current, 0x40117bn),
    ).toBeUndefined();
  });
});
