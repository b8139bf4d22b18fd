// Which program is taken for each recorded trace, when all programs of the corpus are tried: the
// one that it was recorded from, whatever stands first.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { openProgram } from '../../src/symbols/openProgram';
import { useFoundProgram, type OpenProgram } from '../../src/trace/programSearch';
import { Trace } from '../../src/trace/trace';
import { corpus, corpusTraces, programs, tracesInFolders } from './corpusTrace';

const all = [...new Set(Object.values(programs))];

/** Saved before any run: it has no tracepoints to tell a program by. */
const withoutEvidence = 'extra/x86_64/meter.unstarted';

let taken = 0;

const open: OpenProgram = async (file) => {
  const opened = await openProgram(new MemorySource(readFileSync(path.join(corpus, file))), file);
  return 'problem' in opened ? opened : { program: opened.program, dispose: () => undefined };
};

async function choice(name: string, among: readonly string[]): Promise<string | undefined> {
  const source = new MemorySource(readFileSync(path.join(corpus, `${name}.tf`)));
  const opened = await Trace.open(source, name);
  if ('problem' in opened) throw new Error(opened.problem);
  const { trace } = opened;
  await useFoundProgram(trace, among, open);
  trace.dispose();
  return trace.modules.traced.path;
}

it('every trace of the corpus is tried, with its program among 11', () => {
  expect(Object.keys(programs).sort()).toEqual(tracesInFolders());
  expect(all).toHaveLength(11);
});

describe.each(corpusTraces)('%s', (name) => {
  it('gets the program that was traced', async () => {
    const expected = name === withoutEvidence ? undefined : programs[name];
    expect(await choice(name, all)).toBe(expected);
    expect(await choice(name, [...all].reverse())).toBe(expected);
    if (expected !== undefined) taken++;
  });

  it('gets none where its own is missing', async () => {
    const others = all.filter((file) => file !== programs[name]);
    expect(await choice(name, others)).toBeUndefined();
  });
});

it('a program was taken for all but one', () => {
  expect(taken).toBe(corpusTraces.length - 1);
});
