// The programs in use of a trace: where the user says that one lay stays, what is no longer used is
// closed, and nothing that is used is lost for what was to take its place.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { BranchTrace } from '../../../src/trace/branch/branchTrace';
import { useFoundBranchProgram } from '../../../src/trace/branch/findProgram';
import { useFoundProgram, useFurtherPrograms } from '../../../src/trace/programSearch';
import { eventually } from '../../eventually';
import { decoderHere } from '../../capstone';
import { branchFolder } from '../../oracle/branchTrace';
import { diskGone } from './faultySource';
import { programAt, unreadable } from './rewritableProgram';
import { traceOf } from './tracedPrograms';

const corpus = path.join(import.meta.dirname, '../../corpus');
const gears = path.join(corpus, 'extra/pie/gears');
const library = path.join(corpus, 'extra/pie/libgearbox.so');
const both = 'extra/pie/gears.both.tf';
const tree = path.join(branchFolder, 'tree-O2');

async function branchTrace(): Promise<BranchTrace> {
  const decoder = await decoderHere();
  const source = new MemorySource(readFileSync(`${tree}.btrace`));
  const read = await BranchTrace.open(source, 'tree-O2.btrace', () => decoder);
  if ('problem' in read) throw new Error(read.problem);
  return read.trace;
}

/** The program of the branch trace, as if it had been linked a page farther on. */
function linkedFarther() {
  const bytes = readFileSync(tree);
  const sections = Number(bytes.readBigUInt64LE(0x28));
  const address = sections + 64 * 5 + 0x10;
  expect(bytes.readBigUInt64LE(address)).toBe(0x1000n);
  bytes.writeBigUInt64LE(0x2000n, address);
  return bytes;
}

describe('a slide that the user gave', () => {
  const given = { state: 'placed', slide: 0x1000n, given: true };
  const against = /^gears is placed at 0x1000, as it was asked to be, against the trace/;

  it('stays when the program is built anew, and is said to be doubtful', async () => {
    const trace = await traceOf(both);
    const first = await programAt(gears);
    await trace.modules.use(first.opened, 0x1000n);
    const again = await programAt(gears);
    expect(await first.replace?.(again.opened)).toBe(true);
    expect(trace.modules.current.all.map(({ program }) => program)).toEqual([again.opened.program]);
    expect(trace.modules.current.loaded).toMatchObject([{ slide: 0x1000n }]);
    expect(trace.modules.traced).toMatchObject({ ...given, doubtful: true });
    expect(trace.modules.traced.explanation).toMatch(against);
    trace.dispose();
  });

  it('stays where the program beside the traced one is built anew', async () => {
    const trace = await traceOf(both);
    const traced = await programAt(gears);
    await trace.modules.use(traced.opened, undefined);
    const first = await programAt(library);
    await trace.modules.add(first.opened, 0x1000n);
    const again = await programAt(library);
    expect(await first.replace?.(again.opened)).toBe(true);
    expect(trace.modules.traced).toMatchObject({ slide: 0x5555_5555_4000n, given: false });
    expect(trace.modules.further).toMatchObject([{ ...given, doubtful: true }]);
    expect([traced.closed, first.closed, again.closed]).toEqual([0, 1, 0]);
    trace.dispose();
  });

  it('stays where a search comes upon the same program', async () => {
    const trace = await traceOf(both);
    await trace.modules.use((await programAt(gears)).opened, undefined);
    const given = await programAt(library);
    const state = await trace.modules.add(given.opened, 0x1000n);
    const open = async (file: string) => (await programAt(file)).opened;
    await useFurtherPrograms(trace, () => Promise.resolve([library]), open);
    expect(trace.modules.further).toEqual([state]);
    expect(given.closed).toBe(0);
    trace.dispose();
  });

  it('stays in a branch trace', async () => {
    const trace = await branchTrace();
    const first = await programAt(tree);
    await trace.modules.use(first.opened, 0x1000n);
    const again = await programAt(tree);
    expect(await first.replace?.(again.opened)).toBe(true);
    expect(first.closed).toBe(1);
    expect(trace.modules.traced).toMatchObject({ ...given, doubtful: true });
    expect(trace.modules.traced.explanation).toMatch(
      /^tree-O2 was written anew: where it lay, 0 of/,
    );
    trace.dispose();
  });
});

