// The rows and columns of the table: what is in sight of them, selected and copied.
import { afterAll, beforeAll, describe, it } from 'vitest';
import { becomes } from '../onScreen';
import { TestedPage } from './testedPage';

let page: TestedPage;
const within = (selector: string) => page.frame.locator(selector);
const grid = () => within('.frames-table [role="grid"]');
const row = (index: number) => within('.grid-rows [role="row"]').nth(index);
const numbers = (texts: readonly string[]) => texts.map((text) => Number(text));
const picked = async () =>
  numbers(
    await within('.grid-rows [role="row"][aria-selected="true"] .cell-frame').allInnerTexts(),
  );

/** The frames of the rows that were copied last. */
const copied = async () => numbers((await page.copied()).match(/^\d+(?=\t)/gm) ?? []);

const narrow = { width: 585, height: 776 };

describe('rows of the table', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
    await within('.cell-time').first().waitFor();
  });

  afterAll(() => page.close());

  it('have a time where there is one, in milliseconds', async () => {
    await becomes(
      async () => (await within('.grid-rows .cell-time').allInnerTexts()).slice(0, 4),
      ['–', '0.000 ms', '0.286 ms', '–'],
    );
  });

  it('are selected with Shift, Ctrl and Ctrl+A, and copied', async () => {
    await row(2).click();
    await row(5).click({ modifiers: ['Shift'] });
    await row(8).click({ modifiers: ['Control'] });
    await becomes(picked, [2, 3, 4, 5, 8]);
    await page.keyboard.press('Control+c');
    await becomes(copied, [2, 3, 4, 5, 8]);
    await page.keyboard.press('ArrowDown');
    await becomes(picked, [9]);
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Shift+ArrowUp');
    await becomes(picked, [7, 8, 9]);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await becomes(
      copied,
      Array.from({ length: 246 }, (_, frame) => frame),
    );
    await row(3).click();
    await becomes(picked, [3]);
    await page.keyboard.press('Control+c');
    await becomes(copied, [3]);
  });

  it('are selected for their context menu, unless they are some of several', async () => {
    await row(4).click({ button: 'right' });
    await becomes(picked, [4]);
    await row(6).click({ modifiers: ['Shift'] });
    await page.pick(row(5).locator('.cell-frame'), 'Copy Row');
    await becomes(picked, [4, 5, 6]);
    await becomes(copied, [4, 5, 6]);
    await row(9).click({ button: 'right' });
    await becomes(picked, [9]);
  });

  it('begin at the top when they are sorted; Space shows the selected one', async () => {
    await grid().focus();
    await page.keyboard.press('End');
    await becomes(picked, [245]);
    const head = within('.head.cell-tracepoint');
    await page.pick(head, 'Sort Descending');
    await becomes(() => head.getAttribute('aria-sort'), 'descending');
    await becomes(() => row(0).getAttribute('aria-rowindex'), '2');
    await becomes(picked, []);
    await grid().focus();
    await page.keyboard.press(' ');
    await becomes(picked, [245]);
  });
});

describe('columns of the table', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
    await within('.cell-time').first().waitFor();
  });

  afterAll(() => page.close());

  it('never cut the line, and show what they hold', async () => {
    const isWhole = () =>
      within('.grid-rows .cell-where .place:visible').evaluateAll(
        (places) =>
          places.length > 0 &&
          places.every((place: Placed) => {
            const { right = 0 } = place.closest('.cell-where')?.getBoundingClientRect() ?? {};
            const text = place.querySelector('bdi');
            const shown = text?.getBoundingClientRect().right ?? Infinity;
            return shown <= right + 0.5 && place.clientWidth >= 5 * 7;
          }),
      );
    await becomes(isWhole, true);
    const cut = () =>
      within('.grid-rows .cell-pc:visible, .grid-rows .cell-time:visible').evaluateAll((cells) =>
        cells.some((cell: Placed) => cell.scrollWidth > cell.clientWidth),
      );
    await becomes(cut, false);
    await page.resize(narrow);
    await becomes(() => within('.head.cell-size').count(), 0);
    await becomes(isWhole, true);
    await becomes(cut, false);
  });

  it('come in sight at once when they are new', async () => {
    await page.goTo(5);
    const changed = within('[data-testid="changed"] li').filter({ hasText: 'ring[2].caller' });
    await page.pick(changed, 'Add Column');
    const head = within('.head.cell-value').last();
    await head.waitFor();
    await becomes(async () => {
      const { x = 0, width = 0 } = (await head.boundingBox()) ?? {};
      return x >= 0 && x + width <= narrow.width;
    }, true);
    await within('.frames-table').hover();
    await page.mouse.wheel(-5000, 0);
    await becomes(
      async () => ((await within('.head.cell-frame').boundingBox())?.x ?? -1) >= 0,
      true,
    );
  });

  it('are hidden, and say what they come to', async () => {
    await page.resize({ width: 1700, height: 1000 });
    await page.pick(within('.head.cell-size'), 'Hide Column');
    await becomes(() => within('.head.cell-size').count(), 0);
    await page.frame.getByRole('button', { name: 'Columns' }).click();
    await within('#column-expression').fill('minute');
    await within('#column-expression').press('Enter');
    await page.keyboard.press('Escape');
    await page.pick(within('.head.cell-value').filter({ hasText: 'minute' }), 'Show Statistics');
    // As gdb, of `print minute` in all frames.
    await becomes(
      () => within('.status .said').innerText(),
      'minute: 117 frames; min 0 in frame 1, mean 110.521, max 208 in frame 245',
    );
  });
});

/** What is asked of an element in the page; tests are compiled without the DOM's types. */
interface Placed {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  closest(selector: string): Placed | null;
  querySelector(selector: string): Placed | null;
  getBoundingClientRect(): { readonly right: number };
}
