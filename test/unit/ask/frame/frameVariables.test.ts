// The tree of variables that the page opens, beside the values of another frame.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runWith } from '../../../../src/ask/run';
import { stackFrames } from '../../../../src/ask/frame/stackFrames';
import { variableChildren } from '../../../../src/ask/frame/variableChildren';
import { variables } from '../../../../src/ask/frame/variables';
import type { VariableRow } from '../../../../src/ask/frame/variableTree';
import { Views, type TraceAsked } from '../../../../src/ask/views';
import { Trace } from '../../../../src/trace/trace';
import { traceWithProgram } from '../../trace/programInUse';
import { diskGone, FaultySource } from '../../trace/faultySource';
import { programOf, traceOf } from '../../trace/tracedPrograms';

const corpus = path.join(import.meta.dirname, '../../../corpus');
let app: Trace;
let asked: TraceAsked;
/** Two hits of tracepoint 2, which collects the locals of helper. */
let first: number;
let second: number;

beforeAll(async () => {
  app = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
  asked = { trace: app, views: new Views() };
  const hits = [...Array(114).keys()].filter(
    (frame) => app.recording.index.tracepoint(frame) === 2,
  );
  [first = -1, second = -1] = [hits[0], hits[10]];
});

async function ask(
  path: number[],
  more: { frame?: number; before?: number; start?: number; count?: number } = {},
) {
  const { frame = second, before, start = 0, count = 100 } = more;
  const root = { frame, level: 0, ...(before !== undefined && { before }) };
  const { view, ...scopes } = await variables.answer(asked, root, runWith());
  const children = { view, path, start, count };
  return path.length === 0
    ? scopes
    : { note: undefined, ...(await variableChildren.answer(asked, children, runWith())) };
}

function at({ variables: rows }: { variables: readonly VariableRow[] }, name: string): number {
  return rows.findIndex((row) => row.name === name);
}

describe('the tree', () => {
  it('begins with the scopes', async () => {
    const { variables: rows, total, note } = await ask([]);
    expect(rows.map(({ name, hasChildren }) => [name, hasChildren])).toEqual([
      ['Arguments', true],
      ['Locals', true],
      ['Globals', true],
    ]);
    expect([total, note]).toEqual([3, undefined]);
  });

  it('has the arguments, written as gdb writes them', async () => {
    const { variables: rows } = await ask([0]);
    expect(rows.map(({ name }) => name)).toEqual(['n', 'p', 'c']);
    expect(rows[at({ variables: rows }, 'n')]?.type).toBe('int');
    expect(rows.find(({ name }) => name === 'p')).toMatchObject({ hasChildren: true });
  });

  it('opens pointers and structures', async () => {
    const args = await ask([0]);
    const members = await ask([0, at(args, 'p')]);
    expect(members.variables.map(({ name }) => name)).toEqual(['x', 'y', 'name', 'w']);
    expect(members.total).toBe(4);
    const w = await ask([0, at(args, 'p'), 3]);
    expect(w.variables.map(({ name }) => name)).toEqual(['[0]', '[1]', '[2]']);
    expect((await ask([0, at(args, 'p'), 3, 1])).variables).toEqual([]);
  });

  it('gives elements of arrays in pages, behind what has a name', async () => {
    const globals = await ask([2]);
    const cache = globals.variables.findIndex(({ name }) => name === 'fib_cache');
    const all = await ask([2, cache]);
    expect(all.total).toBe(all.variables.length);
    expect(all.total).toBeGreaterThan(8);
    const some = await ask([2, cache], { start: 3, count: 2 });
    expect(some.variables).toEqual(all.variables.slice(3, 5));
    expect(some.variables.map(({ name }) => name)).toEqual(['[3]', '[4]']);
  });

  it('gives elements in pages where others have a name', async () => {
    const file = 'programs/containers/containers';
    const face = { trace: await traceWithProgram(`${file}.plain.tf`, file), views: new Views() };
    const { view } = await variables.answer(face, { frame: 1, level: 0 }, runWith());
    const names = async (start: number, count: number) => {
      const vector = { view, path: [0, 0], start, count };
      const { variables: rows } = await variableChildren.answer(face, vector, runWith());
      return rows.map(({ name }) => name);
    };
    expect(await names(0, 2)).toEqual(['[raw]', '[0]']);
    expect(await names(2, 2)).toEqual(['[1]', '[2]']);
  });

  it('has nothing where a path leads nowhere', async () => {
    expect(await ask([7])).toMatchObject({ variables: [], total: 0 });
    expect(await ask([0, 99, 3])).toMatchObject({ variables: [], total: 0 });
    await expect(ask([], { frame: 5000 })).rejects.toThrow('There is no frame 5000.');
  });

  it('says that nothing has a name without a program', async () => {
    const without = { trace: await traceOf('x86_64/app.tf'), views: new Views() };
    const answer = await variables.answer(without, { frame: 0, level: 0 }, runWith());
    expect(answer.note).toMatch(/^No program loaded/);
    expect(answer.variables).toEqual([]);
  });
});