describe('a slide that was inferred', () => {
  it('is inferred anew when the program is built anew', async () => {
    const trace = await traceOf(both);
    const first = await programAt(gears, readFileSync(library));
    await trace.modules.use(first.opened, undefined);
    expect(trace.modules.traced).toMatchObject({ slide: 0x7fff_f7fb_b000n, given: false });
    const again = await programAt(gears);
    expect(await first.replace?.(again.opened)).toBe(true);
    expect(trace.modules.traced).toMatchObject({ slide: 0x5555_5555_4000n, given: false });
    trace.dispose();
  });

  it('is inferred anew in a branch trace', async () => {
    const trace = await branchTrace();
    const first = await programAt(tree);
    await trace.modules.use(first.opened, undefined);
    const { slide = 0n } = trace.modules.traced;
    expect(trace.modules.traced).toMatchObject({ state: 'placed', given: false });
    const again = await programAt(tree, linkedFarther());
    expect(await first.replace?.(again.opened)).toBe(true);
    expect(first.closed).toBe(1);
    const moved = slide - 0x1000n;
    expect(trace.modules.traced).toMatchObject({ state: 'placed', slide: moved, given: false });
    expect(trace.modules.traced).toMatchObject({ doubtful: false });
    trace.dispose();
  });

  it('is not taken for one that the user gave where a search found the program', async () => {
    const open = async (file: string) => (await programAt(file)).opened;
    const trace = await traceOf(both);
    await useFoundProgram(trace, [gears, library], open);
    expect([trace.modules.traced, ...trace.modules.further]).toMatchObject([
      { path: gears, slide: 0x5555_5555_4000n, given: false },
      { path: library, slide: 0x7fff_f7fb_b000n, given: false },
    ]);
    trace.dispose();
    const branches = await branchTrace();
    await useFoundBranchProgram(branches, [tree], open);
    expect(branches.modules.traced).toMatchObject({ state: 'placed', path: tree, given: false });
    expect(branches.modules.traced.explanation).not.toContain('asked');
    branches.dispose();
  });
});

describe('a program that was chosen while programs are looked for', () => {
  /** Opens programs, and does something before the last of so many is opened. */
  function openingUntil(count: number, act: () => Promise<unknown>) {
    const programs: Awaited<ReturnType<typeof programAt>>[] = [];
    const open = async (file: string) => {
      if (programs.length === count - 1) await act();
      const program = await programAt(file);
      programs.push(program);
      return program.opened;
    };
    const closed = () => programs.map((each) => each.closed);
    return { open, closed };
  }

  const atGiven = { state: 'placed', path: gears, slide: 0x1000n, given: true };

  it.each([
    ['none is found', [library, library], 2],
    ['several are found', [gears, gears], 2],
    ['it is found', [gears], 1],
    ['what was found is opened to be used', [gears], 2],
  ])('stays where %s', async (_, paths, count) => {
    const trace = await traceOf(both);
    const chosen = await programAt(gears);
    const opening = openingUntil(count, () => trace.modules.use(chosen.opened, 0x1000n));
    await useFoundProgram(trace, paths, opening.open);
    expect(trace.modules.traced).toMatchObject(atGiven);
    expect(opening.closed()).toEqual(Array.from({ length: count }, () => 1));
    expect(chosen.closed).toBe(0);
    trace.dispose();
  });

  it('stays of a branch trace', async () => {
    for (const count of [1, 2]) {
      const trace = await branchTrace();
      const chosen = await programAt(tree);
      const opening = openingUntil(count, () => trace.modules.use(chosen.opened, 0x7000n));
      await useFoundBranchProgram(trace, [tree], opening.open);
      expect(trace.modules.traced).toMatchObject({ slide: 0x7000n, given: true });
      expect(opening.closed()).toEqual(Array.from({ length: count }, () => 1));
      trace.dispose();
    }
  });

  it('stays where it was in use before', async () => {
    const trace = await traceOf(both);
    const chosen = await programAt(gears);
    await trace.modules.use(chosen.opened, 0x1000n);
    await useFoundProgram(trace, [library], async (file) => (await programAt(file)).opened);
    expect(trace.modules.traced).toMatchObject(atGiven);
    trace.dispose();
  });

  it('stays away where it was given up', async () => {
    const trace = await traceOf(both);
    const opening = openingUntil(2, () => {
      trace.modules.without('none', 'It was given up.');
      return Promise.resolve();
    });
    await useFoundProgram(trace, [gears], opening.open);
    expect(trace.modules.traced.explanation).toBe('It was given up.');
    expect(opening.closed()).toEqual([1, 1]);
    trace.dispose();
  });

  it('is looked for further where the one that was asked for does not fit', async () => {
    const trace = await traceOf(both);
    const opening = openingUntil(1, async () => {
      const foreign = await programAt(path.join(corpus, 's390x/app'));
      await trace.modules.use(foreign.opened, undefined);
      expect(trace.modules.traced.state).toBe('problem');
    });
    await useFoundProgram(trace, [gears], opening.open);
    expect(trace.modules.traced).toMatchObject({ state: 'placed', path: gears, given: false });
    trace.dispose();
  });
});

