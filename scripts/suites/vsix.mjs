// What a user downloads: small, nothing in it but what runs, what is read and one sample, and it
// works once unpacked.
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import { unzipSync } from 'fflate';
import { programs } from '../build.mjs';
import { extensionId, manifest } from '../steps/manifest.mjs';
import { root } from '../steps/paths.mjs';
import { linkedPaths } from '../steps/markdownLinks.mjs';
import { temporaryFolder } from '../steps/childProcesses.mjs';
import { run } from '../steps/run.mjs';
import {
  manifestFor,
  packCommandLine,
  packedTexts,
  packExtension,
  readmeFor,
  textFor,
} from '../package.mjs';
import { checkThirdParty } from '../thirdParty.mjs';
import { installedExtensions, installExtension } from '../vscode/server.mjs';
import { runChecks } from './outcome.mjs';

const largest = 2.7e6;
/** Of what VS Code loads at its start. */
const largestEntry = 15e3;
/** A browser's also has what loads files. */
const largestWebEntry = 17e3;

/** What a VSIX of this extension holds beside its programs. */
const contents = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  'extension/package.json',
  'extension/package.nls.json',
  'extension/package.nls.zh-cn.json',
  'extension/readme.md',
  'extension/changelog.md',
  'extension/LICENSE.txt',
  'extension/l10n/bundle.l10n.json',
  'extension/l10n/bundle.l10n.zh-cn.json',
  'extension/media/files/branch-dark.svg',
  'extension/media/files/branch-light.svg',
  'extension/media/files/bytes-dark.svg',
  'extension/media/files/bytes-light.svg',
  'extension/media/files/trace-dark.svg',
  'extension/media/files/trace-light.svg',
  'extension/media/icon.png',
  'extension/media/tracepoints/disabled-dark.svg',
  'extension/media/tracepoints/disabled-light.svg',
  'extension/media/tracepoints/fast-dark.svg',
  'extension/media/tracepoints/fast-light.svg',
  'extension/media/tracepoints/problem-dark.svg',
  'extension/media/tracepoints/problem-light.svg',
  'extension/media/tracepoints/set-dark.svg',
  'extension/media/tracepoints/set-light.svg',
  'extension/media/walkthrough/look.md',
  'extension/media/walkthrough/move.md',
  'extension/media/walkthrough/program.md',
  'extension/dist/capstone.wasm',
  'extension/dist/extension.web.js',
  'extension/dist/imports.json',
  'extension/dist/webview/main.js',
  'extension/dist/webview/main.css',
  'extension/dist/webview/memory.css',
  'extension/dist/webview/branch.css',
  'extension/dist/webview/comparison.css',
  'extension/dist/ThirdPartyNotices.txt',
  'extension/docs/guides/corruptedValue.md',
  'extension/docs/guides/fieldTrace.md',
  'extension/docs/guides/runningServer.md',
  'extension/docs/guides/twoRuns.md',
  'extension/docs/manual.md',
  'extension/docs/otherEditors.md',
  'extension/docs/images/debugger.png',
  'extension/docs/images/editor.png',
  'extension/docs/images/recording.png',
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
    'The VSIX is smaller than 2.7 MB, of which Capstone takes 1 MB.': async () =>
      assert.ok(statSync(path).size < largest),
    'The VSIX holds what runs, what is read and one sample, nothing else.': async () =>
      assert.deepEqual(Object.keys(files).sort(), [...contents, ...nodeFiles(files)].sort()),
    'What VS Code loads at its start is smaller than 15 kB.': () => entryIsSmall(files),
    'In a browser it is smaller than 17 kB, beside the list of files.': async () =>
      webEntryIsSmall(files),
    'Capstone is loaded by what disassembles alone.': async () => capstoneIsLast(files),
    'Packing again gives the same bytes.': async () => {
      const first = readFileSync(path);
      assert.ok(first.equals(readFileSync(await packExtension())));
    },
    'THIRD-PARTY.md names what ships.': async () => {
      checkThirdParty(new TextDecoder().decode(files['extension/dist/ThirdPartyNotices.txt']));
    },
    'What the texts of the VSIX link to and show is in it.': async () => linksLead(files),
    'With a public repository the texts show their pictures from there.': async () =>
      picturesLead(),
    'Without one the README shows its text alone.': async () => {
      assert.doesNotMatch(readmeFor(undefined), /!\[|<img/i);
      assert.match(readmeFor(undefined), /^## Install$/m);
    },
    'The debug adapter of the VSIX answers on stdio.': () => adapterAnswers(files),
    'VS Code installs the VSIX.': () => installs(path),
    'npm installs the command line in a clean folder, and it answers.': commandLineInstalls,
  });
}

/**
 * The programs, and the files that they load, at once or later.
 * @param {Readonly<Record<string, Uint8Array>>} files
 * @returns {Set<string>} paths
 */
function nodeFiles(files) {
  const reached = new Set(Object.keys(programs).map((name) => `extension/dist/${name}.js`));
  for (const path of reached) {
    const text = new TextDecoder().decode(files[path]);
    for (const [, name] of text.matchAll(/require\("\.\/([^"]+)"\)/g)) {
      reached.add(`extension/dist/${name}`);
    }
  }
  return reached;
}

