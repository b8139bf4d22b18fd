// The tab of a frame: what changed since which frame, and what bytes mean.
import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import { becomes, reads } from './openVscode';
import { goTo, type OpenedSample } from './openSample';
import { sampleOpened } from './sharedWindow';

let opened: OpenedSample;
const within = (selector: string) => opened.page.frame.locator(selector);

/** A variable's line in the tree: `minute = 5 was 1`. */
async function variable(name: string): Promise<string> {
  const line = within('[data-testid="variables"] [role="treeitem"]').filter({
    has: opened.page.frame.locator('.name').getByText(name, { exact: true }),
  });
  const texts = await line.allInnerTexts();
  return (texts[0] ?? '').replaceAll(/\s+/g, ' ').trim();
}

describe('a frame', () => {
  before(async () => {
    opened = await sampleOpened();
    await within('#tab-frame').click();
    await goTo(opened.page, 5);
  });

  it('says that the frame before stands in another function', async () => {
    await becomes(() => variable('minute'), 'minute = 5');
    await reads(
      () => opened.page.details(),
      /Frame 4 stands in main: its variables are not compared/,
    );
  });

  it('shows what changed since the hit before', async () => {
    await within('[data-testid="changes-since"]').selectOption({
      label: 'the hit of this tracepoint before',
    });
    await becomes(() => variable('minute'), 'minute = 5 was 1');
    await reads(() => variable('call'), /= 0x4040d0 .*was 0x4040b8/);
    assert.doesNotMatch(await variable('agent'), /was/);
  });

  it('shows what changed since a frame of one’s choice', async () => {
    await within('[data-testid="changes-since"]').selectOption({ label: 'a frame of my choice' });
    const picked = within('.changes-bar .frame-number');
    await picked.fill('1');
    await picked.press('Enter');
    await becomes(() => variable('minute'), 'minute = 5 was 0');
    await reads(() => variable('agent'), /was 0x404040/);
  });

  it('shows only what changed', async () => {
    const rows = within('.registers tr');
    const all = await rows.count();
    await opened.page.frame.getByLabel('only what changed').check();
    await eventually('fewer registers', async () => (await rows.count()) < all);
    await becomes(() => within('.registers tr:not(:has(.changed))').count(), 0);
    await opened.page.frame.getByLabel('only what changed').uncheck();
    await becomes(() => rows.count(), all);
  });

  it('says what bytes mean, by keys alone', async () => {
    await within('#memory-address').fill('queue');
    await within('#memory-address').press('Enter');
    await becomes(() => within('.lookup').innerText(), 'queue = 0x4040a0');
    const memory = within('[data-testid="memory"]');
    await memory.press('Control+Home');
    const inspector = within('[data-testid="inspector"]');
    await eventually('the first byte', async () =>
      (await inspector.innerText()).includes('0x4040a0'),
    );
    await reads(() => inspector.innerText(), /int16\s+1\b/);
    await reads(() => inspector.innerText(), /collected in this frame/);
    for (let i = 0; i < 3; i++) await memory.press('Shift+ArrowRight');
    await eventually('the selection', async () =>
      (await inspector.innerText()).includes('4 bytes'),
    );
    const { vscode } = opened;
    await vscode.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await memory.press('Control+C');
    const copied = (): Promise<string> => vscode.page.evaluate('navigator.clipboard.readText()');
    await reads(copied, /^01 00( [\da-f]{2}){2}$/);
    await inspector.getByRole('button', { name: 'Copy as C Array' }).click();
    await reads(copied, /memory_0x4040a0\[4\] = \{\s+0x01, 0x00,/);
    await memory.press('Escape');
    await becomes(() => inspector.count(), 0);
  });
});