describe('a program whose file holds one that does not fit', () => {
  const other = readFileSync(path.join(corpus, 'extra/i386/lanes'));

  it('is used no more, and comes back with those beside it', async () => {
    const trace = await traceOf(both);
    const [first, beside] = [await programAt(gears), await programAt(library)];
    await trace.modules.use(first.opened, undefined);
    await trace.modules.add(beside.opened, undefined);
    const before = [trace.modules.traced, ...trace.modules.further];
    for (let tries = 0; tries < 2; tries++) {
      const refused = await programAt(gears, other);
      expect(await first.replace?.(refused.opened)).toBe(false);
      expect(trace.modules.traced).toMatchObject({ state: 'problem', path: gears });
      expect(trace.modules.current.all).toEqual([]);
      expect([first.closed, beside.closed, refused.closed]).toEqual([0, 0, 1]);
    }
    const again = await programAt(gears);
    expect(await first.replace?.(again.opened)).toBe(true);
    expect([trace.modules.traced, ...trace.modules.further]).toEqual(before);
    trace.dispose();
    expect([first.closed, beside.closed, again.closed]).toEqual([1, 1, 1]);
  });

  it('is used no more beside the traced one, and comes back, though those in use are placed again', async () => {
    const trace = await traceOf(both);
    await trace.modules.use((await programAt(gears)).opened, undefined);
    const beside = await programAt(library);
    const before = await trace.modules.add(beside.opened, undefined);
    const refused = await programAt(library, other);
    expect(await beside.replace?.(refused.opened)).toBe(false);
    expect(trace.modules.traced).toMatchObject({ state: 'placed', path: gears });
    expect([trace.modules.further, beside.closed, refused.closed]).toEqual([[], 0, 1]);
    await trace.modules.placeAgain();
    expect(beside.closed).toBe(0);
    const again = await programAt(library);
    expect(await beside.replace?.(again.opened)).toBe(true);
    expect(trace.modules.further).toEqual([before]);
    trace.dispose();
    expect([beside.closed, again.closed]).toEqual([1, 1]);
  });

  it('is closed when another is chosen, or none', async () => {
    const trace = await traceOf(both);
    const first = await programAt(gears);
    await trace.modules.use(first.opened, undefined);
    await first.replace?.((await programAt(gears, other)).opened);
    const chosen = await programAt(gears);
    await trace.modules.use(chosen.opened, undefined);
    expect([first.closed, chosen.closed]).toEqual([1, 0]);
    await chosen.replace?.((await programAt(gears, other)).opened);
    trace.modules.without('none', 'none');
    expect(chosen.closed).toBe(1);
    trace.dispose();
  });
});

