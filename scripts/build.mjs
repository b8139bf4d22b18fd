// Bundles the extension, the stdio debug adapter, what runs in a thread of its own, and the page.
// `node scripts/build.mjs` builds for development, with source maps; packaging and tests build what
// ships, minified and without.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { recordBuild, sourcesNow } from './steps/builtPrograms.mjs';
import { distFolder, root } from './steps/paths.mjs';

/** @typedef {import('esbuild').BuildOptions} BuildOptions */

/** @type {BuildOptions} */
const forNode = { platform: 'node', format: 'cjs', target: 'node20' };

/**
 * What node and a browser's extension host run, by its name in dist/. What several of them use, and
 * what is loaded later, are files beside them.
 */
export const programs = {
  extension: 'src/extension.ts',
  stdio: 'src/adapter/stdio.ts',
  cli: 'src/commandLine/main.ts',
  symbolWorker: 'src/symbolWorker.ts',
  capstoneWorker: 'src/capstoneWorker.ts',
  webActivation: 'src/webActivation.ts',
  runtime: 'src/platform/runtime.ts',
  'runtime.web': 'src/platform/runtime.web.ts',
};

/** @type {import('esbuild').Plugin} The one file that a browser takes another in place of. */
const ownRuntime = {
  name: 'own runtime',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/platform\/runtime$/ }, () => ({ path: './runtime.js', external: true }));
  },
};

