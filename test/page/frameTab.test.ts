// The tab of a frame: what changed since which frame, and what bytes mean.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually } from '../../scripts/vscode/waiting.mjs';
import { becomes, reads } from '../onScreen';
import { TestedPage } from './testedPage';

let page: TestedPage;
const within = (selector: string) => page.frame.locator(selector);

/** The values that changed, as they are listed. */
async function changed(): Promise<string[]> {
  const lines = await within('[data-testid="changed"] > li').allInnerTexts();
  return lines.map((text) => text.replaceAll(/[\s⋯]+/g, ' ').trim());
}

/** A variable's line in the tree: `minute: int = 5 was 1`. */
async function variable(name: string): Promise<string> {
  const line = within('[data-testid="variables"] [role="treeitem"]').filter({
    has: page.frame.locator('.name').getByText(name, { exact: true }),
  });
  const texts = await line.allInnerTexts();
  return (texts[0] ?? '').replaceAll(/[\s⋯]+/g, ' ').trim();
}

describe('a frame', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
    await within('#tab-frame').click();
    await page.goTo(5);
  });

  afterAll(() => page.close());

  it('shows first what changed since the previous hit', async () => {
    const lines = ['queue->head = 3 was 2', 'agent->call = 3 was 2', 'minute = 5 was 1'];
    await eventually('what changed', async () => {
      const all = await changed();
      return lines.every((line) => all.includes(line));
    });
    await reads(async () => (await changed()).join('\n'), /ring\[2\]\.caller = "555-8080.*" was /);
    await becomes(() => variable('minute'), 'minute: int = 5 was 1');
    await reads(() => variable('queue'), /^▸? ?queue\b(?!.*was)/);
    const titles = async () => (await within('.panel h2').allInnerTexts()).slice(0, 3).join('\n');
    await reads(titles, /^changed\n\d+ registers, \d+ bytes of memory\ncollected$/i);
  });

  it('never shows what one frame holds under the heading of another', async () => {
    await page.goTo(4);
    await reads(() => page.text('.place-line'), /main/);
    await page.frame.evaluate(`(() => {
      const seen = (globalThis.headingsSeen = new Set());
      const text = (selector) => document.querySelector(selector)?.textContent.trim() ?? '';
      const look = () => seen.add(text('#tab-frame') + ': ' + text('.place-line [data-vscode-context]'));
      new MutationObserver(look).observe(document.body, {
        subtree: true, childList: true, characterData: true, attributes: true,
      });
    })()`);
    await page.goTo(5);
    await reads(() => page.text('.place-line'), /answer/);
    const seen: string[] = await page.frame.evaluate('[...globalThis.headingsSeen]');
    // The answer may come before the page is drawn with the selection.
    assert.deepEqual(
      seen.filter((each) => each !== 'Frame 4: main'),
      ['Frame 5: answer'],
    );
  });

  it('counts the registers that were collected, and a PC that is inferred is none', async () => {
    const registers = within('summary').filter({ hasText: 'Registers: general' });
    await page.openSection('Registers: general');
    const table = within('.registers').first().locator('tr');
    await table.first().waitFor();
    await becomes(async () => {
      const counted = new RegExp(`\\s${await table.count()}( ·|$)`);
      return counted.test(await registers.innerText());
    }, true);
    await page.goTo(4);
    await becomes(() => registers.count(), 0);
    await reads(() => page.details(), /PC: not collected/);
    await page.goTo(5);
  });

  it('folds what was not collected into one line', async () => {
    await page.goTo(4);
    const line = within('summary').filter({ hasText: 'not collected' });
    await reads(() => line.innerText(), /^\d+ values not collected$/i);
    await line.click();
    await reads(() => within('[data-testid="not-collected"]').innerText(), /\brax\b/);
    await line.click();
    await page.goTo(5);
  });

  it('says that the previous frame is in another function', async () => {
    await within('[data-testid="changes-since"]').selectOption({ label: 'previous frame' });
    await becomes(() => variable('minute'), 'minute: int = 5');
    await reads(() => page.details(), /Frame 4 is in main, so its variables are not compared/);
  });

  it('shows what changed since a chosen frame', async () => {
    await within('[data-testid="changes-since"]').selectOption({ label: 'chosen frame…' });
    const picked = within('.changes-bar .frame-number');
    await picked.fill('1');
    await picked.press('Enter');
    await becomes(() => variable('minute'), 'minute: int = 5 was 0');
    await reads(() => variable('agent'), /was 0x404040/);
    await within('[data-testid="changes-since"]').selectOption({ label: 'previous hit' });
    // What is pointed at next stays where it is.
    await becomes(() => variable('minute'), 'minute: int = 5 was 1');
  });

  it('finds from a value the frames where it changed, is the max, and groups by it', async () => {
    const waiting = within('[data-testid="changed"] li').filter({ hasText: 'queue->tail' });
    const pick = (label: string) => page.pick(waiting, label);
    await pick('Show Frames Where It Is the Max');
    await becomes(() => within('#filter').inputValue(), '(queue->tail) == 104');
    await within('#filter').fill('');
    await within('#filter').press('Enter');
    await becomes(() => page.frameCount(), 246);
    await page.goTo(5);
    await pick('Show Frames Where It Changed');
    await becomes(() => within('#filter').inputValue(), '$_changed(queue->tail)');
    await within('#filter').fill('');
    await within('#filter').press('Enter');
    await becomes(() => page.frameCount(), 246);
    await page.goTo(5);
    await pick('Group by This');
    await reads(() => page.text('.groups-bar'), /groups/);
    await within('[data-testid="group-by"]').selectOption('');
    await becomes(() => page.frameCount(), 246);
    await page.goTo(5);
    await pick('View Memory');
    await reads(() => within('.lookup').innerText(), /0x40416/);
  });

  it('makes a track of a number in memory', async () => {
    await page.openSection('Memory');
    await within('#memory-address').fill('&queue->waiting');
    await within('#memory-address').press('Enter');
    // As gdb: print &queue->waiting.
    await becomes(() => within('.lookup').innerText(), '&queue->waiting = 0x404168');
    // The cursor is at what was looked up: rows begin at multiples of 16.
    await reads(() => within('[data-testid="inspector"]').innerText(), /^0x404168 /);
    const memory = within('[data-testid="memory"]');
    await memory.press('Shift+ArrowRight');
    await reads(() => within('[data-testid="inspector"]').innerText(), /2 bytes/);
    await page.pick(memory.locator('.cursor').first(), 'Add Track');
    const head = within('.track-head[data-track="value *(unsigned short *) 0x404168"]');
    // As gdb: print *(unsigned short *) &queue->waiting.
    await reads(() => head.innerText(), /0 – 65,535/);
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
    await memory.press('Control+C');
    await reads(() => page.copied(), /^01 00( [\da-f]{2}){2}$/);
    await inspector.getByRole('button', { name: 'Copy as C Array' }).click();
    await reads(() => page.copied(), /memory_0x4040a0\[4\] = \{\s+0x01, 0x00,/);
    await memory.press('Escape');
    await becomes(() => inspector.count(), 0);
  });
});
