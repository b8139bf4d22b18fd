// What stands where on the page, and what never moves: the page as it ships, over a made-up host.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import type { Browser, Page } from 'playwright-core';
import { openTestPage } from '../../../scripts/vscode/testPage.mjs';
import { launchBrowser } from '../../../scripts/vscode/browser.mjs';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import { becomes } from '../../onScreen';

let browser: Browser;
let page: Page;

/** Where an element is, in pixels. */
async function boxOf(selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  return box ?? assert.fail(`${selector} is not in sight`);
}

const bottomOf = async (selector: string) => {
  const { y, height } = await boxOf(selector);
  return y + height;
};

/** Where an element is once it has stayed there for some reads. */
async function restingPlaceOf(selector: string): Promise<number> {
  let { y } = await boxOf(selector);
  let same = 0;
  await eventually('the page to rest', async () => {
    const now = (await boxOf(selector)).y;
    same = now === y ? same + 1 : 0;
    y = now;
    return same > 8;
  });
  return y;
}

const rowsInSight = () => page.locator('.grid-rows [role="row"]:visible').count();

describe('the page', () => {
  before(async () => {
    browser = await launchBrowser();
  });

  beforeEach(async () => {
    page = await openTestPage(browser, { frames: 10_000 });
    await page.locator('.track-head').nth(3).waitFor();
  });

  afterEach(() => page.close());

  after(() => browser.close());

  it('leaves two thirds of a narrow window to the table and the details', async () => {
    await page.setViewportSize({ width: 585, height: 776 });
    await becomes(async () => (await boxOf('.header')).height <= 36, true);
    for (const text of ['n', 'm', 'p->x', 'q']) {
      await page.locator('#track-expression').fill(text);
      await page.locator('#track-expression').press('Enter');
      await page.locator(`[data-track="value ${text}"]`).waitFor();
    }
    const bottom = await bottomOf('.filter-bar');
    assert.ok(bottom <= 776 / 3, `header, tracks and filter take ${bottom} pixels`);
    const header = await page.locator('.header').evaluate(tops);
    assert.equal(new Set(header).size, 1, `tops of what is in the header: ${header.join(', ')}`);
  });

  it('has all tracks in sight in a narrow window, and its bar whole, zoomed or not', async () => {
    await page.setViewportSize({ width: 585, height: 776 });
    for (const text of ['n', 'queue->waiting']) {
      await page.locator('#track-expression').fill(text);
      await page.locator('#track-expression').press('Enter');
      await page.locator(`[data-track="value ${text}"]`).waitFor();
    }
    const cut = () =>
      Promise.all([
        page.locator('.canvas-tracks').evaluate(cutRows),
        page.locator('.canvas-bar').evaluate(cutPixels),
        page.locator('[data-track="value queue->waiting"] .lane-name').evaluate(cutPixels),
      ]);
    await becomes(cut, [0, 0, 0]);
    await page.locator('.canvas-slider').press('+');
    await page.locator('.canvas-map').waitFor();
    await becomes(cut, [0, 0, 0]);
  });

  it('cuts no number of a track, nor the word in its bar, where the page is narrow', async () => {
    await page.locator('#track-expression').fill('queue->waiting');
    await page.locator('#track-expression').press('Enter');
    const range = page.locator('[data-track="value queue->waiting"] .head-extremes');
    for (const width of [585, 520, 400]) {
      await page.setViewportSize({ width, height: 776 });
      await becomes(() => range.innerText(), '0 – 65,535');
      await becomes(() => range.evaluate(cutPixels), 0);
      await becomes(() => page.locator('#track-expression').evaluate(cutPlaceholder), 0);
    }
  });

  it('reaches every tab with the wheel and by clicks alone, where not all have room', async () => {
    await page.setViewportSize({ width: 320, height: 776 });
    const tabs = page.getByRole('tablist', { name: 'Details' });
    const scrolled = () => tabs.evaluate(({ scrollLeft }: { scrollLeft: number }) => scrollLeft);
    await tabs.hover();
    await page.mouse.wheel(0, 60);
    await becomes(async () => (await scrolled()) > 0, true);
    const names = await page.getByRole('tab').allInnerTexts();
    for (const name of names.slice(1)) {
      const { x, width } = (await page.getByRole('tab', { name, exact: true }).boundingBox()) ?? {};
      assert.ok(x !== undefined && width !== undefined);
      assert.ok(x + 5 < 320, `${name} begins at ${x}`);
      await page.mouse.click(Math.max(x, 0) + 5, (await boxOf('.tabs')).y + 10);
      await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
    }
  });

  it('cuts a place from its left where the table is narrow', async () => {
    await page.setViewportSize({ width: 334, height: 450 });
    const lines = page.locator('.grid-rows [role="row"]:visible .cell-where');
    await becomes(async () => {
      const { x, width } = (await lines.first().boundingBox()) ?? { x: 0, width: 1000 };
      return x + width <= 334;
    }, true);
  });

  it('keeps the selected row where it is while a source opens beside', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('.frames-table .scrollbar').waitFor();
    await page.locator('.grid-rows [role="row"]').nth(8).click();
    const selected = '.grid-rows [role="row"][aria-selected="true"]';
    const y = await restingPlaceOf(selected);
    await page.setViewportSize({ width: 585, height: 900 });
    await becomes(async () => (await boxOf('.details')).y > y, true);
    await becomes(async () => (await boxOf(selected)).y, y);
    await page.setViewportSize({ width: 1440, height: 900 });
    await becomes(async () => (await boxOf('.details')).y < y, true);
    await becomes(async () => (await boxOf(selected)).y, y);
  });

  it('has rows of data in sight at 200 percent', async () => {
    await page.setViewportSize({ width: 720, height: 450 });
    await becomes(async () => (await rowsInSight()) >= 6 && (await rowsInSight()) < 12, true);
    const end = await bottomOf('.frames-table');
    assert.ok(end <= 450, `the table ends at ${end}`);
  });

  for (const [width, height] of [
    [585, 776],
    [1440, 900],
  ] as const) {
    it(`has 16 rows of bytes, and the inspector’s columns, at ${width}x${height}`, async () => {
      await page.setViewportSize({ width, height });
      await page.getByRole('tab', { name: 'Bytes' }).click();
      await page.locator('.hex-row').first().waitFor();
      await becomes(async () => (await page.locator('.hex-row').count()) >= 16, true);
      const end = await bottomOf('.hex-frame');
      assert.ok((await bottomOf('.hex-row:nth-child(16)')) <= end, `the bytes end at ${end}`);
      for (const selector of ['.hex-grid', '.hex-side', '.inspector']) {
        assert.equal(await page.locator(selector).evaluate(cutPixels), 0, `cut from ${selector}`);
      }
      await page.getByRole('tab', { name: /^Frame/ }).click();
      await page.locator('.grid-rows [role="row"]:visible').first().waitFor();
    });
  }

  it('gives the tracks more room by keys and by a drag, and as much as usual again', async () => {
    for (const text of ['n', 'm']) {
      await page.locator('#track-expression').fill(text);
      await page.locator('#track-expression').press('Enter');
      await page.locator(`[data-track="value ${text}"]`).waitFor();
    }
    await page.setViewportSize({ width: 1440, height: 700 });
    const sash = page.getByRole('separator', { name: 'Height of the tracks' });
    const height = async () => (await boxOf('#canvas-tracks')).height;
    const usual = await height();
    await sash.press('ArrowUp');
    await becomes(async () => Math.round(await height()), Math.round(usual) - 20);
    const { x, y } = await boxOf('.tracks-sash');
    await page.mouse.move(x + 100, y + 3);
    await page.mouse.down();
    await page.mouse.move(x + 100, y + 300, { steps: 3 });
    await page.mouse.up();
    // As high as the tracks are, and no higher.
    await becomes(height, 4 * 20 + 2 * 44);
    await sash.dblclick();
    await becomes(height, usual);
  });

  describe('the filter', () => {
    const filter = '#filter';

    it('is counted while it is typed, cleared by Escape, and moves nothing', async () => {
      const grid = await boxOf('.grid-rows');
      await page.locator(filter).click();
      await page.keyboard.type('n > 5');
      await becomes(() => page.locator('.filter-count.preview').innerText(), '10 of 10,000');
      await becomes(() => page.locator('.token-number').innerText(), '5');
      await page.keyboard.type(' +');
      await page.locator('#filter-problem').waitFor();
      await becomes(() => boxOf('.grid-rows'), grid);
      await page.keyboard.press('Enter');
      await becomes(
        () => page.locator('[role="grid"]').first().getAttribute('aria-rowcount'),
        '10001',
      );
      await page.keyboard.press('Escape');
      await becomes(() => page.locator(filter).inputValue(), '');
      await becomes(() => page.locator('#filter-problem').count(), 0);
      await becomes(() => boxOf('.grid-rows'), grid);
    });

    it('takes a completion that is selected, and runs otherwise', async () => {
      await page.locator(filter).click();
      await page.keyboard.type('$_');
      const option = page.locator('#filter-suggestions [role="option"]');
      await becomes(
        () =>
          option
            .first()
            .innerText()
            .then((text) => /^\$_changed\(expression\)\s+1 where/.test(text)),
        true,
      );
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await becomes(() => page.locator(filter).inputValue(), '$_changed');
      await page.keyboard.type('(n');
      await becomes(
        () => page.locator('.called-function .mono').innerText(),
        '$_changed(expression)',
      );
      await page.keyboard.type(')');
      await page.keyboard.press('Enter');
      await becomes(() => page.locator('.filter-count:not(.preview)').innerText(), '10 of 10,000');
      await page.getByRole('button', { name: 'Next match' }).click();
      const selected = page.locator('[role="row"][aria-selected="true"] .cell-frame');
      await becomes(async () => (await selected.innerText()).trim(), '1,000');
      await page.getByRole('button', { name: 'Clear the filter' }).click();
      await becomes(
        () => page.locator('[role="grid"]').first().getAttribute('aria-rowcount'),
        '10001',
      );
      await page.locator(filter).click();
      await becomes(() => option.allInnerTexts(), ['$_changed(n)']);
    });
  });
});

