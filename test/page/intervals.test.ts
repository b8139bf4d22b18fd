// Times read out of the frames: intervals between two conditions, and transitions of a state.
import { afterAll, beforeAll, describe, it } from 'vitest';
import { becomes, reads } from '../onScreen';
import { TestedPage } from './testedPage';

let page: TestedPage;
const within = (selector: string) => page.frame.locator(selector);
const row = (place: number) =>
  within(`.intervals-table [role="row"][aria-rowindex="${place + 2}"]`);
const cells = (place: number) => row(place).locator('[role="gridcell"]').allInnerTexts();
const filtered = () => within('#filter').inputValue();

/** Finds intervals by what is typed. */
async function find(begin: string, end: string, key: string): Promise<void> {
  await within('#interval-begin').fill(begin);
  await within('#interval-end').fill(end);
  await within('#interval-key').fill(key);
  await page.frame.getByRole('button', { name: 'Find', exact: true }).click();
}

describe('intervals', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
    await page.showTab('Intervals');
  });

  afterAll(() => page.close());

  it('are suggested by the tracepoints', async () => {
    await page.frame.getByRole('button', { name: /^#4 answer: .* of each agent/ }).click();
    await reads(() => within('.interval-count').innerText(), /^94 intervals/);
    await becomes(() => within('#interval-begin').inputValue(), '$tracepoint == 4');
    await becomes(() => within('#interval-key').inputValue(), 'agent');
    await becomes(async () => (await cells(0)).slice(0, 3), ['1', '8', '1.274 ms']);
    await reads(
      () => within('.duration-figures').innerText(),
      /min\s+0\.356 ms[\s\S]*median\s+1\.271 ms[\s\S]*p99\s+2\.640 ms\s+max\s+2\.701 ms/,
    );
  });

  it('lead to the longest, its begin and its end', async () => {
    await within('[data-testid="longest-interval"]').click();
    await becomes(async () => (await cells(0))[2], '2.701 ms');
    const [begin, end] = (await cells(0)).map(Number);
    await becomes(() => page.selected(), begin);
    await within('.intervals-table [role="grid"]').press('Enter');
    await becomes(() => page.selected(), end);
  });

  it('are bars over the frames: a click goes to a begin, a hover says how long', async () => {
    const head = within('.track-head[data-track="intervals"]');
    await reads(() => head.innerText(), /Intervals\s+94/);
    const canvas = within('.canvas-slider canvas');
    const { x: left = 0, width = 0 } = (await canvas.boundingBox()) ?? {};
    const { y = 0, height = 0 } = (await head.boundingBox()) ?? {};
    const bar = [left + (width * 1.5) / 246, y + height / 2] as const;
    await page.mouse.move(...bar);
    await reads(() => within('.pointer-card').innerText(), /1\.274 ms, frames 1 to 8/);
    await page.mouse.click(...bar);
    await becomes(() => page.selected(), 1);
  });

  it('are sorted and walked through by the keyboard', async () => {
    const begin = within('.intervals-table').getByRole('button', { name: 'begin' });
    await begin.focus();
    await begin.press('Enter');
    await becomes(async () => (await cells(0))[0], '1');
    const grid = within('.intervals-table [role="grid"]');
    await grid.focus();
    await grid.press('ArrowDown');
    await becomes(() => page.selected(), 1);
    await grid.press('ArrowDown');
    await becomes(() => page.selected(), 2);
    await row(1).locator('.interval-end .link').click();
    await becomes(() => page.selected(), 5);
  });

  it('are listed by a range of the histogram, and by the key', async () => {
    const drawing = within('.histogram svg');
    const { width = 0, height = 0 } = (await drawing.boundingBox()) ?? {};
    await drawing.dragTo(drawing, {
      sourcePosition: { x: width * 0.7, y: height / 2 },
      targetPosition: { x: width - 2, y: height / 2 },
    });
    await reads(() => within('.intervals-table + p').innerText(), /^1?\d listed/);
    const from = page.frame.getByLabel('Durations from (µs)');
    await becomes(async () => Number(await from.inputValue()) > 1500, true);
    await from.fill('2500');
    await from.press('Enter');
    await reads(() => within('.intervals-table + p').innerText(), /^2 listed/);
    await page.frame.getByRole('button', { name: 'All durations' }).click();
    await reads(() => within('.intervals-table + p').innerText(), /^94 listed/);
    await within('#interval-key-filter').fill('agents+32');
    await within('#interval-key-filter').press('Enter');
    await reads(() => within('.intervals-table + p').innerText(), /^2\d listed/);
  });

  it('pair by a key: a call that hung up was answered', async () => {
    await find('$tracepoint == 3', '$tracepoint == 4', 'call->number');
    await reads(() => within('.interval-count').innerText(), /^1 interval/);
    await becomes(async () => (await cells(0)).slice(0, 2), ['143', '152']);
    await reads(() => within('.panel').innerText(), /\$trace_timestamp was not collected at both/);
    await within('.panel summary').filter({ hasText: 'Unpaired frames' }).click();
    await reads(
      () => within('.unpaired-frames').innerText(),
      /Begin in frame 24: No end follows\.|End in frame 1: No begin before it\./,
    );
    await within('.unpaired-frames .link').first().click();
    await becomes(() => page.selected(), 1);
  });

  it('say what is wrong with a condition', async () => {
    await find('$tracepoint ==', '', '');
    await reads(() => within('#interval-begin-problem').innerText(), /Syntax error at the end/);
    await reads(() => within('.interval-count').innerText(), /^1 interval/);
  });

  it('are remembered when the editor is closed', async () => {
    page = await page.reopened();
    await reads(() => within('.interval-count').innerText(), /^1 interval/);
    await becomes(() => within('#interval-key').inputValue(), 'call->number');
    await page.frame.getByRole('button', { name: 'Clear', exact: true }).click();
    await within('.suggested-intervals').waitFor();
  });
});

describe('transitions', () => {
  const line = (from: string, to: string) =>
    within('.transitions tbody tr').filter({ hasText: new RegExp(`^\\s*${from}\\s+${to}\\s`) });

  beforeAll(async () => {
    page = await TestedPage.open();
    await page.showTab('Transitions');
    await within('#transition-state').fill('call->state');
    await within('#transition-state').press('Escape');
    await page.frame.getByRole('button', { name: 'Find', exact: true }).click();
  });

  afterAll(() => page.close());

  it('of a state are counted, with how long the state before lasted', async () => {
    await reads(() => line('HUNG_UP', 'WAITING').innerText(), /9\s+3\s+27\s+0\.529 ms/);
    await reads(() => within('.never-seen').innerText(), /HUNG_UP → TALKING/);
  });

  it('filter the frames to theirs', async () => {
    await line('WAITING', 'HUNG_UP').locator('.link').first().click();
    await reads(filtered, /^\$_changed\(call->state\) && /);
    await becomes(() => page.text('.filter-count'), '9 of 246');
    await line('TALKING', 'WAITING').locator('.link').first().click();
    await becomes(filtered, '$trace_frame == 177');
    await becomes(() => page.text('.filter-count'), '1 of 246');
  });

  it('lead to the first frame', async () => {
    await line('WAITING', 'TALKING').locator('.link').last().click();
    await becomes(() => within('#tab-frame').innerText(), 'Frame 176');
  });
});
