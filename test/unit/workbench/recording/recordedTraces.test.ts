// Recordings are the user's files: each has a name of its own, all are listed, none is removed.
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { RecordedTraces } from '../../../../src/workbench/recording/recordedTraces';
import { memento } from '../memento';

const vs = vi.hoisted(() => ({ folder: '' }));

vi.mock('vscode', async () => {
  const { l10n } = await import('./vscodeWords');
  const uri = (file: string) => ({
    scheme: 'file',
    fsPath: file,
    path: file,
    toString: () => `file://${file}`,
  });
  const nothing = () => ({ dispose: () => undefined });
  return {
    l10n,
    FileType: { File: 1, Directory: 2 },
    RelativePattern: Object,
    Uri: {
      file: uri,
      parse: (text: string) => uri(text.replace('file://', '')),
      joinPath: (base: { path: string }, ...parts: string[]) => uri(path.join(base.path, ...parts)),
    },
    workspace: {
      workspaceFolders: undefined,
      getConfiguration: () => ({ get: () => vs.folder }),
      onDidChangeConfiguration: nothing,
      createFileSystemWatcher: () => ({
        onDidCreate: nothing,
        onDidChange: nothing,
        onDidDelete: nothing,
        dispose: nothing,
      }),
      fs: {
        createDirectory: ({ fsPath }: vscode.Uri) => mkdir(fsPath, { recursive: true }),
        readDirectory: async ({ fsPath }: vscode.Uri) =>
          (await readdir(fsPath)).map((name) => [name, 1]),
        stat: async ({ fsPath }: vscode.Uri) => {
          const { size, mtimeMs } = await stat(fsPath);
          return { type: 1, size, mtime: mtimeMs };
        },
      },
    },
  };
});

let scratch = '';
let state = memento();
beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'recordings-'));
  state = memento();
  vs.folder = '';
});
afterEach(() => {
  rmSync(scratch, { recursive: true });
});

function recordings(): RecordedTraces {
  const storageUri = { path: scratch, fsPath: scratch };
  const context: unknown = { storageUri, workspaceState: state };
  return new RecordedTraces(context as vscode.ExtensionContext);
}

const trace = (status: string) => `\x7fTRACE0\nR 10\nstatus ${status}\n\n\0\0\0\0`;
const when = new Date(2026, 0, 2, 3, 4, 5);

it('have names of their own, however many end at once', async () => {
  const all = recordings();
  const files = await Promise.all(Array.from({ length: 20 }, () => all.next('/bin/calls', when)));
  expect(new Set(files.map(({ fsPath }) => fsPath)).size).toBe(20);
});

it('have a name of their own, though two end in the same second', async () => {
  const all = recordings();
  const nameOf = ({ fsPath }: vscode.Uri) => path.basename(fsPath);
  const both = await Promise.all([all.next('/bin/calls', when), all.next('/bin/calls', when)]);
  // Which of them comes first is up to the file system.
  expect(new Set(both.map(nameOf))).toEqual(
    new Set(['calls-2026-01-02-030405.tf', 'calls-2026-01-02-030405-2.tf']),
  );
  writeFileSync(path.join(scratch, 'recordings', 'calls-2026-01-02-030405-3.tf'), '');
  expect(nameOf(await all.next('/bin/calls', when))).toBe('calls-2026-01-02-030405-4.tf');
});

it('stay, however many there are', async () => {
  const folder = path.join(scratch, 'recordings');
  mkdirSync(folder);
  for (let i = 0; i < 30; i++) {
    writeFileSync(path.join(folder, `before-${i}.tf`), trace(`0;tstop::0;tframes:${i}`));
  }
  const all = recordings();
  await all.next(undefined, when);
  expect(readdirSync(folder)).toHaveLength(30);
  expect(await all.all()).toHaveLength(30);
});

it('are listed with what their files say, and what is remembered of how they were made', async () => {
  const all = recordings();
  const file = await all.next('/bin/calls', when);
  writeFileSync(file.fsPath, trace('0;tfull:0;tframes:1f'));
  expect(await all.all()).toMatchObject([
    { frames: 31, end: 'The run ended: the buffer is full.', origin: {} },
  ]);
  const plan = { tracepoints: [], variables: [{ name: 'n', initialValue: 2n }], recordTime: true };
  const origin = { target: '| gdbserver - calls', program: '/bin/calls', plan };
  await all.keep(file, origin, { frames: 30, end: 'It ended.' });
  expect(await recordings().all()).toMatchObject([{ frames: 30, end: 'It ended.', origin }]);
});

it('are known under a new name, and no longer where they are gone', async () => {
  const all = recordings();
  const file = await all.next('/bin/calls', when);
  await all.keep(file, { target: 'here' }, {});
  expect(await all.all()).toEqual([]);
  writeFileSync(file.fsPath, trace('0;tstop::0'));
  const renamed = await all.next('/bin/renamed', when);
  renameSync(file.fsPath, renamed.fsPath);
  await all.move(file, renamed);
  expect(await all.all()).toMatchObject([{ origin: { target: 'here' } }]);
});

it('are saved in the folder that the user chose, beside those of before; other files are none', async () => {
  const before = await recordings().next(undefined, when);
  writeFileSync(before.fsPath, trace('0;tstop::0'));
  vs.folder = path.join(scratch, 'chosen');
  const all = recordings();
  const file = await all.next(undefined, when);
  expect(path.dirname(file.fsPath)).toBe(vs.folder);
  writeFileSync(file.fsPath, trace('0;tstop::0'));
  writeFileSync(path.join(vs.folder, 'main.tf'), 'resource "aws_instance" "web" {}\n');
  const listed = (await all.all()).map((each) => each.file.fsPath);
  expect(listed.sort()).toEqual([file.fsPath, before.fsPath].sort());
});
