// Measures how long the page holds its thread, in Chromium, with the page as it ships: while a person goes through ten million
// frames, sorts and filters them, types a filter, and while tracks of a million frames are redrawn.
//
//     node test/bench/page.mjs
//
// It runs what is in dist/, which run.mjs builds.
//
// A task is what the browser's main thread does in one go. Its length here is the processor's time for it (the trace's `tdur`):
// other programs on the machine do not count.
import { join } from 'node:path';
import { temporaryFolder } from '../../scripts/steps/childProcesses.mjs';
import { figure } from './figures.mjs';
import { pageHarness } from './pageHarness.mjs';

/** What nobody notices, in milliseconds; and what a redraw of the tracks may take. */
const unnoticed = 50;
const redrawLimit = 8;

const { TestedPage, writeManyFrames } = await pageHarness();

/** The page of a trace of so many frames. */
async function pageOf(frames) {
  const file = join(temporaryFolder('page'), `${frames}.tf`);
  writeManyFrames(file, frames);
  const opened = await TestedPage.open({ file, size: { width: 1440, height: 900 } });
  const { page } = opened.view;
  await page.locator(`.frames-table [aria-rowcount="${frames + 1}"]`).waitFor();
  await page.locator('.frames-table [role="row"][aria-selected="true"]').waitFor();
  return { page, close: () => opened.close() };
}

/** Does something on a page; the tasks of its main thread meanwhile, in milliseconds of the processor, the longest first. */
async function tasksWhile(page, work) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ['toplevel', '__metadata', 'devtools.timeline'] });
  await work();
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))),
  );
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const renderers = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const ofPage = traceEvents.filter(({ pid, tid }) => renderers.has(`${pid} ${tid}`));
  const lengths = (isMeant) =>
    ofPage
      .filter(isMeant)
      .map(({ tdur = 0 }) => tdur / 1000)
      .sort((a, b) => b - a);
  return {
    tasks: lengths(({ name }) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask'),
    drawings: lengths(({ name }) => name === 'FireAnimationFrame'),
  };
}

async function longest(page, what, work) {
  const { tasks, drawings } = await tasksWhile(page, work);
  figure(`page: longest task, ${what}`, tasks[0] ?? NaN, 'ms', { limit: { most: unnoticed } });
  return { tasks, drawings };
}

async function redraws(page, what, work) {
  const { drawings } = await longest(page, what, work);
  figure(`page: longest redraw, ${what}`, drawings[0] ?? NaN, 'ms', {
    limit: { most: redrawLimit },
  });
}

async function drag(page, selector, times) {
  const { x, y, width, height } = await page.locator(selector).boundingBox();
  await page.mouse.move(x + width / 2, y + 2);
  await page.mouse.down();
  for (let i = 0; i <= times; i++) await page.mouse.move(x + width / 2, y + (height * i) / times);
  await page.mouse.up();
}

async function wheel(page, selector, times, by) {
  await page.locator(selector).hover();
  for (let i = 0; i < times; i++) await page.mouse.wheel(0, by);
}

const { page: table, close: closeTable } = await pageOf(10_000_000);
const grid = table.locator('.frames-table [role="grid"]');
const press = async (key, times = 1) => {
  for (let i = 0; i < times; i++) await grid.press(key);
};
// The code is compiled as it is first used.
await press('PageDown', 20);
await longest(table, '10,000,000 frames, to the end and back', async () => {
  await press('End');
  await press('Home');
});

await longest(table, '10,000,000 frames, 60 pages', () => press('PageDown', 60));
await longest(table, '10,000,000 frames, 100 rows', () => press('ArrowDown', 100));
await longest(table, '10,000,000 frames, fast drag', () =>
  drag(table, '.frames-table .scrollbar', 60),
);
await longest(table, '10,000,000 frames, 60 turns of the wheel', () =>
  wheel(table, '.grid-viewport', 60, 300),
);
await longest(table, '10,000,000 frames, sorted', async () => {
  await table.locator('[role="columnheader"]', { hasText: 'tracepoint' }).click();
  await table.locator('[aria-sort="ascending"]').waitFor();
  await press('End');
});

await longest(table, '10,000,000 frames, filtered', async () => {
  await table.locator('#filter').fill('$trace_frame % 1000 == 0');
  await table.locator('#filter').press('Enter');
  await table.locator('.filter-count', { hasText: '10,000 of' }).waitFor();
  await press('End');
});

await longest(table, '10,000,000 frames, typing a filter', async () => {
  await table.locator('#filter').click();
  await table.keyboard.press('Control+a');
  // Each count is cancelled by the next key.
  await table.keyboard.type('$trace_frame > 5 && $pc < 7', { delay: 250 });
  await table.locator('.filter-count.preview').waitFor();
});

await closeTable();

const { page: canvas, close: closeCanvas } = await pageOf(1_000_000);
await wheel(canvas, '.canvas-slider', 5, -100);
await wheel(canvas, '.canvas-slider', 5, 100);
await redraws(canvas, 'lanes of 1,000,000 frames, zooming', async () => {
  await wheel(canvas, '.canvas-slider', 40, -100);
  await wheel(canvas, '.canvas-slider', 40, 100);
});

await longest(canvas, '1,000,000 frames, adding tracks', async () => {
  for (const text of ['$trace_frame', '$trace_frame % 7', '$tracepoint']) {
    await canvas.locator('#track-expression').fill(text);
    await canvas.locator('#track-expression').press('Enter');
    await canvas.locator(`[data-track="value ${text}"]`).waitFor();
  }
});

await redraws(canvas, '1,000,000 frames, zooming with three tracks', async () => {
  await wheel(canvas, '.canvas-slider', 40, -100);
  await wheel(canvas, '.canvas-slider', 40, 100);
});

await redraws(canvas, '1,000,000 frames, over the tracks', async () => {
  const { x, y, width } = await canvas.locator('.canvas-slider').boundingBox();
  for (let i = 0; i < 100; i++) await canvas.mouse.move(x + (width * i) / 100, y + 40);
});

await closeCanvas();
process.exit();
