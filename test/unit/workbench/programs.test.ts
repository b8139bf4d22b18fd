import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { openProgramFile } from '../../../src/workbench/programFiles';
import { TracePrograms } from '../../../src/workbench/programs';
import { memento } from './memento';
import type { Trace } from '../../../src/trace/trace';
import { traceOf } from '../trace/tracedPrograms';

const vs = vi.hoisted(() => ({ findFiles: vi.fn() }));

vi.mock('vscode', () => ({
  l10n: { t: (text: string, given: string) => text.replace('{0}', given) },
  workspace: {
    isTrusted: true,
    findFiles: vs.findFiles,
    getConfiguration: () => ({ get: (_: string, otherwise: unknown) => otherwise }),
  },
  RelativePattern: vi.fn(),
  Uri: { joinPath: () => ({}), file: (fsPath: string) => ({ scheme: 'file', fsPath }) },
}));

const file = {
  scheme: 'file',
  fsPath: '/nowhere/app.tf',
  toString: () => 'file:///nowhere/app.tf',
} as vscode.Uri;

beforeEach(() => {
  vs.findFiles.mockReset();
});

describe('the search for a program', () => {
  it('says that it failed, and is made anew when it is asked for again', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const programs = new TracePrograms(memento(), openProgramFile);
    vs.findFiles.mockRejectedValue(new Error('the disk is gone'));
    await programs.ensure(trace, file);
    expect(trace.modules.traced).toEqual({
      state: 'problem',
      explanation: 'The search for programs failed: the disk is gone.',
    });
    vs.findFiles.mockResolvedValue([]);
    await programs.ensure(trace, file);
    expect(trace.modules.traced).toEqual({
      state: 'none',
      explanation: 'No program was found for this trace: choose one.',
    });
    const calls = vs.findFiles.mock.calls.length;
    await programs.ensure(trace, file);
    expect(vs.findFiles.mock.calls.length).toBe(calls);
  });

  it.each([
    [5000, ''],
    [5001, ' Only 5,000 files of the workspace were looked at.'],
  ])('of %i files says how many it left out', async (count, note) => {
    const trace = await traceOf('x86_64/app.tf');
    const uris = Array.from({ length: count }, (_, i) => ({
      scheme: 'file',
      fsPath: `/nowhere/${i}`,
    }));
    vs.findFiles.mockResolvedValue(uris);
    await new TracePrograms(memento(), openProgramFile).ensure(trace, file);
    expect(trace.modules.traced.explanation).toBe(
      `No program was found for this trace: choose one.${note}`,
    );
  });
});

describe('programs that the user chooses', () => {
  const corpus = (name: string) => path.join(import.meta.dirname, '../../corpus', name);
  const [gears, library, other] = ['gears', 'libgearbox.so', 'gears-rebuilt'].map((name) =>
    corpus(`extra/pie/${name}`),
  ) as [string, string, string];
  const both = 'extra/pie/gears.both.tf';
  const traces: Trace[] = [];
  const open = async () => {
    const trace = await traceOf(both);
    traces.push(trace);
    return trace;
  };
  const paths = (trace: Trace) => [
    trace.modules.traced.path,
    ...trace.modules.further.map((each) => each.path),
  ];

  afterEach(() => {
    for (const trace of traces.splice(0)) trace.dispose();
  });

  beforeEach(() => {
    vs.findFiles.mockResolvedValue([gears, library].map((fsPath) => ({ scheme: 'file', fsPath })));
  });

  it('are used the next time that the trace is opened, at the slide that was given', async () => {
    const saved = memento();
    const programs = new TracePrograms(saved, openProgramFile);
    const trace = await open();
    await programs.ensure(trace, file);
    expect(paths(trace)).toEqual([gears, library]);
    const { slide = 0n } = trace.modules.traced;
    const state = await programs.choose(trace, file, { path: gears, slide });
    expect(state).toMatchObject({ state: 'placed', slide });
    expect(paths(trace)).toEqual([gears, library]);
    vs.findFiles.mockResolvedValue([]);
    const again = await open();
    await new TracePrograms(saved, openProgramFile).ensure(again, file);
    expect(again.modules.traced).toMatchObject({ state: 'placed', path: gears, slide });
  });

  it('give way to the one that is debugged with, whenever that comes', async () => {
    const saved = memento();
    await new TracePrograms(saved, openProgramFile).choose(await open(), file, { path: gears });
    for (const when of ['before', 'meanwhile']) {
      const trace = await open();
      const debugged = async () => {
        const opened = await openProgramFile(gears);
        if ('problem' in opened) throw new Error(opened.problem);
        await trace.modules.use(opened, 0x1000n);
      };
      if (when === 'before') await debugged();
      const programs = new TracePrograms(saved, async (path, sections) => {
        if (when === 'meanwhile' && path === gears) await debugged();
        return openProgramFile(path, sections);
      });
      await programs.ensure(trace, file);
      expect(trace.modules.traced, when).toMatchObject({ slide: 0x1000n, given: true });
    }
  });

  it('leave the one before in use where they are refused, and are forgotten', async () => {
    const saved = memento();
    const programs = new TracePrograms(saved, openProgramFile);
    const trace = await open();
    await programs.ensure(trace, file);
    const before = trace.modules.traced;
    for (const refused of [corpus('s390x/app'), '/nowhere']) {
      const state = await programs.choose(trace, file, { path: refused });
      expect(state.state, refused).toBe('problem');
      expect(trace.modules.traced).toMatchObject({ state: 'placed', path: gears });
      expect(trace.modules.traced.slide).toBe(before.slide);
    }
    expect(saved.values.size).toBe(0);
  });

  it('lie where the user says, even against what the trace says', async () => {
    const programs = new TracePrograms(memento(), openProgramFile);
    const trace = await open();
    const state = await programs.choose(trace, file, { path: gears, slide: 0x1000n });
    expect(state).toMatchObject({ state: 'placed', slide: 0x1000n, doubtful: true });
  });

  it('may be taken away, and are not found again', async () => {
    const saved = memento();
    const programs = new TracePrograms(saved, openProgramFile);
    const trace = await open();
    await programs.ensure(trace, file);
    await programs.remove(trace.modules, file, library);
    expect(paths(trace)).toEqual([gears]);
    const again = await open();
    await new TracePrograms(saved, openProgramFile).ensure(again, file);
    expect(paths(again)).toEqual([gears]);
    await programs.remove(trace.modules, file, gears);
    expect(trace.modules.traced.state).toBe('none');
  });

  it('may be added by hand, and come back with the trace', async () => {
    vs.findFiles.mockResolvedValue([]);
    const saved = memento();
    const programs = new TracePrograms(saved, openProgramFile);
    const trace = await open();
    await programs.choose(trace, file, { path: gears });
    expect((await programs.add(trace.modules, file, { path: library })).state).toBe('placed');
    expect(
      (await programs.add(trace.modules, file, { path: other, slide: 1n })).state,
    ).toBeDefined();
    const again = await open();
    await new TracePrograms(saved, openProgramFile).ensure(again, file);
    expect(paths(again).slice(0, 2)).toEqual([gears, library]);
  });
});
