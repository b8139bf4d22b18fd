// The tracks above the table, used as a person does.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually } from '../../scripts/vscode/waiting.mjs';
import { becomes, reads } from '../onScreen';
import { TestedPage } from './testedPage';

let page: TestedPage;
const within = (selector: string) => page.frame.locator(selector);
const slider = () => within('.canvas-slider');
const track = (text: string) => within(`.track-head[data-track="value ${text}"]`);

/** What the timeline says of where it stands. */
async function stands(): Promise<string> {
  return (await slider().getAttribute('aria-valuetext')) ?? '';
}

/** Presses the pointer at a share of the timeline's width, and releases it at another. */
async function drag(from: number, to: number): Promise<void> {
  const { width = 0 } = (await slider().boundingBox()) ?? {};
  await slider().hover({ position: { x: width * from, y: 8 } });
  await page.mouse.down();
  await slider().hover({ position: { x: width * ((from + to) / 2), y: 10 } });
  await slider().hover({ position: { x: width * to, y: 10 } });
  await page.mouse.up();
}

/** Adds a track of an expression. */
async function addTrack(text: string): Promise<void> {
  const box = within('#track-expression');
  await box.fill(text);
  // The browser's own list of completions may take Enter for itself.
  await page.frame.getByRole('button', { name: 'Add track', exact: true }).click();
  await becomes(() => box.inputValue(), '');
  await track(text).waitFor();
}

/** Adds a column of an expression from the list of columns, which stays open. */
async function addColumn(text: string): Promise<void> {
  await page.frame.getByRole('button', { name: 'Columns' }).click();
  const input = within('#column-expression');
  await input.fill(text);
  await input.press('Enter');
  await within('.head.cell-value').filter({ hasText: text }).waitFor();
}

const heads = () =>
  within('.track-head').evaluateAll((all) =>
    // Tests are compiled without the DOM's types.
    all.map((head) => (head as { dataset: { track: string } }).dataset.track),
  );

describe('above the table, the lanes', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
    await within('.track-head').nth(3).waitFor();
  });

  afterAll(() => page.close());

  it('go to the frame of a lane that is clicked, and by keys', async () => {
    const { width = 0 } = (await slider().boundingBox()) ?? {};
    // The lane of tracepoint 2, whose frame 214 is the nearest to this place.
    await slider().click({ position: { x: width * 0.8, y: 10 } });
    await becomes(() => page.selected(), 214);
    await slider().press('ArrowRight');
    await becomes(() => page.selected(), 215);
    await slider().press('ArrowDown');
    await slider().press('ArrowRight');
    await becomes(() => page.selected(), 216);
    await reads(stands, /keeps to Tracepoint 2 .*: 20 hits/);
    await slider().press('Home');
    await becomes(() => page.selected(), 0);
  });

  it('have a map of all frames when they are zoomed, for which nothing moves', async () => {
    const map = within('.canvas-map');
    const before = await slider().boundingBox();
    await becomes(() => map.count(), 0);
    await slider().press('+');
    await slider().press('+');
    await map.waitFor();
    await becomes(() => slider().boundingBox(), before);
    // Frame 0 was in sight; the map brings the last frames there.
    const { width = 0 } = (await map.boundingBox()) ?? {};
    await map.click({ position: { x: width - 2, y: 4 } });
    await slider().click({ position: { x: (before?.width ?? 0) - 2, y: 70 } });
    await eventually('one of the last frames', async () => (await page.selected()) > 240);
    await page.frame.getByRole('button', { name: 'Zoom out fully' }).click();
    await becomes(() => map.count(), 0);
  });

  it('show the marked frames alone, and zoom', async () => {
    await drag(0.25, 0.5);
    await page.frame.getByRole('button', { name: 'Show only selection' }).click();
    const filter = within('#filter');
    await reads(() => filter.inputValue(), /^\$trace_frame >= \d+ && \$trace_frame <= \d+$/);
    const [first = 0, last = 0] = ((await filter.inputValue()).match(/\d+/g) ?? []).map(Number);
    assert.ok(first > 55 && first < 68 && last > 117 && last < 129, `${first} to ${last}`);
    await becomes(() => page.text('.filter-count'), `${last - first + 1} of 246`);
    await page.frame.getByRole('button', { name: 'Zoom to selection' }).click();
    const whole = page.frame.getByRole('button', { name: 'Zoom out fully' });
    await whole.click();
    await becomes(() => whole.count(), 0);
    await filter.fill('');
    await filter.press('Enter');
    await becomes(() => page.frameCount(), 246);
  });

  it('have time as an axis, with rates and gaps, and go to a time', async () => {
    await page.frame.getByRole('button', { name: 'Time', exact: true }).click();
    const line = within('.track-head').nth(2).locator('.head-line');
    await reads(
      async () => (await line.getAttribute('title')) ?? '',
      /97 hits, 2,201 hits\/s, longest gap 1\.647 ms, between frames 141 and 151/,
    );
    const time = within('#go-to-time');
    await time.fill('20 ms');
    await time.press('Enter');
    await reads(stands, /frame 108 .*19\.999 ms/);
    await time.fill('+1.5 ms');
    await time.press('Enter');
    await reads(stands, /frame 114 .*21\.6 ms/);
    await becomes(
      () => within('.delta .in-full').innerText(),
      '+1.601 ms, +6 frames from the previous selection',
    );
    await time.fill('soon');
    await time.press('Enter');
    await reads(() => page.text('#time-problem'), /\+12\.5 ms/);
  });
});

