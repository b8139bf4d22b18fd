// The tracks above the table, used as a person does.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { resultsFolder } from '../../../scripts/steps/paths.mjs';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import { becomes, reads } from '../../onScreen';
import { goTo } from './openSample';
import { sharedWindow } from './sharedWindow';
import { TracePage } from './tracePage';

/** What the timeline says of where it stands. */
async function stands(page: TracePage): Promise<string> {
  return (await page.frame.locator('.canvas-slider').getAttribute('aria-valuetext')) ?? '';
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
    await page.frame.locator('.track-head').nth(3).waitFor();
    return page;
  }

  describe('the lanes', () => {
    it('goes to the frame of a lane that is clicked, and by keys', async () => {
      const page = await opened();
      const slider = page.frame.locator('.canvas-slider');
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
      await drag(page, '.canvas-slider', 0.25, 0.5);
      await page.frame.getByRole('button', { name: 'Show only selection' }).click();
      const filter = page.frame.locator('#filter');
      await eventually('the filter', async () =>
        /^\$trace_frame >= \d+ && \$trace_frame <= \d+$/.test(await filter.inputValue()),
      );
      const [first = 0, last = 0] = ((await filter.inputValue()).match(/\d+/g) ?? []).map(Number);
      assert.ok(first > 55 && first < 68 && last > 117 && last < 129, `${first} to ${last}`);
      await becomes(() => page.text('.filter-count'), `${last - first + 1} of 246`);
      await page.frame.getByRole('button', { name: 'Zoom to selection' }).click();
      const whole = page.frame.getByRole('button', { name: 'Zoom out fully' });
      await whole.click();
      await becomes(() => whole.count(), 0);
    });

    it('has a map of all frames when it is zoomed, for which nothing moves', async () => {
      const page = await opened();
      const slider = page.frame.locator('.canvas-slider');
      const map = page.frame.locator('.canvas-map');
      const before = await slider.boundingBox();
      assert.equal(await map.count(), 0);
      await slider.press('+');
      await slider.press('+');
      await map.waitFor();
      assert.deepEqual(await slider.boundingBox(), before);
      // Frame 0 was in sight; the map brings the last frames there.
      const { width = 0 } = (await map.boundingBox()) ?? {};
      await map.click({ position: { x: width - 2, y: 4 } });
      await slider.click({ position: { x: (before?.width ?? 0) - 2, y: 70 } });
      await eventually('one of the last frames', async () => (await page.selected()) > 240);
      await page.frame.getByRole('button', { name: 'Zoom out fully' }).click();
      await becomes(() => map.count(), 0);
    });

    it('has time as an axis, with rates and gaps, and goes to a time', async () => {
      const page = await opened();
      await page.frame.getByRole('button', { name: 'Time', exact: true }).click();
      const label = page.frame.locator('.track-head').nth(2);
      await eventually('a rate', async () =>
        /97 hits, 2,201 hits\/s, longest gap 1\.647 ms, between frames 141 and 151/.test(
          (await label.locator('.head-line').getAttribute('title')) ?? '',
        ),
      );
      const time = page.frame.locator('#go-to-time');
      await time.fill('20 ms');
      await time.press('Enter');
      await eventually('the frame', async () => /frame 108 .*19\.999 ms/.test(await stands(page)));
      await time.fill('+1.5 ms');
      await time.press('Enter');
      await eventually('the next', async () => /frame 114 .*21\.6 ms/.test(await stands(page)));
      const delta = page.frame.locator('.delta');
      await becomes(
        () => delta.locator('.in-full').innerText(),
        '+1.601 ms, +6 frames from the previous selection',
      );
      await time.fill('soon');
      await time.press('Enter');
      await eventually('the problem', async () =>
        (await page.text('#time-problem')).includes('+12.5 ms'),
      );
    });
  });

  /** Adds a track of an expression. */
  async function addTrack(page: TracePage, text: string): Promise<void> {
    const box = page.frame.locator('#track-expression');
    await box.fill(text);
    // The browser's own list of completions may take Enter for itself.
    await page.frame.getByRole('button', { name: 'Add track', exact: true }).click();
    await becomes(() => box.inputValue(), '');
    await page.frame.locator(`.track-head[data-track="value ${text}"]`).waitFor();
  }

  /** Adds a column of an expression from the list of columns, which stays open. */
  async function addColumn(page: TracePage, text: string): Promise<void> {
    await page.frame.getByRole('button', { name: 'Columns' }).click();
    const input = page.frame.locator('#column-expression');
    await input.fill(text);
    await input.press('Enter');
    await page.frame.locator('.head.cell-value').waitFor();
  }

  const heads = (page: TracePage) =>
    page.frame.locator('.track-head').evaluateAll((all) =>
      // Tests are compiled without the DOM's types.
      all.map((head) => (head as { dataset: { track: string } }).dataset.track),
    );

  describe('tracks of expressions', () => {
    it('have their min and max at the head, a crosshair with a card, and go to frames', async () => {
      const page = await opened();
      const input = page.frame.locator('#track-expression');
      await input.fill('minute +');
      await reads(() => page.text('#track-expression-problem'), /column 9/);
      await addTrack(page, 'minute');
      await addTrack(page, 'queue->waiting');
      const head = page.frame.locator('.track-head[data-track="value queue->waiting"]');
      await reads(() => head.innerText(), /= 0\s+0 – 65,535/);
      await reads(
        () => page.frame.locator('.track-head[data-track="value minute"]').innerText(),
        /not collected/,
      );
      await eventually('the numbers', async () =>
        /minute\s+117 frames\s+0 in frame 1\s+208 in frame 245/.test(
          await page.frame.locator('.canvas table').innerText(),
        ),
      );
      const slider = page.frame.locator('.canvas-slider');
      const { width = 0 } = (await slider.boundingBox()) ?? {};
      await slider.hover({ position: { x: width * 0.48, y: 60 } });
      const card = () => page.text('.pointer-card');
      await reads(card, /^frame 11\d/);
      // Beside the crosshair, which it does not cover.
      const crosshair = ((await slider.boundingBox())?.x ?? 0) + width * 0.48;
      const box = await page.frame.locator('.pointer-card').boundingBox();
      const end = (box?.x ?? 0) + (box?.width ?? 0);
      assert.ok(end < crosshair && end > crosshair - 20, `it ends at ${end}, not at ${crosshair}`);
      await reads(card, /#[45] (answer|main) callqueue\.c:\d+/);
      await shared.vscode.screenshot(join(resultsFolder, 'pictures', 'canvas.png'));
      await slider.click({ position: { x: width * 0.95, y: 100 } });
      await eventually('the frame', async () => Math.abs((await page.selected()) - 233) < 4);
      await reads(() => stands(page), /queue->waiting = 65535|#5 main/);
      await slider.press('Escape');
    });

    it('are ordered by keys and by drag, made higher, and are there again', async () => {
      const page = await opened();
      await addTrack(page, 'minute');
      const before = await heads(page);
      assert.deepEqual(before.slice(-1), ['value minute']);
      const slider = page.frame.locator('.canvas-slider');
      await slider.press('ArrowUp');
      await slider.press('Alt+ArrowUp');
      await becomes(async () => (await heads(page)).indexOf('value minute'), before.length - 2);
      await slider.press('Shift+Alt+ArrowDown');
      const head = page.frame.locator('.track-head[data-track="value minute"]');
      await becomes(async () => Math.round((await head.boundingBox())?.height ?? 0), 52);
      const mouse = page.frame.page().mouse;
      await head.hover({ position: { x: 60, y: 10 } });
      await mouse.down();
      // The head that is dragged is below the pointer, wherever that is.
      const { x = 0, y = 0 } =
        (await page.frame.locator('.track-head').first().boundingBox()) ?? {};
      await mouse.move(x + 60, y + 2, { steps: 4 });
      await mouse.up();
      await becomes(async () => (await heads(page))[0], 'value minute');
      await shared.vscode.reload();
      const again = await TracePage.of(shared.vscode);
      await becomes(async () => (await heads(again))[0], 'value minute');
      const reloaded = again.frame.locator('.track-head[data-track="value minute"]');
      await becomes(async () => Math.round((await reloaded.boundingBox())?.height ?? 0), 52);
    });

    it('are summed up over a selected range', async () => {
      const page = await opened();
      await addTrack(page, 'queue->waiting');
      await drag(page, '.canvas-slider', 0.9, 0.98);
      const head = page.frame.locator('.track-head[data-track="value queue->waiting"]');
      await reads(() => head.innerText(), /min 65,535, mean 65,535, max 65,535/);
      await reads(() => page.text('.track-heads'), /\d+ of 20/);
    });

    it('over time show the frames without a time in a region of their own', async () => {
      const page = await opened();
      await addTrack(page, 'queue->waiting');
      await page.frame.getByRole('button', { name: 'Time', exact: true }).click();
      await becomes(() => page.text('.time-note'), '149 without a time');
      const slider = page.frame.locator('.canvas-slider');
      const { width = 0 } = (await slider.boundingBox()) ?? {};
      await slider.hover({ position: { x: width * 0.95, y: 60 } });
      await reads(() => page.text('.pointer-card'), /^frame 2[23]\d\n/);
      // Frame 0 comes before the first time, and 214 to 245 after the last one.
      const isMarked = (share: number) =>
        page.frame.evaluate<boolean>(`(() => {
        const canvas = document.querySelector('.canvas-drawing canvas');
        const [x, y] = [Math.floor(canvas.width * ${share}), canvas.height - 3];
        const { data } = canvas.getContext('2d').getImageData(x, y, 12, 1);
        return Array.from({ length: 12 }, (_, i) => data[4 * i + 3]).every((alpha) => alpha > 0);
      })()`);
      await becomes(() => Promise.all([0.5, 0.97].map(isMarked)), [false, true]);
      await shared.vscode.screenshot(join(resultsFolder, 'pictures', 'canvas-time.png'));
    });

    it('are added from a variable, a register and a column', async () => {
      const page = await opened();
      const views = new DebugViews(shared.vscode);
      const track = (text: string) => page.frame.locator(`.track-head[data-track="value ${text}"]`);
      await addColumn(page, 'queue->tail');
      await page.frame.page().keyboard.press('Escape');
      const head = page.frame.locator('.head.cell-value');
      await views.pickInMenuOf(head, 'Add Track');
      // As gdb: the last of `tfind` and `print queue->tail`.
      await reads(() => track('queue->tail').innerText(), /– 104/);

      await goTo(page, 5);
      await shared.vscode.tab('callqueue.c').waitFor();
      const variable = page.frame
        .locator('[data-testid="variables"] [role="treeitem"]')
        .filter({ has: page.frame.locator('.name', { hasText: /^minute$/ }) });
      await views.pickInMenuOf(variable, 'Add Track');
      await reads(() => track('minute').innerText(), /0 – 208/);

      await page.openSection('Registers: general');
      const register = page.frame
        .locator('.registers tr')
        .filter({ has: page.frame.locator('th', { hasText: /^rip$/ }) });
      await views.pickInMenuOf(register, 'Add Track');
      await track('$rip').waitFor();
    });

    it('stand in the head of a column as a sparkline', async () => {
      const page = await opened();
      await addColumn(page, 'minute');
      await page.frame.getByRole('button', { name: 'Show a sparkline: minute' }).click();
      const line = page.frame.locator('[role="columnheader"] .sparkline');
      await eventually(
        'the sparkline',
        async () =>
          (await line.getAttribute('aria-label'))?.startsWith('min 0 in frame 1') === true,
      );
    });
  });
});
