// The table of the trace editor, as a person uses it: filtered by typing and by pointing, grouped,
// sorted, marked, copied.
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { resultsFolder } from '../../../scripts/steps/paths.mjs';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { eventually, tried } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes, reads } from '../../onScreen';
import { sharedWindow } from './sharedWindow';
import { TracePage } from './tracePage';

/** What is asked of an element in the page; tests are compiled without the DOM's types. */
interface RowElement {
  readonly children: ArrayLike<{ readonly textContent: string }>;
}

/** What is above, in and beside the rows. */
class Table {
  constructor(
    private readonly vscode: Workbench,
    private readonly page: TracePage,
  ) {}

  get filterBox() {
    return this.page.frame.locator('#filter');
  }

  filter(): Promise<string> {
    return this.filterBox.inputValue();
  }

  async typeFilter(text: string): Promise<void> {
    await this.filterBox.fill(text);
    await this.filterBox.press('Enter');
  }

  cell(row: number, column: string) {
    return this.page.row(row).locator(`.cell-${column}`);
  }

  /** Chooses from VS Code's own menu of a place on the page. */
  async pick(on: ReturnType<Table['cell']>, item: string): Promise<void> {
    await new DebugViews(this.vscode).pickInMenuOf(on, item);
  }

  copied(): Promise<string> {
    return this.vscode.page.evaluate('navigator.clipboard.readText()');
  }

  groups() {
    return this.page.frame.locator('.frames-table [role="grid"] .grid-rows [role="row"]:visible');
  }

  groupTexts(): Promise<string[]> {
    return this.groups().evaluateAll((rows: readonly RowElement[]) =>
      rows.map((row) => Array.from(row.children, (cell) => cell.textContent.trim()).join(' ')),
    );
  }
}

const picture = (name: string) => join(resultsFolder, 'pictures', `table-${name}.png`);

