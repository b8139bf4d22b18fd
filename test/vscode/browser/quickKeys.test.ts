// Keys that come faster than the page is drawn: each begins where the one before it led, whether or
// not that is on the screen.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import type { Browser, Page } from 'playwright-core';
import { openTestPage } from '../../../scripts/vscode/testPage.mjs';
import { launchBrowser } from '../../../scripts/vscode/browser.mjs';
import { becomes } from '../../onScreen';

let browser: Browser;
let page: Page;

/** Keys for the element that has the focus. The page is drawn as they end. */
async function pressBeforeDrawing(selector: string, ...keys: readonly string[]): Promise<void> {
  await page.locator(selector).focus();
  await page.evaluate(`
    globalThis.drawFrame = requestAnimationFrame;
    globalThis.drawings = [];
    globalThis.requestAnimationFrame = (draw) => drawings.push(draw);`);
  for (const key of keys) await page.keyboard.press(key);
  await page.evaluate(`
    globalThis.requestAnimationFrame = drawFrame;
    for (const draw of drawings) requestAnimationFrame(draw);
    new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));`);
}

const attribute = (selector: string, name: string) => () =>
  page.locator(selector).getAttribute(name);

describe('keys that come before the page is drawn', () => {
  before(async () => {
    browser = await launchBrowser();
  });

  beforeEach(async () => {
    page = await openTestPage(browser, { frames: 1000 });
  });

  afterEach(() => page.close());

  after(() => browser.close());

  it('go from tab to tab', async () => {
    await pressBeforeDrawing('#tab-frame', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await becomes(attribute('#tab-intervals', 'aria-selected'), 'true');
    assert.ok(
      await page.locator('#tab-intervals').evaluate((tab: Focusable) => tab.matches(':focus')),
    );
  });

  it('move the sash on', async () => {
    const before = Number(await attribute('.splitter', 'aria-valuenow')());
    await pressBeforeDrawing('.splitter', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await becomes(attribute('.splitter', 'aria-valuenow'), String(before + 6));
  });

  it('go from row to row and from cell to cell', async () => {
    const grid = '.frames-table [role="grid"]';
    await pressBeforeDrawing(grid, 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight');
    const row = page.locator(`${grid} [role="row"][aria-selected="true"]`);
    await becomes(() => row.getAttribute('aria-rowindex'), '4');
    await becomes(() => page.locator('.cursor').innerText(), '3');
  });

  it('go from frame to frame over the tracks', async () => {
    const slider = '.canvas-slider';
    await pressBeforeDrawing(slider, 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight');
    await becomes(attribute(slider, 'aria-valuenow'), '1');
    await becomes(() => page.locator('.range-acts > span').innerText(), 'frames 1–3 (3)');
  });

  it('fold and unfold the tracks', async () => {
    const button = '.canvas-toggle';
    const before = await attribute(button, 'aria-expanded')();
    await pressBeforeDrawing(button, 'Enter', 'Enter');
    await becomes(attribute(button, 'aria-expanded'), before);
  });

  it('close and open a section', async () => {
    await page.locator('#tab-trace').click();
    const size = page.getByText('File size');
    await size.waitFor();
    await pressBeforeDrawing('details.section summary >> nth=0', 'Enter', 'Enter');
    await becomes(() => size.isVisible(), true);
  });

  it('make a column wider', async () => {
    const head = page.locator('[role="columnheader"]', { hasText: 'Tracepoint' });
    const width = async () => Math.round((await head.boundingBox())?.width ?? 0);
    const before = await width();
    await page.getByRole('button', { name: 'Columns' }).click();
    await pressBeforeDrawing('[aria-label="Wider: Tracepoint"]', 'Enter', 'Enter', 'Enter');
    await becomes(width, before + 48);
  });

  it('look for capitals and small letters alike, or not', async () => {
    await page.locator('#tab-bytes').click();
    const button = '[aria-label="Match case"]';
    await pressBeforeDrawing(button, 'Enter', 'Enter');
    await becomes(attribute(button, 'aria-pressed'), 'false');
  });
});

/** What is asked of an element in the page; tests are compiled without the DOM's types. */
interface Focusable {
  matches(selector: string): boolean;
}
