// "Export Frames…" as a person runs it. The dialogs are answered by the keyboard's commands; VS
// Code asks for the file in its own dialog only where the system has none, which the tests turn on.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { closeEverything, eventually, file, settling, tabsOf } from './workspace';

describe('exporting frames', () => {
  afterEach(async () => {
    await simpleDialog(undefined);
    await closeEverything();
  });

  it('writes all frames as a trace file, byte for byte', async () => {
    await simpleDialog(true);
    const trace = file('callqueue.tf');
    await vscode.commands.executeCommand('tracefile.open', trace);
    await eventually('the trace editor', () => tabsOf(trace).includes('custom 1'));
    // A page that takes the focus when it is ready would close the pickers.
    await sleep(settling);
    let exporting: Thenable<unknown> | undefined;
    const target = file('callqueue-frames.tf');
    // Which frames, in which format, where: the first of each, and the name that is proposed.
    await eventually('the exported file', async () => {
      // Asked again after it was written, it would wait for answers that nobody gives.
      if (await isThere(target)) return true;
      // A picker that lost the focus is gone: it is asked again.
      exporting ??= vscode.commands.executeCommand('tracefile.exportFrames').then(() => {
        exporting = undefined;
      });
      await sleep(settling);
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return false;
    });
    await exporting;
    const [copy, original] = await Promise.all([
      vscode.workspace.fs.readFile(target),
      vscode.workspace.fs.readFile(trace),
    ]);
    assert.ok(Buffer.from(copy).equals(Buffer.from(original)));
  });
});

async function isThere(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

async function simpleDialog(on: boolean | undefined): Promise<void> {
  const files = vscode.workspace.getConfiguration('files');
  await files.update('simpleDialog.enable', on, vscode.ConfigurationTarget.Global);
}