describe('tracks of expressions', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
    await within('.track-head').nth(3).waitFor();
  });

  afterAll(() => page.close());

  it('are added by what is typed, and have their min and max at the head', async () => {
    await within('#track-expression').fill('minute +');
    await reads(() => page.text('#track-expression-problem'), /column 9/);
    await addTrack('minute');
    await addTrack('queue->waiting');
    await reads(() => track('queue->waiting').innerText(), /= 0\s+0 – 65,535/);
    await reads(() => track('minute').innerText(), /not collected/);
    await reads(
      () => within('.canvas table').innerText(),
      /minute\s+117 frames\s+0 in frame 1\s+208 in frame 245/,
    );
  });

  it('have a crosshair with a card, and go to frames', async () => {
    const { x = 0, width = 0 } = (await slider().boundingBox()) ?? {};
    await slider().hover({ position: { x: width * 0.48, y: 60 } });
    const card = () => page.text('.pointer-card');
    await reads(card, /^frame 11\d/);
    // Beside the crosshair, which it does not cover.
    const crosshair = x + width * 0.48;
    await becomes(async () => {
      const box = await within('.pointer-card').boundingBox();
      const end = (box?.x ?? 0) + (box?.width ?? 0);
      return end < crosshair && end > crosshair - 20;
    }, true);
    await reads(card, /#[45] (answer|main) callqueue\.c:\d+/);
    await slider().click({ position: { x: width * 0.95, y: 100 } });
    await eventually('the frame', async () => Math.abs((await page.selected()) - 233) < 4);
    await reads(stands, /queue->waiting = 65535|#5 main/);
  });

  it('are summed up over a selected range', async () => {
    await drag(0.9, 0.98);
    await reads(() => track('queue->waiting').innerText(), /min 65,535, mean 65,535, max 65,535/);
    await reads(() => page.text('.track-heads'), /\d+ of 20/);
  });

  it('over time show the frames without a time in a region of their own', async () => {
    await page.frame.getByRole('button', { name: 'Time', exact: true }).click();
    await becomes(() => page.text('.time-note'), '149 without a time');
    const { width = 0 } = (await slider().boundingBox()) ?? {};
    await slider().hover({ position: { x: width * 0.95, y: 60 } });
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
  });
});

describe('tracks of one’s own', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
    await within('.track-head').nth(3).waitFor();
  });

  afterAll(() => page.close());

  it('are ordered by keys and by drag, made higher, and are there again', async () => {
    await addTrack('minute');
    await becomes(async () => (await heads()).at(-1), 'value minute');
    const before = await heads();
    await slider().press('ArrowUp');
    await slider().press('Alt+ArrowUp');
    await becomes(async () => (await heads()).indexOf('value minute'), before.length - 2);
    await slider().press('Shift+Alt+ArrowDown');
    const height = async () => Math.round((await track('minute').boundingBox())?.height ?? 0);
    await becomes(height, 52);
    await track('minute').hover({ position: { x: 60, y: 10 } });
    await page.mouse.down();
    // The head that is dragged is below the pointer, wherever that is.
    const { x = 0, y = 0 } = (await within('.track-head').first().boundingBox()) ?? {};
    await page.mouse.move(x + 60, y + 2, { steps: 4 });
    await page.mouse.up();
    await becomes(async () => (await heads())[0], 'value minute');
    await page.reload();
    await becomes(async () => (await heads())[0], 'value minute');
    await becomes(height, 52);
  });

  it('are removed', async () => {
    await track('minute').hover();
    await page.frame.getByRole('button', { name: 'Remove the track of minute' }).click();
    await becomes(() => track('minute').count(), 0);
  });

  it('are added from a variable, a register and a column', async () => {
    await addColumn('queue->tail');
    await page.keyboard.press('Escape');
    await page.pick(within('.head.cell-value'), 'Add Track');
    // As gdb: the last of `tfind` and `print queue->tail`.
    await reads(() => track('queue->tail').innerText(), /– 104/);

    await page.goTo(5);
    const variable = within('[data-testid="variables"] [role="treeitem"]').filter({
      has: page.frame.locator('.name', { hasText: /^minute$/ }),
    });
    await page.pick(variable, 'Add Track');
    await reads(() => track('minute').innerText(), /0 – 208/);

    await page.openSection('Registers: general');
    const register = within('.registers tr').filter({
      has: page.frame.locator('th', { hasText: /^rip$/ }),
    });
    await page.pick(register, 'Add Track');
    await track('$rip').waitFor();
  });

  it('stand in the head of a column as a sparkline', async () => {
    await addColumn('minute');
    await page.frame.getByRole('button', { name: 'Show a sparkline: minute' }).click();
    const line = within('[role="columnheader"] .sparkline');
    await reads(async () => (await line.getAttribute('aria-label')) ?? '', /^min 0 in frame 1/);
  });
});
