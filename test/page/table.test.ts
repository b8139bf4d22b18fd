// The table, as a person uses it: filtered by typing and by pointing, grouped, sorted, marked,
// copied.
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { becomes, reads } from '../onScreen';
import { TestedPage } from './testedPage';

/** What is asked of an element in the page; tests are compiled without the DOM's types. */
interface RowElement {
  readonly children: ArrayLike<{ readonly textContent: string }>;
}

let page: TestedPage;
const within = (selector: string) => page.frame.locator(selector);
const cell = (row: number, column: string) => page.row(row).locator(`.cell-${column}`);
const filterBox = () => within('#filter');
const filter = () => filterBox().inputValue();
const suggestion = () => within('#filter-suggestions [role="option"]').first();

async function enter(selector: string, text: string): Promise<void> {
  await within(selector).fill(text);
  await within(selector).press('Enter');
}

describe('the table', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
    await becomes(() => page.frameCount(), 246);
  });

  // Each test begins with all frames.
  afterEach(async () => {
    await within('[data-testid="group-by"]').selectOption('');
    await enter('#filter', '');
    await becomes(() => page.frameCount(), 246);
    await reads(() => page.row(1).innerText(), /answer/);
  });

  afterAll(() => page.close());

  it('is filtered by what is typed, with names completed and mistakes under the caret', async () => {
    await page.select(1);
    await filterBox().fill('queue->wai');
    await becomes(() => suggestion().innerText(), 'waiting');
    await filterBox().press('Tab');
    await becomes(filter, 'queue->waiting');
    await filterBox().pressSequentially(' >');
    await filterBox().press('Enter');
    await reads(() => within('#filter-problem').innerText(), /column 17/);
    await becomes(() => page.frameCount(), 246);
    await enter('#filter', 'queue->waiting > 4 && $tracepoint == 2');
    await becomes(() => page.frameCount(), 20);
    await page.frame.getByRole('button', { name: 'Save this filter' }).click();
    await enter('#filter', '');
    await becomes(() => page.frameCount(), 246);
    await filterBox().press('ArrowDown');
    await suggestion().click();
    await becomes(() => page.frameCount(), 20);
  });

  it('keeps the frames of the filter before a wrong one, and shows all by Escape', async () => {
    await enter('#filter', '$tracepoint == 2');
    await becomes(() => page.frameCount(), 20);
    await enter('#filter', 'queue->waitng > 5');
    await within('#filter-problem').waitFor();
    await becomes(() => page.frameCount(), 20);
    await filterBox().press('Escape');
    await becomes(() => page.frameCount(), 246);
    await becomes(filter, '');
  });

  it('holds nothing of rows that are gone', async () => {
    await enter('#filter', '$trace_frame < 3');
    await becomes(() => page.frameCount(), 3);
    await becomes(() => within('.frames-table .grid-rows [aria-rowindex]').count(), 3);
    const cells = within('.frames-table .grid-rows [role="gridcell"]');
    await becomes(async () => (await cells.count()) > 3, true);
    await becomes(() => cells.and(within(':not(:visible)')).count(), 0);
  });

  it('refuses a wrong expression while it is typed, and says what was meant', async () => {
    const choice = page.frame.getByLabel('Frames that do not match');
    await choice.selectOption('mark');
    await filterBox().fill('queue->waitng > 5');
    const problem = within('#filter-problem');
    await reads(() => problem.innerText(), /There is no member named waitng\./);
    await filterBox().press('Escape');
    await filterBox().fill('queue->waitng > 5');
    await problem.getByRole('button', { name: 'queue->waiting' }).click();
    await becomes(filter, 'queue->waiting > 5');
    await becomes(() => problem.count(), 0);
    await choice.selectOption('hide');
  });

  it('refuses a wrong expression for a column', async () => {
    await page.frame.getByRole('button', { name: 'Columns' }).click();
    await enter('#column-expression', 'queue->nosuch +');
    const reason = within('#column-expression-problem');
    await reads(() => reason.innerText(), /Syntax error at the end/);
    await within('#column-expression').fill('totl.refused');
    await reason.getByRole('button', { name: 'total' }).click();
    await becomes(() => reason.count(), 0);
    await within('#column-expression').press('Enter');
    const heads = () => within('.frames-table [role="columnheader"]').allInnerTexts();
    await becomes(async () => (await heads()).at(-1), 'total.refused');
    await page.keyboard.press('Escape');
  });

  it('is filtered by pointing at what is wanted, or not wanted', async () => {
    await page.pick(cell(1, 'tracepoint'), 'Hide This Tracepoint');
    await becomes(filter, '!($tracepoint == 4)');
    await becomes(() => page.frameCount(), 149);
    await enter('#filter', '');
    await becomes(() => page.frameCount(), 246);
    await reads(() => page.row(1).innerText(), /answer/);
    await page.pick(cell(1, 'where').locator('.function'), 'Show Only This Function');
    await becomes(filter, '$_streq($trace_func, "answer")');
    await becomes(() => page.frameCount(), 97);
    await reads(() => page.row(0).innerText(), /callqueue\.c:86/);
    await cell(0, 'where')
      .locator('.place')
      .click({ modifiers: ['Alt', 'Shift'] });
    // The table has no rows while it is filtered, too.
    await reads(filter, / && !\(\$trace_line == 86 && .*"\.\/callqueue\.c"\)\)$/);
    await within('.no-match').waitFor();
  });

  it('is filtered by a lane, and by a register of the frame', async () => {
    await page.pick(within('.track-head').nth(1), 'Show Only This Tracepoint');
    await becomes(() => page.frameCount(), 24);
    await page.select(0);
    await becomes(() => page.selected(), 0);
    await page.openSection('Registers: general');
    const rip = within('.registers tr').filter({ hasText: 'rip' }).first();
    await page.pick(rip, 'Show Frames Where It Equals This');
    await becomes(async () => (await page.frameCount()) < 24, true);
    await reads(filter, /^\$tracepoint == 3 && \(\$rip\) == 0x[0-9a-f]+$/);
  });

  it('has the menu of what the keyboard is at', async () => {
    await page.select(1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.row(1).locator('.cell-tracepoint.cursor').waitFor();
    await page.pickIn(() => page.keyboard.press('Shift+F10'), 'Show Only This Tracepoint');
    await becomes(filter, '$tracepoint == 4');
    await becomes(() => page.frameCount(), 97);
  });

  it('is sorted, and shows a column of one’s own', async () => {
    await page.pick(within('.cell-pc').nth(2), 'Add Column');
    await within('.head.cell-value').filter({ hasText: '$pc' }).waitFor();
    const head = within('.head.cell-frame');
    await head.click();
    await head.click();
    await becomes(async () => (await cell(0, 'frame').innerText()).trim(), '245');
    await head.click();
    await becomes(async () => (await cell(0, 'frame').innerText()).trim(), '0');
  });

  it('copies a row, a cell and bytes', async () => {
    await page.select(1);
    await page.keyboard.press('Control+C');
    await reads(() => page.copied(), /^1\t4\t\tanswer\t|^1\t4\tanswer\t/);
    await page.pick(cell(1, 'where').locator('.function'), 'Copy');
    await becomes(() => page.copied(), 'answer');
    await page.openSection('Registers: general');
    await reads(() => page.details(), /rip\s+0x4013a7/);
    await page.pick(within('.registers tr').filter({ hasText: 'rip' }).first(), 'Copy as C Array');
    await reads(
      () => page.copied(),
      /static const unsigned char rip\[8\] = \{\s+0xa7, 0x13, 0x40,/,
    );
  });

  it('marks frames, with notes, which are there again', async () => {
    await page.goTo(3);
    await within('[data-testid="edit-note"]').click();
    await within('[data-testid="note"]').and(within(':focus')).waitFor();
    await page.keyboard.type('here it begins');
    await page.keyboard.press('Enter');
    const title = () => cell(3, 'frame').locator('.bookmarked').getAttribute('title');
    await becomes(title, 'here it begins');
    await page.goTo(6);
    await within('[data-testid="bookmark"]').click();
    await cell(6, 'frame').locator('.bookmarked').waitFor();
    await reads(() => page.text('.track-heads'), /Bookmarks\s*2/);
    await page.reload();
    await becomes(title, 'here it begins');
  });
});

