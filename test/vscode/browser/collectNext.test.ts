// What a trace lacks, from where it is seen to the second recording: in the debugger, in columns,
// and by the manual's worked example. In one window: each test finds what those before it left.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import type { Locator } from 'playwright-core';
import { root } from '../../../scripts/steps/paths.mjs';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { eventually, tried, write } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes, reads } from '../../onScreen';
import { closeVscode } from './openVscode';
import {
  endProgram,
  lineMenu,
  openPane,
  openPrograms,
  picture,
  record,
  recordingRows,
  removeTracepoints,
  saysInNotifications,
  startAt,
} from './recordingViews';
import { TracePage } from './tracePage';

const source = `struct call { int id; const char *from; };
static int total;
static int limits[] = {8, 9};
static int *first = limits;
int take(const struct call *c, int line)
{
  int weight = 2 * line;
  total += weight;
  return total;
}
int main(void)
{
  struct call calls[] = {{1, "anna"}, {2, "bert"}};
  for (int i = 0; i < 20; i++) take(&calls[i % 2], i);
  return *first - 8;
}
`;

const manual = readFileSync(join(root, 'docs', 'manual.md'), 'utf8');
const example = manual.slice(manual.indexOf('### From a crash to its cause'));
const [, tally = ''] = /```c\n([^]*?)```/.exec(example) ?? [];

describe('what a trace lacks', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openPrograms({ calls: source, tally });
  });
  after(() => closeVscode(vscode));

  it('leads from a crash to its cause, as in the manual', async () => {
    await startAt(vscode, 'tally.c');
    await lineMenu(vscode, 12, 'Add Tracepoint');
    const page = await record(vscode, 'tally');
    await becomes(() => page.frameCount(), 7);
    await becomes(() => page.selected(), 6);
    await saysInNotifications(
      vscode,
      /The program was stopped by SIGSEGV at tally\.c:12 \(count\); 7 frames were recorded\./,
    );

    await page.debug();
    await becomes(() => vscode.stopped(), 12);
    const debugged = new DebugViews(vscode);
    await vscode.showDebugView();
    await vscode.expandVariable('Locals');
    await reads(() => debugged.variable('key').innerText(), /\b6$/);
    await reads(() => debugged.variable('place').innerText(), /0x0$/);
    await hoverOver(vscode, 'limit', '<unavailable>');
    // The trace stays in sight, beside its source.
    await becomes(() => page.row(6).isVisible(), true);
    await picture(vscode, 'manual');

    const pane = await openPane(vscode, 'Collect Next Time');
    const row = rowOf(pane, 'limit');
    await reads(() => row.innerText(), /15 bytes a hit/);
    await row.hover();
    await row.locator('[aria-label="Collect This Next Time"]').click();
    await reads(() => row.innerText(), /collected next time/);
    await recordShownAgain(vscode, pane, 2);

    await becomes(async () => (await TracePage.of(vscode)).selected(), 6);
    await debugRecording(vscode, 7);
    await hoverOver(vscode, 'limit', '6');
    await debugged.pickInMenuAt(async () => {
      const { x, y } = await placeOf(vscode, 'limit');
      await vscode.page.mouse.click(x, y, { button: 'right' });
    }, 'Go to Last Change');
    await vscode.quickInput.row('tally.c:17 limit = 6;').waitFor();
    await endProgram(vscode);
    await removeTracepoints(vscode);
  });

  let pane: Locator;
  /** The tab of the trace that lacks something. */
  let first: string;

  it('is listed once it was looked at, and collected next time from the menu of a cell', async () => {
    await startAt(vscode, 'calls.c');
    await lineMenu(vscode, 8, 'Add Tracepoint');
    const page = await record(vscode, 'calls');
    await becomes(() => page.frameCount(), 20);
    await addColumn(page, 'limits[1]');
    await becomes(() => cell(page, 3).innerText(), '<unavailable>');
    pane = await openPane(vscode, 'Collect Next Time');
    await reads(
      () => rowOf(pane, 'limits').innerText(),
      /^\s*limits\[1\]\s*tracepoint 1 · 15 bytes a hit/,
    );
    await new DebugViews(vscode).pickInMenuOf(cell(page, 0), 'Collect This Next Time');
    await saysInNotifications(vscode, /limits\[1\] is collected next time/);
    await reads(() => rowOf(pane, 'limits').innerText(), /collected next time/);
    first = await shownTab(vscode);

    await page.debug();
    await vscode.stopped();
    const debugged = new DebugViews(vscode);
    for (const expression of ['total', '*first']) await debugged.addWatch(expression);
    await becomes(() => debugged.watched('total'), '<unavailable>');
    await becomes(() => debugged.watched('*first'), 'value is not available');
    await becomes(() => pane.locator('.monaco-list-row').count(), 3);
    await reads(() => rowOf(pane, '\\*first').innerText(), /tracepoint 1 · \d+ bytes a hit/);
    await reads(
      () => rowOf(pane, 'total').innerText(),
      /tracepoint 1 · 15 bytes a hit · < 0\.1 % of the buffer$/,
    );
    await picture(vscode, 'collect-next-time');
  });

  it('is collected next time, all of it, and there then', async () => {
    await pane.hover();
    await pane.locator('[aria-label="Collect All Next Time"]').click();
    const texts = () => pane.locator('.monaco-list-row').allInnerTexts();
    await becomes(
      async () => (await texts()).map((text) => text.includes('collected next time')),
      [true, true, true],
    );

    await recordShownAgain(vscode, pane, 4);
    await debugRecording(vscode, 20);
    const debugged = new DebugViews(vscode);
    await debugged.addWatch('limits[1]');
    await becomes(() => debugged.watched('total'), '0');
    await becomes(() => debugged.watched('*first'), '8');
    await becomes(() => debugged.watched('limits[1]'), '9');
    await becomes(() => pane.locator('.monaco-list-row').count(), 0);
  });

  it('is given to another gdb', async () => {
    await vscode.command('Debug: Stop');
    await vscode.tab(first).click();
    await becomes(() => pane.locator('.monaco-list-row').count(), 3);
    await vscode.command('GDB Trace: Copy as gdb Commands');
    await vscode.command('File: New Untitled Text File');
    await vscode.page.keyboard.press('Control+V');
    await reads(async () => (await vscode.textEditors()).join('\n'), /collect \$args\s*\n.*total/s);
  });
});

