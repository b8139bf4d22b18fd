// The memory view: memory at an expression, from frame to frame.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { FrameCursor } from '../../src/trace/cursor';
import { becomes, reads } from '../onScreen';
import { openMemoryPage } from './memoryPage';
import type { PanelPage } from './panelPage';
import { KeptByVscode } from './testedPage';
import { violationsInThemes } from './violations';

const kept = new KeptByVscode();
let page: PanelPage;
let cursor: FrameCursor;
const within = (selector: string) => page.frame.locator(selector);
const choice = (label: string) => within(`select[aria-label="${label}"]`);
const grid = () => within('.hex-grid');
const group = () => within('.group.cursor').innerText();
const place = () => within('.memory-place').innerText();
const inspected = () => within('.inspector').innerText();
const copied = () => Promise.resolve(page.asked.copied.at(-1) ?? '');

async function lookAt(expression: string): Promise<void> {
  await within('#address').fill(expression);
  await within('#address').press('Enter');
  await becomes(async () => (await place()).split(' = ')[0], expression);
}

describe('the memory view', () => {
  beforeAll(async () => {
    ({ page, cursor } = await openMemoryPage(8, kept));
  });

  afterAll(() => page.close());

  it('follows an expression from frame to frame, and marks what changed and where bytes come from', async () => {
    await lookAt('&queue->waiting');
    await reads(place, /^&queue->waiting = 0x404168 · frame 8/);
    await reads(inspected, /^0x404168 · collected in this frame\s[^]*\sint8\s+\d+/);
    cursor.moveTo(9, 'the debugger' as unknown as object);
    await reads(place, /frame 9 · changes since frame 8/);
    await becomes(async () => (await within('.byte-changed').count()) > 1, true);
    const changed = within('.hex-bytes .byte-changed').first();
    await reads(
      async () => (await changed.getAttribute('title')) ?? '',
      /^collected in this frame; was [\da-f]{2} at the last stop$/,
    );
    const labels = async () => (await within('.hex-labels').allInnerTexts()).join(' ');
    await reads(labels, /<queue\+192>/);
    cursor.moveTo(8, cursor);
    await reads(place, /frame 8 · changes since frame 9/);
  });

  it('selects with the mouse and with keys, and copies in each format', async () => {
    const bytes = within('.hex-bytes .byte');
    await bytes.nth(2).hover();
    await page.mouse.down();
    await bytes.nth(5).hover();
    await page.mouse.up();
    await becomes(() => within('.byte.selected').count(), 4);
    await grid().press('Shift+ArrowLeft');
    await reads(inspected, /· 3 bytes ·/);
    const digits = (await within('.byte.selected').allInnerTexts()).join(' ');
    await grid().press('Control+C');
    await becomes(copied, digits);
    await page.frame.getByRole('button', { name: 'Copy as C Array' }).click();
    await reads(copied, /^static const unsigned char memory_0x[\da-f]+\[3\] = \{/);
    await grid().press('PageDown');
    await grid().press('Control+A');
    await becomes(() => within('.group:not(.selected)').count(), 0);
  });

  it('keeps no one out', async () => {
    assert.deepEqual(await violationsInThemes(page.frame), {});
  });

  it('puts bytes together, and goes to pointers with the keyboard', async () => {
    await lookAt('$sp');
    await choice('Bytes in a group').selectOption('8');
    await becomes(async () => (await group()).length, 16);
    const little = await group();
    await choice('Byte order').selectOption('big');
    await becomes(group, (little.match(/../g) ?? []).reverse().join(''));
    await choice('Byte order').selectOption('');
    await becomes(group, little);
    await lookAt('&queue');
    await reads(group, /a04040|4040a0/);
    await grid().press('Enter');
    await reads(place, /^0x404/);
  });

  it('keeps how it shows a trace, and what was looked at', async () => {
    await page.close();
    ({ page } = await openMemoryPage(8, kept));
    await becomes(() => choice('Bytes in a group').inputValue(), '8');
    await becomes(() => within('#history option[value="&queue"]').count(), 1);
    await reads(place, /^0x404/);
  });
});
