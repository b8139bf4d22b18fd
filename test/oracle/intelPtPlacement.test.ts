// A program that is position-independent and its shared object are placed by what Intel PT packets
// tell, where nobody names them: at the addresses at which they ran (test/corpus/intelPt).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { openProgram } from '../../src/symbols/openProgram';
import { BranchTrace } from '../../src/trace/branch/branchTrace';
import { searchBranchPrograms, useFoundBranchProgram } from '../../src/trace/branch/findProgram';
import { decoderHere } from '../capstone';
import { intelPtFolder, readStreams, type Stream } from './intelPtStreams';

const { whole } = readStreams('streams.txt');

async function open(name: string) {
  const file = path.join(intelPtFolder, name);
  const opened = await openProgram(new MemorySource(readFileSync(file)), name);
  return 'problem' in opened ? opened : { ...opened, dispose: () => undefined };
}

async function traceOf({ raw }: Stream): Promise<BranchTrace> {
  const digits = Buffer.from(raw).toString('hex');
  const text = `<btrace version="1.0"><pt><raw>${digits}</raw></pt></btrace>`;
  const decoder = await decoderHere();
  const opened = await BranchTrace.open(new MemorySource(Buffer.from(text)), 'x', () => decoder);
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.trace;
}

/** Streams through the program and its shared object. */
const streams = [...whole, ...readStreams('times.txt').whole].filter(
  ({ images, name }) => images.length > 1 && !name.startsWith('without'),
);

describe('a program and its shared object', () => {
  it('are in as many streams as were recorded', () => {
    expect(streams.map(({ name }) => name)).toHaveLength(4);
  });

  describe.each(streams)('of $name', (each) => {
    it.each([
      ['the program named first', ['shapes', 'libkinds.so', 'flow-O0', 'enter']],
      ['the shared object named first', ['flow-O2', 'libkinds.so', 'shapes']],
    ])('are found, %s', async (_, files) => {
      const trace = await traceOf(each);
      await useFoundBranchProgram(trace, files, open);
      const { traced, further } = trace.modules;
      const found = [traced, ...further].map(({ path: file, slide }) => [file, slide]);
      expect(found).toEqual(each.images.map(([file, slide]) => [file, slide]));
      const execution = await trace.execution();
      expect(execution?.calls.gapCount).toBe(0);
      trace.dispose();
    });
  });

  it.each(streams)(
    'are not taken where there are two copies of the program, $name',
    async (each) => {
      const trace = await traceOf(each);
      await useFoundBranchProgram(trace, ['shapes', 'libkinds.so', 'shapes'], open);
      expect(trace.modules.traced.state).toBe('none');
      trace.dispose();
    },
  );
});

describe('programs that agree by chance with the few branches of a trace', () => {
  const files = ['../programs/pie/harbour', 'flow-O0'];
  const few = whole.find(({ name }) => name === 'O0');

  async function offered(trace: BranchTrace): Promise<string[]> {
    return (await searchBranchPrograms(trace, files, open)).map((each) => each.path);
  }

  it('are offered until the program is in use that ran', async () => {
    if (!few) throw new Error('There is no such stream.');
    const trace = await traceOf(few);
    expect(await offered(trace)).toEqual(['flow-O0', '../programs/pie/harbour']);
    const wrong = await open('flow-O2');
    if ('problem' in wrong) throw new Error(wrong.problem);
    await trace.modules.use(wrong, 0n);
    expect(await offered(trace)).toEqual(['flow-O0', '../programs/pie/harbour']);
    const right = await open('flow-O0');
    if ('problem' in right) throw new Error(right.problem);
    expect(await trace.modules.use(right, undefined)).toMatchObject({ state: 'placed' });
    expect(await offered(trace)).toEqual(['flow-O0']);
    trace.dispose();
  });
});
