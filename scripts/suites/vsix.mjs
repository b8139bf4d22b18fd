// What a user downloads: small, nothing in it that does not run but one sample, and it works once unpacked.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import { unzipSync } from 'fflate';
import { extensionId, manifest } from '../steps/manifest.mjs';
import { temporaryFolder } from '../steps/owned.mjs';
import { installedExtensions, installExtension } from '../vscode/server.mjs';
import { runChecks } from './outcome.mjs';

const largest = 1.5e6;

/** What every VSIX of this extension holds. */
const required = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  'extension/package.json',
  'extension/readme.md',
  'extension/changelog.md',
  'extension/LICENSE.txt',
  'extension/media/icon.png',
  'extension/dist/extension.js',
  'extension/dist/stdio.js',
  'extension/dist/webview/main.js',
  'extension/dist/webview/main.css',
];

/** One trace with what belongs to it. */
const sample = /^extension\/samples\/[^/]+$/;
const sampleTrace = /^extension\/samples\/[^/]+\.(tf|tfile)$/;

/**
 * @param {string} path of the VSIX
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export function vsix(path) {
  const files = unzipSync(readFileSync(path));
  return runChecks({
    'The VSIX is smaller than 1.5 MB.': async () => assert.ok(statSync(path).size < largest),
    'The VSIX holds what runs and one sample, nothing else.': async () =>
      onlyWhatRuns(Object.keys(files)),
    'The debug adapter of the VSIX answers on stdio.': () => adapterAnswers(files),
    'VS Code installs the VSIX.': () => installs(path),
  });
}

/** @param {readonly string[]} paths */
function onlyWhatRuns(paths) {
  const rest = paths.filter((path) => !required.includes(path));
  const missing = required.filter((path) => !paths.includes(path));
  assert.deepEqual(missing, [], 'missing');
  assert.deepEqual(
    rest.filter((path) => !sample.test(path)),
    [],
    'superfluous',
  );
  assert.equal(rest.filter((path) => sampleTrace.test(path)).length, 1, 'sample traces');
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
