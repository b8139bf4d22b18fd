// Measures the trace editor in the real VS Code: from the click on a file until its first rows are posted and on the screen,
// beside an editor with an empty page in the same window; what the extension host holds meanwhile, and while a filter runs
// through all frames; and the memory that it keeps, and gives back.
//
//     node test/bench/editor.mjs TRACE.tf...
//
// `bigTrace.mjs` makes each TRACE.tf; its name is the number of its frames: 1000000.tf. Packs the extension.
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { packExtension } from '../../scripts/package.mjs';
import { setUp } from '../../scripts/setUp.mjs';
import { extensionId } from '../../scripts/steps/manifest.mjs';
import { temporaryFolder } from '../../scripts/steps/childProcesses.mjs';
import { launchBrowser } from '../../scripts/vscode/browser.mjs';
import { Server } from '../../scripts/vscode/server.mjs';
import { eventually } from '../../scripts/vscode/waiting.mjs';
import { Workbench } from '../../scripts/vscode/workbench.mjs';
import { editorProbe } from './editorProbe.mjs';
import { figure, given, percentile } from './figures.mjs';
import { instrumented } from './instrumented.mjs';

/** Each file is opened so often; the median counts. */
const opens = 5;
const rows = '.frames-table .grid-rows [role="row"]:not(:has(.placeholder))';

/** The browser's word for it. */
const measureKey = 'Control+Alt+Shift+KeyM';

/** In the frame around every page: when what a person waits for is in the page's document. */
const watchScreen = `{
  const look = () => {
    const pages = [...document.querySelectorAll('iframe')].map((each) => each.contentDocument);
    if (pages.some((page) => page?.querySelector(${JSON.stringify(`${rows}, .shown`)}))) {
      globalThis.shownAt = performance.timeOrigin + performance.now();
    } else {
      requestAnimationFrame(look);
    }
  };
  if (location.pathname.endsWith('/webview/browser/pre/index.html')) requestAnimationFrame(look);
}`;

await setUp(['server', 'browser']);
const { extensionsFolder, installed } = await instrumented(
  await packExtension(),
  `(${editorProbe})(require, exports, __dirname, ENTRY)`,
  ({ customEditors, ...others }) => ({
    ...others,
    keybindings: [{ command: 'bench.measure', key: 'ctrl+alt+shift+m' }],
    customEditors: [
      ...customEditors,
      { viewType: 'bench.empty', displayName: 'Empty', selector: [{ filenamePattern: '*.empty' }] },
    ],
  }),
);
const notesFile = join(installed, 'notes');

const folder = temporaryFolder('workspace');
writeFileSync(join(folder, 'page.empty'), '');
for (const path of given) symlinkSync(resolve(path), join(folder, `${basename(path)}ile`));
const server = await Server.start({
  extensionsFolder,
  settings: { 'files.watcherExclude': { '**': true } },
});

const browser = await launchBrowser();
const vscode = await Workbench.create({ browser, server, folder, extension: extensionId });
await vscode.page.addInitScript(watchScreen);
writeFileSync(notesFile, '');
await vscode.load();

const notes = () => readFileSync(notesFile, 'utf8').split('\n').filter(Boolean).map(JSON.parse);

/** The newest note of an event that is younger than a time. */
async function noted(event, since) {
  let found;
  await eventually(event, () => {
    found = notes().findLast((each) => each.event === event && each.at > since);
    return found !== undefined;
  });
  return found;
}

const now = () => performance.timeOrigin + performance.now();

/** Opens a file; milliseconds since its editor was resolved. */
async function opened(name, selector) {
  const clicked = now();
  await vscode.openFromExplorer(name, { keep: true });
  const frame = await vscode.webview(selector);
  const { at: resolved } = await noted('resolved', clicked);
  const around = frame.parentFrame();
  await eventually('the screen', () => around.evaluate('globalThis.shownAt !== undefined'));
  const onScreen = (await around.evaluate('globalThis.shownAt')) - resolved;
  return { frame, clicked, resolved, onScreen };
}

