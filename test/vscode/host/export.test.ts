// "Export Frames…" and "Export Branch Trace…" as a person runs them. The dialogs are answered by
// the keyboard's commands; VS Code asks for the file in its own dialog only where the system has
// none, which the tests turn on.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { accepting, closeEverything, eventually, file, tabsOf } from './workspace';

describe('exporting frames', () => {
  afterEach(async () => {
    await simpleDialog(undefined);
    await closeEverything();
  });

  it('writes all frames as a trace file, byte for byte', async () => {
    const trace = file('callqueue.tf');
    const target = file('callqueue-frames.tf');
    await vscode.commands.executeCommand('tracefile.open', trace);
    await eventually('the trace editor', () => tabsOf(trace).includes('custom 1'));
    await exportAsProposed('tracefile.exportFrames', target);
    const [copy, original] = await Promise.all([
      vscode.workspace.fs.readFile(target),
      vscode.workspace.fs.readFile(trace),
    ]);
    assert.ok(Buffer.from(copy).equals(Buffer.from(original)));
  });

  it('writes the calls of a branch trace as CSV', async () => {
    const extension = vscode.extensions.getExtension('gdb-trace-files.gdb-tracefile');
    assert.ok(extension);
    const recorded = vscode.Uri.joinPath(extension.extensionUri, 'test/corpus/branches');
    for (const name of ['tree', 'tree-pt.btrace']) {
      const copied = file(`exported/${name}`);
      await vscode.workspace.fs.copy(vscode.Uri.joinPath(recorded, name), copied);
    }
    const trace = file('exported/tree-pt.btrace');
    const target = file('exported/tree-pt-calls.csv');
    await vscode.commands.executeCommand('vscode.open', trace);
    await eventually('the branch trace editor', () => tabsOf(trace).includes('custom 1'));
    await exportAsProposed('tracefile.branch.export', target);
    const text = Buffer.from(await vscode.workspace.fs.readFile(target)).toString('utf8');
    assert.match(text, /^number,level,function,.*\r\n1,1,_start,/);
    assert.equal(text.split('\r\n').length, 44);
  });
});

/**
 * Runs a command that asks what to export, in which format and where, and takes the first of each,
 * and the name that is proposed.
 */
async function exportAsProposed(command: string, target: vscode.Uri): Promise<void> {
  await simpleDialog(true);
  let exporting: Thenable<unknown> | undefined;
  await accepting('the exported file', async () => {
    // Asked again after it was written, it would wait for answers that nobody gives.
    if (await isThere(target)) return true;
    exporting ??= vscode.commands.executeCommand(command).then(() => {
      exporting = undefined;
    });
    return false;
  });
  await exporting;
}

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
