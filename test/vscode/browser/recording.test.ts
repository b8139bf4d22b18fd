// From a line of the source to the frames of a recording, as a person goes: by the menu of the line
// numbers, the view "Tracepoints" and the pickers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import type { Locator } from 'playwright-core';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes, openVscode, reads } from './openVscode';
import { TracePage } from './tracePage';

const source = `#include <unistd.h>
struct call { int id; const char *from; };
static int total;
int take(const struct call *c, int line)
{
  int weight = 2 * line;
  total += weight;
  return total;
}
int main(int argc, char **argv)
{
  struct call calls[] = {{1, "anna"}, {2, "bert"}};
  for (int i = 0; i < 20; i++) take(&calls[i % 2], i);
  if (argc > 1) for (;;) { take(&calls[0], 1); usleep(20000); }
  return 0;
}
`;

/** Line of `total += weight`. */
const addingLine = 7;

describe('a recording', () => {
  it('begins at a line number and ends in the trace editor', async () => {
    const vscode = await openProgram();
    await lineMenu(vscode, addingLine, 'Add Tracepoint');
    await becomes(() => gutterIcons(vscode), 1);
    await becomes(() => tracepointsIn(vscode), ['calls.c:7', 'Time of Each Hit$trace_timestamp']);

    const start = 'Start a Program under gdbserver…';
    await vscode.command('GDB Trace: Record Trace…', start, 'calls');
    const page = await TracePage.of(vscode);
    await becomes(() => page.frameCount(), 20);
    const isTold = async () =>
      /calls-.*\.tf holds 20 frames/.test((await vscode.notifications()).join('\n'));
    await vscode.commandUntil('Notifications: Show Notifications', isTold);
    await page.select(3);
    await reads(() => page.details(), /weight/);
  });

  it('records what is chosen, while the condition holds, until it is stopped', async () => {
    const vscode = await openProgram();
    await lineMenu(vscode, addingLine, 'Add Tracepoint if…');
    await type(vscode, 'line +');
    await becomes(() => validation(vscode), "Column 7: A syntax error in expression, near `'.");
    await type(vscode, 'line == 1');
    await vscode.page.keyboard.press('Enter');
    await becomes(() => gutterIcons(vscode), 1);

    await lineMenu(vscode, addingLine, 'Edit Tracepoint…');
    await step(vscode, 'Tracepoint 1 at calls.c:7');
    await vscode.quickInput.pick('Collect');
    await step(vscode, 'Tracepoint 1 at calls.c:7: Collect');
    await addAction(vscode, '/s c->from');
    await addAction(vscode, '$seen = $seen + 1');
    await vscode.page.keyboard.press('Enter');
    await step(vscode, 'Tracepoint 1 at calls.c:7');
    await vscode.page.keyboard.press('Escape');
    await becomes(
      () => tracepointsIn(vscode),
      [
        'calls.c:7if line == 1',
        'Trace State Variables',
        '$seen= 0',
        'Time of Each Hit$trace_timestamp',
      ],
    );

    await vscode.command('GDB Trace: Record Trace…');
    await step(vscode, 'Record Trace: Target');
    const program = join(vscode.folder, 'calls');
    await type(vscode, `| gdbserver --once - ${program} forever`);
    await vscode.page.keyboard.press('Enter');
    await becomes(
      async () => (await statusText(vscode)).some((text) => / · \d+ %$/.test(text)),
      true,
    );
    const isCounted = async () =>
      /[1-9]\d* hits.*\$seen= [1-9]/.test((await tracepointsIn(vscode)).join());
    await becomes(isCounted, true);
    await vscode.command('GDB Trace: Stop Recording and Open Trace');
    const page = await TracePage.of(vscode);
    await becomes(async () => (await page.frameCount()) > 1, true);
    await vscode.command('GDB Trace: Leave Target…', 'End the Program');
    await becomes(
      async () => (await statusText(vscode)).some((text) => /frames?$/.test(text)),
      false,
    );
  });
});

