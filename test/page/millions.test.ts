// The table with millions of frames.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { temporaryFolder } from '../../scripts/steps/childProcesses.mjs';
import { becomes } from '../onScreen';
import { writeManyFrames } from './manyFrames';
import { TestedPage } from './testedPage';

/** More than a browser has pixels for rows. */
const frames = 2_000_000;

let page: TestedPage;
const within = (selector: string) => page.frame.locator(selector);
const grid = () => within('.frames-table [role="grid"]');
const head = (of = '') => within(`[role="columnheader"]${of}`).filter({ hasText: 'tracepoint' });

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
  return within('.grid-rows [role="row"]:visible').evaluateAll((rows) =>
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

describe('millions of frames', () => {
  beforeAll(async () => {
    const file = join(temporaryFolder('frames'), 'millions.tf');
    writeManyFrames(file, frames);
    page = await TestedPage.open({ file });
    await becomes(() => grid().getAttribute('aria-rowcount'), String(frames + 1));
  });

  afterAll(() => page.close());

  it('are gone through by keys, to the end and back', async () => {
    await grid().press('End');
    await endsAt(frames - 1);
    await grid().press('PageUp');
    const last = (await settled()).length;
    await within('[role="row"][aria-selected="true"]').waitFor();
    await grid().press('Home');
    await beginsWith(0, 1, 2);
    for (let i = 0; i < 20; i++) await grid().press('PageDown');
    const selected = within('.grid-rows [aria-selected="true"] .cell-frame');
    await becomes(
      async () => Number((await selected.innerText()).replaceAll(',', '')) > 20 * (last - 3),
      true,
    );
    await page.keyboard.type('1654321');
    await page.keyboard.press('Enter');
    await becomes(() => selected.innerText(), '1,654,321');
    await settled();
  });

  it('show their numbers while the thumb is dragged through all of them', async () => {
    const box = await within('.frames-table .scrollbar').boundingBox();
    const { x, y, width, height } = box ?? assert.fail('no scrollbar is in sight');
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
    await head().click();
    await head('[aria-sort="ascending"]').waitFor();
    await grid().press('Home');
    await beginsWith(0, 4, 8);
    await grid().press('End');
    await endsAt(frames - 1);
    await head().click();
    await head('[aria-sort="descending"]').waitFor();
    await grid().press('Home');
    await beginsWith(3, 7, 11);
    await head().click();
  });

  it('are filtered', async () => {
    await within('#filter').fill('$trace_frame % 1000 == 0');
    await within('#filter').press('Enter');
    await becomes(() => page.text('.filter-count'), '2,000 of 2,000,000');
    await becomes(() => grid().getAttribute('aria-rowcount'), '2001');
    await grid().press('End');
    await endsAt(frames - 1000);
  });
});