async function closed() {
  await vscode.command('View: Close All Editors');
  await eventually('no tab', async () => (await vscode.tabs()).length === 0);
}

async function measured() {
  const since = now();
  await vscode.page.keyboard.press(measureKey);
  return noted('measured', since);
}

/** @param {readonly Record<string, number>[]} all @param {string} name */
const median = (all, name) =>
  percentile(
    all.map((each) => each[name]),
    0.5,
  );

async function empty() {
  const { onScreen } = await opened('page.empty', '.shown');
  await closed();
  return { onScreen };
}

async function rowsShown(name) {
  const { onScreen, clicked, resolved } = await opened(name, rows);
  const { at } = await noted('rows', clicked);
  await closed();
  return { posted: at - resolved, onScreen };
}

/** With a trace open: all its frames indexed, filtered, closed. */
async function whole(name, frames) {
  await measured();
  const { frame } = await opened(name, rows);
  const rowsAre = (count) =>
    frame
      .locator(`.frames-table [role="grid"][aria-rowcount="${count + 1}"]`)
      .waitFor({ timeout: 0 });
  await rowsAre(frames);
  const open = await measured();
  const typing = await typed(frame, '$trace_frame % 1000 == 1', frames / 1000);
  await frame.locator('#filter').fill('$trace_frame % 1000 == 0');
  await frame.locator('#filter').press('Enter');
  await rowsAre(frames / 1000);
  const filtered = await measured();
  await closed();
  return { open, typing, filtered, after: await measured() };
}

/**
 * Types a filter without running it, slowly enough that frames are counted after each key: what is
 * held, and the milliseconds from the last key until all frames are counted.
 */
async function typed(frame, filter, matches) {
  await frame.locator('#filter').click();
  const { keyboard } = vscode.page;
  await keyboard.type(filter.slice(0, -1), { delay: 250 });
  await keyboard.type(filter.slice(-1));
  const since = now();
  const count = `${matches.toLocaleString('en')} of`;
  await frame.locator('.filter-count.preview', { hasText: count }).waitFor({ timeout: 0 });
  await eventually(
    'every frame to be counted',
    async () => !(await frame.locator('.filter-count').innerText()).endsWith('…'),
  );
  const counted = now() - since;
  const { held } = await measured();
  return { held, counted };
}

await empty();
for (const path of given) {
  const file = `${basename(path)}ile`;
  const frames = Number(basename(path, '.tf'));
  if (!Number.isInteger(frames)) throw new Error(`How many frames has ${path}?`);
  const title = `${frames.toLocaleString('en')} frames in VS Code`;
  await rowsShown(file);
  const empties = [];
  const traces = [];
  for (let i = 0; i < opens; i++) {
    empties.push(await empty());
    traces.push(await rowsShown(file));
  }
  figure(`${title}: first rows posted`, median(traces, 'posted'), 'ms', { goal: 300 });
  figure(`${title}: first rows on the screen`, median(traces, 'onScreen'), 'ms', {
    goal: 1000,
    beside: { 'an empty page': median(empties, 'onScreen') },
  });
  const before = await measured();
  const { open, typing, filtered, after } = await whole(file, frames);
  const grown = ({ kept }) => (kept - before.kept) / 2 ** 20;
  figure(`${title}: longest hold of the extension host, opening`, open.held, 'ms', {
    limit: { most: 50 },
  });
  figure(`${title}: longest hold of it, typing a filter`, typing.held, 'ms', {
    limit: { most: 50 },
  });
  figure(`${title}: typed filter counted after the last key`, typing.counted, 'ms');
  figure(`${title}: longest hold of it, filtering`, filtered.held, 'ms', { limit: { most: 50 } });
  figure(`${title}: memory of it, all indexed`, grown(open), 'MiB', { limit: { most: 200 } });
  figure(`${title}: memory of it, filtered`, grown(filtered), 'MiB', { limit: { most: 200 } });
  figure(`${title}: memory of it, closed again`, grown(after), 'MiB', { limit: { most: 10 } });
}

await vscode.close();
server.stop();
await browser.close();
process.exit();
