// The table at ten million frames: the page as it ships, in a browser, over a host that makes them
// up.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import type { Browser, Page } from 'playwright-core';
import { openTestPage } from '../../../scripts/vscode/testPage.mjs';
import { launchBrowser } from '../../../scripts/vscode/browser.mjs';
import { becomes } from '../../onScreen';

const frames = 10_000_000;

let browser: Browser;
let page: Page;
const errors: string[] = [];

/**
 * The rows on the screen from the top: the number in the first cell, and whether the row is all
 * there.
 */
interface ShownRow {
  readonly index: number;
  readonly frame: string;
  readonly whole: boolean;
}

/** Rows in sight, by what assistive technology is told and by what is to be read. */
function shownRows(): Promise<ShownRow[]> {
  return page.locator('.grid-rows [role="row"]:visible').evaluateAll((rows) =>
    rows.map((row: ElementLike) => ({
      index: Number(row.getAttribute('aria-rowindex')),
      frame: row.querySelector('.cell-frame')?.textContent.trim().replaceAll(',', '') ?? '',
      whole: row.querySelector('.placeholder') === null,
    })),
  );
}

/** What is asked of an element in the page; tests are compiled without the DOM's types. */
interface ElementLike {
  readonly textContent: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): ElementLike | null;
}

/** Waits until every row in sight is there, and says which frames they are. */
async function settled(): Promise<number[]> {
  let rows: ShownRow[] = [];
  await becomes(async () => {
    rows = await shownRows();
    return rows.length > 10 && rows.every(({ whole }) => whole);
  }, true);
  for (const [i, { index, frame }] of rows.entries()) {
    assert.equal(index, (rows[0]?.index ?? 0) + i);
    assert.match(frame, /^\d+$/);
  }
  return rows.map(({ frame }) => Number(frame));
}

/** Waits until the last row in sight is there. A key is answered by the paint that follows it. */
function endsAt(frame: number): Promise<void> {
  return becomes(async () => (await settled()).at(-1), frame);
}

/** Waits until the rows in sight begin so. */
function beginsWith(...expected: readonly number[]): Promise<void> {
  return becomes(async () => (await settled()).slice(0, expected.length), expected);
}

describe('ten million frames', () => {
  before(async () => {
    browser = await launchBrowser();
    page = await openTestPage(browser, { frames });
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  });

  after(() => browser.close());

  it('are gone through by keys, to the end and back', async () => {
    const grid = page.locator('.frames-table [role="grid"]');
    await becomes(() => grid.getAttribute('aria-rowcount'), '10000001');
    await grid.press('End');
    await endsAt(frames - 1);
    await grid.press('PageUp');
    const last = (await settled()).length;
    await page.locator('[role="row"][aria-selected="true"]').waitFor();
    await grid.press('Home');
    await beginsWith(0, 1, 2);
    for (let i = 0; i < 20; i++) await grid.press('PageDown');
    const selected = page.locator('.grid-rows [aria-selected="true"] .cell-frame');
    await becomes(
      async () => Number((await selected.innerText()).replaceAll(',', '')) > 20 * (last - 3),
      true,
    );
    await page.keyboard.type('7654321');
    await page.keyboard.press('Enter');
    await becomes(() => selected.innerText(), '7,654,321');
    await settled();
  });

  it('show their numbers while the thumb is dragged through all of them', async () => {
    const bar = page.locator('.frames-table .scrollbar');
    const { x, y, width, height } = (await bar.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    await page.mouse.move(x + width / 2, y + 2);
    await page.mouse.down();
    for (let step = 1; step <= 30; step++) {
      await page.mouse.move(x + width / 2, y + (height * step) / 30);
      const rows = await shownRows();
      assert.ok(rows.length > 10 && rows.every(({ frame }) => /^\d+$/.test(frame)));
    }
    await page.mouse.up();
    await endsAt(frames - 1);
  });

  it('are sorted', async () => {
    const head = page.locator('[role="columnheader"]', { hasText: 'tracepoint' });
    await head.click();
    await page.locator('[role="columnheader"][aria-sort="ascending"]').waitFor();
    const grid = page.locator('.frames-table [role="grid"]');
    await grid.press('Home');
    await beginsWith(0, 4, 8);
    await grid.press('End');
    await endsAt(frames - 1);
    await head.click();
    await page.locator('[role="columnheader"][aria-sort="descending"]').waitFor();
    await grid.press('Home');
    await beginsWith(frames - 1, frames - 5);
    await head.click();
  });

  it('are filtered', async () => {
    const filter = page.locator('#filter');
    await filter.fill('n % 1000 == 0');
    await filter.press('Enter');
    await becomes(() => page.locator('.filter-count').innerText(), '10,000 of 10,000,000');
    const grid = page.locator('.frames-table [role="grid"]');
    await becomes(() => grid.getAttribute('aria-rowcount'), '10001');
    await grid.press('End');
    await endsAt(frames - 1000);
  });

  it('bring no error', () => {
    assert.deepEqual(errors, []);
  });
});
