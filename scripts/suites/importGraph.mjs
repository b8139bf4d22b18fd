// Which tests reach a file by their imports, and over how many. Tests in Chromium load pages whole:
// they reach what is in the folder of a page that they are named for.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../steps/paths.mjs';

/** @typedef {Readonly<Record<string, readonly string[]>>} Imports the files that each file imports */

/** The scripts of the pages. */
const pages = ['webview/main.ts'];

/**
 * Every file that a test or a page reaches, by its path from the project's folder.
 * @returns {Promise<Imports>}
 */
export async function importsOfTests() {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    // One bundle of all: a bundle for each would hold the same files hundreds of times.
    stdin: { contents: [...testFiles(), ...pages].map(importOf).join('\n'), resolveDir: root },
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'dist',
    format: 'esm',
    platform: 'node',
    packages: 'external',
    loader: { '.css': 'empty', '.wasm': 'empty', '.node': 'empty' },
    logLevel: 'silent',
  });
  const entries = Object.entries(metafile.inputs).map(([path, { imports }]) => [
    path,
    imports.flatMap((each) => (each.external ? [] : [each.path])),
  ]);
  return Object.fromEntries(entries);
}

function testFiles() {
  const names = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.test.ts')).map((name) => join('test', name));
}

/** @param {string} path */
function importOf(path) {
  return `import './${path.replaceAll('\\', '/')}';`;
}

/**
 * @param {Imports} imports
 * @param {readonly string[]} changed files
 * @returns {string[]} the tests that reach one, the nearest first
 */
export function testsReaching(imports, changed) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const [path, each] of Object.entries(imports)) {
    for (const imported of each) {
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  }
  const pageTests = Object.keys(imports).filter(
    (path) => path.startsWith('test/page/') && path.endsWith('.test.ts'),
  );
  const reached = new Set(changed.filter((path) => path in imports));
  for (const path of reached) {
    for (const importer of importers.get(path) ?? []) reached.add(importer);
  }
  const tests = [...reached].flatMap((path) => {
    const [, folder] = /^webview\/(\w+)\//.exec(path) ?? [];
    if (folder !== undefined)
      return pageTests.filter((each) => each.startsWith(`test/page/${folder}`));
    return path.endsWith('.test.ts') ? [path] : [];
  });
  return [...new Set(tests)];
}
