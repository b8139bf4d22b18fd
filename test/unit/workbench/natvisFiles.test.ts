// Natvis files of the workspace to which something happens while a trace is open: what they say now
// is used, what they said before is not, and what is wrong is reported.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenTraces } from '../../../src/trace/openTraces';
import { TracePrinters } from '../../../src/trace/printers';
import type { Trace } from '../../../src/trace/trace';
import { NatvisFiles } from '../../../src/workbench/natvisFiles';
import { eventually } from '../../eventually';

type Read = (file: { path: string }) => void;
const vs = vi.hoisted(() => ({
  text: undefined as string | undefined,
  touched: undefined as Read | undefined,
  /** What the next reads wait for. */
  reads: [] as Promise<void>[],
  problems: new Map<string, unknown[]>(),
}));

vi.mock('vscode', () => {
  const file = { scheme: 'file', path: '/w/a.natvis', fsPath: '/w/a.natvis' };
  const nothing = { dispose: () => undefined };
  return {
    languages: {
      createDiagnosticCollection: () => ({
        clear: () => {
          vs.problems.clear();
        },
        set: (uri: { path: string }, found: unknown[]) => vs.problems.set(uri.path, found),
        dispose: () => undefined,
      }),
    },
    workspace: {
      createFileSystemWatcher: () => ({
        onDidChange: (read: Read) => {
          vs.touched = read;
          return nothing;
        },
        onDidCreate: () => nothing,
        onDidDelete: () => nothing,
        dispose: () => undefined,
      }),
      findFiles: () => Promise.resolve([file]),
      fs: {
        stat: () =>
          vs.text === undefined
            ? Promise.reject(new Error('EACCES'))
            : Promise.resolve({ type: 1, size: vs.text.length }),
        readFile: async () => {
          const read = new TextEncoder().encode(vs.text);
          await vs.reads.shift();
          return read;
        },
      },
    },
    Uri: {
      file: (path: string) => ({ scheme: 'file', path, fsPath: path }),
      parse: (path: string) => ({ scheme: 'file', path, fsPath: path }),
    },
    FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
    Range: vi.fn(),
    Diagnostic: class {
      constructor(
        readonly range: unknown,
        readonly message: string,
      ) {}
    },
    DiagnosticSeverity: { Warning: 1 },
  };
});

const naming = (type: string) =>
  `<AutoVisualizer><Type Name="${type}"><DisplayString>x</DisplayString></Type></AutoVisualizer>`;

function openedTrace() {
  const printers = new TracePrinters(() => undefined);
  const listeners: (() => void)[] = [];
  const traces = {
    all: new Map([['run.tf', { printers } as unknown as Trace]]),
    onDidChange: (listener: () => void) => {
      listeners.push(listener);
      return { dispose: () => undefined };
    },
  } as unknown as OpenTraces;
  const files = new NatvisFiles(traces);
  for (const each of listeners) each();
  const types = () =>
    printers.collections
      .filter(({ name }) => name.includes('a.natvis'))
      .flatMap(({ parts }) => parts.map(({ name }) => name));
  return { files, types };
}

/** A task later: what reads from memory has no other to wait for. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

function touch(): void {
  vs.touched?.({ path: '/w/a.natvis', ...{ scheme: 'file', fsPath: '/w/a.natvis' } });
}

beforeEach(() => {
  vs.text = naming('Before');
});

describe('a Natvis file in use', () => {
  it.each([
    ['is written anew', naming('After'), ['After'], 0],
    ['is cut', naming('After').slice(0, 24), [], 1],
    ['is emptied', '', [], 1],
    ['is removed, or may no longer be read', undefined, [], 0],
  ])('that %s', async (_, text, after, problems) => {
    const { files, types } = openedTrace();
    await eventually(() => {
      expect(types()).toEqual(['Before']);
    });
    vs.text = text;
    touch();
    await eventually(() => {
      expect(types()).toEqual(after);
      expect(vs.problems.get('/w/a.natvis')?.length ?? 0).toBe(problems);
    });
    vs.text = naming('Before');
    touch();
    await eventually(() => {
      expect(types()).toEqual(['Before']);
    });
    files.dispose();
  });

  it('that changes while it is read says what it says at last', async () => {
    const { files, types } = openedTrace();
    await eventually(() => {
      expect(types()).toEqual(['Before']);
    });
    let end = (): void => undefined;
    vs.reads.push(
      new Promise((resolve) => {
        end = resolve;
      }),
    );
    vs.text = naming('Between');
    touch();
    // The first read has its text, and does not end before the second one would.
    await eventually(() => {
      expect(vs.reads).toEqual([]);
    });
    vs.text = naming('After');
    touch();
    await settled();
    end();
    await eventually(() => {
      expect(types()).toEqual(['After']);
    });
    await settled();
    expect(types()).toEqual(['After']);
    files.dispose();
  });
});
