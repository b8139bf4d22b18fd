// Whether the programs in dist/ are those of the sources as they are now.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { distFolder, root } from './paths.mjs';

/** What the programs are made of. */
const inputs = ['src', 'webview', 'package-lock.json', 'scripts/build.mjs'];

const record = join(root, 'node_modules', '.cache', 'build', 'inputs.json');

/**
 * The sources as they are now: paths, sizes and times.
 * @param {readonly string[]} paths of files and folders
 * @returns {string} another one when a file has come, gone or been written
 */
export function stateOf(paths) {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
      : [path],
  );
  const lines = files.sort().map((path) => {
    const { size, mtimeMs } = statSync(path);
    return `${path} ${size} ${mtimeMs}`;
  });
  return JSON.stringify(lines);
}

/** The state of what the programs are made of. */
export function sourcesNow() {
  return stateOf(inputs.map((path) => join(root, path)));
}

/** Whether dist/ was built of these sources. @param {string} sources */
export function isBuiltOf(sources) {
  return (
    existsSync(join(distFolder, 'stdio.js')) &&
    existsSync(record) &&
    readFileSync(record, 'utf8') === sources
  );
}

/** @param {string} sources what dist/ was built of; they were read before the build began */
export function recordBuild(sources) {
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, sources);
}
