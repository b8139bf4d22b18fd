import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { TargetRecording } from '../../../../src/remote/client/recording';
import { fetchTrace } from '../../../../src/workbench/recording/download';

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

/** A recording of five frames that is over. */
function ended(status: object): TargetRecording {
  const downloaded = { frames: 5, bytes: 0, isComplete: true, byFrame: false, findings: [] };
  const recording = {
    status: { phase: 'ended', program: 'running', ...status },
    download: () => Promise.resolve(downloaded),
    leave: () => Promise.resolve(undefined),
  };
  return recording as unknown as TargetRecording;
}

async function fetched(status: object): Promise<readonly (number | undefined)[]> {
  const file = path.join(folder, 'a.tf');
  const opened: (number | undefined)[] = [];
  const outcome = await fetchTrace(
    ended(status),
    { scheme: 'file', fsPath: file, path: file } as vscode.Uri,
    (frame) => {
      opened.push(frame);
      return Promise.resolve();
    },
  );
  expect(outcome).toBeUndefined();
  return opened;
}

describe('a trace that was fetched', () => {
  it('is shown at its last frame where a signal stopped the program', async () => {
    const crash = { program: 'stopped', programNote: 'SIGSEGV at calls.c:7 (take)' };
    expect(await fetched(crash)).toEqual([4]);
    expect(shown).toEqual([
      'The program was stopped by SIGSEGV at calls.c:7 (take). a.tf holds 5 frames.',
    ]);
  });

  it('is shown as any trace where the program exited', async () => {
    expect(await fetched({ program: 'leaving', programNote: 'it is about to end' })).toEqual([
      undefined,
    ]);
    expect(shown).toEqual(['The program exited. a.tf holds 5 frames.']);
  });
});
