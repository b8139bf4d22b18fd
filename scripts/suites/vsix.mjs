// What a user downloads: small, nothing in it but what runs, what is read and one sample, and it works once unpacked.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import { unzipSync } from 'fflate';
import { extensionId, manifest } from '../steps/manifest.mjs';
import { linkedPaths } from '../steps/markdownLinks.mjs';
import { temporaryFolder } from '../steps/owned.mjs';
import { installedExtensions, installExtension } from '../vscode/server.mjs';
import { runChecks } from './outcome.mjs';

const largest = 3e6;

/** What a VSIX of this extension holds. */
const contents = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  'extension/package.json',
  'extension/readme.md',
  'extension/changelog.md',
  'extension/LICENSE.txt',
  'extension/media/icon.png',
  'extension/media/walkthrough/look.md',
  'extension/media/walkthrough/move.md',
  'extension/media/walkthrough/program.md',
  'extension/dist/extension.js',
  'extension/dist/stdio.js',
  'extension/dist/serve.js',
  'extension/dist/symbolWorker.js',
  'extension/dist/capstoneWorker.js',
  'extension/dist/capstone.wasm',
  'extension/dist/webview/main.js',
  'extension/dist/webview/main.css',
  'extension/dist/webview/memory.js',
  'extension/dist/webview/memory.css',
  'extension/dist/ThirdPartyNotices.txt',
  'extension/docs/manual.md',
  'extension/docs/otherEditors.md',
  'extension/docs/images/debugger.png',
  'extension/docs/images/editor.png',
  'extension/samples/README.md',
  'extension/samples/callqueue',
  'extension/samples/callqueue.c',
  'extension/samples/callqueue.tf',
];

/**
 * @param {string} path of the VSIX
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export function vsix(path) {
  const files = unzipSync(readFileSync(path));
  return runChecks({
    'The VSIX is smaller than 3 MB, of which Capstone takes 1 MB.': async () =>
      assert.ok(statSync(path).size < largest),
    'The VSIX holds what runs, what is read and one sample, nothing else.': async () =>
      assert.deepEqual(Object.keys(files).sort(), [...contents].sort()),
    'What the texts of the VSIX link to and show is in it.': async () => linksLead(files),
    'The debug adapter of the VSIX answers on stdio.': () => adapterAnswers(files),
    'VS Code installs the VSIX.': () => installs(path),
  });
}

/** @param {Readonly<Record<string, Uint8Array>>} files */
function linksLead(files) {
  const links = Object.entries(files)
    .filter(([path]) => path.endsWith('.md'))
    .flatMap(([path, text]) => linksOf(path, new TextDecoder().decode(text)));
  assert.ok(links.includes('extension/docs/images/editor.png'), 'the README shows the editor');
  assert.deepEqual(
    links.filter((path) => files[path] === undefined),
    [],
    'dead links',
  );
}

/**
 * @param {string} path of a Markdown text
 * @param {string} text
 */
function linksOf(path, text) {
  return linkedPaths(text).map((link) => posix.join(posix.dirname(path), link));
}

/** @param {Readonly<Record<string, Uint8Array>>} files */
async function adapterAnswers(files) {
  const folder = unpack(files);
  const client = new DebugClient(
    process.execPath,
    join(folder, manifest.contributes.debuggers[0].program),
    'tracefile',
  );
  await client.start();
  try {
    const { success } = await client.initializeRequest();
    assert.ok(success);
  } finally {
    await client.stop();
  }
}

/**
 * @param {Readonly<Record<string, Uint8Array>>} files
 * @returns {string} the extension's folder
 */
function unpack(files) {
  const folder = temporaryFolder('vsix');
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  return join(folder, 'extension');
}

/** @param {string} vsix */
async function installs(vsix) {
  const installed = await installedExtensions(await installExtension(vsix));
  assert.deepEqual(installed, [`${extensionId}@${manifest.version}`]);
}
