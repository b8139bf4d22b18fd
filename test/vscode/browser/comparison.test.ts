// Two traces compared in VS Code: from the explorer to their frames side by side, the dialogs, and
// a window that is loaded anew. test/page has what their page does by itself.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, it } from 'mocha';
import type { Frame } from 'playwright-core';
import { root } from '../../../scripts/steps/paths.mjs';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { tried } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes, reads } from '../../onScreen';
import { sharedWindow } from './sharedWindow';
import { bytesOf } from './tracePage';

const recordings = join(root, 'test/unit/trace/comparison/recordings');
const recorded = (name: string) => gunzipSync(bytesOf(join(recordings, `${name}.gz`)));

const divergence = (page: Frame) => page.locator('[data-testid="divergence"]').innerText();

/** Compares two files that are selected in the explorer, the first on the left. */
async function compareSelected(vscode: Workbench, names: readonly string[]): Promise<void> {
  const isSelected = async (name: string) =>
    (await vscode.explorerRow(name).getAttribute('aria-selected')) === 'true';
  // The explorer selects what is opened, once it is.
  for (const name of names) {
    await vscode.openFromExplorer(name);
    await becomes(() => isSelected(name), true);
  }
  await tried('two files that are selected', async (timeout) => {
    // Of a try before, which asked for the other one.
    await vscode.page.keyboard.press('Escape');
    // A click alone would open the file.
    const toggle = (name: string) =>
      vscode.explorerRow(name).click({ timeout, modifiers: ['ControlOrMeta'] });
    for (const name of names) if (await isSelected(name)) await toggle(name);
    for (const name of names) await toggle(name);
    const [last = ''] = names.slice(-1);
    await new DebugViews(vscode).pickInMenuOf(vscode.explorerRow(last), 'Compare Traces…');
    // Of one file alone the command would ask for the other.
    await vscode.page.locator('.tab', { hasText: names.join(' ↔ ') }).waitFor({ timeout });
  });
}

/** The row of the frame that the page of a trace has selected. */
async function selectedRow(vscode: Workbench, name: string): Promise<string | null> {
  const trace = await vscode.webview(`h1:text-is("${name}")`);
  const row = trace.locator('.frames-table [role="row"][aria-selected="true"]');
  return row.getAttribute('aria-rowindex');
}

describe('two traces compared in VS Code', () => {
  const shared = sharedWindow({
    files: {
      'if.tf': recorded('aslr-one.tf'),
      'while.tf': recorded('while.tf'),
      'if-program': recorded('if.elf'),
      'while-program': recorded('while.elf'),
    },
    size: { width: 1600, height: 1100 },
  });

  it('lead to their frames side by side, are saved, and compared again in a new window', async () => {
    const { vscode } = shared;
    await compareSelected(vscode, ['if.tf', 'while.tf']);
    const page = await vscode.webview('[data-testid="comparison"]');
    await reads(() => divergence(page), /hit 70 of #4 at callqueue\.c:86/);

    await page.locator('[data-testid="divergence"] .link').press('Enter');
    const tracesInFront = async () =>
      (await vscode.tabs())
        .filter(({ active }) => active)
        .map(({ name, group }) => [name, group])
        .filter(([name]) => /^\w+\.tf$/.test(String(name)));
    await becomes(tracesInFront, [
      ['if.tf', 1],
      ['while.tf', 2],
    ]);
    for (const name of ['if.tf', 'while.tf']) {
      await becomes(() => selectedRow(vscode, name), '154');
    }
    await reads(() => divergence(page), /hit 70/);

    await page.locator('[title="Export as JSON"]').press('Enter');
    // VS Code's own dialog for files, as it is in a browser.
    const box = vscode.page.locator('.quick-input-widget input').first();
    await reads(() => box.inputValue(), /\/if-while\.json$/);
    const file = join(vscode.folder, 'if-while.json');
    await vscode.quickInput.answerFileDialog(file);
    const saved = () => Promise.resolve(existsSync(file) ? readFileSync(file, 'utf8') : '');
    await reads(saved, /"summary": ".*hit 70 of #4/);

    await vscode.reload();
    const again = await vscode.webview('[data-testid="divergence"]');
    await reads(() => divergence(again), /hit 70 of #4 at callqueue\.c:86/);
    await reads(() => again.locator('.header').innerText(), /left: if\.tf \d+ frames/);
  });
});
