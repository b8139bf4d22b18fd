// Each view of the trace editor, brought on the screen with something in it.
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import { becomes } from './openVscode';
import type { TracePage } from './tracePage';

export interface View {
  readonly name: string;
  show(page: TracePage): Promise<void>;
  /** Takes away what would stand in the way of the next view. */
  leave?(page: TracePage): Promise<void>;
}

const filter = '#filter';

/** Sets the filter as a person does. */
export async function filterBy(page: TracePage, text: string): Promise<void> {
  const input = page.frame.locator(filter);
  await input.fill(text);
  await input.press('Escape');
  await input.fill(text);
  await input.press('Enter');
}

async function openSections(page: TracePage, within: string): Promise<void> {
  const closed = page.frame.locator(`${within} details:not([open]) > summary`);
  // A section that was clicked opens with the next drawing, perhaps after it was counted again.
  await eventually('open sections', async () => {
    const left = await closed.count();
    if (left === 0) return true;
    await closed.first().click({ timeout: 5000 });
    await eventually('one more', async () => (await closed.count()) < left, 5000);
    return false;
  });
}

/** In an order in which none stands in the way of the next. */
export const views: readonly View[] = [
  {
    name: 'frame',
    async show(page) {
      await page.frame.locator('#tab-frame').click();
      await page.select(2);
      await becomes(() => page.selected(), 2);
      await page.frame.locator('[data-testid="variables"] [role="treeitem"]').first().waitFor();
      await openSections(page, '.panel');
      await page.frame.locator('[data-testid="memory"]').press('ArrowRight');
      await page.frame.locator('[data-testid="inspector"]').waitFor();
    },
  },
  {
    name: 'compare',
    async show(page) {
      await page.showTab('Compare');
      const left = page.frame.getByLabel('The frame on the left');
      await left.fill('1');
      await left.press('Enter');
      await page.frame.locator('.compared-frames').waitFor();
    },
  },
  {
    name: 'tracepoints',
    async show(page) {
      await page.showTab('Tracepoints');
      await openSections(page, '.panel');
      await page.frame.locator('.bytecode').first().waitFor();
      await openSections(page, '.panel');
    },
  },
  { name: 'trace', show: (page) => page.showTab('Trace') },
  {
    name: 'bytes',
    async show(page) {
      await page.showTab('Bytes');
      await page.frame.locator('[data-testid="bytes-view"] [role="treeitem"]').first().waitFor();
    },
  },
  { name: 'problems', show: (page) => page.showTab('Problems') },
  {
    name: 'tracks',
    async show(page) {
      const toggle = page.frame.locator('.canvas-toggle');
      if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
      const box = page.frame.locator('#track-expression');
      for (const text of ['minute', 'queue->waiting > 4']) {
        await box.fill(text);
        // The browser's own list of completions may take Enter for itself.
        await page.frame.getByRole('button', { name: 'Add track', exact: true }).click();
        await becomes(() => box.inputValue(), '');
      }
      await page.frame.locator('.canvas-slider').hover({ position: { x: 120, y: 30 } });
      await page.frame.locator('.pointer-card').waitFor();
    },
    async leave(page) {
      for (const text of ['minute', 'queue->waiting > 4']) {
        await page.frame.locator(`.track-head[data-track="value ${text}"]`).hover();
        await page.frame.getByRole('button', { name: `Remove the track of ${text}` }).click();
      }
    },
  },
  {
    name: 'columns',
    async show(page) {
      await page.frame.getByRole('button', { name: 'Columns' }).click();
      await page.frame.locator('#columns').waitFor();
    },
    leave: (page) => page.frame.locator('#column-expression').press('Escape'),
  },
  {
    name: 'groups',
    async show(page) {
      const choice = page.frame.locator('[data-testid="group-by"]');
      await choice.selectOption('tracepoint');
      await page.frame.locator('.groups-bar').waitFor();
      await page.frame.locator('#groups-measured').fill('minute');
      await page.frame.locator('#groups-measured').press('Enter');
      await page.frame.locator('.frames-table [role="row"][aria-rowindex="5"]').waitFor();
    },
    async leave(page) {
      await page.frame.locator('[data-testid="group-by"]').selectOption('');
      await page.frame.locator('.frames-table .cell-frame').first().waitFor();
    },
  },
  {
    name: 'filtered',
    async show(page) {
      await filterBy(page, '$tracepoint == 3');
      await becomes(() => page.text('.filter-count'), '24 of 246');
    },
  },
  {
    name: 'no-match',
    async show(page) {
      await filterBy(page, '$tracepoint == 99');
      await page.frame.locator('.no-match').waitFor();
    },
  },
  {
    name: 'filter-problem',
    async show(page) {
      await filterBy(page, 'minute >');
      await page.frame.locator('#filter-problem').waitFor();
    },
    async leave(page) {
      await filterBy(page, '');
      await eventually('all frames', async () => (await page.frameCount()) === 246);
    },
  },
];