/** Tops of the elements of the header that are in sight, rounded to what a line may differ by. */
function tops(header: { readonly children: Iterable<Sized> }): number[] {
  return Array.from(header.children, (each) =>
    Math.round((each.getBoundingClientRect().top + each.getBoundingClientRect().bottom) / 4),
  );
}

/** By how much what is in an element is wider than the element. */
function cutPixels(element: { readonly scrollWidth: number; readonly clientWidth: number }) {
  return Math.max(0, element.scrollWidth - element.clientWidth);
}

/** By how much what is in an element is higher than the element. */
function cutRows(element: { readonly scrollHeight: number; readonly clientHeight: number }) {
  return Math.max(0, element.scrollHeight - element.clientHeight);
}

/** By how much the placeholder of an input is wider than there is room for it. */
function cutPlaceholder(input: unknown): number {
  const { ownerDocument, placeholder, clientWidth } = input as TypedInto;
  const { defaultView } = ownerDocument;
  const style = defaultView.getComputedStyle(input);
  const probe = ownerDocument.createElement('canvas').getContext('2d');
  probe.font = style.font;
  const room = clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return Math.max(0, Math.ceil(probe.measureText(placeholder).width - room));
}

interface TypedInto {
  readonly placeholder: string;
  readonly clientWidth: number;
  readonly ownerDocument: {
    readonly defaultView: {
      getComputedStyle(of: unknown): { font: string; paddingLeft: string; paddingRight: string };
    };
    createElement(name: 'canvas'): {
      getContext(kind: '2d'): { font: string; measureText(text: string): { width: number } };
    };
  };
}

/** What is asked of an element in the page; tests are compiled without the DOM's types. */
interface Sized {
  getBoundingClientRect(): { readonly top: number; readonly bottom: number };
}
