import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { Sink } from '../../../../src/trace/export/sink';
import type { TargetRecording } from '../../../../src/remote/client/recording';
import { fetchTrace } from '../../../../src/workbench/recording/download';
import { isMountable } from '../../platform/mountable';

const shown: string[] = [];

vi.mock('vscode', () => ({
  l10n: {
    t: (text: string, ...args: unknown[]) =>
      text.replace(/\{(\d)\}/g, (_, i) => String(args[Number(i)])),
  },
  ProgressLocation: { Notification: 15 },
  window: {
    withProgress: (_: unknown, task: (...args: unknown[]) => unknown) =>
      task({ report: () => undefined }, { onCancellationRequested: () => undefined }),
    showInformationMessage: (text: string) => {
      shown.push(text);
      return Promise.resolve(undefined);
    },
  },
}));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'download-'));
  shown.length = 0;
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A recording that is over. */
function ended(status: object, frames: number): TargetRecording {
  const downloaded = { frames, bytes: 0, isComplete: true, byFrame: false, findings: [] };
  const recording = {
    status: { phase: 'ended', program: 'running', ...status },
    download: () => Promise.resolve(downloaded),
    leave: () => Promise.resolve(undefined),
  };
  return recording as unknown as TargetRecording;
}

function uriOf(file: string): vscode.Uri {
  return { scheme: 'file', fsPath: file, path: file } as vscode.Uri;
}

async function fetched(status: object, frames = 5): Promise<readonly (number | undefined)[]> {
  const file = path.join(folder, 'a.tf');
  const opened: (number | undefined)[] = [];
  const outcome = await fetchTrace(ended(status, frames), uriOf(file), {
    openGrowing: () => Promise.reject(new Error('nothing takes long')),
    keep: () => Promise.resolve(),
    open: (frame) => {
      opened.push(frame);
      return Promise.resolve();
    },
  });
  expect(outcome).toBeUndefined();
  return opened;
}

describe('a trace that is fetched for long', () => {
  it('is opened while it grows, under its own name', async () => {
    const file = path.join(folder, 'a.tf');
    const seen: string[] = [];
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const recording = {
      ...ended({}, 3),
      download: async (sink: Sink) => {
        for (const piece of ['one', ' two', ' three']) {
          await sink.write(Buffer.from(piece));
          seen.push(existsSync(file) ? readFileSync(file, 'utf8') : '');
          now += 600;
        }
        return { frames: 3, bytes: 0, isComplete: true, byFrame: true, findings: [] };
      },
    } as TargetRecording;
    let opened = 0;
    const outcome = await fetchTrace(recording, uriOf(file), {
      openGrowing: () => {
        opened++;
        return Promise.resolve();
      },
      keep: () => Promise.resolve(),
      open: () => Promise.resolve(),
    });
    vi.restoreAllMocks();
    expect(outcome).toBeUndefined();
    expect(seen).toEqual(['', '', 'one two three']);
    expect(opened).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe('one two three');
    expect(readdirSync(folder)).toEqual(['a.tf']);
  });
});

describe('a trace for which the disk is full', () => {
  it.skipIf(!isMountable())(
    'is no recording; the file of before stays, the target too',
    async () => {
      const disk = path.join(folder, 'disk');
      mkdirSync(disk);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
      try {
        const file = path.join(disk, 'a.tf');
        writeFileSync(file, 'before');
        const done: string[] = [];
        const recording = {
          status: { phase: 'ended', program: 'leaving' },
          download: (sink: Sink) => sink.write(Buffer.alloc(1 << 20)),
          leave: () => Promise.resolve(void done.push('left')),
        } as unknown as TargetRecording;
        const outcome = await fetchTrace(recording, uriOf(file), {
          openGrowing: () => Promise.resolve(void done.push('growing')),
          keep: () => Promise.resolve(void done.push('kept')),
          open: () => Promise.resolve(void done.push('opened')),
        });
        expect(outcome?.problem).toMatch(/a\.tf.*ENOSPC/);
        expect(done).toEqual([]);
        expect(readFileSync(file, 'utf8')).toBe('before');
        expect(readdirSync(disk)).toEqual(['a.tf']);
      } finally {
        execFileSync('umount', [disk]);
      }
    },
  );
});

describe('a trace that was fetched', () => {
  it('is shown at its last frame where a signal stopped the program', async () => {
    const crash = { program: 'stopped', signal: 'SIGSEGV at calls.c:7 (take)' };
    expect(await fetched(crash)).toEqual([4]);
    expect(shown).toEqual([
      'The program was stopped by SIGSEGV at calls.c:7 (take); 5 frames were recorded. The trace is in a.tf.',
    ]);
  });

  it('is shown as any trace where the program exited', async () => {
    expect(await fetched({ program: 'leaving', exitCode: 0 }, 1200)).toEqual([undefined]);
    expect(await fetched({ program: 'leaving', exitCode: 3 }, 1)).toEqual([undefined]);
    expect(shown).toEqual([
      'The program exited; 1,200 frames were recorded. The trace is in a.tf.',
      'The program exited with code 3; 1 frame was recorded. The trace is in a.tf.',
    ]);
  });
});
