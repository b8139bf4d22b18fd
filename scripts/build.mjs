// Bundles the extension, the stdio debug adapter, what runs in a thread of its own, and the page. `node scripts/build.mjs` builds for development, with source maps;
// packaging and tests build what ships, minified and without.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { distFolder, root } from './steps/paths.mjs';

/** @typedef {import('esbuild').BuildOptions} BuildOptions */

/** @type {BuildOptions} */
const forNode = { platform: 'node', format: 'cjs', target: 'node20' };

/** @type {Record<string, BuildOptions>} What ships, by its place in dist/. */
const bundles = {
  'extension.js': { ...forNode, entryPoints: ['src/extension.ts'], external: ['vscode'] },
  'stdio.js': { ...forNode, entryPoints: ['src/adapter/stdio.ts'] },
  'symbolWorker.js': { ...forNode, entryPoints: ['src/symbolWorker.ts'] },
  'capstoneWorker.js': { ...forNode, entryPoints: ['src/capstoneWorker.ts'] },
  'capstone.wasm': {
    entryPoints: ['node_modules/@alexaltea/capstone-js/dist/capstone.wasm'],
    loader: { '.wasm': 'copy' },
  },
  'serve.js': { ...forNode, entryPoints: ['src/remote/commandLine.ts'] },
  'webview/main.js': {
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    entryPoints: ['webview/main.ts'],
  },
  'webview/main.css': { stdin: styleSheets(), target: 'es2022' },
  'webview/memory.js': {
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    entryPoints: ['webview/memory/main.ts'],
  },
  'webview/memory.css': { entryPoints: ['webview/memory/memory.css'], target: 'es2022' },
};

/** Every style sheet of the page, by name. @returns {import('esbuild').StdinOptions} */
function styleSheets() {
  const folder = join(root, 'webview');
  const names = readdirSync(folder).filter((name) => name.endsWith('.css'));
  const contents = names.sort().map((name) => `@import './${name}';`);
  return { contents: contents.join('\n'), resolveDir: folder, loader: 'css' };
}

/**
 * @typedef {object} Built
 * @property {Record<string, number>} sizes each file's in bytes
 * @property {readonly string[]} inputs what the files were made of, by path from the project's folder
 */

/**
 * Builds what ships into dist/.
 * @param {{ minify: boolean }} options minified, or with source maps
 * @returns {Promise<Built>}
 */
export async function build({ minify }) {
  /** @type {Record<string, number>} */
  const sizes = {};
  /** @type {string[]} */
  const inputs = [];
  for (const [name, options] of Object.entries(bundles)) {
    const { files, metafile } = await bundle({
      ...options,
      outfile: join(distFolder, name),
      minify,
      sourcemap: !minify,
    });
    for (const { path, contents } of files) sizes[relative(distFolder, path)] = contents.length;
    for (const output of Object.values(metafile.outputs)) {
      inputs.push(...Object.keys(output.inputs));
    }
  }
  return { sizes, inputs };
}

/**
 * Builds the tests that run in VS Code's extension host and those that drive VS Code from outside, into dist/test/.
 * A file is a test where it is called `*.test.ts`.
 */
export async function buildVscodeTests() {
  const shared = {
    sourcemap: /** @type {const} */ ('inline'),
    packages: /** @type {const} */ ('external'),
  };
  const { files: host } = await bundle({
    ...forNode,
    ...shared,
    entryPoints: ['test/vscode/host/index.ts', ...testsIn('test/vscode/host')],
    outdir: join(distFolder, 'test', 'host'),
    outExtension: { '.js': '.cjs' },
  });
  const { files: browser } = await bundle({
    ...shared,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // The tests share one browser, so the module that owns it must be one module.
    splitting: true,
    entryPoints: testsIn('test/vscode/browser'),
    outdir: join(distFolder, 'test', 'browser'),
    outExtension: { '.js': '.mjs' },
  });
  removeOthers(join(distFolder, 'test'), new Set([...host, ...browser].map(({ path }) => path)));
}

/** @param {string} folder */
function testsIn(folder) {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.test.ts'));
  return names.map((name) => join(folder, name));
}

/**
 * @param {BuildOptions} options
 * @returns {Promise<{ files: import('esbuild').OutputFile[], metafile: import('esbuild').Metafile }>}
 */
async function bundle(options) {
  const { outputFiles: files, metafile } = await esbuild.build({
    ...options,
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    logLevel: 'warning',
    // Packing gives the licences of what is bundled a file of their own.
    legalComments: 'none',
  });
  for (const { path, contents } of files) writeIfChanged(path, contents);
  return { files, metafile };
}

/**
 * Leaves a file alone that is right already, since another run may be reading it.
 * @param {string} path
 * @param {Uint8Array} contents
 */
function writeIfChanged(path, contents) {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, contents);
  renameSync(partial, path);
}

/**
 * Deletes tests whose sources are gone.
 * @param {string} folder
 * @param {ReadonlySet<string>} kept
 */
function removeOthers(folder, kept) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !kept.has(path)) rmSync(path);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { sizes } = await build({ minify: false });
  for (const [name, size] of Object.entries(sizes)) {
    console.log(`${(size / 1024).toFixed(1).padStart(9)} KiB  dist/${name}`);
  }
}
