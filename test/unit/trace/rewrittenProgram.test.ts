// Programs that are written anew, or cannot be read, while their trace is open: none is taken away
// for that, none stays open that is not used, and the state never claims what the program as it is
// now does not bear out.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { BranchTrace } from '../../../src/trace/branch/branchTrace';
import { searchBranchPrograms } from '../../../src/trace/branch/findProgram';
import { OpenTraces } from '../../../src/trace/openTraces';
import { searchPrograms, useFoundProgram } from '../../../src/trace/programSearch';
import type { Trace } from '../../../src/trace/trace';
import { eventually } from '../../eventually';
import { decoderHere } from '../../capstone';
import { branchFolder } from '../../oracle/branchTrace';
import { diskGone, FaultySource } from './faultySource';
import { programAt, unreadable } from './rewritableProgram';
import { traceOf } from './tracedPrograms';

const corpus = path.join(import.meta.dirname, '../../corpus');
const app = path.join(corpus, 'x86_64/app');
const pie = path.join(corpus, 'extra/pie');
const tree = path.join(branchFolder, 'tree');

/** Opens programs that can be read where `readable` says so, and keeps them. */
function opener(readable: (nth: number) => boolean) {
  const all: Awaited<ReturnType<typeof programAt>>[] = [];
  const open = async (file: string) => {
    const made = await (readable(all.length) ? programAt(file) : unreadable(file));
    all.push(made);
    return made.opened;
  };
  return { open, closed: () => all.map(({ closed }) => closed) };
}

async function explained(trace: Trace | BranchTrace, words: RegExp | string): Promise<void> {
  await eventually(() => {
    expect(trace.modules.traced.explanation).toMatch(words);
  });
}

describe('a program that cannot be read when it is to be placed', () => {
  it('leaves the file of another run open, and is placed there when it is opened anew', async () => {
    const sources: FaultySource[] = [];
    let contents = readFileSync(`${app}.tf`);
    const traces = new OpenTraces(
      () => {
        sources.push(new FaultySource(contents));
        return Promise.resolve(sources.at(-1) ?? { problem: 'none' });
      },
      (key) => key,
    );
    const lease = await traces.acquire('app.tf');
    if ('problem' in lease) throw new Error(lease.problem);
    const { trace } = lease;
    await trace.recording.indexed;
    const first = await programAt(app);
    await trace.modules.use(first.opened, undefined);
    const again = await unreadable(app);
    await first.replace?.(again.opened);
    await explained(trace, diskGone.message);

    contents = readFileSync(`${app}-memory-only.tf`);
    await traces.fileChanged('app.tf');
    expect(trace.recording.diagnostics.map(({ code }) => code)).not.toContain('file-changed');
    expect(sources.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    expect((await trace.recording.frame(19)).diagnostics).toEqual([]);
    expect(trace.modules.traced).toMatchObject({ state: 'placed', explanation: diskGone.message });

    const last = await programAt(app);
    await again.replace?.(last.opened);
    await explained(trace, /^app matches: /);
    expect([first.closed, again.closed, last.closed]).toEqual([1, 1, 0]);
    lease.dispose();
  });

  it('stays in use and is followed', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const first = await programAt(app);
    await trace.modules.use(first.opened, undefined);
    const { slide } = trace.modules.traced;
    const again = await unreadable(app);
    await first.replace?.(again.opened);
    await explained(trace, diskGone.message);
    expect(trace.modules.traced).toMatchObject({ state: 'placed', slide });
    expect(trace.modules.current.all.map(({ program }) => program)).toEqual([again.opened.program]);
    expect([first.closed, again.closed]).toEqual([1, 0]);
    expect(again.replace).toBeDefined();
    trace.dispose();
  });

  it('is closed where it was to be used, and the one before stays', async () => {
    const trace = await traceOf('extra/pie/gears.both.tf');
    const first = await programAt(`${pie}/gears`);
    const before = await trace.modules.use(first.opened, undefined);
    const [second, further] = [
      await unreadable(`${pie}/gears`),
      await unreadable(`${pie}/libgearbox.so`),
    ];
    await expect(trace.modules.use(second.opened, undefined)).rejects.toThrow(diskGone);
    await expect(trace.modules.add(further.opened, undefined)).rejects.toThrow(diskGone);
    expect(trace.modules.traced).toBe(before);
    expect([first.closed, second.closed, further.closed]).toEqual([0, 1, 1]);
    trace.dispose();
  });

  it('is passed over by a search, and closed', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const { open, closed } = opener((nth) => nth > 0);
    const found = await searchPrograms(trace.recording, [app, app], open);
    expect(found.map(({ match }) => match.verdict)).toEqual(['match']);
    expect(closed()).toEqual([1, 1]);
  });

  it('is named where a search found it before', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const { open, closed } = opener((nth) => nth === 0);
    await useFoundProgram(trace, [app], open);
    expect(trace.modules.traced).toMatchObject({ state: 'problem', path: app });
    expect(trace.modules.traced.explanation).toBe(`${app} cannot be read now: choose it again.`);
    expect(closed()).toEqual([1, 1]);
  });
});

describe('a program of a branch trace', () => {
  async function branchTrace(): Promise<BranchTrace> {
    const decoder = await decoderHere();
    const source = new MemorySource(readFileSync(`${tree}.btrace`));
    const read = await BranchTrace.open(source, 'tree.btrace', () => decoder);
    if ('problem' in read) throw new Error(read.problem);
    return read.trace;
  }

  it('that is built anew is used where it lay, and how it agrees is said anew', async () => {
    const trace = await branchTrace();
    const first = await programAt(tree);
    await trace.modules.use(first.opened, undefined);
    expect(trace.modules.traced).toMatchObject({ state: 'placed', doubtful: false });
    const { slide } = trace.modules.traced;
    // The same code elsewhere in the file: none of the branches is where it was.
    const moved = readFileSync(tree);
    moved.copyWithin(0x1003, 0x1000, 0x1300);
    const again = await programAt(tree, moved);
    await first.replace?.(again.opened);
    await explained(trace, /^tree was written anew: where it lay, 0 of \d+ branches agree/);
    expect(trace.modules.traced).toMatchObject({ state: 'placed', slide, doubtful: true });
    expect([first.closed, again.closed]).toEqual([1, 0]);

    const last = await programAt(tree);
    await again.replace?.(last.opened);
    await explained(trace, /^tree was written anew: where it lay, [1-9]/);
    expect(trace.modules.traced).toMatchObject({ state: 'placed', slide, doubtful: false });
    expect([again.closed, last.closed]).toEqual([1, 0]);
    trace.dispose();
    expect(last.closed).toBe(1);
  });

  it('that cannot be read takes no place, and none stays open', async () => {
    const trace = await branchTrace();
    const first = await programAt(tree);
    const before = await trace.modules.use(first.opened, undefined);
    const [again, second] = [await unreadable(tree), await unreadable(tree)];
    await first.replace?.(again.opened);
    await eventually(() => {
      expect(again.closed).toBe(1);
    });
    await expect(trace.modules.use(second.opened, undefined)).rejects.toThrow(diskGone);
    await expect(trace.modules.add(second.opened, undefined)).rejects.toThrow(diskGone);
    expect(trace.modules.traced).toBe(before);
    expect([first.closed, second.closed]).toEqual([0, 2]);

    const { open, closed } = opener((nth) => nth > 0);
    const found = await searchBranchPrograms(trace, [tree, tree], open);
    expect(found).toHaveLength(1);
    expect(closed()).toEqual([1, 1]);
    trace.dispose();
  });
});
