// The way of a new user, in a real VS Code: opens the sample trace, looks at a frame, debugs from
// it. Each stop is looked at by what stands on the screen, then pictured; `npm start -- --check`
// and the README's pictures both come from here.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { temporaryFolder } from '../steps/childProcesses.mjs';
import { extensionId, startsWithVscode } from '../steps/manifest.mjs';
import { root, samplesFolder } from '../steps/paths.mjs';
import { launchBrowser } from './browser.mjs';
import { installExtension, Server } from './server.mjs';
import { eventually, tried } from './waiting.mjs';
import { Workbench } from './workbench.mjs';

/** What the editor's page calls its parts. */
export const pageParts = {
  editor: '[data-testid="trace-editor"]',
  grid: '.frames-table [role="grid"][aria-rowcount]',
  /** @param {number} frame the table's first row is its heading */
  row: (frame) => `.frames-table [role="grid"] [role="row"][aria-rowindex="${frame + 2}"]`,
  selectedRow: '.frames-table [role="grid"] [role="row"][aria-selected="true"]',
  details: '[data-testid="frame-details"]',
  debugButton: '[data-testid="debug-from-frame"]',
};

/**
 * The frame that is looked at: on the first screen, and with registers, memory and a trace state
 * variable.
 */
const tourFrame = 11;

/** An argument of the function of that frame, with a member of what it points to. */
const tourArgument = { name: 'queue', member: 'waiting' };

/** The trace that a new user sees first. */
export function sampleTrace() {
  const name = readdirSync(samplesFolder).find((each) => /\.(tf|tfile)$/.test(each));
  if (name === undefined) throw new Error(`There is no trace file in ${samplesFolder}.`);
  return join(samplesFolder, name);
}

/**
 * @param {string} vsix the extension to show
 * @param {string} folder where the pictures go: editor.png and debugger.png
 * @returns {Promise<string[]>} what was seen, a sentence for each picture
 * @throws {Error} where something is not on the screen that must be
 */
export async function takeTour(vsix, folder) {
  return inVscode(vsix, samplesFolder, folder, async (workbench) => {
    const seen = [await visitEditor(workbench, join(folder, 'editor.png'))];
    seen.push(await visitDebugger(workbench, join(folder, 'debugger.png')));
    return seen;
  });
}

/**
 * What README and the manual show beyond the tour: intervals, and two traces compared.
 * @param {string} vsix
 * @param {string} folder where the pictures go: intervals.png and comparison.png
 * @returns {Promise<string[]>} what was seen
 */
export async function takeFurtherPictures(vsix, folder) {
  const opened = join(temporaryFolder('pictures'), 'runs');
  cpSync(samplesFolder, opened, { recursive: true });
  const recordings = join(root, 'test', 'unit', 'trace', 'comparison', 'recordings');
  for (const [name, recorded] of Object.entries(compared)) {
    writeFileSync(join(opened, name), gunzipSync(readFileSync(join(recordings, recorded))));
  }
  return inVscode(vsix, opened, folder, async (workbench) => {
    const seen = [await visitIntervals(workbench, join(folder, 'intervals.png'))];
    seen.push(await visitComparison(workbench, join(folder, 'comparison.png')));
    return seen;
  });
}

/** The files of two runs, and of their programs, by the names that they get. */
const compared = {
  'if.tf': 'aslr-one.tf.gz',
  'if-program': 'if.elf.gz',
  'while.tf': 'while.tf.gz',
  'while-program': 'while.elf.gz',
};

/**
 * @param {string} vsix
 * @param {string} opened the folder of the window
 * @param {string} pictures where a picture of a failure goes
 * @param {(workbench: Workbench) => Promise<string[]>} visit
 */
async function inVscode(vsix, opened, pictures, visit) {
  const server = await Server.start({ extensionsFolder: await installExtension(vsix) });
  const browser = await launchBrowser();
  const workbench = await Workbench.create({
    browser,
    server,
    folder: opened,
    size: { width: 1560, height: 910 },
    ...(startsWithVscode ? { extension: extensionId } : {}),
  });
  try {
    await workbench.load();
    return await visit(workbench);
  } catch (error) {
    await workbench.screenshot(join(pictures, 'failed.png'));
    throw error;
  } finally {
    await browser.close();
    server.stop();
  }
}

