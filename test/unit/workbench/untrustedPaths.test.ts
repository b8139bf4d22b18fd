// A workspace that is not trusted: a program there names a file outside of it. What the program
// itself says is shown; the file is read only after the user, who is asked once, says so.
import type { ModuleList } from '../../../src/trace/moduleList';
import path from 'node:path';
import type * as vscode from 'vscode';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileSource, filesOnDisk } from '../../../src/platform/fileSource';
import { openTraceFile } from '../../../src/trace/openTraceFile';
import { Trace } from '../../../src/trace/trace';
import { UntrustedPathPermissions } from '../../../src/workbench/workspaceTrust';
import { programFileOpener } from '../../../src/workbench/programFiles';
import { TracePrograms } from '../../../src/workbench/programs';
import { eventually } from '../../eventually';
import { memento } from './memento';

const vs = vi.hoisted(() => ({
  isTrusted: false,
  granted: new Set<() => void>(),
  folders: [] as string[],
  debugFileFolders: [] as string[],
  /** What was asked, and how it is answered. */
  questions: [] as { sentence: string; buttons: string[]; answer: (button?: string) => void }[],
}));

vi.mock('vscode', () => ({
  l10n: {
    t: (text: string, ...given: unknown[]) =>
      text.replace(/\{(\d)\}/g, (_, index: string) => String(given[Number(index)])),
  },
  window: {
    showInformationMessage: (sentence: string, ...buttons: string[]) =>
      new Promise((answer) => vs.questions.push({ sentence, buttons, answer })),
  },
  workspace: {
    get isTrusted() {
      return vs.isTrusted;
    },
    onDidGrantWorkspaceTrust: (listener: () => void) => {
      vs.granted.add(listener);
      return { dispose: () => vs.granted.delete(listener) };
    },
    findFiles: () => Promise.resolve([]),
    getWorkspaceFolder: ({ fsPath }: vscode.Uri) => {
      const folder = vs.folders.find((each) => fsPath.startsWith(`${each}/`));
      return folder === undefined ? undefined : { uri: { scheme: 'file', fsPath: folder } };
    },
    getConfiguration: () => ({ get: () => vs.debugFileFolders }),
    fs: { readDirectory: () => Promise.resolve([]) },
  },
  FileType: { File: 1 },
  Uri: {
    file: (fsPath: string) => ({ scheme: 'file', fsPath, path: fsPath }),
    joinPath: () => ({}),
  },
}));

const root = path.join(import.meta.dirname, '../../..');
const sample = path.join(root, 'samples/callqueue.tf');
let folder = '';
let program = '';
let split = '';
const uri = { scheme: 'file', fsPath: sample, toString: () => `file://${sample}` } as vscode.Uri;
const open = vi.spyOn(FileSource, 'open');
const closing: { dispose(): void }[] = [];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'named-files-'));
  cpSync(path.join(root, 'test/corpus/split'), folder, { recursive: true });
  program = path.join(folder, 'work/callqueue');
  split = path.join(folder, 'elsewhere/callqueue.dwo');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  open.mockClear();
  const { questions, granted } = vs;
  questions.length = 0;
  granted.clear();
  const folders = [path.join(folder, 'work')];
  Object.assign(vs, { isTrusted: false, folders, debugFileFolders: [] });
});
afterEach(() => {
  for (const each of closing.splice(0)) each.dispose();
});

/** A window of VS Code: what it remembers outlives it. */
function windowWith(saved: vscode.Memento): TracePrograms {
  const questions = new UntrustedPathPermissions(saved);
  closing.push(questions);
  return new TracePrograms(saved, programFileOpener(questions));
}

/** The sample's trace, with the program that was split. */
async function openSample(programs: TracePrograms): Promise<Trace> {
  const source = await openTraceFile(filesOnDisk, sample);
  if ('problem' in source) throw new Error(source.problem);
  const opened = await Trace.open(source, 'callqueue.tf');
  if ('problem' in opened) throw new Error(opened.problem);
  const { trace } = opened;
  closing.push(trace, { dispose: () => void source.close() });
  const state = await programs.choose(trace, uri, { path: program });
  expect(state.state).toBe('placed');
  return trace;
}

/** In `answer`, where frames 1 and others are. */
const inAnswer = 0x4013a7n;

