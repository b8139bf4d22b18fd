// Keys that come faster than the page is drawn: each begins where the one before it led, whether or
// not that is on the screen.
import { afterAll, beforeAll, describe, it } from 'vitest';
import { becomes } from '../onScreen';
import { TestedPage } from './testedPage';

let page: TestedPage;
const within = (selector: string) => page.frame.locator(selector);

/** Keys for the element that has the focus. The page is drawn as they end. */
async function pressBeforeDrawing(selector: string, ...keys: readonly string[]): Promise<void> {
  await within(selector).focus();
  await page.frame.evaluate(`
    globalThis.drawFrame = requestAnimationFrame;
    globalThis.drawings = [];
    globalThis.requestAnimationFrame = (draw) => drawings.push(draw);`);
  for (const key of keys) await page.keyboard.press(key);
  await page.frame.evaluate(`
    globalThis.requestAnimationFrame = drawFrame;
    for (const draw of drawings) requestAnimationFrame(draw);
    new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));`);
}

const attribute = (selector: string, name: string) => () => within(selector).getAttribute(name);

describe('keys that come before the page is drawn', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
  });

  afterAll(() => page.close());

  it('go from tab to tab', async () => {
    await pressBeforeDrawing('#tab-frame', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await becomes(attribute('#tab-intervals', 'aria-selected'), 'true');
    await becomes(() => within('#tab-intervals').and(within(':focus')).isVisible(), true);
  });

  it('move the sash on', async () => {
    const before = Number(await attribute('.splitter', 'aria-valuenow')());
    await pressBeforeDrawing('.splitter', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await becomes(attribute('.splitter', 'aria-valuenow'), String(before + 6));
  });

  it('go from row to row and from cell to cell', async () => {
    const grid = '.frames-table [role="grid"]';
    await pressBeforeDrawing(grid, 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight');
    await becomes(() => page.selected(), 2);
    await becomes(() => page.row(2).locator('.cell-tracepoint.cursor').innerText(), '4');
  });

  it('go from frame to frame over the tracks', async () => {
    await page.goTo(0);
    const slider = '.canvas-slider';
    await pressBeforeDrawing(slider, 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight');
    await becomes(attribute(slider, 'aria-valuenow'), '1');
    await becomes(() => within('.range-acts > span').innerText(), 'frames 1–3 (3)');
  });

  it('fold and unfold the tracks', async () => {
    const button = '.canvas-toggle';
    const before = await attribute(button, 'aria-expanded')();
    await pressBeforeDrawing(button, 'Enter', 'Enter');
    await becomes(attribute(button, 'aria-expanded'), before);
  });

  it('close and open a section', async () => {
    await within('#tab-trace').click();
    const size = page.frame.getByText('File size');
    await size.waitFor();
    await pressBeforeDrawing('details.section summary >> nth=0', 'Enter', 'Enter');
    await becomes(() => size.isVisible(), true);
  });

  it('make a column wider', async () => {
    const head = within('.head.cell-tracepoint');
    const width = async () => Math.round((await head.boundingBox())?.width ?? 0);
    const before = await width();
    await page.frame.getByRole('button', { name: 'Columns' }).click();
    await pressBeforeDrawing('[aria-label="Wider: Tracepoint"]', 'Enter', 'Enter', 'Enter');
    await becomes(width, before + 48);
    await page.keyboard.press('Escape');
  });

  it('look for capitals and small letters alike, or not', async () => {
    await within('#tab-bytes').click();
    const button = '[aria-label="Match case"]';
    await pressBeforeDrawing(button, 'Enter', 'Enter');
    await becomes(attribute(button, 'aria-pressed'), 'false');
  });
});
