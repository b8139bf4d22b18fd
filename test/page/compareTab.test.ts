// Two frames side by side.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually } from '../../scripts/vscode/waiting.mjs';
import { becomes, reads } from '../onScreen';
import { TestedPage } from './testedPage';

let page: TestedPage;
const within = (selector: string) => page.frame.locator(selector);

/** The cells of a row: name, left, right. */
async function row(name: string): Promise<string[]> {
  const rows = within('.compared tr').filter({
    has: page.frame.getByRole('rowheader', { name, exact: true }),
  });
  if ((await rows.count()) === 0) return [];
  return rows.first().locator('th, td').allInnerTexts();
}

const heads = () => within('.compared-frames .link').allInnerTexts();

describe('two frames', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
  });

  afterAll(() => page.close());

  it('are the one that is kept, and the one that is selected next', async () => {
    await within('#tab-frame').click();
    await page.goTo(2);
    await within('[data-testid="compare-with-this"]').click();
    await page.goTo(5);
    await becomes(heads, ['frame 2', 'frame 5']);
    await becomes(() => row('minute'), ['minute', '1', '5']);
  });

  it('are shown with what is the same in both', async () => {
    const rows = within('.compared tr');
    await becomes(async () => (await rows.count()) > 0, true);
    const differing = await rows.count();
    await page.frame.getByLabel('Show unchanged').check();
    await eventually('the same', async () => (await rows.count()) > differing);
    await becomes(async () => {
      const [, left, right] = await row('queue');
      return left !== undefined && left === right;
    }, true);
    await becomes(async () => (await within('.compared tr.differs').count()) > 0, true);
    await page.frame.getByLabel('Show unchanged').uncheck();
    await becomes(() => rows.count(), differing);
    // Where all rows differ, none is set apart.
    await becomes(() => within('.compared tr.differs').count(), 0);
  });

  it('differ in memory, byte by byte', async () => {
    const memory = within('.compared-memory');
    const changed = memory.first().locator('.byte-changed');
    await eventually('bytes that differ', async () => {
      const [left, right] = await changed.allInnerTexts();
      return right !== undefined && left !== right;
    });
  });

  it('change sides, and stay while another frame is selected', async () => {
    await within('[data-testid="compare-swap"]').click();
    await becomes(heads, ['frame 5', 'frame 2']);
    await page.goTo(1);
    await becomes(() => heads(), ['frame 5', 'frame 2']);
    await within('[data-testid="compare-follow"]').click();
    await becomes(heads, ['frame 5', 'frame 1']);
    await becomes(() => row('minute'), ['minute', '5', '0']);
  });

  it('are chosen by number, and lead to their frames', async () => {
    const right = page.frame.getByLabel('Right frame');
    await right.fill('152');
    await right.press('Enter');
    await becomes(heads, ['frame 5', 'frame 152']);
    // A structure and a member that differ are one difference.
    await reads(
      () => within('[role="tabpanel"]:visible').innerText(),
      /Arguments\s+3 differences, 49 compared/i,
    );
    await within('.compared-frames .link').last().click();
    await becomes(() => page.selected(), 152);
    await right.fill('-1');
    await right.press('Enter');
    await page.goTo(7);
    await becomes(heads, ['frame 5', 'frame 7']);
  });

  it('are told apart from what was not collected', async () => {
    await page.goTo(241);
    await becomes(heads, ['frame 5', 'frame 241']);
    const [, left, right] = await row('rax');
    assert.notEqual(left, '<unavailable>');
    assert.equal(right, '<unavailable>');
    await becomes(() => within('.compared .unavailable').first().innerText(), '<unavailable>');
  });
});
