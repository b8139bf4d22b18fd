// The file itself: bytes and parts in step, search, and going to an offset.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually } from '../../scripts/vscode/waiting.mjs';
import { becomes, reads } from '../onScreen';
import { TestedPage } from './testedPage';

let page: TestedPage;
const within = (selector: string) => page.frame.locator(`[data-testid="bytes-view"] ${selector}`);
/** Where the cursor is: `0x0 · description › header line`. */
const status = () => within('.inspected').innerText();
const note = () => within('.bytes-notes').innerText();

async function goToOffset(text: string): Promise<void> {
  await within('#bytes-offset').fill(text);
  await within('#bytes-offset').press('Enter');
}

async function goToStart(): Promise<void> {
  await goToOffset('0');
  await becomes(() => within('.byte.cursor').getAttribute('data-place'), '0');
}

describe('the bytes of the file', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
    await page.showTab('Bytes');
    await within('[role="treeitem"]').first().waitFor();
  });

  afterAll(() => page.close());

  it('are gone to by offset', async () => {
    await goToStart();
    await reads(() => status(), /^0x0 · description › header line/);
    await goToOffset('+0x10');
    await becomes(() => within('.byte.cursor').getAttribute('data-place'), '16');
    await goToOffset('soon');
    await eventually('the problem', async () => (await note()).includes('0x9c4e'));
  });

  it('are in step with the tree of their parts', async () => {
    await goToStart();
    await becomes(
      () => within('[role="treeitem"][aria-selected="true"]').innerText(),
      'header line',
    );
    const line = within('[role="treeitem"]').filter({ hasText: 'line 3: ' });
    await line.click();
    await eventually('the bytes', async () => /line 3: /.test(await status()));
    await within('.hex-grid').press('Alt+ArrowDown');
    await eventually('the next part', async () => /line 4: /.test(await status()));
    await becomes(
      async () =>
        /^line 4: /.test(await within('[role="treeitem"][aria-selected="true"]').innerText()),
      true,
    );
  });

  it('of a frame are gone to in the tree', async () => {
    await goToOffset('0x4830');
    await reads(status, /^0x4830 · frame 0 › M block/);
    await within('.outline-group').filter({ hasText: 'frame 0' }).click();
    await reads(status, /^0x4811\b.* frame 0/);
  });

  it('are walked through by the keyboard in the tree', async () => {
    await goToStart();
    const selected = () => within('[role="treeitem"][aria-selected="true"]').innerText();
    await within('[role="tree"]').press('ArrowDown');
    await reads(selected, /^line 2: /);
    await within('[role="tree"]').press('ArrowUp');
    await becomes(selected, 'header line');
  });

  it('are numbers in both byte orders, and copied as C', async () => {
    await goToStart();
    await within('.hex-grid').press('Shift+ArrowRight');
    await reads(() => within('.inspector table').innerText(), /hex\s+0x547f\s+0x7f54/);
    await reads(() => within('.inspector table').innerText(), /int16\s+21631\s+32596/);
    await within('.inspector').getByRole('button', { name: 'Copy as C Array' }).click();
    await reads(() => page.copied(), /0x7f, 0x54/);
    await within('.inspector').getByRole('button', { name: 'Copy Address' }).click();
    await becomes(() => page.copied(), '0x0');
  });

  it('are searched for text', async () => {
    await goToStart();
    const input = within('.bytes-search input');
    await input.fill('TSTOP');
    await input.press('Enter');
    await eventually('the place', async () => /line \d+: status/.test(await status()));
    await becomes(() => within('.byte.selected').count(), 'tstop'.length);
    await input.fill('nowhere to be found');
    await input.press('Enter');
    await becomes(note, 'Not found.');
  });

  it('are searched backward, and by the case of letters', async () => {
    const input = within('.bytes-search input');
    const matchCase = within('.bytes-search').getByRole('button', { name: 'Match case' });
    await goToOffset('0x10');
    await input.fill('trace0');
    await input.press('Shift+Enter');
    await reads(status, /^0x1 · 6 bytes/);
    await becomes(() => within('.bytes-notes p').count(), 0);
    await matchCase.click();
    await input.press('Enter');
    await becomes(note, 'Not found.');
    await matchCase.click();
  });

  it('are no longer searched once Escape is pressed', async () => {
    await within('.bytes-search input').fill('nowhere');
    // In one task: what is in this file is found before a person presses another key.
    await page.frame.evaluate(`for (const key of ['Enter', 'Escape']) {
      const pressed = new KeyboardEvent('keydown', { key, bubbles: true });
      document.querySelector('.bytes-search input').dispatchEvent(pressed);
    }`);
    await becomes(note, 'The search was cancelled.');
  });

  it('are searched for bytes', async () => {
    await within('.bytes-search select').selectOption('hex');
    const input = within('.bytes-search input');
    await input.fill('7f 5x');
    await input.press('Enter');
    await eventually('the problem', async () => (await note()).includes('7f 45 ?? 46'));
    await input.fill('7f 54 ?? 41 43 45');
    await within('.bytes-search').getByRole('button', { name: 'All' }).click();
    await becomes(note, '1 place.');
    await within('.bytes-places .link').click();
    await eventually('the place', async () => (await status()).startsWith('0x0 · 6 bytes'));
  });

  it('lead to the frame that they are of, and follow the frame that is selected', async () => {
    await page.select(2);
    await becomes(() => page.selected(), 2);
    await eventually('the frame’s bytes', async () => (await status()).includes('frame 2'));
    await within('.hex-grid').press('Control+End');
    await eventually('the end', async () => (await status()).includes('end marker'));
    await within('.hex-grid').press('Alt+ArrowUp');
    const button = within('.inspector').getByRole('button', { name: /^Select Frame / });
    await button.click();
    await becomes(() => page.selected(), 245);
  });

  it('are an editor of their own, in step with the table', async () => {
    await page.select(241);
    await becomes(() => page.selected(), 241);
    await reads(() => page.place(), /\b241\b/);
    await within('.bytes-tools')
      .getByRole('button', { name: 'Open the bytes in an editor' })
      .click();
    await becomes(() => Promise.resolve(page.asked.bytesOpened), 1);
    const alone = await page.beside('bytes');
    const { frame } = alone;
    await frame.locator('.bytes-alone .hex-row').first().waitFor();
    const inspected = frame.locator('.inspected');
    await reads(() => inspected.innerText(), /frame 241/);
    await becomes(async () => (await frame.locator('.hex-row').count()) >= 16, true);
    assert.equal(await frame.locator('.frames-table').count(), 0);
    await frame.locator('.hex-grid').press('Control+Home');
    await reads(() => inspected.innerText(), /^0x0 · description › header line/);
    await reads(() => frame.locator('.inspector table').innerText(), /int16\s+21631\s+32596/);
    await alone.close();
    await becomes(() => page.selected(), 241);
  });
});