describe('the table', () => {
  const shared = sharedWindow();

  async function openSample(): Promise<{ vscode: Workbench; page: TracePage; table: Table }> {
    const { vscode, page } = await shared.freshSample();
    await becomes(() => page.frameCount(), 246);
    await eventually('the functions', async () => /answer/.test(await page.row(1).innerText()));
    return { vscode, page, table: new Table(vscode, page) };
  }

  it('is filtered by what is typed, with names completed and mistakes under the caret', async () => {
    const { page, table } = await openSample();
    await page.select(1);
    await table.filterBox.fill('queue->wai');
    const suggestion = page.frame.locator('#filter-suggestions [role="option"]').first();
    await becomes(() => suggestion.innerText(), 'waiting');
    await table.filterBox.press('Tab');
    await becomes(() => table.filter(), 'queue->waiting');
    await table.filterBox.pressSequentially(' >');
    await table.filterBox.press('Enter');
    const problem = page.frame.locator('#filter-problem');
    await problem.waitFor();
    await reads(() => problem.innerText(), /column 17/);
    await becomes(() => page.frameCount(), 246);
    await table.typeFilter('queue->waiting > 4 && $tracepoint == 2');
    await becomes(() => page.frameCount(), 20);
    await page.frame.getByRole('button', { name: 'Save this filter' }).click();
    await table.typeFilter('');
    await becomes(() => page.frameCount(), 246);
    await table.filterBox.press('ArrowDown');
    await page.frame.locator('#filter-suggestions [role="option"]').first().click();
    await becomes(() => page.frameCount(), 20);
  });

  it('refuses a wrong expression while it is typed, and says what was meant', async () => {
    const { page, table } = await openSample();
    await page.frame.getByLabel('Frames that do not match').selectOption('mark');
    await table.filterBox.fill('queue->waitng > 5');
    const problem = page.frame.locator('#filter-problem');
    await reads(() => problem.innerText(), /There is no member named waitng\./);
    await table.filterBox.press('Escape');
    await table.filterBox.fill('queue->waitng > 5');
    await problem.getByRole('button', { name: 'queue->waiting' }).click();
    await becomes(() => table.filter(), 'queue->waiting > 5');
    await becomes(() => problem.count(), 0);
    await page.frame.getByRole('button', { name: 'Columns' }).click();
    const box = page.frame.locator('#column-expression');
    await box.fill('queue->nosuch +');
    await box.press('Enter');
    const reason = page.frame.locator('#column-expression-problem');
    await reads(() => reason.innerText(), /Syntax error at the end/);
    await box.fill('totl.refused');
    await reason.getByRole('button', { name: 'total' }).click();
    await becomes(() => reason.count(), 0);
    await box.press('Enter');
    await becomes(
      async () => (await page.frame.locator('[role="columnheader"]').allInnerTexts()).at(-1),
      'total.refused',
    );
  });

  it('is filtered by pointing at what is wanted, or not wanted', async () => {
    const { vscode, page, table } = await openSample();
    await table.pick(table.cell(1, 'tracepoint'), 'Hide This Tracepoint');
    await becomes(() => table.filter(), '!($tracepoint == 4)');
    await becomes(() => page.frameCount(), 149);
    await table.typeFilter('');
    await becomes(() => page.frameCount(), 246);
    await eventually('the rows', async () => /answer/.test(await page.row(1).innerText()));
    await table.pick(table.cell(1, 'where').locator('.function'), 'Show Only This Function');
    await becomes(() => table.filter(), '$_streq($trace_func, "answer")');
    await becomes(() => page.frameCount(), 97);
    await vscode.screenshot(picture('filtered'));
    await eventually('a row', async () => /callqueue\.c:86/.test(await page.row(0).innerText()));
    await table
      .cell(0, 'where')
      .locator('.place')
      .click({ modifiers: ['Alt', 'Shift'] });
    await becomes(() => page.frameCount(), 0);
    await table.typeFilter('');
    await becomes(() => page.frameCount(), 246);
    const lane = page.frame.locator('.track-head').nth(1);
    await table.pick(lane, 'Show Only This Tracepoint');
    await becomes(() => page.frameCount(), 24);
    await page.select(0);
    await becomes(() => page.selected(), 0);
    await page.openSection('Registers: general');
    const rax = page.frame.locator('.registers tr', { hasText: 'rip' }).first();
    await table.pick(rax, 'Show Frames Where It Equals This');
    await eventually('less', async () => (await page.frameCount()) < 24);
    await reads(() => table.filter(), /^\$tracepoint == 3 && \(\$rip\) == 0x[0-9a-f]+$/);
  });

  it('has the menu of what the keyboard is at', async () => {
    const { vscode, page, table } = await openSample();
    await page.select(1);
    await vscode.page.keyboard.press('ArrowRight');
    await vscode.page.keyboard.press('ArrowRight');
    await page.row(1).locator('.cell-tracepoint.cursor').waitFor();
    await vscode.page.keyboard.press('Shift+F10');
    const views = new DebugViews(vscode);
    await vscode.screenshot(picture('menu'));
    await views.pickInMenu('Show Only This Tracepoint');
    await becomes(() => table.filter(), '$tracepoint == 4');
    await becomes(() => page.frameCount(), 97);
  });

  it('groups its frames, and opens a group', async () => {
    const { vscode, page, table } = await openSample();
    const choice = page.frame.locator('[data-testid="group-by"]');
    await choice.selectOption('function');
    await becomes(
      async () => (await table.groupTexts()).map((text) => text.split(' ').slice(0, 2).join(' ')),
      ['main 105', 'answer 97', 'hangUp 24', 'arrive 20'],
    );
    await page.frame.locator('#groups-measured').fill('queue->waiting');
    await page.frame.locator('#groups-measured').press('Enter');
    await eventually('what is measured', async () =>
      (await table.groupTexts()).some((text) =>
        /^arrive 20 176 245 5 62,258\.50 65,535$/.test(text),
      ),
    );
    await vscode.screenshot(picture('groups'));
    await choice.selectOption('value');
    await page.frame.locator('#groups-grouped').fill('queue->waiting +');
    await page.frame.locator('#groups-grouped').press('Enter');
    await page.frame.locator('.filter-problem').waitFor();
    await page.frame.locator('#groups-grouped').fill('slot');
    await page.frame.locator('#groups-grouped').press('Enter');
    await eventually('values', async () => (await table.groupTexts()).length > 3);
    await choice.selectOption('tracepoint');
    await eventually(
      'tracepoints',
      async () => (await table.groupTexts())[1]?.startsWith('4 answer callqueue.c:86 97') === true,
    );
    await table.groups().nth(1).dblclick();
    await becomes(() => table.filter(), '$tracepoint == 4');
    await becomes(() => page.frameCount(), 97);
    await page.frame.locator('[data-testid="back-to-groups"]').click();
    await becomes(() => table.filter(), '');
    await eventually('the groups', async () => (await table.groupTexts()).length === 4);
  });

  it('is sorted, and shows a column of one’s own', async () => {
    const { vscode, page, table } = await openSample();
    // The PC gives way to other columns where there is no room.
    await vscode.resize({ width: 2000, height: 1100 });
    await page.frame.locator('.head.cell-pc').waitFor();
    await table.pick(page.frame.locator('.cell-pc').nth(2), 'Add Column');
    await page.frame.locator('.head.cell-value', { hasText: '$pc' }).waitFor();
    const head = page.frame.locator('.head.cell-frame');
    await head.click();
    await head.click();
    await becomes(async () => (await table.cell(0, 'frame').innerText()).trim(), '245');
    await head.click();
    await becomes(async () => (await table.cell(0, 'frame').innerText()).trim(), '0');
  });

  it('marks frames, with notes, and goes to them', async () => {
    const { vscode, page, table } = await openSample();
    await page.select(3);
    await eventually('the frame', async () => (await page.details()).includes('Frame 3'));
    // The page is narrower once the source stands beside it, and what moves under the pointer is
    // not clicked.
    await vscode.tab('callqueue.c').waitFor();
    const note = page.frame.locator('[data-testid="note"]');
    await tried('the focus in the note', async (timeout) => {
      const edit = page.frame.locator('[data-testid="edit-note"]');
      if (!(await note.isVisible())) await edit.click({ timeout });
      await note.and(page.frame.locator(':focus')).waitFor({ timeout });
    });
    await vscode.page.keyboard.type('here it begins');
    await vscode.page.keyboard.press('Enter');
    const mark = table.cell(3, 'frame').locator('.bookmarked');
    await mark.waitFor();
    await becomes(() => mark.getAttribute('title'), 'here it begins');
    await table.pick(table.cell(6, 'frame'), 'Toggle Bookmark');
    await table.cell(6, 'frame').locator('.bookmarked').waitFor();
    await vscode.screenshot(picture('bookmarks'));
    await page.select(1);
    await eventually('the frame', async () => (await page.details()).includes('Frame 1'));
    await vscode.page.keyboard.press('Control+Alt+L');
    await becomes(() => page.selected(), 3);
    await vscode.page.keyboard.press('Control+Alt+L');
    await becomes(() => page.selected(), 6);
    await vscode.page.keyboard.press('Control+Alt+J');
    await becomes(() => page.selected(), 3);
    await reads(() => page.text('.track-heads'), /Bookmarks\s*2/);
    await vscode.reload();
    const again = await TracePage.of(vscode);
    await eventually(
      'the marks',
      async () =>
        (await again.row(3).locator('.bookmarked').getAttribute('title')) === 'here it begins',
    );
  });

  it('copies a row, a cell and bytes', async () => {
    const { vscode, page, table } = await openSample();
    await vscode.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.select(1);
    await vscode.page.keyboard.press('Control+C');
    await eventually('the row', async () =>
      /^1\t4\t\tanswer\t|^1\t4\tanswer\t/.test(await table.copied()),
    );
    await table.pick(table.cell(1, 'where').locator('.function'), 'Copy');
    await becomes(() => table.copied(), 'answer');
    await page.openSection('Registers: general');
    await eventually('its registers', async () => /rip\s+0x4013a7/.test(await page.details()));
    await table.pick(
      page.frame.locator('.registers tr', { hasText: 'rip' }).first(),
      'Copy as C Array',
    );
    await eventually('the bytes', async () =>
      /static const unsigned char rip\[8\] = \{\s+0xa7, 0x13, 0x40,/.test(await table.copied()),
    );
    await table.pick(table.cell(2, 'frame'), 'Copy Link to Frame');
    await eventually('the link', async () => /open\?file=.*&frame=2$/.test(await table.copied()));
  });

  it('is calm in light colours and in a narrow window', async () => {
    const { vscode, page } = await openSample();
    await vscode.setTheme('Light Modern', 'vs');
    await page.frame.locator('[data-testid="group-by"]').selectOption('line');
    await eventually(
      'the groups',
      async () => (await page.frame.locator('.group-label [title]').count()) > 2,
    );
    await vscode.screenshot(picture('light'));
    await vscode.resize({ width: 760, height: 700 });
    await vscode.screenshot(picture('narrow'));
  });
});
