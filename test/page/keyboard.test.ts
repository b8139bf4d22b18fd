// The page by the keyboard alone, and as a screen reader is told of it.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually } from '../../scripts/vscode/waiting.mjs';
import { becomes } from '../onScreen';
import { TestedPage } from './testedPage';

let page: TestedPage;
const within = (selector: string) => page.frame.locator(selector);
const press = (key: string) => page.keyboard.press(key);

/** What has the focus, and whether that can be seen. */
interface Focused {
  readonly id: string;
  readonly role: string;
  readonly name: string;
  readonly isSeen: boolean;
}

function focused(): Promise<Focused> {
  return page.frame.evaluate<Focused>(`(() => {
    const active = document.activeElement;
    const styles = [undefined, '::before', '::after'].map((part) => getComputedStyle(active, part));
    const inside = [...active.querySelectorAll('*')].map((each) => getComputedStyle(each));
    return {
      id: active.id || active.className,
      role: active.getAttribute('role') ?? active.localName,
      name: active.getAttribute('aria-label') ?? active.textContent.trim().slice(0, 40),
      isSeen: [...styles, ...inside].some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px',
      ) || styles[2].backgroundColor !== 'rgba(0, 0, 0, 0)',
    };
  })()`);
}

/** Goes on by Tab until something has the focus; the stops on the way. */
async function tabTo(isThere: (focus: Focused) => boolean): Promise<Focused[]> {
  const stops: Focused[] = [];
  while (stops.length < 100) {
    await page.frame.evaluate('globalThis.focusBefore = document.activeElement');
    await press('Tab');
    await eventually('the focus to move', () =>
      page.frame.evaluate<boolean>('document.activeElement !== focusBefore'),
    );
    const focus = await focused();
    stops.push(focus);
    if (isThere(focus)) return stops;
  }
  return assert.fail(`Not reached by Tab: ${JSON.stringify(stops)}`);
}

/** Waits until the panel of a tab is drawn: the focus is there before. */
function isInFront(tab: string): Promise<void> {
  return within(`#panel[aria-labelledby="tab-${tab}"]`).waitFor();
}

