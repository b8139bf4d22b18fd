import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { TracePrograms } from '../../../src/workbench/programs';
import { traceOf } from '../trace/tracedPrograms';

const vs = vi.hoisted(() => ({ findFiles: vi.fn() }));

vi.mock('vscode', () => ({
  workspace: {
    findFiles: vs.findFiles,
    getConfiguration: () => ({ get: (_: string, otherwise: unknown) => otherwise }),
  },
  RelativePattern: vi.fn(),
  Uri: { joinPath: () => ({}) },
}));

const file = { fsPath: '/nowhere/app.tf', toString: () => 'file:///nowhere/app.tf' } as vscode.Uri;
const memento = { get: () => undefined } as unknown as vscode.Memento;

beforeEach(() => {
  vs.findFiles.mockReset();
});

describe('the search for a program', () => {
  it('says that it failed, and is made anew when it is asked for again', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const programs = new TracePrograms(memento);
    vs.findFiles.mockRejectedValue(new Error('the disk is gone'));
    await programs.ensure(trace, file);
    expect(trace.program).toEqual({
      state: 'problem',
      explanation: 'The search for programs failed: the disk is gone.',
    });
    vs.findFiles.mockResolvedValue([]);
    await programs.ensure(trace, file);
    expect(trace.program).toEqual({
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
    const uris = new Array<unknown>(count).fill({ scheme: 'file', fsPath: '/nowhere/file' });
    vs.findFiles.mockResolvedValue(uris);
    await new TracePrograms(memento).ensure(trace, file);
    expect(trace.program.explanation).toBe(
      `No program was found for this trace: choose one.${note}`,
    );
  });
});
