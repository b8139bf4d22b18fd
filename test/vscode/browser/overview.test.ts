// The overview and the plots, used as a person does.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import { becomes, reads } from './openVscode';
import { sharedWindow } from './sharedWindow';
import type { TracePage } from './tracePage';

/** What the timeline says of where it stands. */
async function stands(page: TracePage): Promise<string> {
  return (await page.frame.locator('.overview-slider').getAttribute('aria-valuetext')) ?? '';
}

/** Presses the pointer at a share of an element's width, and releases it at another. */
async function drag(page: TracePage, selector: string, from: number, to: number): Promise<void> {
  const element = page.frame.locator(selector);
  const { width = 0 } = (await element.boundingBox()) ?? {};
  const mouse = page.frame.page().mouse;
  await element.hover({ position: { x: width * from, y: 8 } });
  await mouse.down();
  await element.hover({ position: { x: width * ((from + to) / 2), y: 10 } });
  await element.hover({ position: { x: width * to, y: 10 } });
  await mouse.up();
}

describe('above the table', () => {
  const shared = sharedWindow();

  async function opened(): Promise<TracePage> {
    const { page } = await shared.freshSample();
    await page.frame.locator('.lane-label').nth(3).waitFor();
    return page;
  }

  describe('the overview', () => {
    it('goes to the frame of a lane that is clicked, and by keys', async () => {
      const page = await opened();
      const slider = page.frame.locator('.overview-slider');
      const { width = 0 } = (await slider.boundingBox()) ?? {};
      // The lane of tracepoint 2, whose frame 214 is the nearest to this place.
      await slider.click({ position: { x: width * 0.8, y: 10 } });
      await becomes(() => page.selected(), 214);
      await slider.press('ArrowRight');
      await becomes(() => page.selected(), 215);
      await slider.press('ArrowDown');
      await slider.press('ArrowRight');
      await becomes(() => page.selected(), 216);
      await reads(() => stands(page), /keeps to Tracepoint 2 .*: 20 hits/);
      await slider.press('Home');
      await becomes(() => page.selected(), 0);
    });

    it('shows the marked frames alone, and zooms', async () => {
      const page = await opened();
      await drag(page, '.overview-slider', 0.25, 0.5);
      await page.frame.getByRole('button', { name: 'Show only these' }).click();
      const filter = page.frame.locator('#filter');
      await eventually('the filter', async () =>
        /^\$trace_frame >= \d+ && \$trace_frame <= \d+$/.test(await filter.inputValue()),
      );
      const [first = 0, last = 0] = ((await filter.inputValue()).match(/\d+/g) ?? []).map(Number);
      assert.ok(first > 55 && first < 68 && last > 117 && last < 129, `${first} to ${last}`);
      await becomes(() => page.text('.filter-count'), `${last - first + 1} of 246`);
      await page.frame.getByRole('button', { name: 'Zoom to them' }).click();
      const whole = page.frame.getByRole('button', { name: 'Show all' });
      await whole.click();
      await becomes(() => whole.count(), 0);
    });

    it('has time as an axis, with rates and gaps, and goes to a time', async () => {
      const page = await opened();
      await page.frame.getByRole('button', { name: 'Time', exact: true }).click();
      const label = page.frame.locator('.lane-label').nth(2);
      await eventually('a rate', async () =>
        /97 hits, 2,201 hits\/s, longest gap 1\.647 ms, between frames 141 and 151/.test(
          (await label.getAttribute('title')) ?? '',
        ),
      );
      const time = page.frame.locator('#go-to-time');
      await time.fill('20 ms');
      await time.press('Enter');
      await eventually('the frame', async () => /frame 108 .*19\.999 ms/.test(await stands(page)));
      await time.fill('+1.5 ms');
      await time.press('Enter');
      await eventually('the next', async () => /frame 114 .*21\.6 ms/.test(await stands(page)));
      await becomes(() => page.text('.delta'), 'Δ +1.601 ms, +6 frames');
      await time.fill('soon');
      await time.press('Enter');
      await eventually('the problem', async () =>
        (await page.text('#time-problem')).includes('+12.5 ms'),
      );
    });
  });

  describe('the plots', () => {
    it('show expressions, go to their frames and filter the table', async () => {
      const page = await opened();
      await page.frame.getByRole('button', { name: 'Plots' }).click();
      const input = page.frame.locator('#plot-expression');
      // The browser's own list of completions may take Enter for itself.
      const plot = page.frame.locator('.plots').getByRole('button', { name: 'Plot', exact: true });
      await input.fill('minute +');
      await plot.click();
      await eventually('the mistake', async () =>
        (await page.text('#plot-expression-problem')).includes('column 9'),
      );
      for (const text of ['minute', '$answered']) {
        await input.fill(text);
        await plot.click();
      }
      await eventually('the numbers', async () =>
        /minute\s+117 frames\s+0 in frame 1\s+208 in frame 245/.test(
          await page.frame.locator('.plots table').innerText(),
        ),
      );
      const chart = page.frame.locator('.plots-chart');
      await chart.press('Home');
      await chart.press('ArrowRight');
      await eventually('the cursor', async () =>
        (await page.text('.plots-cursor')).startsWith('frame 2: '),
      );
      await chart.press('Enter');
      await becomes(() => page.selected(), 2);
      await drag(page, '.plots .u-over', 0.2, 0.4);
      await eventually('the filter', async () =>
        /^\$trace_frame >= /.test(await page.frame.locator('#filter').inputValue()),
      );
      await eventually('fewer frames', async () =>
        /^\d\d of 246$/.test(await page.text('.filter-count')),
      );
    });

    it('stand in the head of a column as a sparkline', async () => {
      const page = await opened();
      await page.frame.getByRole('button', { name: 'Columns' }).click();
      const input = page.frame.locator('#column-expression');
      await input.fill('minute');
      await input.press('Enter');
      await page.frame.getByRole('button', { name: 'Show a sparkline: minute' }).click();
      const line = page.frame.locator('[role="columnheader"] .sparkline');
      await eventually(
        'the sparkline',
        async () =>
          (await line.getAttribute('aria-label'))?.startsWith('least 0 in frame 1') === true,
      );
    });
  });
});
