// Measures the tracks of a big trace: what the host takes to count frames and to answer a range, and
// what the page takes to draw it, in Chromium with the page's own code.
//
//     node test/bench/overview.mjs TRACE.tf [PROGRAM] [EXPRESSION]
//
// `bigTrace.mjs` makes TRACE.tf; its program is samples/callqueue. Page times are those of the animation frame callbacks in
// which the page draws, in milliseconds; `tasks over 50 ms` are the browser's own "longtask" entries.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../scripts/steps/systemPackages.mjs';
import { core, openTrace, opening, root } from './core.mjs';
import { figure, given, timed as measured } from './figures.mjs';

const [path, program = `${root}samples/callqueue`, expression = 'queue->waiting'] = given;
if (path === undefined) throw new Error('Which trace? See the first lines of this file.');
const folder = mkdtempSync(join(tmpdir(), 'overview-'));

/** The page as one HTML file, with light colours of VS Code. */
async function pageFile() {
  const common = { bundle: true, absWorkingDir: root, logLevel: 'warning' };
  const outfile = join(folder, 'main.js');
  await build({
    ...common,
    entryPoints: ['webview/main.ts'],
    outfile,
    format: 'iife',
    target: 'es2022',
  });
  await build({ ...common, entryPoints: ['webview/main.css'], outfile: join(folder, 'main.css') });
  const colours = {
    foreground: '#333',
    'editor-background': '#fff',
    'panel-border': '#ddd',
    'charts-blue': '#1a85ff',
    'charts-green': '#388a34',
    'charts-purple': '#652d90',
    'charts-orange': '#d18616',
    'charts-red': '#e51400',
    'charts-yellow': '#bf8803',
    focusBorder: '#005fb8',
  };
  const variables = Object.entries(colours).map(([name, value]) => `--vscode-${name}:${value}`);
  const file = join(folder, 'page.html');
  writeFileSync(
    file,
    `<!DOCTYPE html><html style="${variables.join(';')}"><head><meta charset="UTF-8">
    <link rel="stylesheet" href="main.css"></head><body data-page="main" class="vscode-light"><script src="main.js"></script></body></html>`,
  );
  return pathToFileURL(file).href;
}

/** Typed arrays as JSON carries them between node and the browser; VS Code carries them as they are. */
const packed = (message) =>
  JSON.stringify(message, (_, value) =>
    ArrayBuffer.isView(value)
      ? {
          typed: value.constructor.name,
          base64: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64'),
        }
      : value,
  );

/** In the page: VS Code's API over a binding, and the times of what is drawn. */
function preparePage() {
  const unpack = (text) =>
    JSON.parse(text, (_, value) => {
      if (typeof value?.typed !== 'string') return value;
      const bytes = Uint8Array.from(atob(value.base64), (character) => character.charCodeAt(0));
      return new globalThis[value.typed](bytes.buffer);
    });
  window.take = (text) => window.postMessage(unpack(text), '*');
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => window.toHost(JSON.stringify(message)),
    getState: () => undefined,
    setState: () => undefined,
  });
  window.drawn = [];
  window.longTasks = [];
  const paint = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    paint((now) => {
      const start = performance.now();
      callback(now);
      window.drawn.push(performance.now() - start);
    });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ entryTypes: ['longtask'] });
}

const module = await core({
  ...opening,
  'wire/host': ['HostWire'],
  'bytes/requestFailed': ['RequestFailed'],
  'editor/pageMessages': ['pageAct'],
  'ask/traceQuestions': ['traceQuestions'],
  'ask/traceQuestions': ['traceQuestions'],
  'ask/views': ['Views'],
  'ask/table/tableView': ['TableView'],
  'ask/tracks/lanes': ['lanesOf'],
  'ask/trace/summary': ['summarize'],
  'ask/frame/frameDetails': ['frameDetails'],
  'format/frameIndex': ['FrameIndex'],
  'format/blocks': ['FrameFlags'],
  'trace/steppingFrames': ['SteppingFrames'],
  'trace/overview/hitCounts': ['HitCounts'],
  'trace/overview/frameTimes': ['frameParts'],
  'trace/overview/valueSeries': ['numberParts'],
});

const { HostWire, RequestFailed, Views, TableView, lanesOf, summarize, frameDetails } = module;
const { traceQuestions: questions, traceQuestions, pageAct } = module;
const { FrameIndex, FrameFlags, SteppingFrames, HitCounts, frameParts, numberParts } = module;
const trace = await openTrace(module, path, program === '-' ? undefined : program);
const frames = trace.recording.index.count;

async function timed(what, work) {
  const { result, milliseconds } = await measured(work);
  figure(`overview: ${what}`, milliseconds, 'ms');
  return result;
}

