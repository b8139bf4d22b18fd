// `.tf` tabs in the ways a user comes by them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, describe, it } from 'mocha';
import { samplesFolder } from '../../../scripts/steps/paths.mjs';
import { tried } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes } from '../../onScreen';
import { closeVscode, openVscode } from './openVscode';
import { sharedWindow } from './sharedWindow';
import { bytesOf, sample, TracePage } from './tracePage';

const terraform = 'resource "null_resource" "a" {}';

/** Long enough for a tab to be moved, if it were to be. In milliseconds. */
const settling = 2000;

async function isTrace(vscode: Workbench): Promise<boolean> {
  return (await vscode.visibleWebview('.frames-table [role="grid"]')) !== undefined;
}

describe('a trace called .tf', () => {
  const shared = sharedWindow();

  it('is a preview after one click', async () => {
    const { vscode } = shared;
    await vscode.openFromExplorer('callqueue.tf');
    await TracePage.of(vscode);
    assert.deepEqual(
      (await vscode.tabs()).map(({ name, preview }) => [name, preview]),
      [['callqueue.tf', true]],
    );
  });

  it('is still a trace after more clicks', async () => {
    const { vscode } = shared;
    await vscode.openFromExplorer('callqueue.tf');
    await TracePage.of(vscode);
    for (let click = 0; click < 2; click++) {
      await vscode.explorerRow('callqueue.tf').click();
      await sleep(settling);
      await becomes(() => isTrace(vscode), true);
      assert.deepEqual(await vscode.textEditors(), []);
      assert.equal((await vscode.tabs()).length, 1);
    }
  });

  it('is shown after a double click, though VS Code finds it too large for a text', async () => {
    const [bytes, times] = [Buffer.from(bytesOf(sample)), 200];
    const begin = bytes.indexOf('\n\n') + 2;
    const frames = Array.from({ length: times }, () => bytes.subarray(begin, -4));
    const large = Buffer.concat([bytes.subarray(0, begin), ...frames, bytes.subarray(-4)]);
    const vscode = await openVscode({ files: { 'large.tf': large } });
    await vscode.openFromExplorer('large.tf', { keep: true });
    await becomes(async () => (await TracePage.of(vscode)).frameCount(), times * 246);
    assert.deepEqual(await vscode.textEditors(), []);
  });

  it('is one trace in two groups', async () => {
    const { vscode } = await shared.freshSample();
    await vscode.command('View: Split Editor Right');
    await becomes(async () => (await vscode.tabs()).map(({ group }) => group), [0, 1]);
    await sleep(settling);
    assert.deepEqual(await vscode.textEditors(), []);
  });
});

describe('a trace called .tf, from window to window,', () => {
  const shared = sharedWindow();

  it('opens as a trace when VS Code is started with it', async () => {
    const vscode = await openVscode({ folder: samplesFolder, open: 'callqueue.tf' });
    await TracePage.of(vscode);
    assert.equal((await vscode.tabs()).length, 1);
  });

  it('is a trace again in a window that is restored', async () => {
    const { vscode } = await shared.freshSample();
    await vscode.reload();
    await TracePage.of(vscode);
    assert.equal((await vscode.tabs()).length, 1);
  });

  it('that the user reopens as text stays text, in this window and the next', async () => {
    const { vscode } = await shared.freshSample();
    await vscode.command('View: Reopen Editor With...', 'Text Editor');
    await becomes(async () => (await vscode.textEditors()).length, 1);
    await sleep(settling);
    assert.equal(await isTrace(vscode), false);
    assert.equal((await vscode.tabs()).length, 1);
    await vscode.reload();
    await becomes(async () => (await vscode.textEditors()).length, 1);
    await sleep(settling);
    assert.equal(await isTrace(vscode), false);
  });
});

describe('under git', () => {
  let vscode: Workbench;
  const changes = () => vscode.page.locator('.activitybar .badge[aria-label*="pending change"]');

  before(async () => {
    vscode = await openVscode({
      files: { 'main.tf': terraform, 'run.tf': bytesOf(sample) },
      prepare: (folder) => {
        const git = (...args: string[]) => {
          const author = ['-c', 'user.name=a', '-c', 'user.email=a@b.c'];
          execFileSync('git', [...author, ...args], { cwd: folder, stdio: 'ignore' });
        };
        git('init');
        git('add', '.');
        git('commit', '-m', 'a');
        writeFileSync(join(folder, 'main.tf'), terraform.replace('"a"', '"b"'));
        writeFileSync(join(folder, 'run.tf'), bytesOf(sample).subarray(0, 20_000));
      },
      shared: true,
    });
    // VS Code's own extension for git may miss a folder on a busy machine; a user loads it again.
    await tried('changes that git knows', async (timeout) => {
      await changes()
        .waitFor({ timeout })
        .catch(async (error: unknown) => {
          await vscode.reload();
          throw error;
        });
    });
  });

  after(() => closeVscode(vscode));

  it('a Terraform file called .tf stays text, and so does its diff', async () => {
    await vscode.openFromExplorer('main.tf', { keep: true });
    await becomes(() => vscode.textEditors(), [terraform.replace('"a"', '"b"')]);
    const isDiff = async () => (await vscode.textEditors()).length === 2;
    await vscode.commandUntil('Git: Open Changes', isDiff);
    await sleep(settling);
    assert.equal(await isTrace(vscode), false);
    assert.equal((await vscode.textEditors()).length, 2);
    await vscode.clear();
  });

  it('a trace keeps its diff', async () => {
    await vscode.openFromExplorer('run.tf', { keep: true });
    await TracePage.of(vscode);
    await changes().click();
    await vscode.page.locator('.scm-view .resource', { hasText: 'run.tf' }).first().click();
    await becomes(async () => (await vscode.tabs()).length, 2);
    await sleep(settling);
    assert.deepEqual(
      (await vscode.tabs()).map(({ active }) => active),
      [false, true],
    );
    assert.equal(await isTrace(vscode), false);
  });
});
