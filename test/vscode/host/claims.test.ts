// `.tf` belongs to Terraform too: which tabs become trace editors, and which never do.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import {
  closeEverything,
  eventually,
  tabsAreClaimed,
  tabsOf,
  textFile,
  traceCopy,
} from './workspace';

const terraform = 'resource "null_resource" "a" {}\n';

describe('a .tf tab', () => {
  afterEach(closeEverything);

  it('of a trace becomes a trace editor, in its place', async () => {
    const trace = await traceCopy('one.tf');
    await vscode.commands.executeCommand('vscode.open', trace, { preview: false });
    await eventually('the trace editor', () => tabsOf(trace).join() === 'custom 1');
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.ok(tab?.input instanceof vscode.TabInputCustom);
    assert.equal(tab.input.viewType, 'tracefile.option');
    assert.equal(tab.isPreview, false);
  });

  it('that is a preview stays one', async () => {
    const trace = await traceCopy('preview.tf');
    await vscode.commands.executeCommand('vscode.open', trace, { preview: true });
    await eventually('the trace editor', () => tabsOf(trace).join() === 'custom 1');
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.isPreview, true);
  });

  it('in a second group stays in that group', async () => {
    const other = await textFile('beside.txt', 'text');
    const trace = await traceCopy('split.tf');
    await vscode.window.showTextDocument(other, { preview: false });
    await vscode.commands.executeCommand('vscode.open', trace, vscode.ViewColumn.Two);
    await eventually('the trace editor', () => tabsOf(trace).join() === 'custom 2');
    assert.deepEqual(tabsOf(other), ['text 1']);
  });

  it('of Terraform stays text', async () => {
    const main = await textFile('main.tf', terraform);
    await vscode.commands.executeCommand('vscode.open', main, { preview: false });
    await tabsAreClaimed();
    assert.deepEqual(tabsOf(main), ['text 1']);
  });

  it('of a Terraform file that is empty, or shorter than the magic, stays text', async () => {
    for (const [name, text] of [
      ['empty.tf', ''],
      ['short.tf', '\x7fTRA'],
    ] as const) {
      const uri = await textFile(name, text);
      await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
      await tabsAreClaimed();
      assert.deepEqual(tabsOf(uri), ['text 1']);
    }
  });

  it('stays as it is where the setting says so', async () => {
    const settings = vscode.workspace.getConfiguration('tracefile');
    await settings.update('autoOpen', false, vscode.ConfigurationTarget.Workspace);
    try {
      const trace = await traceCopy('off.tf');
      await vscode.commands.executeCommand('vscode.open', trace, { preview: false });
      // One that VS Code itself opens as a trace, later.
      const marker = await traceCopy('marker.tfile');
      await vscode.commands.executeCommand('vscode.open', marker, { preview: false });
      await eventually('the trace editor', () => tabsOf(marker).join() === 'custom 1');
      assert.deepEqual(tabsOf(trace), ['text 1']);
    } finally {
      await settings.update('autoOpen', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });
});

describe('what is not a file of the workspace', () => {
  afterEach(closeEverything);

  it('stays a diff', async () => {
    const left = await textFile('left.tf', terraform);
    const right = await textFile('right.tf', terraform.replace('a', 'b'));
    const traces = [await traceCopy('before.tf'), await traceCopy('after.tf')] as const;
    for (const [before, after] of [[left, right], traces] as const) {
      await vscode.commands.executeCommand('vscode.diff', before, after, 'a diff');
      await tabsAreClaimed();
      const [{ input } = {}] = vscode.window.tabGroups.activeTabGroup.tabs;
      assert.ok(input instanceof vscode.TabInputTextDiff, 'the diff is gone');
      await closeEverything();
    }
  });

  it('stays a view of another scheme, as git’s is', async () => {
    const provider = vscode.workspace.registerTextDocumentContentProvider('revision', {
      provideTextDocumentContent: () => '\x7fTRACE0\nR 330\n\n',
    });
    try {
      const uri = vscode.Uri.parse('revision:/old.tf?ref=HEAD');
      await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
      await tabsAreClaimed();
      assert.deepEqual(tabsOf(uri), ['text 1']);
    } finally {
      provider.dispose();
    }
  });
});

describe('a .tfile', () => {
  afterEach(closeEverything);

  it('opens as a trace by itself', async () => {
    const trace = await traceCopy('own.tfile');
    await vscode.commands.executeCommand('vscode.open', trace, { preview: false });
    await eventually('the trace editor', () => tabsOf(trace).join() === 'custom 1');
  });
});