/**
 * @param {Workbench} workbench
 * @param {string} picture
 */
async function visitEditor(workbench, picture) {
  const trace = basename(sampleTrace());
  await workbench.openFile(trace);
  const place = new RegExp(`^${tourFrame} .*\\w\\.c:\\d+`);
  // A page that is loaded again shows the frame, but not its source.
  await tried(`frame ${tourFrame} is selected, with its source beside`, async (timeout) => {
    const page = await workbench.webview(pageParts.editor);
    await page.locator(pageParts.row(tourFrame)).click({ timeout });
    const selected = page.locator(pageParts.selectedRow);
    await eventually(
      'its source line',
      async () => place.test(oneLine(await selected.innerText({ timeout }))),
      timeout,
    );
    await eventually(
      'the source beside',
      async () => (await workbench.textEditors()).some((text) => text.includes('{')),
      timeout,
    );
  });
  const page = await workbench.webview(pageParts.editor);
  const selected = page.locator(pageParts.selectedRow);
  const details = page.locator(pageParts.details);
  await eventually("the frame's variables", async () =>
    (await details.innerText()).includes(tourArgument.name),
  );
  await eventually(
    'hit counts in the source',
    async () =>
      (await workbench.page.locator('.codelens-decoration', { hasText: 'hit in' }).count()) > 0,
  );
  await workbench.screenshot(picture);
  const rows = await page.locator(pageParts.grid).getAttribute('aria-rowcount');
  return `${trace} as a table of ${rows} rows; selected: ${oneLine(await selected.innerText())}`;
}

/**
 * @param {Workbench} workbench
 * @param {string} picture
 */
async function visitDebugger(workbench, picture) {
  const page = await workbench.webview(pageParts.debugButton);
  await page.locator(pageParts.debugButton).first().click();
  const line = await workbench.stopped();
  await workbench.showDebugView();
  await eventually('the Registers scope', async () =>
    (await workbench.variables()).some((row) => row.startsWith('Registers')),
  );
  await workbench.expandVariable(tourArgument.name);
  await eventually('what the argument points to', async () =>
    (await workbench.variables()).some((row) => row.startsWith(tourArgument.member)),
  );
  const [stackFrame = ''] = await workbench.stackFrames();
  await workbench.screenshot(picture);
  return `the debugger stands in ${oneLine(stackFrame)}, line ${line} is marked`;
}

/**
 * @param {Workbench} workbench
 * @param {string} picture
 */
async function visitIntervals(workbench, picture) {
  await workbench.openFile(basename(sampleTrace()));
  const page = await workbench.webview(pageParts.editor);
  await page.getByRole('tab', { name: 'Intervals' }).click();
  await page.getByRole('button', { name: /^#4 answer: .* of each agent/ }).click();
  const count = page.locator('.interval-count');
  await eventually('intervals', async () => /^94 intervals/.test(await count.innerText()));
  await page.locator('[data-testid="longest-interval"]').click();
  await page.locator('.intervals-table [role="gridcell"]', { hasText: '2.701 ms' }).waitFor();
  await workbench.screenshot(picture);
  return oneLine(await count.innerText());
}

/**
 * @param {Workbench} workbench
 * @param {string} picture
 */
async function visitComparison(workbench, picture) {
  await workbench.command('View: Close All Editors');
  await workbench.openFile('if.tf');
  await workbench.command('GDB Trace: Compare Traces…', 'while.tf');
  const page = await workbench.webview('[data-testid="divergence"]');
  const values = page.getByRole('group', { name: 'Values of both frames' });
  await values.waitFor();
  await workbench.screenshot(picture);
  return oneLine(await page.locator('[data-testid="divergence"]').innerText());
}

/** @param {string} text */
function oneLine(text) {
  return text.trim().replaceAll(/\s+/g, ' ');
}