/**
 * Loads the extension where there is no VS Code, and looks at the files that node has read for it
 * then.
 * @param {Readonly<Record<string, Uint8Array>>} files
 */
async function entryIsSmall(files) {
  const entry = join(unpack(files), manifest.main);
  const script = `
    const module = require('node:module');
    const load = module._load;
    module._load = (name, ...others) => (name === 'vscode' ? {} : load(name, ...others));
    require(process.argv[1]);
    console.log(JSON.stringify(Object.keys(require.cache)));`;
  /** @type {string[]} */
  const loaded = JSON.parse(await run(process.execPath, ['--eval', script, entry]));
  assert.ok(loaded.includes(realpathSync(entry)));
  const size = loaded.reduce((sum, path) => sum + statSync(path).size, 0);
  assert.ok(size < largestEntry, `${size} bytes`);
}

/**
 * Reads what a browser's extension host reads before anything is asked of the extension.
 * @param {Readonly<Record<string, Uint8Array>>} files
 */
function webEntryIsSmall(files) {
  const entry = posix.join('extension', manifest.browser);
  const started = new Set(['webActivation.js']);
  for (const name of started)
    for (const needed of webImports(files)[name] ?? []) started.add(needed);
  const paths = [entry, ...[...started].map((name) => `extension/dist/${name}`)];
  const size = paths.reduce((sum, path) => sum + (files[path]?.length ?? Infinity), 0);
  assert.ok(size < largestWebEntry, `${size} bytes`);
}

/**
 * @param {Readonly<Record<string, Uint8Array>>} files
 * @returns {Readonly<Record<string, readonly string[]>>}
 */
function webImports(files) {
  return JSON.parse(new TextDecoder().decode(files['extension/dist/imports.json']));
}

/**
 * Capstone's script is one file. The thread that disassembles imports it; in a browser nothing does
 * before it is asked for.
 * @param {Readonly<Record<string, Uint8Array>>} files
 */
function capstoneIsLast(files) {
  const scripts = Object.entries(files)
    .filter(([path]) => /^extension\/dist\/[^/]+\.js$/.test(path))
    .map(([path, text]) => ({ name: posix.basename(path), text: new TextDecoder().decode(text) }));
  const [capstone, ...others] = scripts.filter(({ text }) => text.includes('_cs_disasm'));
  assert.ok(capstone);
  assert.deepEqual(others, []);
  const askers = (/** @type {string} */ asked) =>
    scripts.filter(({ text }) => text.includes(`require("./${asked}")`)).map(({ name }) => name);
  const [later = '', ...workers] = askers(capstone.name).sort();
  assert.match(later, /^capstone-/);
  assert.deepEqual(workers, ['capstoneWorker.js']);
  assert.deepEqual(askers(later), ['runtime.web.js']);
  assert.ok(!webImports(files)['runtime.web.js']?.includes(later));
}

/** @param {Readonly<Record<string, Uint8Array>>} files */
function linksLead(files) {
  const texts = Object.entries(files)
    .filter(([path]) => path.endsWith('.md') && path !== 'extension/readme.md')
    .map(([path, text]) => /** @type {const} */ ([path, new TextDecoder().decode(text)]));
  // That of the VSIX may lead to a public repository.
  const links = [
    ...texts,
    /** @type {const} */ (['extension/readme.md', readmeFor(undefined)]),
  ].flatMap(([path, text]) => linksOf(path, text));
  assert.ok(links.includes('extension/docs/manual.md'), 'the README leads to the manual');
  assert.deepEqual(
    links.filter((path) => files[path] === undefined),
    [],
    'dead links',
  );
}

/** VS Code's extension page shows pictures by https alone. */
function picturesLead() {
  const page = 'https://github.com/owner/name';
  const texts = [readmeFor(page), ...packedTexts().map((path) => textFor(path, page))];
  const pictures = texts.flatMap((text) =>
    [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, to = '']) => to),
  );
  assert.ok(pictures.length >= 12, `${pictures.length} pictures`);
  for (const picture of pictures) {
    const [before = '', path = ''] = picture.split('/raw/HEAD/');
    assert.equal(before, page);
    assert.ok(existsSync(join(root, path)), path);
  }
  assert.deepEqual(linkedPaths(readmeFor(page)), []);
  assert.equal(manifestFor(page).bugs.url, `${page}/issues`);
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

/** What is installed is what a user would: from the package alone, without the network. */
async function commandLineInstalls() {
  const archive = await packCommandLine();
  const prefix = temporaryFolder('prefix');
  const install = ['install', '--global', archive, '--prefix', prefix, '--offline'];
  await run('npm', [...install, '--no-audit', '--no-fund'], { cwd: prefix });
  const sample = join(root, 'samples', 'callqueue.tf');
  const command = join(prefix, 'bin', manifest.name);
  const where = '$tracepoint == 4 && call->state == HUNG_UP';
  const found = await run(command, ['frames', sample, '--where', where, '--json'], { cwd: prefix });
  assert.equal(JSON.parse(found).frame, 152);
  assert.equal((await run(command, ['--version'], { cwd: prefix })).trim(), manifest.version);
}

/** @param {string} vsix */
async function installs(vsix) {
  const installed = await installedExtensions(await installExtension(vsix));
  assert.deepEqual(installed, [`${extensionId}@${manifest.version}`]);
}
