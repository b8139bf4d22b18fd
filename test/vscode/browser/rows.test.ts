// The rows and columns of the table: the page as it ships, over a made-up host.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import type { Browser, Page } from 'playwright-core';
import { openTestPage } from '../../../scripts/vscode/testPage.mjs';
import { launchBrowser } from '../../../scripts/vscode/browser.mjs';
import { becomes } from '../../onScreen';

let browser: Browser;
let page: Page;

const grid = '.frames-table [role="grid"]';
const row = (index: number) => page.locator('.grid-rows [role="row"]').nth(index);
const picked = () =>
  page
    .locator('.grid-rows [role="row"][aria-selected="true"] .cell-frame')
    .allInnerTexts()
    .then((texts) => texts.map((text) => Number(text.replaceAll(',', ''))));

/** What the page told the host of the user's acts. */
async function lastAct(): Promise<unknown> {
  return page.evaluate('acts.at(-1)');
}

describe('the table', () => {
  before(async () => {
    browser = await launchBrowser();
  });

  beforeEach(async () => {
    page = await openTestPage(browser, { frames: 10_000 });
    await page.locator('.cell-time').first().waitFor();
  });

  afterEach(() => page.close());

  after(() => browser.close());

  it('never cuts the line, and shows what its columns hold', async () => {
    const isWhole = () =>
      page.locator('.grid-rows .cell-where .place:visible').evaluateAll((places) =>
        places.every((place: Placed) => {
          const { right = 0 } = place.closest('.cell-where')?.getBoundingClientRect() ?? {};
          const text = place.querySelector('bdi');
          const shown = text?.getBoundingClientRect().right ?? Infinity;
          return shown <= right + 0.5 && place.clientWidth >= 5 * 7;
        }),
      );
    await becomes(isWhole, true);
    const cut = () =>
      page
        .locator('.grid-rows .cell-pc:visible, .grid-rows .cell-time:visible')
        .evaluateAll((cells) => cells.some((cell: Placed) => cell.scrollWidth > cell.clientWidth));
    await becomes(cut, false);
    await page.setViewportSize({ width: 585, height: 776 });
    await becomes(() => page.locator('.head.cell-size').count(), 0);
    await becomes(isWhole, true);
    await becomes(cut, false);
  });

  it('has a time where there is one, in milliseconds', async () => {
    await becomes(
      async () => (await page.locator('.grid-rows .cell-time').allInnerTexts()).slice(0, 3),
      ['0.000 ms', '–', '1.000 ms'],
    );
  });

  it('brings a new column in sight at once', async () => {
    await page.setViewportSize({ width: 585, height: 776 });
    await page.evaluate(`tell({
      type: 'menu', act: 'addColumn', place: { value: 'a_rather_long_expression->with.members' },
    })`);
    const head = page.locator('.head.cell-value');
    await head.waitFor();
    await becomes(async () => {
      const { x = 0, width = 0 } = (await head.boundingBox()) ?? {};
      return x >= 0 && x + width <= 585;
    }, true);
    await page.locator('.frames-table').hover();
    await page.mouse.wheel(-5000, 0);
    await becomes(
      async () => ((await page.locator('.head.cell-frame').boundingBox())?.x ?? -1) >= 0,
      true,
    );
  });

  it('selects several rows with Shift, Ctrl and Ctrl+A, and copies them', async () => {
    await row(2).click();
    await row(5).click({ modifiers: ['Shift'] });
    await row(8).click({ modifiers: ['Control'] });
    await becomes(picked, [2, 3, 4, 5, 8]);
    await page.keyboard.press('Control+c');
    await becomes(lastAct, {
      ...{ type: 'menu', act: 'copyRow', place: { frame: 8, selected: true } },
    });
    assert.deepEqual(await page.evaluate('acts.at(-2)'), {
      ...{
        type: 'selectRows',
        ranges: [
          [2, 5],
          [8, 8],
        ],
      },
    });
    await page.keyboard.press('ArrowDown');
    await becomes(picked, [9]);
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Shift+ArrowUp');
    await becomes(picked, [7, 8, 9]);
    await page.keyboard.press('Control+a');
    await becomes(lastAct, { type: 'selectRows', ranges: [[0, 9999]] });
    await row(3).click();
    await becomes(picked, [3]);
    await becomes(lastAct, { type: 'selectRows', ranges: [] });
  });

  it('selects the row of its context menu, unless it is one of several', async () => {
    await row(4).click({ button: 'right' });
    await becomes(picked, [4]);
    await row(6).click({ modifiers: ['Shift'] });
    await row(5).click({ button: 'right' });
    await becomes(picked, [4, 5, 6]);
    const menu = await row(5).locator('.cell-frame').getAttribute('data-vscode-context');
    assert.match(menu ?? '', /"selected":true/);
    await row(9).click({ button: 'right' });
    await becomes(picked, [9]);
  });

  it('begins at the top when it is sorted; Space shows the selected row', async () => {
    await page.locator(grid).focus();
    await page.keyboard.press('End');
    await becomes(picked, [9999]);
    const head = page.locator('.head.cell-tracepoint');
    assert.match((await head.getAttribute('data-vscode-context')) ?? '', /head grouping/);
    await page.evaluate(`tell({
      type: 'menu', act: 'sortAscending', place: { head: { kind: 'tracepoint' } },
    })`);
    await becomes(() => head.getAttribute('aria-sort'), 'ascending');
    await becomes(() => row(0).getAttribute('aria-rowindex'), '2');
    await becomes(picked, []);
    await page.locator(grid).focus();
    await page.keyboard.press(' ');
    await becomes(picked, [9999]);
  });

  it('hides a column, and says what one comes to', async () => {
    const ask = (act: string, column: string) =>
      page.evaluate(`tell({ type: 'menu', act: '${act}', place: { head: ${column} } })`);
    await ask('hideColumn', "{ kind: 'size' }");
    await becomes(() => page.locator('.head.cell-size').count(), 0);
    await ask('columnStatistics', "{ kind: 'value', text: 'n' }");
    await becomes(
      () => page.locator('.status .said').innerText(),
      'n: 10,000 frames; min 0 in frame 0, mean 0, max 65,535 in frame 1',
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
