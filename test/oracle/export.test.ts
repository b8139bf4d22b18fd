// gdb opens what was exported and finds in each frame what it finds in it in the original:
// registers and `tdump`; and of the whole the same tracepoints, variables and architecture.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile } from '../../src/platform/fileSource';
import { AllFrames, SortedFrames, type FrameList } from '../../src/trace/list/frameList';
import { OpenTraces, type TraceLease } from '../../src/trace/openTraces';
import type { Trace } from '../../src/trace/trace';
import { exported } from '../unit/trace/export/traces';
import { askGdb, type Gdb } from './askGdb';
import { corpus } from './corpusTrace';

const compared = { frames: 0, answers: 0, lines: 0 };
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'exported-traces-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const leases: TraceLease[] = [];
afterAll(() => {
  for (const lease of leases) lease.dispose();
});

async function open(file: string): Promise<Trace> {
  const lease = await new OpenTraces(openFile, (key) => path.basename(key)).acquire(file);
  if ('problem' in lease) throw new Error(lease.problem);
  leases.push(lease);
  await lease.trace.recording.indexed;
  return lease.trace;
}

/** gdb's answers about the whole, and then about each frame. */
async function answers(gdb: Gdb, program: string, file: string, frames: readonly number[]) {
  const said = await askGdb(gdb, program, [
    'set pagination off',
    `target tfile ${file}`,
    'info tracepoints',
    'info tvariables',
    'show architecture',
    'tstatus',
    ...frames.flatMap((frame) => [`tfind ${frame}`, 'info registers', 'tdump']),
  ]);
  const [, , tracepoints, variables, architecture, status, ...ofFrames] = said;
  expect(ofFrames).toHaveLength(3 * frames.length);
  return { whole: [tracepoints, variables, architecture], status, ofFrames };
}

/** The frame's number is another in the copy. */
function withoutNumber(answer: string): string {
  return answer
    .replace(/^Found trace frame \d+, /m, 'Found trace frame, ')
    .replace(/^(Data collected at tracepoint \d+, trace frame) \d+:/m, '$1:');
}

describe.each([
  ['gdb', 'x86_64/app', 114],
  ['gdb', 'x86_64/app-memory-only', 20],
  ['gdb-multiarch', 'aarch64/t2-step', 52],
  ['gdb-multiarch', 's390x/t1-regs', 39],
] as const)('%s reads what was exported of %s', (gdb, name, count) => {
  const original = path.join(corpus, `${name}.tf`);
  const program = path.join(corpus, path.dirname(name), 'app');
  const all = Array.from({ length: count }, (_, frame) => frame);

  async function compare(copy: string, chosen: readonly number[]): Promise<void> {
    const inCopy = await answers(gdb, program, copy, [...chosen.keys()]);
    const inOriginal = await answers(gdb, program, original, chosen);
    expect(inCopy.whole).toEqual(inOriginal.whole);
    expect(inCopy.status).toMatch(
      new RegExp(`(Buffer contains|Collected) ${chosen.length} trace frames`),
    );
    for (const [i, answer] of inCopy.ofFrames.entries()) {
      expect(withoutNumber(answer)).toBe(withoutNumber(inOriginal.ofFrames[i] ?? ''));
      compared.lines += answer.split('\n').length - 1;
      compared.answers++;
    }
    for (const [row] of chosen.entries()) {
      expect(inCopy.ofFrames[3 * row]).toMatch(
        new RegExp(String.raw`^Found trace frame ${row}, tracepoint \d+$`, 'm'),
      );
      compared.frames++;
    }
  }

  async function exportTo(trace: Trace, frames: FrameList): Promise<string> {
    const copy = path.join(folder, 'exported.tf');
    writeFileSync(copy, await exported(trace, { format: 'trace', frames, columns: [] }));
    return copy;
  }

  it('with all its frames', async () => {
    const trace = await open(original);
    await compare(await exportTo(trace, new AllFrames(trace.recording.index)), all);
  });

  it('with some, the other way round', async () => {
    const chosen = all.filter((frame) => frame % 3 !== 1).reverse();
    const frames = new SortedFrames(Uint32Array.from(chosen));
    await compare(await exportTo(await open(original), frames), chosen);
  });
});

describe('the comparisons', () => {
  it('were all made', () => {
    // All of 114, 20, 52 and 39 frames, and two of each three.
    expect(compared.frames).toBe(225 + 150);
    expect(compared.answers).toBe(3 * compared.frames);
    expect(compared.lines).toBeGreaterThan(20_000);
  });
});