/** @type {Record<string, BuildOptions>} What else ships, by its place in dist/. */
const bundles = {
  'extension.web.js': {
    platform: 'browser',
    format: 'cjs',
    target: 'es2022',
    entryPoints: ['src/extension.web.ts'],
    external: ['vscode'],
  },
  'capstone.wasm': {
    entryPoints: ['node_modules/@alexaltea/capstone-js/dist/capstone.wasm'],
    loader: { '.wasm': 'copy' },
  },
  'webview/main.js': {
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    entryPoints: ['webview/main.ts'],
  },
  'webview/main.css': { stdin: styleSheets(), target: 'es2022' },
  'webview/branch.css': { entryPoints: ['webview/branch/branch.css'], target: 'es2022' },
  'webview/comparison.css': {
    entryPoints: ['webview/comparison/comparison.css'],
    target: 'es2022',
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
  const sources = sourcesNow();
  /** @type {Record<string, number>} */
  const sizes = {};
  /** @type {string[]} */
  const inputs = [];
  /** @type {Written[]} */
  const built = [await buildPrograms(minify)];
  for (const [name, options] of Object.entries(bundles)) {
    built.push(
      await bundle({ ...options, outfile: join(distFolder, name), minify, sourcemap: !minify }),
    );
  }
  for (const { files, metafile } of built) {
    for (const { path, contents } of files) sizes[relative(distFolder, path)] = contents.length;
    for (const output of Object.values(metafile.outputs)) {
      inputs.push(...Object.keys(output.inputs));
    }
  }
  recordBuild(sources);
  return { sizes, inputs };
}

/** @typedef {{ files: readonly { path: string, contents: Uint8Array }[], metafile: import('esbuild').Metafile }} Written */

/**
 * What the pages load, by its name in dist/webview. Nothing is written.
 * @returns {Promise<Record<string, string>>}
 */
export async function pageFiles() {
  /** @type {Record<string, string>} */
  const files = {};
  for (const [outfile, options] of Object.entries(bundles)) {
    if (!outfile.startsWith('webview/')) continue;
    for (const { text } of (await bundled({ ...options, outfile })).files) {
      files[basename(outfile)] = text;
    }
  }
  return files;
}

/**
 * Programs that share files. esbuild splits ECMAScript modules alone, and VS Code's extension host
 * takes CommonJS without ado, so each file is made one when it has been split.
 * @param {boolean} minify
 * @returns {Promise<Written>}
 */
async function buildPrograms(minify) {
  const { files: modules, metafile } = await bundled({
    ...forNode,
    format: 'esm',
    entryPoints: programs,
    external: ['vscode'],
    plugins: [ownRuntime],
    splitting: true,
    outdir: distFolder,
    minify,
    sourcemap: minify ? false : 'inline',
  });
  /** @type {Written['files'][number][]} */
  const files = [];
  for (const { path, text } of modules) {
    const { code } = await esbuild.transform(loadedByRequire(text), {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      minify,
      // Each name that a file takes from another would go through two getters; hot loops take many.
      // What is exported never changes after a file was loaded. Files never need each other both
      // ways: one that another needs is used by every program that uses the other.
      footer: 'module.exports = { ...module.exports };',
      sourcemap: minify ? false : 'inline',
    });
    files.push({ path, contents: new TextEncoder().encode(code) });
  }
  files.push({
    path: join(distFolder, 'imports.json'),
    contents: new TextEncoder().encode(JSON.stringify(importsOf(metafile))),
  });
  for (const { path, contents } of files) writeIfChanged(path, contents);
  removeOthers(distFolder, new Set(files.map(({ path }) => path)), isShared);
  return { files, metafile };
}

/**
 * Has a file load others later by `require`, too. In a browser that gives a promise
 * (src/platform/scripts.web.ts).
 * @param {string} text
 */
function loadedByRequire(text) {
  return text.replaceAll(
    /\bimport\(("\.\/[^"]+")\)/g,
    (_, name) => `Promise.resolve().then(()=>require(${name}))`,
  );
}

/**
 * What a browser reads before it runs a file: the files that each of those that run there imports.
 * @param {import('esbuild').Metafile} metafile
 * @returns {Record<string, string[]>} by name
 */
function importsOf({ outputs }) {
  /** @type {Record<string, string[]>} */
  const found = {};
  const reached = new Set(['webActivation.js', 'runtime.web.js']);
  for (const name of reached) {
    const { imports = [] } = outputs[relative(root, join(distFolder, name))] ?? {};
    const ours = imports.filter(({ path, external }) => !external || path === './runtime.js');
    for (const { path } of ours) reached.add(browserName(path));
    const needed = ours.filter(({ kind }) => kind === 'import-statement');
    if (needed.length > 0) found[name] = needed.map(({ path }) => browserName(path));
  }
  return found;
}

/** @param {string} path of a file that is imported */
function browserName(path) {
  return basename(path).replace(/^runtime\.js$/, 'runtime.web.js');
}

/**
 * Whether a file of dist/ is one that several programs share, or that one loads later: these bear a
 * hash of their contents.
 * @param {string} path
 */
function isShared(path) {
  return /^[\w-]+-[0-9A-Z]{8}\.js$/.test(relative(distFolder, path));
}

/**
 * Builds the tests that run in VS Code's extension host and those that drive VS Code from outside,
 * into dist/test/. A file is a test where it is called `*.test.ts`.
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

/** @typedef {{ files: import('esbuild').OutputFile[], metafile: import('esbuild').Metafile }} Bundled */

/**
 * Bundles, and writes what it makes.
 * @param {BuildOptions} options
 * @returns {Promise<Bundled>}
 */
async function bundle(options) {
  const made = await bundled(options);
  for (const { path, contents } of made.files) writeIfChanged(path, contents);
  return made;
}

/**
 * @param {BuildOptions} options
 * @returns {Promise<Bundled>}
 */
async function bundled(options) {
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
 * Deletes what an earlier build made and this one did not.
 * @param {string} folder
 * @param {ReadonlySet<string>} kept paths
 * @param {(path: string) => boolean} isOurs
 */
function removeOthers(folder, kept, isOurs = () => true) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !kept.has(path) && isOurs(path)) rmSync(path);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { sizes } = await build({ minify: false });
  for (const [name, size] of Object.entries(sizes)) {
    console.log(`${(size / 1024).toFixed(1).padStart(9)} KiB  dist/${name}`);
  }
}
