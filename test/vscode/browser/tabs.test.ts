// `.tf` tabs in the ways a user comes by them. test/vscode/host/claims.test.ts has those that a
// program opens, and what stays text.
import { describe, it } from 'mocha';
import { samplesFolder } from '../../../scripts/steps/paths.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes, reads } from '../../onScreen';
import { openVscode } from './openVscode';
import { sharedWindow } from './sharedWindow';
import { bytesOf, sample, TracePage } from './tracePage';

/** Frames of the sample again and again: a text of this size VS Code does not open unasked. */
const times = 200;

function largeTrace(): Uint8Array {
  const bytes = Buffer.from(bytesOf(sample));
  const begin = bytes.indexOf('\n\n') + 2;
  const frames = Array.from({ length: times }, () => bytes.subarray(begin, -4));
  return Buffer.concat([bytes.subarray(0, begin), ...frames, bytes.subarray(-4)]);
}

describe('a trace called .tf', () => {
  const shared = sharedWindow({ files: { 'large.tf': largeTrace() } });

  it('is a preview after one click, one trace after more, and shown however large', async () => {
    const { vscode } = shared;
    await vscode.openFromExplorer('callqueue.tf');
    await TracePage.of(vscode);
    const tabs = async () => (await vscode.tabs()).map(({ name, preview }) => [name, preview]);
    await becomes(tabs, [['callqueue.tf', true]]);
    for (let click = 0; click < 2; click++) await vscode.explorerRow('callqueue.tf').click();
    await becomes(async () => (await TracePage.of(vscode)).frameCount(), 246);
    for (let click = 0; click < 2; click++) await vscode.explorerRow('callqueue.tf').click();
    await vscode.openFromExplorer('large.tf', { keep: true });
    await becomes(async () => (await TracePage.of(vscode)).frameCount(), times * 246);
    // Two clicks on a row keep its tab, as a double click does.
    const names = async () => (await vscode.tabs()).map(({ name }) => name).join();
    await reads(names, /^(callqueue\.tf,)?large\.tf$/);
    await becomes(() => vscode.textEditors(), []);
    await vscode.command('View: Split Editor Right');
    await becomes(async () => (await vscode.tabs()).at(-1)?.group, 1);
    await becomes(() => vscode.textEditors(), []);
  });
});

describe('a trace called .tf, from window to window,', () => {
  it('is a trace where VS Code starts with it, and text once the user chose that', async () => {
    const vscode = await openVscode({
      folder: samplesFolder,
      files: { 'other.tf': bytesOf(sample) },
      open: 'callqueue.tf',
    });
    const names = async () => (await vscode.tabs()).map(({ name }) => name);
    await TracePage.of(vscode);
    await becomes(names, ['callqueue.tf']);
    await vscode.reload();
    await TracePage.of(vscode);
    await becomes(names, ['callqueue.tf']);
    await vscode.command('View: Reopen Editor With...', 'Text Editor');
    await staysText(vscode);
    await vscode.reload();
    await staysText(vscode);
  });
});

/** Waits until the tab in front is text, and still is once another became a trace. */
async function staysText(vscode: Workbench): Promise<void> {
  await becomes(async () => (await vscode.textEditors()).length, 1);
  await vscode.openFromExplorer('other.tf', { keep: true });
  await TracePage.of(vscode);
  await vscode.tab('callqueue.tf').click();
  await becomes(async () => (await vscode.textEditors()).length, 1);
  await becomes(() => vscode.visibleWebview('.frames-table [role="grid"]'), undefined);
  const names = async () => (await vscode.tabs()).map(({ name }) => name).sort();
  await becomes(names, ['callqueue.tf', 'other.tf']);
}