describe('by the keyboard', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
    await page.goTo(2);
  });

  afterAll(() => page.close());

  it('every part of the page is reached, and it is seen which has the focus', async () => {
    await within('.program').focus();
    const stops = await tabTo(({ role }) => role === 'tab');
    const reached = stops.map(({ role, id }) => `${role} ${id}`).join('\n');
    for (const part of [
      /button primary/,
      /button bare canvas-toggle/,
      /input go-to-time/,
      /slider canvas-slider/,
      /combobox filter/,
      /select/,
      /button secondary/,
      /grid grid/,
      /separator splitter/,
      /tab tab-frame/,
    ]) {
      assert.match(reached, part);
    }
    assert.deepEqual(
      stops.filter(({ isSeen }) => !isSeen),
      [],
    );
  });

  it('the tabs are gone through, and each panel is entered', async () => {
    for (const [tab, part] of [
      ['compare', /number/],
      ['tracepoints', /link/],
      ['intervals', /interval-begin/],
      ['transitions', /transition-state/],
      ['trace', /summary/],
      ['bytes', /hex-grid/],
      ['problems', /panel/],
    ] as const) {
      await press('ArrowRight');
      await becomes(async () => (await focused()).id, `tab-${tab}`);
      await isInFront(tab);
      await tabTo(
        ({ id, role }) =>
          part.test(`${role} ${id}`) || (tab === 'compare' && /frame-number/.test(id)),
      );
      await within(`#tab-${tab}`).focus();
    }
    await press('Home');
    await becomes(async () => (await focused()).id, 'tab-frame');
    await isInFront('frame');
    await tabTo(({ role }) => role === 'tree');
    await press('End');
    await press('Home');
    await press('ArrowDown');
    const tree = within('[data-testid="variables"]');
    await becomes(() => tree.getAttribute('aria-activedescendant'), 'variable-1');
  });

  it('a stopped debugger gives the focus back where it was on the page, else to the table', async () => {
    const giveBack = async () => {
      const heard = page.frame.evaluate(
        "new Promise((done) => addEventListener('message', () => setTimeout(done), { once: true }))",
      );
      page.view.post({ type: 'event', event: { type: 'focus' } });
      await heard;
      return focused();
    };
    await within('#filter').focus();
    assert.equal((await giveBack()).id, 'filter');
    await page.frame.evaluate('document.activeElement.blur()');
    assert.equal((await giveBack()).role, 'grid');
  });

  it('a filter is typed, spoken of and taken back', async () => {
    await within('#filter').focus();
    await page.keyboard.type('$tracepoint == 3');
    await press('Enter');
    await becomes(() => page.text('.filter-count'), '24 of 246');
    const spoken = within('.visually-hidden[role="status"]');
    await eventually('the words', async () =>
      (await spoken.allInnerTexts()).includes('24 of 246 frames match'),
    );
    await becomes(async () => (await focused()).id, 'filter');
    await press('Control+a');
    await press('Delete');
    await press('Enter');
    await eventually('all frames', async () => (await page.frameCount()) === 246);
    await eventually('the words', async () =>
      (await spoken.allInnerTexts()).includes('246 frames shown'),
    );
  });

  it('frames are marked, and the focus stays where the button was that took the marks away', async () => {
    const slider = within('.canvas-slider');
    await slider.focus();
    for (let i = 0; i < 3; i++) await press('Shift+ArrowRight');
    const none = page.frame.getByRole('button', { name: 'Clear selection' });
    await none.focus();
    await press('Enter');
    await becomes(() => none.count(), 0);
    await eventually('the focus', async () => (await focused()).role !== 'body');
  });

  it('a column is made wider and sorted by', async () => {
    const head = page.frame.getByRole('columnheader', { name: 'Tracepoint' });
    const width = async () => (await head.boundingBox())?.width ?? 0;
    const before = await width();
    await page.frame.getByRole('button', { name: 'Columns' }).focus();
    await press('Enter');
    await tabTo(({ name }) => name === 'Wider: Tracepoint');
    await press('Enter');
    await eventually('a wider column', async () => (await width()) > before + 10);
    await page.frame.getByRole('button', { name: 'Sort ascending: Tracepoint' }).focus();
    await press('Enter');
    await becomes(() => head.getAttribute('aria-sort'), 'ascending');
    await press('Enter');
    await becomes(() => head.getAttribute('aria-sort'), 'descending');
    await press('Enter');
    await press('Escape');
    await becomes(() => head.getAttribute('aria-sort'), null);
  });
});

describe('a screen reader', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
    await page.goTo(2);
  });

  afterAll(() => page.close());

  it('is told the structure of the page', async () => {
    await within('#tab-frame').click();
    await within('[data-testid="variables"] [role="treeitem"]').first().waitFor();
    const lines = [
      '- heading "callqueue.tf" [level=1]',
      '- button "Debug from frame 2"',
      '- slider "Timeline of the frames"',
      '- search "Filter":',
      '- combobox "Show frames where"',
      '- grid "Frames":',
      '- columnheader "Tracepoint"',
      '- tablist "Details":',
      '- tab "Frame 2" [selected]',
      '- tabpanel "Frame 2":',
      '- heading "Collected" [level=2]',
      '- tree "Variables":',
      '- separator "Size of the details"',
      '- separator "Height of the tracks"',
    ];
    let tree = '';
    const missing = async () => {
      tree = await within('body').ariaSnapshot();
      return lines.filter((line) => !tree.includes(line));
    };
    await becomes(missing, []).catch((error: unknown) => {
      throw new Error(tree, { cause: error });
    });
    const grid = within('.frames-table [role="grid"]');
    await becomes(() => grid.getAttribute('aria-rowcount'), '247');
    await becomes(async () => {
      const active = (await grid.getAttribute('aria-activedescendant')) ?? '';
      return within(`[id="${active}"][aria-rowindex="4"]`).count();
    }, 1);
  });

  it('hears of the frame on which the selection rests', async () => {
    const grid = within('.frames-table [role="grid"]');
    for (let i = 0; i < 5; i++) await grid.press('ArrowDown');
    const spoken = within('.visually-hidden[role="status"]').first();
    await becomes(() => spoken.innerText(), 'frame 7, tracepoint 5, main, callqueue.c line 94');
  });
});