describe('the view', () => {
  const children = { path: [0], start: 0, count: 1 };

  it('gives its place to the next, and goes with the trace', async () => {
    const views = new Views();
    const face = { trace: app, views };
    const root = { frame: second, level: 0 };
    const { view: old } = await variables.answer(face, root, runWith());
    const { view } = await variables.answer(face, root, runWith());
    const read = async (number: number) =>
      variableChildren.answer(face, { view: number, ...children }, runWith());
    expect((await read(view)).variables).toHaveLength(1);
    await expect(read(old)).rejects.toThrow(`There is no view ${old}`);
    await expect(read(99)).rejects.toThrow('There is no view 99');
    views.dispose();
    await expect(read(view)).rejects.toThrow(`There is no view ${view}`);
  });

  it('of who asked before, and needs it no more, is none', async () => {
    const cancelled = runWith({ signal: AbortSignal.abort() });
    const views = new Views();
    const root = { frame: second, level: 0 };
    const earlier = variables.answer({ trace: app, views }, root, cancelled);
    await expect(earlier).rejects.toThrow('cancelled');
    expect((await variables.answer({ trace: app, views }, root, runWith())).view).toBe(1);
  });

  it('is read anew after the program has changed, also where that fails at first', async () => {
    const source = new FaultySource(readFileSync(path.join(corpus, 'x86_64/app.tf')));
    const read = await Trace.open(source, 'app.tf');
    if ('problem' in read) throw new Error(read.problem);
    const { trace } = read;
    const face = { trace, views: new Views() };
    const { view, note } = await variables.answer(face, { frame: second, level: 0 }, runWith());
    expect(note).toMatch(/^No program loaded/);
    const program = await programOf('x86_64/app');
    await trace.modules.use({ program, dispose: () => undefined }, undefined);
    const scopes = { view, path: [], start: 0, count: 10 };
    source.failAfter(0);
    const failing = variableChildren.answer(face, scopes, runWith());
    await expect(failing).rejects.toThrow(diskGone.message);
    source.heal();
    const { variables: rows } = await variableChildren.answer(face, scopes, runWith());
    expect(rows.map(({ name }) => name)).toEqual(['Arguments', 'Locals', 'Globals']);
    trace.dispose();
  });
});

describe('earlier values', () => {
  it('stand beside those that changed, at every depth', async () => {
    const args = await ask([0], { before: first });
    const earlier = await ask([0], { frame: first });
    const n = args.variables.find(({ name }) => name === 'n');
    const was = earlier.variables.find(({ name }) => name === 'n');
    expect(n?.value).not.toBe(was?.value);
    expect(n?.was).toBe(was?.value);
    const members = await ask([0, at(args, 'p')], { before: first });
    const before = await ask([0, at(args, 'p')], { frame: first });
    for (const [i, row] of members.variables.entries()) {
      const value = before.variables[i]?.value;
      expect(row.was).toBe(value === row.value ? undefined : value);
    }
    expect(members.variables.some((row) => row.was !== undefined)).toBe(true);
  });

  it('are not given where one of the two is not available', async () => {
    const third =
      [...Array(114).keys()].find((frame) => app.recording.index.tracepoint(frame) === 4) ?? -1;
    const args = await ask([0], { frame: second, before: third });
    const missing = await ask([0], { frame: third });
    const unavailable = missing.variables.filter(({ value }) => value.includes('<unavailable>'));
    for (const { name } of unavailable) {
      expect(args.variables.find((row) => row.name === name)?.was).toBeUndefined();
    }
  });

  it('are not given for another function', async () => {
    const other = [...Array(114).keys()].find(
      (frame) => app.recording.index.tracepoint(frame) !== app.recording.index.tracepoint(second),
    );
    const names = await Promise.all(
      [second, other ?? -1].map(
        async (frame) => (await app.callStack(frame)).frames[0]?.scope?.name,
      ),
    );
    const { note } = await ask([], { before: other ?? -1 });
    expect(note === undefined).toBe(names[0] === names[1]);
  });
});

describe('stack frames', () => {
  it('are those of the call stack, with their places', async () => {
    const { frames, end } = await stackFrames.answer(asked, { frame: second }, runWith());
    expect(frames[0]).toMatchObject({ level: 0, name: 'helper' });
    expect(frames[0]?.place?.file).toMatch(/app\.c$/);
    const { frames: stack, end: why } = await app.callStack(second);
    expect(why).toBeDefined();
    expect(end).toBe(why);
    expect(frames.map(({ level }) => level)).toEqual(stack.map(({ level }) => level));
  });

  it('are named after the call where the return address lies in the next function', async () => {
    // As after a call that does not return, the last instruction of `helper`.
    const main = 0x401236n;
    expect(await app.modules.current.symbol(main)).toBe('main');
    const frames = [{ kind: 'normal', level: 0, pc: main, lookupPc: main - 1n }];
    const { recording, modules } = app;
    const trace = { recording, modules, callStack: () => Promise.resolve({ frames }) };
    const answer = await stackFrames.answer({ trace } as never, { frame: 0 }, runWith());
    expect(answer.frames).toMatchObject([{ name: 'helper' }]);
  });
});
