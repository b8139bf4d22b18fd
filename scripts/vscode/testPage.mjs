// The extension's pages in a browser without VS Code, for tests and benches of the page alone: over
// a fake host with any number of frames, or over one that says nothing. It runs what is in
// dist/webview.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distFolder } from '../steps/paths.mjs';
import { usualSize } from './browser.mjs';
import { fakeHost } from './fakeHost.mjs';

/** Some of VS Code's colours, as Light Modern has them. */
const colours = {
  foreground: '#3b3b3b',
  'editor-background': '#ffffff',
  'panel-border': '#e5e5e5',
  'charts-blue': '#1a85ff',
  'charts-green': '#388a34',
  'charts-purple': '#652d90',
  'charts-orange': '#d18616',
  'charts-red': '#e51400',
  'charts-yellow': '#bf8803',
  focusBorder: '#005fb8',
};

/**
 * Opens the page.
 * @param {import('playwright-core').Browser} browser
 * @param {{ frames: number }} options frames of the trace, a multiple of 4
 */
export async function openTestPage(browser, { frames }) {
  const page = await pageOver(browser, 'main', `(${fakeHost})(${frames})`);
  await page.locator('.frames-table [role="row"][aria-selected="true"]').waitFor();
  return page;
}

/**
 * Opens a page whose host says nothing: it waits for its trace.
 * @param {import('playwright-core').Browser} browser
 * @param {string} name
 */
export function openWaitingPage(browser, name) {
  return pageOver(
    browser,
    name,
    'globalThis.acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} })',
  );
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} name
 * @param {string} host the script that stands for VS Code
 */
async function pageOver(browser, name, host) {
  const page = await browser.newPage({ viewport: usualSize });
  const asset = (/** @type {string} */ file) =>
    readFileSync(join(distFolder, 'webview', file), 'utf8').replaceAll('</script', '<\\/script');
  const variables = Object.entries(colours).map(([key, value]) => `--vscode-${key}:${value}`);
  await page.setContent(`<!DOCTYPE html><html lang="en" style="${variables.join(';')}">
    <head><meta charset="UTF-8"><title>GDB Trace</title><style>${asset(`${name}.css`)}</style></head>
    <body data-page="${name}" class="vscode-light" style="font-family: sans-serif; font-size: 13px">
    <script>${host}</script><script>${asset('main.js')}</script></body></html>`);
  return page;
}
