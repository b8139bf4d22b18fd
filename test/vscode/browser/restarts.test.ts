// What is lost under the user's hands: the page, and the extension host behind it. The user stays
// where they were.
import { isDeepStrictEqual } from 'node:util';
import { before, describe, it } from 'mocha';
import { eventually, write } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { extensionHosts, killExtensionHosts } from './extensionHosts';
import { becomes, reads } from '../../onScreen';
import { sampleOpened, wide } from './sharedWindow';
import { TracePage } from './tracePage';
import { filterBy } from '../../page/views';

const rows = '.frames-table .grid-rows [role="row"]:visible';
const heads = '.frames-table [role="columnheader"]';
const filter = '$tracepoint == 4';
/** Frames of the sample that match it. */
const matching = 97;
const later = '$trace_frame > 100';
const matchingLater = 48;

describe('where the user is', () => {
  let vscode: Workbench;
  let page: TracePage;
  let name: string;

  before(async () => {
    ({ vscode, page, name } = await sampleOpened(wide));
    await page.goTo(30);
    await vscode.tab('callqueue.c').waitFor();
    await page.showTab('Tracepoints');
    const first = page.frame.locator(heads).filter({ hasText: 'frame' });
    await first.click();
    await becomes(() => first.getAttribute('aria-sort'), 'ascending');
    await first.click();
    await becomes(() => first.getAttribute('aria-sort'), 'descending');
    await filterBy(page, filter);
    await becomes(() => page.frameCount(), matching);
    // The selected row stands at the top, where the table would not put it to bring it in sight.
    const grid = page.frame.locator('.frames-table [role="grid"]');
    await eventually('the table to scroll', async () => {
      await grid.press('End');
      return (await stand()).first > 2;
    });
    const last = (await stand()).first;
    await eventually('the table to scroll back', async () => {
      await grid.press('PageUp');
      return (await stand()).first < last;
    });
    await reads(async () => (await stand()).frame, / offset /);
  });

  /** What is on the page. */
  async function stand() {
    const first = await page.frame.locator(rows).first().getAttribute('aria-rowindex');
    return {
      filter: await page.frame.locator('#filter').inputValue(),
      frames: await page.frameCount(),
      first: Number(first),
      heads: await page.frame.locator(heads).allInnerTexts(),
      sorted: await page.frame.locator(`${heads}[aria-sort]`).allInnerTexts(),
      tab: await page.text('[role="tab"][aria-selected="true"]'),
      frame: await page.text('footer, .statusline'),
    };
  }

  /**
   * What is on the page once nothing moves any more, and all of it was kept
   * (webview/debouncedSave).
   */
  async function atRest() {
    let last = await stand();
    let same = 0;
    await eventually('the page to rest', async () => {
      const now = await stand();
      same = isDeepStrictEqual(now, last) ? same + 1 : 0;
      last = now;
      return same > 8;
    });
    return last;
  }

  /** Does what loses the page, and waits for the one that takes its place. */
  async function losingPage(lose: () => Promise<void>): Promise<void> {
    await page.markAsLost();
    await lose();
    page = await TracePage.loadedAgain(vscode);
  }

  it('comes back when the page is loaded again, also right after a choice', async () => {
    const before = await atRest();
    await losingPage(() => vscode.command('Developer: Reload Webviews'));
    await becomes(stand, before);
    await write(page.frame.locator('#filter'), `${filter} && ${later}`);
    await page.frame.locator('#filter').press('Enter');
    // The host has checked the filter: one that is mistaken is not taken.
    await becomes(() => page.frameCount(), matchingLater);
    await losingPage(() => vscode.command('Developer: Reload Webviews'));
    await becomes(() => page.frameCount(), matchingLater);
    await filterBy(page, filter);
    await becomes(() => page.frameCount(), matching);
  });

  it('comes back when the extension host is gone, in a page that answers', async () => {
    const before = await atRest();
    await losingPage(() => killExtensionHosts(vscode));
    await becomes(stand, before);
    await becomes(
      async () => (await vscode.tabs()).map((tab) => tab.name).sort(),
      [name, 'callqueue.c'].sort(),
    );
    const row = page.frame.locator(rows).nth(2);
    const number = row.locator('.cell-frame').filter({ hasText: /\d/ });
    const frame = await number.innerText();
    await row.click();
    const details = new RegExp(`^frame ${frame} of 246 · tracepoint 4 · offset`);
    await reads(async () => (await stand()).frame, details);
  });

  it('can be debugged again when the extension host is gone under the debugger', async () => {
    await page.debug();
    await vscode.stopped();
    await losingPage(() => killExtensionHosts(vscode));
    await vscode.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
    await page.debug();
    await vscode.stopped();
    await becomes(() => Promise.resolve(extensionHosts(vscode).length), 1);
  });
});
