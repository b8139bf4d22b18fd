// What stands where on the page, and what never moves.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually, tried } from '../../scripts/vscode/waiting.mjs';
import { becomes, reads } from '../onScreen';
import { TestedPage } from './testedPage';

let page: TestedPage;
const within = (selector: string) => page.frame.locator(selector);
const tab = (name: string | RegExp, selected?: boolean) =>
  page.frame.getByRole('tab', { name, exact: true, ...(selected && { selected }) });

/** Where an element is, in pixels. */
async function boxOf(selector: string) {
  const box = await within(selector).first().boundingBox();
  return box ?? assert.fail(`${selector} is not in sight`);
}

const bottomOf = async (selector: string) => {
  const { y, height } = await boxOf(selector);
  return y + height;
};

/** What is read of the page once it has stayed the same for some reads. */
async function atRest<T>(read: () => Promise<T>): Promise<T> {
  let last = await read();
  let same = 0;
  await eventually('the page to rest', async () => {
    const now = await read();
    same = isDeepStrictEqual(now, last) ? same + 1 : 0;
    last = now;
    return same > 8;
  });
  return last;
}

const rowsInSight = () => within('.grid-rows [role="row"]:visible').count();

async function addTrack(text: string): Promise<void> {
  await within('#track-expression').fill(text);
  // The browser's own list of completions may take Enter for itself.
  await page.frame.getByRole('button', { name: 'Add track', exact: true }).click();
  await within(`[data-track="value ${text}"]`).waitFor();
}

describe('the page', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
    await within('.track-head').nth(3).waitFor();
  });

  afterAll(() => page.close());

  it('reaches every tab with the wheel and by clicks alone, where not all have room', async () => {
    await page.resize({ width: 320, height: 776 });
    const tabs = page.frame.getByRole('tablist', { name: 'Details' });
    const scrolled = () => tabs.evaluate(({ scrollLeft }: { scrollLeft: number }) => scrollLeft);
    await tabs.hover();
    await page.mouse.wheel(0, 60);
    await becomes(async () => (await scrolled()) > 0, true);
    const names = await page.frame.getByRole('tab').allInnerTexts();
    for (const name of names.slice(1)) {
      const { y } = await boxOf('.tabs');
      const x = async () => Math.max((await tab(name).boundingBox())?.x ?? 320, 0) + 5;
      await becomes(async () => (await x()) < 320, true);
      await tried(name, async (timeout) => {
        await page.mouse.click(await x(), y + 10);
        await tab(name, true).waitFor({ timeout });
      });
    }
  });

  it('cuts a place from its left where the table is narrow', async () => {
    await page.resize({ width: 334, height: 450 });
    const lines = within('.grid-rows [role="row"]:visible .cell-where');
    await becomes(async () => {
      const { x, width } = (await lines.first().boundingBox()) ?? { x: 0, width: 1000 };
      return x + width <= 334;
    }, true);
  });

  it('keeps the selected row where it is while a source opens beside', async () => {
    await page.resize({ width: 1440, height: 900 });
    await within('.frames-table .scrollbar').waitFor();
    await within('.grid-rows [role="row"]').nth(8).click();
    const selected = '.grid-rows [role="row"][aria-selected="true"]';
    const y = await atRest(async () => (await boxOf(selected)).y);
    await page.resize({ width: 585, height: 900 });
    await becomes(async () => (await boxOf('.details')).y > y, true);
    await becomes(async () => (await boxOf(selected)).y, y);
    await page.resize({ width: 1440, height: 900 });
    await becomes(async () => (await boxOf('.details')).y < y, true);
    await becomes(async () => (await boxOf(selected)).y, y);
  });

  it('has rows of data in sight at 200 percent', async () => {
    await page.resize({ width: 720, height: 450 });
    await becomes(async () => (await rowsInSight()) >= 6 && (await rowsInSight()) < 12, true);
    await becomes(async () => (await bottomOf('.frames-table')) <= 450, true);
  });

  for (const [width, height] of [
    [585, 776],
    [1440, 900],
  ] as const) {
    it(`has 16 rows of bytes, and the inspector’s columns, at ${width}x${height}`, async () => {
      await page.resize({ width, height });
      await page.showTab('Bytes');
      await within('.hex-row').first().waitFor();
      await becomes(async () => (await within('.hex-row').count()) >= 16, true);
      await becomes(async () => {
        const [last, end] = [
          await bottomOf('.hex-row:nth-child(16)'),
          await bottomOf('.hex-frame'),
        ];
        return last <= end;
      }, true);
      const parts = ['.hex-grid', '.hex-side', '.inspector'];
      const cut = () => Promise.all(parts.map((each) => within(each).evaluate(cutPixels)));
      await becomes(cut, [0, 0, 0]);
      await tab(/^Frame/).click();
      await within('.grid-rows [role="row"]:visible').first().waitFor();
    });
  }
});

