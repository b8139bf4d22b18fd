// Measures where the time goes until a trace that is opened as soon as a window shows its file is on the screen, each time in a new
// VS Code: what VS Code waits for, and what of it is the extension's.
//
//     node test/bench/firstSeconds.mjs [EXTENSION.vsix]
//
// Packs the extension unless told which. Times are of the clock that all processes share; processor time is the extension host's.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packExtension } from '../../scripts/package.mjs';
import { setUp } from '../../scripts/setUp.mjs';
import { temporaryFolder } from '../../scripts/steps/childProcesses.mjs';
import { extensionId } from '../../scripts/steps/manifest.mjs';
import { samplesFolder } from '../../scripts/steps/paths.mjs';
import { launchBrowser } from '../../scripts/vscode/browser.mjs';
import { Server } from '../../scripts/vscode/server.mjs';
import { eventually } from '../../scripts/vscode/waiting.mjs';
import { Workbench } from '../../scripts/vscode/workbench.mjs';
import { figure, given, percentile } from './figures.mjs';
import { instrumented } from './instrumented.mjs';

const openings = 5;

/** Stands in the entry's place, and leaves beside itself when what happened. */
const markedEntry = `
const vscode = require('vscode');
const marks = {};
const mark = (name) => {
  if (name in marks) return;
  const { user, system } = process.cpuUsage();
  marks[name] = { at: Date.now(), processor: (user + system) / 1000 };
  require('node:fs').writeFileSync(__dirname + '/marks.json', JSON.stringify(marks));
};
mark('entry is loaded');
const entry = require(ENTRY);
const register = vscode.window.registerCustomEditorProvider;
vscode.window.registerCustomEditorProvider = (viewType, provider, options) =>
  register(viewType, {
    openCustomDocument: async (...asked) => {
      mark('document is asked for');
      const document = await provider.openCustomDocument(...asked);
      mark('services are there');
      return document;
    },
    resolveCustomEditor: async (document, panel, ...asked) => {
      mark('editor is asked for');
      const post = panel.webview.postMessage.bind(panel.webview);
      Object.defineProperty(panel.webview, 'postMessage', {
        value: (message) => {
          mark('first message is sent');
          return post(message);
        },
      });
      panel.webview.onDidReceiveMessage(() => mark('page has spoken'));
      await provider.resolveCustomEditor(document, panel, ...asked);
      mark('editor is resolved');
    },
  }, options);
exports.activate = (context) => {
  entry.activate(context);
  mark('extension is active');
};`;

/** Of the page, once its table has rows: when it was begun, its script was there, and its rows were. */
function drawnPage() {
  if (document.querySelector('[role=grid] [aria-rowindex="2"]') === null) return undefined;
  const script = performance
    .getEntriesByType('resource')
    .find(({ name }) => /main\.js$/.test(name));
  return {
    'page is begun': performance.timeOrigin,
    'script is there': performance.timeOrigin + (script?.responseEnd ?? NaN),
    'rows are drawn': Date.now(),
  };
}

await setUp(['server', 'browser']);
const { extensionsFolder, installed } = await instrumented(
  given[0] ?? (await packExtension()),
  markedEntry,
);
const browser = await launchBrowser();
const all = [];
for (let i = 0; i < openings; i++) all.push(await opening());
await browser.close();

const names = Object.keys(all[0]).sort((one, other) => all[0][one].at - all[0][other].at);
for (const name of names) {
  const median = (what) =>
    percentile(
      all.map((marks) => marks[name]?.[what] ?? NaN),
      0.5,
    );
  const processor = median('processor');
  figure(`${name}, after the click`, median('at'), 'ms', {
    ...(Number.isNaN(processor) ? {} : { beside: { 'processor time of the host': processor } }),
  });
}
process.exit();

async function opening() {
  const file = join(installed, 'marks.json');
  rmSync(file, { force: true });
  const server = await Server.start({ extensionsFolder });
  const folder = temporaryFolder('first');
  cpSync(samplesFolder, folder, { recursive: true });
  const vscode = await Workbench.create({ browser, server, folder, extension: extensionId });
  try {
    const { page } = vscode;
    await page.goto(server.address(folder, []));
    const row = vscode.explorerRow('callqueue.tf');
    await row.waitFor();
    const begin = Date.now();
    await row.dblclick();
    let drawn;
    await eventually('the rows', async () => {
      const pages = page.frames().map((frame) => frame.evaluate(drawnPage).catch(() => undefined));
      drawn = (await Promise.all(pages)).find((each) => each !== undefined);
      return drawn !== undefined && existsSync(file);
    });
    const host = JSON.parse(readFileSync(file, 'utf8'));
    const marks = { ...host };
    for (const [name, at] of Object.entries(drawn)) marks[name] = { at };
    for (const name in marks) marks[name] = { ...marks[name], at: marks[name].at - begin };
    return marks;
  } finally {
    await vscode.close();
    server.stop();
  }
}