/** What a person sees of the place: from the program itself, and from what was split off. */
async function seen(
  modules: ModuleList,
): Promise<{ function?: string; line?: number; names: string[] }> {
  const { functionName, source } = await modules.locate(inAnswer);
  const [placed] = modules.all;
  const scopes = (await placed?.program.scopesAt(inAnswer)) ?? [];
  return {
    ...(functionName !== undefined && { function: functionName }),
    ...(source && { line: source.line }),
    names: scopes.flatMap(({ parameters }) => parameters.map(({ name }) => name)),
  };
}

const ofItself = { function: 'answer', line: 86, names: [] };
const withSplit = { function: 'answer', line: 86, names: ['queue', 'agent', 'minute'] };
const wasRead = () => open.mock.calls.some(([file]) => file === split);
const [read, notNow] = ['Read Them', 'Not Now'];

describe('in a workspace that is not trusted', () => {
  it('shows what the program itself says while nothing is answered, and reads no other file', async () => {
    const trace = await openSample(windowWith(memento()));
    expect(await seen(trace.modules.current)).toEqual(ofItself);
    expect(wasRead()).toBe(false);
    expect(vs.questions.map(({ buttons }) => buttons)).toEqual([[read, notNow]]);
    expect(vs.questions[0]?.sentence).toBe(
      `Parts of the debugging information of callqueue are in files elsewhere, which it names: ${split}. This workspace is not trusted, so they are read only if you say so.`,
    );
  });

  it('reads the program anew once the user says so, in all traces of it, and remembers it', async () => {
    const saved = memento();
    const programs = windowWith(saved);
    const traces = [await openSample(programs), await openSample(programs)];
    for (const trace of traces) await seen(trace.modules.current);
    expect(vs.questions.length).toBe(1);
    vs.questions[0]?.answer(read);
    for (const trace of traces) {
      await eventually(async () => {
        expect(await seen(trace.modules.current)).toEqual(withSplit);
      });
      expect(trace.modules.traced).toMatchObject({ state: 'placed', path: program });
    }
    const later = await openSample(windowWith(saved));
    expect(await seen(later.modules.current)).toEqual(withSplit);
    expect(vs.questions.length).toBe(1);
  });

  it('does not ask again in the window where the answer was no', async () => {
    const saved = memento();
    const programs = windowWith(saved);
    await seen((await openSample(programs)).modules.current);
    vs.questions[0]?.answer(notNow);
    expect(await seen((await openSample(programs)).modules.current)).toEqual(ofItself);
    expect(vs.questions.length).toBe(1);
    expect(wasRead()).toBe(false);
    expect([...saved.values.keys()].filter((key) => key.startsWith('namedFiles'))).toEqual([]);
  });

  it('reads the program anew when the workspace is trusted', async () => {
    const trace = await openSample(windowWith(memento()));
    await seen(trace.modules.current);
    vs.isTrusted = true;
    for (const granted of vs.granted) granted();
    await eventually(async () => {
      expect(await seen(trace.modules.current)).toEqual(withSplit);
    });
  });

  it('asks nobody for a program that is only looked at', async () => {
    const questions = new UntrustedPathPermissions(memento());
    closing.push(questions);
    const opened = await programFileOpener(questions)(program);
    if ('problem' in opened) throw new Error(opened.problem);
    expect(await opened.program.scopesAt(inAnswer)).toEqual([]);
    expect(vs.questions).toEqual([]);
    opened.dispose();
  });

  it('reads without asking where the user looks for debugging information anyway', async () => {
    vs.debugFileFolders = [path.join(folder, 'elsewhere')];
    expect(await seen((await openSample(windowWith(memento()))).modules.current)).toEqual(
      withSplit,
    );
    expect(vs.questions).toEqual([]);
  });

  it('reads without asking in the folder of the workspace that holds the program', async () => {
    vs.folders = [folder];
    expect(await seen((await openSample(windowWith(memento()))).modules.current)).toEqual(
      withSplit,
    );
    expect(vs.questions).toEqual([]);
  });

  it('asks where the workspace is all that the machine has', async () => {
    vs.folders = [''];
    await seen((await openSample(windowWith(memento()))).modules.current);
    expect(vs.questions.length).toBe(1);
    expect(wasRead()).toBe(false);
  });
});

describe('in a workspace that is trusted', () => {
  it('reads what a program names, wherever it is', async () => {
    vs.isTrusted = true;
    expect(await seen((await openSample(windowWith(memento()))).modules.current)).toEqual(
      withSplit,
    );
    expect(vs.questions).toEqual([]);
  });
});