describe('the groups of the table', () => {
  const groups = () => within('.frames-table [role="grid"] .grid-rows [role="row"]:visible');
  const texts = (): Promise<string[]> =>
    groups().evaluateAll((rows: readonly RowElement[]) =>
      rows.map((row) => Array.from(row.children, (each) => each.textContent.trim()).join(' ')),
    );
  /** What each is of, and how many frames it has. */
  const counts = async () => (await texts()).map((text) => text.split(' ').slice(0, 2).join(' '));
  const groupBy = (kind: string) => within('[data-testid="group-by"]').selectOption(kind);

  beforeAll(async () => {
    page = await TestedPage.open();
  });

  afterAll(() => page.close());

  it('are opened, and come back', async () => {
    await page.pick(within('.head.cell-tracepoint'), 'Group by This Column');
    await reads(async () => (await texts())[1] ?? '', /^4 answer callqueue\.c:86 97/);
    await groups().nth(1).dblclick();
    await becomes(filter, '$tracepoint == 4');
    await becomes(() => page.frameCount(), 97);
    await within('[data-testid="back-to-groups"]').click();
    await becomes(filter, '');
    await becomes(async () => (await texts()).length, 4);
    await reads(async () => (await texts())[1] ?? '', /^4 answer callqueue\.c:86 97/);
  });

  it('are of functions, with what is measured', async () => {
    await groupBy('function');
    await becomes(counts, ['main 105', 'answer 97', 'hangUp 24', 'arrive 20']);
    await enter('#groups-measured', 'queue->waiting');
    await becomes(
      async () => (await texts()).includes('arrive 20 176 245 5 62,258.50 65,535'),
      true,
    );
  });

  it('are of lines, and of values', async () => {
    await groupBy('line');
    const lines = ['94 105', '86 97', '47 20', '65 16', '66 8'];
    await becomes(
      counts,
      lines.map((line) => `callqueue.c:${line}`),
    );
    await groupBy('value');
    await enter('#groups-grouped', 'queue->waiting +');
    await within('.filter-problem').waitFor();
    await enter('#groups-grouped', 'slot');
    await becomes(counts, ['not known', '4 2', '1 2', '0 2', '7 1', '5 1']);
  });
});