describe('a program beside the traced one', () => {
  async function withLibrary() {
    const trace = await traceOf(both);
    await trace.modules.use((await programAt(gears)).opened, undefined);
    const first = await programAt(library);
    await trace.modules.add(first.opened, undefined);
    expect(trace.modules.further).toMatchObject([{ state: 'placed', path: library }]);
    return { trace, first };
  }

  it('stays where the one that was to take its place cannot be read', async () => {
    const { trace, first } = await withLibrary();
    const before = trace.modules.further;
    const second = await unreadable(library);
    await expect(trace.modules.add(second.opened, undefined)).rejects.toThrow(diskGone);
    expect(trace.modules.further).toEqual(before);
    expect([first.closed, second.closed]).toEqual([0, 1]);
    trace.dispose();
  });

  it('stays where the one that was to take its place is refused', async () => {
    const { trace, first } = await withLibrary();
    const before = trace.modules.further;
    const foreign = await programAt(library, readFileSync(path.join(corpus, 's390x/app')));
    const state = await trace.modules.add(foreign.opened, undefined);
    expect(state).toMatchObject({ state: 'problem', path: library });
    expect(trace.modules.further).toEqual(before);
    expect([first.closed, foreign.closed]).toEqual([0, 1]);
    trace.dispose();
  });

  it('gives way to one of the same path, which may lie where it lay', async () => {
    const { trace, first } = await withLibrary();
    const before = trace.modules.further;
    const second = await programAt(library);
    await trace.modules.add(second.opened, undefined);
    expect(trace.modules.further).toEqual(before);
    expect(trace.modules.current.all[1]?.program).toBe(second.opened.program);
    expect([first.closed, second.closed]).toEqual([1, 0]);
    trace.dispose();
  });

  it('is closed when it is removed, and goes with the traced one', async () => {
    const { trace, first } = await withLibrary();
    trace.modules.remove(library);
    expect(first.closed).toBe(1);
    const second = await programAt(library);
    await trace.modules.add(second.opened, undefined);
    trace.modules.without('none', 'It was given up.');
    expect([first.closed, second.closed]).toEqual([1, 1]);
    expect(trace.modules.current.all).toEqual([]);
    trace.dispose();
  });

  it('of a branch trace stays when another is the traced one', async () => {
    const trace = await branchTrace();
    const further = await programAt(tree);
    await trace.modules.add(further.opened, undefined);
    const traced = await programAt(path.join(branchFolder, 'tree'));
    await trace.modules.use(traced.opened, 0n);
    expect(trace.modules.current.all.map(({ program }) => program)).toEqual([
      traced.opened.program,
      further.opened.program,
    ]);
    trace.modules.without('none', 'It was given up.');
    expect([traced.closed, further.closed]).toEqual([1, 0]);
    trace.dispose();
    expect(further.closed).toBe(1);
  });
});

describe('a program that comes when the trace is closed', () => {
  it.each([
    ['a trace', () => traceOf(both), gears],
    ['a branch trace', branchTrace, tree],
  ])('of %s is closed, and nobody is asked about it', async (_, open, file) => {
    const trace = await open();
    const [first, late, further] = [
      await programAt(file),
      await programAt(file),
      await programAt(file),
    ];
    await trace.modules.use(first.opened, undefined);
    const using = [
      trace.modules.use(late.opened, undefined),
      trace.modules.add(further.opened, undefined),
    ];
    trace.dispose();
    await Promise.all(using);
    const again = await programAt(file);
    await first.replace?.(again.opened);
    await eventually(() => {
      expect(again.closed).toBe(1);
    });
    expect([first.closed, late.closed, further.closed]).toEqual([1, 1, 1]);
    expect([late.replace, further.replace]).toEqual([undefined, undefined]);
  });
});
