import { afterEach, describe, expect, it } from 'vitest';
import {
  searchPrograms,
  useFoundProgram,
  useFurtherPrograms,
} from '../../../src/trace/programSearch';
import { programOpener, traceOf } from './tracedPrograms';

const { open, opened } = programOpener();

afterEach(() => {
  expect(opened()).toBe(0);
});

async function search(file: string, paths: readonly string[]): Promise<string[]> {
  const trace = await traceOf(file);
  const found = await searchPrograms(trace.recording, paths, open);
  trace.dispose();
  return found.map(({ path, match }) => `${path} ${match.verdict}`);
}

const all = ['x86_64/app', 'x86_64/app-O2', 'x86_64/app-pie', 's390x/app', 'aarch64/app'];

const gears = ['extra/pie/gears', 'extra/pie/gears-rebuilt', 'extra/pie/libgearbox.so'];

describe('the search for a program', () => {
  it.each([
    ['x86_64/app.tf', 'x86_64/app match'],
    ['x86_64/app-O2.tf', 'x86_64/app-O2 match'],
    ['aarch64/t1-regs.tf', 'aarch64/app match'],
    ['s390x/t1-regs.tf', 's390x/app match'],
  ])('finds that of %s among others', async (file, expected) => {
    expect(await search(file, all)).toEqual([expected]);
  });

  it('finds a program and its shared object, and no other', async () => {
    const found = await search('extra/pie/gears.both.tf', [...all, ...gears]);
    expect(found).toEqual(['extra/pie/libgearbox.so match', 'extra/pie/gears match']);
  });

  it('passes over what is no program', async () => {
    const paths = ['x86_64/app.c', 'x86_64/nothing', 'x86_64/app'];
    expect(await search('x86_64/app.tf', paths)).toEqual(['x86_64/app match']);
  });

  it('passes over what holds the debugging information alone', async () => {
    const paths = ['programs/tour/tour-separate.debug', 'programs/tour/tour-dwarf5'];
    expect(await search('programs/tour/tour-dwarf5.plain.tf', paths)).toEqual([
      'programs/tour/tour-dwarf5 match',
    ]);
  });

  it('finds none among others', async () => {
    expect(await search('x86_64/app.tf', ['x86_64/app-O2', 's390x/app'])).toEqual([]);
  });

  it('offers none where the trace says nothing', async () => {
    expect(await search('extra/x86_64/meter.unstarted.tf', all)).toEqual([]);
  });
});

describe('the program of a trace', () => {
  async function use(file: string, paths: readonly string[]) {
    const trace = await traceOf(file);
    await useFoundProgram(trace, paths, open);
    const { traced: program, further } = trace.modules;
    const wasOpen = opened();
    trace.dispose();
    return { ...program, further, wasOpen };
  }

  it('is the one found, and stays open until the trace is closed', async () => {
    expect(await use('x86_64/app.tf', all)).toMatchObject({
      state: 'placed',
      path: 'x86_64/app',
      wasOpen: 1,
    });
  });

  it('has its shared object beside it', async () => {
    expect(await use('extra/pie/gears.both.tf', [...all, ...gears])).toMatchObject({
      state: 'placed',
      path: 'extra/pie/gears',
      slide: 0x555555554000n,
      further: [
        {
          state: 'placed',
          path: 'extra/pie/libgearbox.so',
          slide: 0x7ffff7fbb000n,
          explanation:
            'libgearbox.so was loaded at 0x7ffff7fbb000: 3 of 3 tracepoint locations and 3 PCs agree.',
        },
      ],
      wasOpen: 2,
    });
  });

  it('is a shared object where nothing else was traced', async () => {
    expect(await use('extra/pie/gears.library.tf', [...all, ...gears])).toMatchObject({
      state: 'placed',
      path: 'extra/pie/libgearbox.so',
      further: [],
      wasOpen: 1,
    });
  });

  it('is for the user to choose among several', async () => {
    const state = await use('x86_64/app.tf', ['x86_64/app', 'x86_64/app']);
    expect(state).toMatchObject({ state: 'none', wasOpen: 0 });
    expect(state.explanation).toBe('Several programs match this trace (app, app): choose one.');
  });

  it('is none where none matches', async () => {
    const state = await use('x86_64/app.tf', ['x86_64/app-O2']);
    expect(state).toMatchObject({ state: 'none', wasOpen: 0 });
    expect(state.explanation).toMatch(/No program was found/);
  });
});

describe('the programs beside one that is known', () => {
  async function further(file: string, program: string, paths: readonly string[]) {
    const trace = await traceOf(file);
    const traced = await open(program);
    if ('problem' in traced) throw new Error(traced.problem);
    await trace.modules.use(traced, undefined);
    let asked = 0;
    const found = () => {
      asked++;
      return Promise.resolve(paths);
    };
    await useFurtherPrograms(trace, found, open);
    const used = trace.modules.further.map(({ path }) => path);
    trace.dispose();
    return { asked, used };
  }

  it('are those to which it leaves tracepoints over, once each', async () => {
    const paths = [...all, ...gears, 'extra/pie/libgearbox.so'];
    expect(await further('extra/pie/gears.both.tf', 'extra/pie/gears', paths)).toEqual({
      asked: 1,
      used: ['extra/pie/libgearbox.so'],
    });
  });

  it('are not looked for where it leaves nothing over', async () => {
    expect(await further('extra/pie/gears.one.tf', 'extra/pie/gears', gears)).toEqual({
      asked: 0,
      used: [],
    });
  });
});
