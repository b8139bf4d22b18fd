import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordedTraces } from '../../../../src/workbench/recording/recordedTraces';
import { registerRecordingsView } from '../../../../src/workbench/recording/recordingsView';
import { isMountable } from '../../platform/mountable';

interface FileUri {
  readonly scheme: 'file';
  readonly path: string;
  readonly fsPath: string;
  toString(): string;
}

/** What VS Code was given, and answers. */
interface Fake {
  readonly commands: Map<string, (item?: unknown, items?: unknown) => unknown>;
  readonly run: (readonly [command: string, argument: string])[];
  readonly errors: string[];
  /** What the user answers to a dialog for a file. */
  target?: FileUri | undefined;
  /** What the dialog began with. */
  asked?: unknown;
  provider?: { getChildren(): Promise<unknown[]> };
}

const fake = vi.hoisted((): Fake => ({ commands: new Map(), run: [], errors: [] }));

vi.mock('vscode', () => {
  const nothing = { dispose: () => undefined };
  return {
    EventEmitter: class {
      event = () => nothing;
      fire = () => undefined;
      dispose = () => undefined;
    },
    Disposable: { from: () => nothing },
    Uri: { joinPath: (at: FileUri, ...parts: string[]) => uri(path.join(at.path, ...parts)) },
    l10n: {
      t: (text: string, ...args: unknown[]) =>
        text.replace(/\{(\d)\}/g, (_, i) => String(args[Number(i)])),
    },
    commands: {
      registerCommand: (id: string, run: (item?: unknown) => unknown) => {
        fake.commands.set(id, run);
        return nothing;
      },
      executeCommand: (id: string, argument: unknown) => {
        fake.run.push([id, String(argument)]);
        return Promise.resolve();
      },
    },
    workspace: { workspaceFolders: undefined },
    window: {
      createTreeView: (_: string, options: { treeDataProvider: NonNullable<Fake['provider']> }) => {
        fake.provider = options.treeDataProvider;
        return nothing;
      },
      showSaveDialog: (options: { defaultUri: unknown }) => {
        fake.asked = options.defaultUri;
        return Promise.resolve(fake.target);
      },
      showErrorMessage: (text: string) => {
        fake.errors.push(text);
        return Promise.resolve(undefined);
      },
    },
  };
});

function uri(file: string): FileUri {
  return { scheme: 'file', path: file, fsPath: file, toString: () => `file://${file}` };
}

let folder = '';
let recorded = '';
const inFolder = (name: string) => path.join(folder, name);
const bytes = Buffer.alloc(300_000, 'trace');

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'recordings-'));
  recorded = inFolder('recorded.tf');
  writeFileSync(recorded, bytes);
  fake.run.length = fake.errors.length = 0;
  fake.target = undefined;
  const recordings = {
    onDidChange: () => ({ dispose: () => undefined }),
    isAny: () => Promise.resolve(true),
    all: () => Promise.resolve([{ file: uri(recorded), time: 0, origin: {} }]),
  } as unknown as RecordedTraces;
  const unused = () => Promise.reject(new Error('not asked for'));
  const others = { openRecorded: unused, recordAgain: unused, compare: unused };
  registerRecordingsView({ recordings, ...others });
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs a command on the only recording, as its menu does. */
async function onRecording(command: string): Promise<void> {
  const [item] = (await fake.provider?.getChildren()) ?? [];
  await fake.commands.get(command)?.(item, [item]);
}

const opened = () => fake.run.filter(([id]) => id === 'tracefile.open').map(([, file]) => file);

describe('a recording', () => {
  it('is saved under another name, which is opened, and stays where it is', async () => {
    fake.target = uri(inFolder('mine.tf'));
    await onRecording('tracefile.saveRecordingAs');
    expect(String(fake.asked)).toBe(String(uri(recorded)));
    expect(readFileSync(inFolder('mine.tf')).equals(bytes)).toBe(true);
    expect(readFileSync(recorded).equals(bytes)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['mine.tf', 'recorded.tf']);
    expect(opened()).toEqual([String(uri(inFolder('mine.tf')))]);
    expect(fake.errors).toEqual([]);
  });

  it('is not copied where no file is chosen, or its own', async () => {
    await onRecording('tracefile.saveRecordingAs');
    fake.target = uri(recorded);
    await onRecording('tracefile.saveRecordingAs');
    expect(readdirSync(folder)).toEqual(['recorded.tf']);
    expect(readFileSync(recorded).equals(bytes)).toBe(true);
    expect(opened()).toEqual([]);
  });

  it('that cannot be saved is said, with the reason', async () => {
    fake.target = uri(inFolder('nosuch/mine.tf'));
    await onRecording('tracefile.saveRecordingAs');
    expect(fake.errors).toHaveLength(1);
    expect(fake.errors[0]).toMatch(/^mine\.tf was not written: .*ENOENT/);
    expect(opened()).toEqual([]);
  });

  it.skipIf(!isMountable())('that finds a full disk leaves the file of before', async () => {
    const disk = inFolder('disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    try {
      writeFileSync(path.join(disk, 'mine.tf'), 'before');
      fake.target = uri(path.join(disk, 'mine.tf'));
      await onRecording('tracefile.saveRecordingAs');
      expect(fake.errors).toHaveLength(1);
      expect(fake.errors[0]).toMatch(/^mine\.tf was not written: .*ENOSPC/);
      expect(readFileSync(path.join(disk, 'mine.tf'), 'utf8')).toBe('before');
      expect(readdirSync(disk)).toEqual(['mine.tf']);
      expect(opened()).toEqual([]);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it('is shown in the file manager', async () => {
    await onRecording('tracefile.revealRecording');
    const revealed = fake.run.filter(([id]) => id === 'revealFileInOS');
    expect(revealed).toEqual([['revealFileInOS', String(uri(recorded))]]);
  });
});
