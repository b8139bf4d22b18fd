// Two traces compared, used as a person does: recordings of the sample with `if` and with `while`,
// and two runs of one program at different addresses.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { before, describe, it } from 'mocha';
import type { Frame, Locator } from 'playwright-core';
import { temporaryFolder } from '../../../scripts/steps/childProcesses.mjs';
import { resultsFolder, root } from '../../../scripts/steps/paths.mjs';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { tried } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { violationsIn } from './axe';
import { becomes, reads } from '../../onScreen';
import { sideBarWidth, windowWith } from './sharedWindow';
import { bytesOf } from './tracePage';

const recordings = join(root, 'test/unit/trace/comparison/recordings');
const recorded = (name: string) => gunzipSync(bytesOf(join(recordings, `${name}.gz`)));

const wide = { width: 1600, height: 1100 };
/** In pixels, as in a new window. */
const usualSideBar = 300;

let vscode: Workbench;
let page: Frame;
const within = (selector: string) => page.locator(selector);
const shown = () => vscode.webview('[data-testid="comparison"]');

/** The rows of a table by its name, their cells in one line each. */
async function rows(table: string): Promise<string[]> {
  const found = page.getByRole('group', { name: table, exact: true }).locator('tbody tr');
  return (await found.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
}

/** Opens a trace, and compares it with another. */
async function compareWith(left: string, right: string): Promise<void> {
  await vscode.openFromExplorer(left, { keep: true });
  // Where the active editor is no trace yet, the command would ask for the left one too.
  await vscode.webview(`h1:text-is("${left}")`);
  await vscode.command('GDB Trace: Compare Traces…', right);
}

describe('two traces compared', () => {
  before(async () => {
    const files = {
      'if.tf': recorded('aslr-one.tf'),
      'again.tf': recorded('aslr-two.tf'),
      'while.tf': recorded('while.tf'),
      'list.tf': recorded('list.tf'),
      'list-moved.tf': recorded('list-moved.tf'),
      'if-program': recorded('if.elf'),
      'while-program': recorded('while.elf'),
    };
    vscode = await windowWith(files, wide);
  });

  it('begin from two files of the explorer, with the first divergence', async () => {
    await vscode.openFromExplorer('while.tf');
    await vscode.openFromExplorer('if.tf');
    const isSelected = async (name: string) =>
      (await vscode.explorerRow(name).getAttribute('aria-selected')) === 'true';
    // The explorer selects what is opened, once it is.
    await becomes(() => isSelected('if.tf'), true);
    await tried('two files that are selected', async (timeout) => {
      // Of a try before, which asked for the other one.
      await vscode.page.keyboard.press('Escape');
      // A click alone would open the file; what is selected first is on the left.
      const toggle = (name: string) =>
        vscode.explorerRow(name).click({ timeout, modifiers: ['ControlOrMeta'] });
      for (const name of ['if.tf', 'while.tf']) if (await isSelected(name)) await toggle(name);
      for (const name of ['if.tf', 'while.tf']) await toggle(name);
      await new DebugViews(vscode).pickInMenuOf(vscode.explorerRow('while.tf'), 'Compare Traces…');
      // Of one file alone the command would ask for the other.
      await vscode.page.locator('.tab', { hasText: 'if.tf ↔ while.tf' }).waitFor({ timeout });
    });
    page = await shown();
    await reads(
      () => within('[data-testid="divergence"]').innerText(),
      /hit 70 of #4 at callqueue\.c:86: call->state is HUNG_UP on the left, WAITING on the right; 142 hits before are equal/,
    );
    assert.equal(
      (await rows('Hits by tracepoint'))[0],
      '#2 callqueue.c:47 arrive 20 1 1 1 176 ↔ 176',
    );
    await within('h2:has-text("Frames 152 ↔ 152")').waitFor();
    const differing = (await rows('Values of both frames')).filter((row) => row.startsWith('≠'));
    assert.ok(differing.includes('≠ call->state HUNG_UP WAITING'), differing.join('\n'));
    await page.getByRole('button', { name: 'Show what is equal too' }).click();
    await becomes(async () => (await rows('Values of both frames')).length, 47);
    await page.getByRole('button', { name: 'Leave out what is equal' }).click();
    await becomes(async () => (await rows('Values of both frames')).length, differing.length);
  });

  it('are tracks over one axis: the value that differs first, and any other', async () => {
    await within('h2:has-text("call->state at #4, in both traces")').waitFor();
    await reads(
      () => within('.series-words').innerText(),
      /First difference: hit 70: HUNG_UP ↔ WAITING 152 ↔ 152/,
    );
    await within('.panel').press('Home');
    await vscode.screenshot(join(resultsFolder, 'pictures', 'comparison.png'));
    const values = page.getByRole('group', { name: 'Values that differ', exact: true });
    const rightOf = async (part: Locator) => {
      const { x, width } = (await part.boundingBox()) ?? assert.fail();
      return x + width;
    };
    const last = values.getByRole('button', { name: /^Leave out/ }).first();
    const isInSight = async () => (await rightOf(last)) <= (await rightOf(values));
    await vscode.resize({ ...wide, width: 1370 });
    await vscode.resizeSideBar(usualSideBar);
    await becomes(isInSight, true);
    await vscode.screenshot(join(resultsFolder, 'pictures', 'comparison-usual.png'));
    await vscode.resize(wide);
    await vscode.resizeSideBar(sideBarWidth);
    const plot = within('.series-plot');
    await becomes(() => plot.getAttribute('aria-valuemax'), '110');
    await plot.press('ArrowLeft');
    await reads(() => within('.series-words').innerText(), /^hit 69: WAITING ↔ WAITING/);
    await plot.press('End');
    await reads(() => within('.series-words').innerText(), /^hit 110: — ↔ WAITING — ↔ \d+/);
    await page.getByRole('button', { name: 'Track of agent->busyUntil in both' }).first().click();
    await within('h2:has-text("agent->busyUntil at #4, in both traces")').waitFor();
  });

  it('lead to the frames of both, side by side', async () => {
    await within('[data-testid="divergence"] .link').click();
    await becomes(
      async () =>
        (await vscode.tabs())
          .filter(({ active }) => active)
          .map(({ name, group }) => [name, group])
          .filter(([name]) => String(name).endsWith('.tf')),
      [
        ['if.tf', 1],
        ['while.tf', 2],
      ],
    );
    const pages = await Promise.all(
      ['if', 'while'].map((name) => vscode.webview(`h1:text-is("${name}.tf")`)),
    );
    for (const trace of pages) {
      const row = trace.locator('.frames-table [role="row"][aria-selected="true"]');
      await becomes(() => row.getAttribute('aria-rowindex'), '154');
    }
    await becomes(() => within('[data-testid="divergence"]').isVisible(), true);
  });

  it('keep no one out, and are walked through by the keyboard', async () => {
    assert.deepEqual(await violationsIn(page), []);
    const link = page.getByRole('group', { name: 'Hits by tracepoint' }).getByRole('link').nth(1);
    await link.focus();
    await link.press('Enter');
    const trace = await vscode.webview('h1:text-is("while.tf")');
    const row = trace.locator('.frames-table [role="row"][aria-selected="true"]');
    await becomes(() => row.getAttribute('aria-rowindex'), '26');
    await within('h2:has-text("Frames 24 ↔ 24")').waitFor();
  });

  it('keep the values of both frames while another tab hides them', async () => {
    await vscode.page.locator('.tab', { hasText: 'if.tf ↔ while.tf' }).click();
    await vscode.command('File: New Untitled Text File');
    await becomes(() => Promise.resolve(page.isDetached()), true);
    await vscode.command('View: Close Editor');
    page = await shown();
    await within('h2:has-text("Frames 24 ↔ 24")').waitFor();
  });

  it('are equal where two runs of one program are, whatever their addresses', async () => {
    await compareWith('again.tf', 'if.tf');
    page = await vscode.webview('[data-testid="divergence"]:has-text("No differences")');
    assert.match(
      await within('[data-testid="divergence"]').innerText(),
      /No differences: 230 hits and 149 values are equal\./,
    );
  });

  it('are saved as Markdown, CSV and JSON', async () => {
    const wanted = [
      ['Markdown', 'again-if.md', /No differences/],
      ['CSV', 'again-if.csv', /,/],
      ['JSON', 'again-if.json', /"summary": "No differences/],
    ] as const;
    for (const [format, name, contents] of wanted) {
      await within(`[title="Export as ${format}"]`).click();
      // VS Code's own dialog for files, as it is in a browser.
      const box = vscode.page.locator('.quick-input-widget input').first();
      await reads(() => box.inputValue(), new RegExp(`/${name}$`));
      const file = join(vscode.folder, name);
      await vscode.quickInput.answerFileDialog(file);
      await reads(
        () => Promise.resolve(existsSync(file) ? readFileSync(file, 'utf8') : ''),
        contents,
      );
    }
  });

  it('are compared again after the window was loaded anew', async () => {
    await vscode.reload();
    page = await vscode.webview('[data-testid="divergence"]:has-text("No differences")');
    await reads(() => within('.header').innerText(), /left: again\.tf 246 frames/);
  });

  it('ask for programs that are not there, and compare again with them', async () => {
    const outside = temporaryFolder('programs');
    await compareWith('list.tf', 'list-moved.tf');
    page = await vscode.webview('h1:has-text("Compared traces") ~ .side-left:has-text("list.tf")');
    const buttons = page.getByRole('button', { name: 'Choose Program of list' });
    for (const [left, name] of ['list.elf', 'list-moved.elf'].entries()) {
      await becomes(() => buttons.count(), 2 - left);
      writeFileSync(join(outside, name), recorded(name));
      await buttons.first().click();
      await vscode.quickInput.answerFileDialog(join(outside, name));
    }
    await reads(
      () => within('[data-testid="divergence"]').innerText(),
      /No differences: 12 hits and 12 values are equal\./,
    );
    await becomes(() => buttons.count(), 0);
  });
});