/** The host's work on ten million frames that are in the index alone: half of them hits, half steps. */
async function tenMillion() {
  const index = new FrameIndex();
  const [tracepoint] = trace.recording.description.tracepoints;
  const tracepoints = [
    { ...tracepoint, number: 1, step: 1 },
    { ...tracepoint, number: 2 },
  ];
  const pc = Number(tracepoint.locations[0].address & 0xffff_ffffn);
  for (let i = 0; i < 1e7; i++)
    index.add(i * 6, 1 + ((i >> 1) & 1), 0, FrameFlags.pc, 0, pc + (i & 1));
  const counts = new HitCounts(index, new SteppingFrames(index, tracepoints), tracepoints);
  await timed('host: counting 10,000,000 frames', () => counts.count(Infinity));
  for (const again of ['', ', again']) {
    const starts = frameParts({ from: 0, to: 1e7, parts: 2000 }, 1e7);
    await timed(`host: their lanes in 2000 parts${again}`, () => counts.inParts(starts));
    const values = Float64Array.from({ length: 1e7 }, (_, i) => Math.sin(i / 1e5));
    await timed(`host: parts of 10,000,000 numbers${again}`, () =>
      numberParts(values, starts, () => false),
    );
  }
}

const table = new TableView(trace);
const asked = { trace, views: new Views() };
const filtered = asked.views.add(table);
const run = { signal: new AbortController().signal, report() {} };
await timed('host: counting hits and steps of all frames', () =>
  lanesOf(trace).counts.count(Infinity),
);
const range = (from, to, parts = 2000) => ({ axis: 'frame', from, to, parts });
const lanes = (from, to) =>
  questions.overview.answer(asked, { range: range(from, to), table: filtered }, run);
await timed('host: lanes of all frames in 2000 parts', () => lanes(0, frames));
await timed('host: lanes of a tenth', () => lanes(0, frames / 10));
await timed(`host: reading ${expression} in all frames`, () =>
  questions.plotValues.answer(asked, { text: expression }, run),
);
await timed('host: its numbers in 2000 parts', () =>
  questions.plot.answer(asked, { range: range(0, frames), texts: [expression] }, run),
);

await tenMillion();

const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.on('pageerror', (error) => console.log('page:', error.message));
page.on('console', (message) => message.type() === 'error' && console.log('page:', message.text()));
const post = (message) => void page.evaluate((text) => window.take(text), packed(message));
/** What no question answers yet; other requests of the page have no answer. */
const handlers = {
  view: (input, run) => table.arrange(input, run),
  rows: (input) => table.rows(input),
  rowOf: (input) => table.rowOf(input),
  nextMatch: (input, run) => table.nextMatch(input, run),
  complete: () => [{ name: 'queue', start: 0 }],
  check: () => ({}),
};
const wire = new HostWire({ requests: traceQuestions, act: pageAct }, post, {
  answer: async (name, input, run) => {
    if (name in questions) return questions[name].answer(asked, input, run);
    if (name in handlers) return handlers[name](input, run);
    throw new RequestFailed('Not here.');
  },
  act: async (act) => {
    if (act.type !== 'select') return;
    wire.tell({ type: 'frame', details: await frameDetails(trace, act.frame) });
  },
  ready: async () => {
    wire.offer({ type: 'remembered', table: undefined, filters: [] });
    wire.offer({ type: 'bookmarks', bookmarks: [] });
    wire.offer({ type: 'summary', trace: await summarize(trace) });
    const rows = await table.rows({ first: 0, count: 128, columns: [] });
    wire.offer({ type: 'rows', table: filtered, rows });
  },
  failed: (error) => console.log('host:', error),
});

await page.exposeBinding('toHost', (_, text) => wire.receive(JSON.parse(text)));
await page.addInitScript(preparePage);
await page.goto(await pageFile());
await page.locator('.track-head').first().waitFor();
await page.waitForTimeout(500);

/** Does something and prints how long the page's drawings took meanwhile. */
async function drawings(what, work) {
  await page.evaluate(() => (window.drawn.length = window.longTasks.length = 0));
  await work();
  await page.waitForTimeout(500);
  const { drawn, longTasks } = await page.evaluate(() => ({ drawn, longTasks }));
  drawn.sort((one, other) => one - other);
  const at = (share) => drawn[Math.floor(share * (drawn.length - 1))] ?? 0;
  figure(`page: ${what}, a drawing, median`, at(0.5), 'ms', { limit: { most: 8 } });
  figure(`page: ${what}, the longest drawing`, at(1), 'ms');
  figure(`page: ${what}, tasks over 50 ms`, longTasks.length, '', { limit: { most: 0 } });
}

async function wheel(turns, by, shift = false) {
  const box = await page.locator('.canvas-slider').boundingBox();
  await page.mouse.move(box.x + box.width * 0.4, box.y + 10);
  if (shift) await page.keyboard.down('Shift');
  for (let turn = 0; turn < turns; turn++) await page.mouse.wheel(0, by);
  if (shift) await page.keyboard.up('Shift');
}

await drawings('zooming in by 40 turns of the wheel', () => wheel(40, -100));
await drawings('panning by 40 turns', () => wheel(40, 100, true));
await drawings('zooming out', () => wheel(40, 100));
await drawings('marking a range by dragging', async () => {
  const box = await page.locator('.canvas-slider').boundingBox();
  await page.mouse.move(box.x + 100, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 600, box.y + 12, { steps: 40 });
  await page.mouse.up();
});

await page.locator('#track-expression').fill(expression);
await drawings(`adding a track of ${expression}`, () => page.keyboard.press('Enter'));
await drawings('zooming in, with the track', () => wheel(40, -100));
await drawings('zooming out, with the track', () => wheel(40, 100));
if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
await browser.close();
rmSync(folder, { recursive: true });
process.exit();