describe('the tracks of a page', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
    await within('.track-head').nth(3).waitFor();
    await addTrack('queue->waiting');
  });

  afterAll(() => page.close());

  it('have their numbers whole, and the word in their bar, where the page is narrow', async () => {
    const range = within('[data-track="value queue->waiting"] .head-extremes');
    for (const width of [585, 520, 400]) {
      await page.resize({ width, height: 776 });
      await becomes(() => range.innerText(), '0 – 65,535');
      await becomes(() => range.evaluate(cutPixels), 0);
      await becomes(() => within('#track-expression').evaluate(cutPlaceholder), 0);
    }
  });

  it('are all in sight in a narrow window, and their bar whole, zoomed or not', async () => {
    await page.resize({ width: 585, height: 776 });
    await addTrack('minute');
    const cut = () =>
      Promise.all([
        within('.canvas-tracks').evaluate(cutRows),
        within('.canvas-bar').evaluate(cutPixels),
        within('[data-track="value queue->waiting"] .lane-name').evaluate(cutPixels),
      ]);
    await becomes(cut, [0, 0, 0]);
    await within('.canvas-slider').press('+');
    await within('.canvas-map').waitFor();
    await becomes(cut, [0, 0, 0]);
    await within('.canvas-slider').press('-');
    await within('.canvas-map').waitFor({ state: 'detached' });
  });

  it('get more room by keys and by a drag, and as much as usual again', async () => {
    await page.resize({ width: 1440, height: 700 });
    const sash = page.frame.getByRole('separator', { name: 'Height of the tracks' });
    const height = async () => (await boxOf('#canvas-tracks')).height;
    const usual = await atRest(height);
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

  it('leave two thirds of a narrow window to the table and the details', async () => {
    await page.resize({ width: 585, height: 776 });
    await becomes(async () => (await boxOf('.header')).height <= 36, true);
    for (const text of ['call->state', 'total.refused']) await addTrack(text);
    await becomes(async () => (await bottomOf('.filter-bar')) <= 776 / 3, true);
    await becomes(async () => new Set(await within('.header').evaluate(tops)).size, 1);
  });
});

describe('the filter', () => {
  const rowCount = () => within('[role="grid"]').first().getAttribute('aria-rowcount');

  beforeAll(async () => {
    page = await TestedPage.open();
    await within('.track-head').nth(3).waitFor();
  });

  afterAll(() => page.close());

  it('is counted while it is typed, cleared by Escape, and moves nothing', async () => {
    const grid = await atRest(() => boxOf('.grid-rows'));
    await within('#filter').click();
    await page.keyboard.type('$tracepoint == 3');
    await becomes(() => within('.filter-count.preview').innerText(), '24 of 246');
    await becomes(() => within('.token-number').innerText(), '3');
    await page.keyboard.type(' +');
    await within('#filter-problem').waitFor();
    await becomes(() => boxOf('.grid-rows'), grid);
    await page.keyboard.press('Enter');
    await becomes(rowCount, '247');
    await page.keyboard.press('Escape');
    await becomes(() => within('#filter').inputValue(), '');
    await becomes(() => within('#filter-problem').count(), 0);
    await becomes(() => boxOf('.grid-rows'), grid);
  });

  it('takes a completion that is selected, and runs otherwise', async () => {
    await within('#filter').click();
    await page.keyboard.type('$_ch');
    const option = within('#filter-suggestions [role="option"]');
    await reads(() => option.first().innerText(), /^\$_changed\(expression\)\s+1 where/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await becomes(() => within('#filter').inputValue(), '$_changed');
    await page.keyboard.type('(minute');
    await becomes(() => within('.called-function .mono').innerText(), '$_changed(expression)');
    await page.keyboard.type(')');
    await page.keyboard.press('Enter');
    await becomes(() => within('.filter-count:not(.preview)').innerText(), '104 of 246');
    await page.frame.getByRole('button', { name: 'Next match' }).click();
    const selected = within('[role="row"][aria-selected="true"] .cell-frame');
    await becomes(() => selected.innerText(), '2');
    await page.frame.getByRole('button', { name: 'Clear the filter' }).click();
    await becomes(rowCount, '247');
    await within('#filter').click();
    await becomes(() => option.allInnerTexts(), ['$_changed(minute)']);
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