/** Adds a column of one's own to the table. */
async function addColumn(page: TracePage, expression: string): Promise<void> {
  const box = page.frame.locator('#column-expression');
  await tried(`a column ${expression}`, async (timeout) => {
    await page.frame.getByRole('button', { name: 'Columns' }).click({ timeout });
    await write(box, expression, timeout);
    await box.press('Enter', { timeout });
    await page.frame.locator('[role="columnheader"]', { hasText: expression }).waitFor({ timeout });
  });
  await page.frame.page().keyboard.press('Escape');
}

/** The cell of one's own column. */
function cell(page: TracePage, frame: number): Locator {
  return page.row(frame).locator('.cell-value');
}

function rowOf(pane: Locator, expression: string): Locator {
  return pane.locator('.monaco-list-row', { hasText: new RegExp(`^\\s*${expression}`) });
}

/** Records the trace that is shown again, until another is; then there are so many recordings. */
async function recordShownAgain(
  vscode: Workbench,
  pane: Locator,
  recordings: number,
): Promise<void> {
  const before = await shownTab(vscode);
  await pane.hover();
  await pane.locator('[aria-label="Record This Trace Again"]').click();
  const rows = await recordingRows(vscode);
  await becomes(() => rows.count(), recordings);
  // Both traces have as many frames: the page of the first one would do until then.
  await becomes(async () => (await shownTab(vscode)) === before, false);
}

/** The file on the tab that is shown, in the first group. */
async function shownTab(vscode: Workbench): Promise<string> {
  return (await vscode.tabs()).find(({ active }) => active)?.name ?? '';
}

/** Ends the debugging, and debugs the trace that is shown. */
async function debugRecording(vscode: Workbench, frames: number): Promise<void> {
  await vscode.command('Debug: Stop');
  const page = await TracePage.of(vscode);
  await becomes(() => page.frameCount(), frames);
  await page.debug();
  await vscode.stopped();
}

/** Where a word of the source is first on the screen: the middle of it. */
async function placeOf({ page }: Workbench, word: string): Promise<{ x: number; y: number }> {
  const lines = page.locator('.editor-instance .monaco-editor:visible .view-lines').last();
  await lines.waitFor();
  const found = await page.evaluate<{ x: number; y: number } | null>(`(() => {
    const [lines] = [...document.querySelectorAll('.editor-instance .view-lines')]
      .filter((each) => each.checkVisibility()).slice(-1);
    const texts = document.createTreeWalker(lines, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const at = node.textContent.search(/\\b${word}\\b/);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + ${word.length});
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }
    return null;
  })()`);
  if (!found) throw new Error(`${word} is not on the screen.`);
  return found;
}

/** Rests the pointer on a word of the source until its value is there. */
async function hoverOver(vscode: Workbench, word: string, value: string): Promise<void> {
  const hover = vscode.page.locator('.debug-hover-widget:visible');
  await tried(`the value of ${word} under the pointer`, async (timeout) => {
    const { x, y } = await placeOf(vscode, word);
    // A hover begins with a movement over the text to another place than the last one.
    await vscode.page.mouse.move(x - 80, y);
    await vscode.page.mouse.move(x, y, { steps: 3 });
    const isShown = async () => (await hover.innerText({ timeout })) === value;
    await eventually('the value', isShown, timeout);
  });
}
