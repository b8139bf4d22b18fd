// Measures what the extension costs a VS Code in which no trace is opened: its code loaded and activated, when VS Code has started. In the
// real VS Code, each time in a new one.
//
//     node test/bench/activation.mjs [EXTENSION.vsix]
//
// Packs the extension unless told which. VS Code's own figures hold whatever else its process did meanwhile; here the entry is timed
// inside of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packExtension } from '../../scripts/package.mjs';
import { setUp } from '../../scripts/setUp.mjs';
import { extensionId } from '../../scripts/steps/manifest.mjs';
import { temporaryFolder } from '../../scripts/steps/childProcesses.mjs';
import { launchBrowser } from '../../scripts/vscode/browser.mjs';
import { Server } from '../../scripts/vscode/server.mjs';
import { eventually } from '../../scripts/vscode/waiting.mjs';
import { Workbench } from '../../scripts/vscode/workbench.mjs';
import { figure, given, percentile } from './figures.mjs';
import { instrumented } from './instrumented.mjs';

const starts = 7;

/** Stands in the entry's place, and leaves its times beside itself. */
const timedEntry = `
const work = (act) => {
  const began = [performance.now(), process.cpuUsage()];
  const result = act();
  const { user, system } = process.cpuUsage(began[1]);
  return { result, time: performance.now() - began[0], processor: (user + system) / 1000 };
};

const load = work(() => require(ENTRY));
exports.activate = (context) => {
  const activate = work(() => load.result.activate(context));
  const sum = (name) => load[name] + activate[name];
  const figures = { time: sum('time'), processor: sum('processor') };
  require('node:fs').writeFileSync(__dirname + '/times.json', JSON.stringify(figures));
};`;

await setUp(['server', 'browser']);
const { extensionsFolder, installed } = await instrumented(
  given[0] ?? (await packExtension()),
  timedEntry,
);

const browser = await launchBrowser();
const times = [];
for (let i = 0; i < starts; i++) times.push(await activation());
await browser.close();
const median = (name) =>
  percentile(
    times.map((each) => each[name]),
    0.5,
  );
figure('activation until a trace is opened', median('time'), 'ms');
figure('the processor for it', median('processor'), 'ms', { limit: { most: 10 } });
process.exit();

async function activation() {
  const file = join(installed, 'times.json');
  writeFileSync(file, '');
  const server = await Server.start({ extensionsFolder });
  const folder = temporaryFolder('empty');
  const vscode = await Workbench.create({ browser, server, folder, extension: extensionId });
  try {
    await vscode.load();
    await eventually('the times', () => readFileSync(file).length > 0);
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    await vscode.close();
    server.stop();
  }
}
