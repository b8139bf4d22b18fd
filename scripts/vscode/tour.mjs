// The way of a new user, in a real VS Code: opens the sample trace, looks at a frame, debugs from it. Each stop is looked at by what
// stands on the screen, then pictured; `npm start -- --check` and the README's pictures both come from here.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { extensionId, startsWithVscode } from '../steps/manifest.mjs';
import { samplesFolder } from '../steps/paths.mjs';
import { launchBrowser } from './browser.mjs';
import { installExtension, Server } from './server.mjs';
import { eventually, Workbench } from './workbench.mjs';

/** What the editor's page calls its parts. */
export const pageParts = {
  editor: '[data-testid="trace-editor"]',
  grid: '[role="grid"][aria-rowcount]',
  row: '[role="grid"] [role="row"]',
  selectedRow: '[role="grid"] [role="row"][aria-selected="true"]',
  details: '[data-testid="frame-details"]',
  debugButton: '[data-testid="debug-from-frame"]',
};

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
  const server = await Server.start({ extensionsFolder: await installExtension(vsix) });
  const browser = await launchBrowser();
  const workbench = await Workbench.create({
    browser,
    server,
    folder: samplesFolder,
    ...(startsWithVscode ? { extension: extensionId } : {}),
  });
  try {
    await workbench.load();
    const seen = [await visitEditor(workbench, join(folder, 'editor.png'))];
    seen.push(await visitDebugger(workbench, join(folder, 'debugger.png')));
    return seen;
  } catch (error) {
    await workbench.screenshot(join(folder, 'failed.png'));
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
  const page = await workbench.webview(pageParts.editor);
  await eventually('rows of frames', async () => (await page.locator(pageParts.row).count()) > 1);
  const rows = Number(await page.locator(pageParts.grid).first().getAttribute('aria-rowcount'));
  if (!(rows > 0)) throw new Error(`The grid of ${trace} says that it has ${rows} rows.`);
  await page.locator(pageParts.row).last().click();
  const selected = await page.locator(pageParts.selectedRow).first().innerText({ timeout: 10_000 });
  const details = page.locator(pageParts.details);
  await eventually("the selected frame's details", async () => (await details.innerText()).trim() !== '');
  await workbench.screenshot(picture);
  return `${trace} opened as a table of ${rows} rows; selected: ${oneLine(selected)}`;
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
  const [stackFrame = ''] = await workbench.stackFrames();
  await workbench.screenshot(picture);
  return `the debugger stands in ${oneLine(stackFrame)}, line ${line} is marked`;
}

/** @param {string} text */
function oneLine(text) {
  return text.trim().replaceAll(/\s+/g, ' ');
}