describe('the list of what a tracepoint collects', () => {
  for (const [way, take] of Object.entries({
    'the mouse': (row: Locator) => row.click(),
    'the keyboard': (row: Locator) => row.page().keyboard.press('Enter'),
  })) {
    it(`keeps what is chosen when one more is added with ${way}`, async () => {
      const vscode = await openProgram();
      await lineMenu(vscode, addingLine, 'Add Tracepoint');
      await lineMenu(vscode, addingLine, 'Edit Tracepoint…');
      await step(vscode, 'Tracepoint 1 at calls.c:7');
      await vscode.quickInput.pick('Collect');
      await step(vscode, 'Tracepoint 1 at calls.c:7: Collect');
      const before = await chosenActions(vscode);
      assert.ok(before.length > 1, String(before));
      for (const action of ['total', 'weight']) {
        await type(vscode, action);
        const rows = vscode.page.locator('.quick-input-list .monaco-list-row');
        await becomes(() => rows.count(), 1);
        await take(rows.first());
        await becomes(async () => (await rows.count()) > 1, true);
      }
      await becomes(() => chosenActions(vscode), [...before, 'total', 'weight']);
      await vscode.page.keyboard.press('Enter');
      await step(vscode, 'Tracepoint 1 at calls.c:7');
      const told = await vscode.page.locator('.quick-input-list .monaco-list-row').allInnerTexts();
      assert.match(told.join('\n'), /total.*weight/s);
    });
  }
});

/** What is checked in the list that is open. */
async function chosenActions({ page }: Workbench): Promise<string[]> {
  const rows = page.locator('.quick-input-list .monaco-list-row');
  const checked = rows.filter({ has: page.locator('[aria-checked="true"]') });
  return checked.locator('.label-name').allInnerTexts();
}

async function openProgram(): Promise<Workbench> {
  const vscode = await openVscode({
    files: { 'calls.c': source },
    prepare: (folder) => {
      execFileSync('gcc', ['-g', '-O0', '-o', 'calls', 'calls.c'], { cwd: folder });
    },
  });
  await vscode.openFromExplorer('calls.c', { keep: true });
  return vscode;
}

/** Picks from the menu of a line number. */
async function lineMenu(vscode: Workbench, line: number, label: string): Promise<void> {
  const numbers = vscode.page.locator('.margin-view-overlays .line-numbers');
  const number = numbers.filter({ hasText: new RegExp(`^${line}$`) });
  await new DebugViews(vscode).pickInMenuOf(number, label);
}

/** Waits for a step of the pickers, by its title. */
async function step({ page }: Workbench, title: string): Promise<void> {
  await page.locator('.quick-input-title', { hasText: new RegExp(`^${title}$`) }).waitFor();
}

/** Types an action into the list, which shows it, and adds it. */
async function addAction(vscode: Workbench, action: string): Promise<void> {
  const rows = vscode.page.locator('.quick-input-list .monaco-list-row');
  await type(vscode, action);
  await becomes(() => rows.count(), 1);
  await vscode.page.keyboard.press('Enter');
  await becomes(async () => (await rows.count()) > 1, true);
}

/** Types into the input that is open. */
async function type({ page }: Workbench, text: string): Promise<void> {
  await page.locator('.quick-input-widget input[type="text"]').first().fill(text);
}

async function validation({ page }: Workbench): Promise<string> {
  return page.locator('.quick-input-message').innerText();
}

/** The rows of the view "Tracepoints" that are on the screen. */
async function tracepointsIn(vscode: Workbench): Promise<string[]> {
  const pane = vscode.page.locator('.pane', {
    has: vscode.page.locator('[aria-label="Tracepoints Section"]'),
  });
  if (!(await pane.isVisible())) await vscode.command('View: Show Run and Debug');
  const header = pane.locator('.pane-header');
  if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
  const rows = await pane.locator('.monaco-list-row .monaco-icon-label-container').allInnerTexts();
  return rows.map((row) => row.replaceAll(/\s*\n\s*/g, ''));
}

async function gutterIcons({ page }: Workbench): Promise<number> {
  return page
    .locator('.glyph-margin-widgets .cgmr[class*="ced-"], .margin .cgmr[class*="ced-"]')
    .count();
}

async function statusText({ page }: Workbench): Promise<string[]> {
  return page.locator('.statusbar-item[id*="recording"]').allInnerTexts();
}
