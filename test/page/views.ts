// Each view of the trace editor, brought on the screen with something in it.
import { eventually, tried } from '../../scripts/vscode/waiting.mjs';
import { becomes } from '../onScreen';
import type { TracePage } from '../vscode/browser/tracePage';

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

/** Shows a view, looks, and leaves it, whatever was seen: the next view stands on that. */
export async function seen(view: View, page: TracePage, look: () => Promise<void>): Promise<void> {
  await view.show(page);
  try {
    await look();
  } finally {
    await view.leave?.(page);
  }
}

/** Where the page is narrow, the tools of the filter are in a menu. */
async function openFilterTools(page: TracePage): Promise<void> {
  const more = page.frame.locator('.filter-more');
  const isOpen = () => page.frame.locator('.columns-button').isVisible();
  if ((await more.isVisible()) && !(await isOpen())) await more.click();
}

/** Where the page is narrow, the tracks are folded. */
export async function unfoldTracks(page: TracePage): Promise<void> {
  const toggle = page.frame.locator('.canvas-toggle');
  await tried('the tracks', async (timeout) => {
    const isDone = async () => (await toggle.getAttribute('aria-expanded', { timeout })) === 'true';
    if (await isDone()) return;
    await toggle.click({ timeout });
    await eventually('them to unfold', isDone, timeout);
  });
}

async function openSections(page: TracePage, within: string): Promise<void> {
  const closed = page.frame.locator(`${within} details:not([open])`);
  while ((await closed.count()) > 0) {
    await tried('a section', async (timeout) => {
      const section = (await closed.count()) > 0 && (await closed.first().elementHandle());
      if (!section) return;
      await (await section.$('summary'))?.press('Enter');
      // It opens with the next drawing, perhaps as another element, and brings closed ones along.
      await eventually('it to open', () => section.evaluate(isOpenOrGone), timeout);
    });
  }
}

function isOpenOrGone(section: { readonly open?: boolean; readonly isConnected?: boolean }) {
  return section.open === true || section.isConnected === false;
}

/** In an order in which none stands in the way of the next. */
export const views: readonly View[] = [
  {
    name: 'frame',
    async show(page) {
      await page.frame.locator('#tab-frame').click();
      // A click on the frame that is selected opens its source, beside a page that may be narrow.
      if ((await page.selected()) !== 2) await page.select(2);
      await becomes(() => page.selected(), 2);
      await becomes(() => page.frame.locator('#tab-frame').innerText(), 'Frame 2');
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
      const left = page.frame.getByLabel('Left frame');
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
  {
    name: 'suggested-intervals',
    async show(page) {
      await page.showTab('Intervals');
      await page.frame.locator('.suggested-intervals').waitFor();
    },
  },
  {
    name: 'intervals',
    async show(page) {
      await page.frame.locator('.suggested-intervals button').first().click();
      await page.frame.locator('.histogram').waitFor();
      await page.frame.locator('.intervals-table .interval-duration').nth(1).waitFor();
      await openSections(page, '.panel');
      // Begins in the frame that the first view selects: no source opens beside.
      const row = page.frame.locator('.intervals-table [role="row"][aria-rowindex="3"]');
      await row.click({ position: { x: 10, y: 8 } });
    },
    async leave(page) {
      await page.frame.getByRole('button', { name: 'Clear', exact: true }).click();
    },
  },
  {
    name: 'transitions',
    async show(page) {
      await page.showTab('Transitions');
      const found = page.frame.locator('.transitions tbody tr');
      if ((await found.count()) > 0) return;
      await page.frame.locator('#transition-state').fill('call->state');
      await page.frame.getByRole('button', { name: 'Find', exact: true }).click();
      await found.first().waitFor();
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
      await unfoldTracks(page);
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
      await openFilterTools(page);
      await page.frame.getByRole('button', { name: 'Columns' }).click();
      await page.frame.locator('#columns').waitFor();
    },
    leave: (page) => page.frame.locator('#column-expression').press('Escape'),
  },
  {
    name: 'groups',
    async show(page) {
      await openFilterTools(page);
      const choice = page.frame.locator('[data-testid="group-by"]');
      await choice.selectOption('tracepoint');
      await page.frame.locator('.groups-bar').waitFor();
      await page.frame.locator('#groups-measured').fill('minute');
      await page.frame.locator('#groups-measured').press('Enter');
      await page.frame.locator('.frames-table [role="row"][aria-rowindex="5"]').waitFor();
    },
    async leave(page) {
      await openFilterTools(page);
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
