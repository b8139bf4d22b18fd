// A folder from a stranger, opened in VS Code's Restricted Mode: its trace is shown without trust;
// what its program names elsewhere is read only after asking, and nothing connects or listens.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { samplesFolder } from '../../../scripts/steps/paths.mjs';
import { eventually, tried } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes, reads } from '../../onScreen';
import { openVscode } from './openVscode';
import { openPane } from './recordingViews';
import { bytesOf, corpus, sample, TracePage } from './tracePage';

const source = join(samplesFolder, 'callqueue.c');

const restricted = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
};

/** Names of the variables of the selected frame. */
async function variables({ frame }: TracePage): Promise<string[]> {
  return frame.locator('[data-testid="variables"] [role="treeitem"] .name').allInnerTexts();
}

/** What the workspace's settings name: a folder of recordings, and one of sources. */
function nameElsewhere(folder: string): void {
  const elsewhere = join(folder, '../elsewhere');
  cpSync(corpus('split/elsewhere'), elsewhere, { recursive: true });
  cpSync(sample, join(elsewhere, 'recorded.tf'));
  const lines = new TextDecoder().decode(bytesOf(source)).split('\n');
  writeFileSync(
    join(elsewhere, 'callqueue.c'),
    lines.map((line) => `${line} // mapped`).join('\n'),
  );
  const settings = {
    'tracefile.recording.folder': '../elsewhere',
    'tracefile.sourceMap': { '.': elsewhere },
  };
  mkdirSync(join(folder, '.vscode'));
  writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify(settings));
}

/** Waits until a notification says something. */
async function told(vscode: Workbench, words: RegExp): Promise<void> {
  const isTold = async () => (await vscode.notifications()).some((text) => words.test(text));
  await vscode.commandUntil('Notifications: Show Notifications', isTold);
}

describe('in a workspace that is not trusted', () => {
  it('shows a trace, asks before it reads what a program names elsewhere, connects to nothing, and debugs once VS Code was told to', async () => {
    const vscode = await openVscode({
      folder: corpus('split/work'),
      files: {
        'callqueue.tf': bytesOf(sample),
        'callqueue.c': bytesOf(source),
      },
      prepare: nameElsewhere,
      settings: restricted,
    });
    await eventually('Restricted Mode', async () =>
      /Restricted Mode/.test((await vscode.statusBar()).join()),
    );
    await vscode.openFromExplorer('callqueue.tf', { keep: true });
    const page = await TracePage.of(vscode);
    await becomes(() => page.frameCount(), 246);
    await eventually('functions and lines', async () =>
      /answer\s+callqueue\.c/.test(await page.row(1).innerText()),
    );
    await page.select(1);
    await told(vscode, /names: \S+\/elsewhere\/callqueue\.dwo, .* only if you say so/);
    await becomes(() => variables(page), ['Globals']);

    await vscode.page.getByRole('button', { name: 'Read Them' }).click();
    await becomes(async () => (await variables(page)).includes('minute'), true);

    // Nor does the workspace say where sources are.
    const sources = async () => (await vscode.textEditors()).join('\n');
    await tried('the source of the workspace', async (timeout) => {
      const link = page.frame.getByRole('link', { name: /^callqueue\.c:\d+$/ });
      await link.first().click({ timeout });
      const isShown = async () => /static \w+ answer|answer\(/.test(await sources());
      await eventually('its text', isShown, timeout);
    });
    assert.doesNotMatch(await sources(), /\/\/ mapped/);

    for (const [command, words] of [
      ['GDB Trace: Record Trace…', /Traces are recorded only in a workspace that you trust/],
      [
        'GDB Trace: Serve Trace to gdb…',
        /Traces are served to gdb only in a workspace that you trust/,
      ],
    ] as const) {
      await vscode.command(command);
      await told(vscode, words);
    }

    // The workspace says where recordings and sources are once it is trusted, and not before.
    await vscode.command('View: Show Run and Debug');
    await vscode.page.locator('[aria-label="Tracepoints Section"]').waitFor();
    const recordings = vscode.page.locator('[aria-label="Recordings Section"]');

    // VS Code wants trust for every debug session, whatever is debugged.
    await page.debug();
    const dialog = vscode.page.getByRole('dialog');
    await dialog.getByText('Debugging executes build tasks').waitFor();
    assert.equal(await recordings.count(), 0);
    await dialog.getByRole('button', { name: 'Trust Folder & Continue' }).click();
    await becomes(() => vscode.stopped(), 86);
    await reads(sources, /\/\/ mapped/);
    const pane = await openPane(vscode, 'Recordings');
    await reads(() => pane.locator('.monaco-list-row').innerText(), /^recorded/);
  });
});
