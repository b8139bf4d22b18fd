#!/usr/bin/env node
// Stands in for the desktop VS Code's executable: takes the arguments that @vscode/test-electron's
// runTests gives, and runs the same extension tests in the server build's extension host. Its exit
// code is the tests'.
import { parseArgs } from 'node:util';
import { launchBrowser } from './browser.mjs';
import { Server } from './server.mjs';

const { values, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    extensionDevelopmentPath: { type: 'string' },
    extensionTestsPath: { type: 'string' },
  },
});

/** Nobody looks at this window: what would be drawn beside the editors is left out. */
const bareSettings = {
  'breadcrumbs.enabled': false,
  'debug.inlineValues': 'off',
  'debug.internalConsoleOptions': 'neverOpen',
  'debug.openDebug': 'neverOpen',
  'debug.toolBarLocation': 'hidden',
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'git.enabled': false,
  'workbench.activityBar.location': 'hidden',
  'workbench.iconTheme': null,
  'workbench.statusBar.visible': false,
};
const smallSize = { width: 640, height: 480 };

const server = await Server.start({ settings: bareSettings, lean: true });
const browser = await launchBrowser();
const context = await browser.newContext({ viewport: smallSize });
const page = await context.newPage();

await page.exposeFunction(
  'codeAutomationLog',
  (/** @type {unknown} */ _, /** @type {unknown[]} */ words) => {
    console.log(...words);
  },
);
/** @type {Promise<number>} */
const ended = new Promise((resolve) => page.exposeFunction('codeAutomationExit', resolve));
await page.goto(
  server.address(positionals[0] ?? '/', [
    ['extensionDevelopmentPath', server.uri(String(values['extensionDevelopmentPath']))],
    ['extensionTestsPath', server.uri(String(values['extensionTestsPath']))],
  ]),
);
const code = await ended;
await browser.close();
process.exit(code);
