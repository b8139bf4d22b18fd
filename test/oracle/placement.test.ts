// Which programs ran in a recorded trace, and where: each trace of the corpus takes the programs
// that it was recorded of, at the addresses that gdb and the system's loader had for them, and no
// other.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { type Program } from '../../src/symbols/program';
import { openProgram } from '../../src/symbols/openProgram';
import { matchProgram } from '../../src/trace/programMatch';
import { Trace } from '../../src/trace/trace';
import { corpus } from './corpusTrace';

const folders = ['x86_64', 'aarch64', 's390x', 'extra/x86_64', 'extra/i386', 'extra/pie'];

/** Programs of these folders that lay elsewhere than where they were linked. */
const loadedAt: Readonly<Record<string, bigint>> = {
  'x86_64/app-pie': 0x5555_5555_4000n,
  'extra/x86_64/meter-pie': 0x5555_5555_4000n,
  'extra/pie/gears': 0x5555_5555_4000n,
  'extra/pie/libgearbox.so': 0x7fff_f7fb_b000n,
};

/**
 * Programs in which a trace has tracepoints that say where they were set; most have one, of its own
 * name.
 */
const tracedIn: Readonly<Record<string, readonly string[]>> = {
  'x86_64/app-memory-only': ['app'],
  'aarch64/t4-O2': ['app-O2'],
  'extra/pie/gears.both': ['gears', 'libgearbox.so'],
  'extra/pie/gears.library': ['libgearbox.so'],
  'extra/x86_64/meter.unstarted': [],
};

function programsOf(trace: string): string[] {
  const [name = ''] = path.basename(trace).split('.');
  const names = tracedIn[trace] ?? [/^t\d/.test(name) ? 'app' : name];
  return names.map((each) => `${path.dirname(trace)}/${each}`);
}

function filesIn(folder: string): string[] {
  return readdirSync(path.join(corpus, folder)).map((name) => `${folder}/${name}`);
}

function read(file: string): MemorySource {
  return new MemorySource(readFileSync(path.join(corpus, file)));
}

async function programs(): Promise<Map<string, Program>> {
  const found = new Map<string, Program>();
  for (const file of folders.flatMap(filesIn)) {
    if (/\.(c|cc|tf|ctf|gdb|txt|lds)$/.test(file)) continue;
    const opened = await openProgram(read(file), file);
    if ('program' in opened) found.set(file, opened.program);
  }
  return found;
}

it('each recorded trace takes its own programs, at their addresses, and no other', async () => {
  const all = await programs();
  const traces = folders.flatMap(filesIn).filter((file) => file.endsWith('.tf'));
  let compared = 0;
  for (const file of traces) {
    const opened = await Trace.open(read(file), file);
    if ('problem' in opened) throw new Error(opened.problem);
    const { trace } = opened;
    const evidence = await trace.recording.evidence();
    const taken: [string, bigint | undefined][] = [];
    for (const [name, program] of all) {
      const match = await matchProgram(
        program,
        evidence,
        trace.recording.layout?.architecture,
        undefined,
      );
      if (match.verdict === 'match') taken.push([name, match.slide]);
      compared++;
    }
    trace.dispose();
    const own = programsOf(file.replace(/\.tf$/, '')).map((name) => [name, loadedAt[name] ?? 0n]);
    expect(taken, file).toEqual(own);
  }
  expect([all.size, traces.length, compared]).toEqual([16, 36, 576]);
});
