// The tests that drive VS Code from outside, as a user does, with the extension installed from its
// VSIX.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '../steps/childProcesses.mjs';
import { distFolder, resultsFolder, root } from '../steps/paths.mjs';
import { tryRun } from '../steps/run.mjs';
import { installExtension } from '../vscode/server.mjs';
import { mochaOutcome } from './mocha.mjs';
import { sum } from './outcome.mjs';

/**
 * A window spends much of its time waiting: where there is a second core, two are driven at once.
 * @param {string} vsix
 * @param {string} files how the names of the test files begin
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function browser(vsix, files) {
  rmSync(resultsFolder, { recursive: true, force: true });
  const extensions = await installExtension(vsix);
  const groups = testGroups(files, Math.min(2, availableParallelism()));
  return sum(await Promise.all(groups.map((group) => mocha(group, extensions))));
}

/**
 * The test files in groups of about the same size.
 * @param {string} prefix how their names begin
 * @param {number} count of the groups
 * @returns {string[][]} names of compiled files; no group is empty, unless no file is called so
 */
function testGroups(prefix, count) {
  const folder = join(root, 'test', 'vscode', 'browser');
  const tests = readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && name.endsWith('.test.ts'))
    .map((name) => ({ name, size: statSync(join(folder, name)).size }))
    .sort((one, other) => other.size - one.size);
  const groups = Array.from({ length: Math.max(1, Math.min(count, tests.length)) }, () => ({
    size: 0,
    /** @type {string[]} */
    names: [],
  }));
  for (const { name, size } of tests) {
    const smallest = groups.reduce((one, other) => (other.size < one.size ? other : one));
    smallest.size += size;
    smallest.names.push(name.replace(/\.ts$/, '.mjs'));
  }
  return groups.map(({ names }) => names.sort());
}

/**
 * Runs test files in one window after the other.
 * @param {readonly string[]} names
 * @param {string} extensions the folder with the installed extension
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
async function mocha(names, extensions) {
  const report = join(temporaryFolder('browser'), 'report.json');
  const ended = await tryRun(
    process.execPath,
    [
      join(root, 'node_modules', 'mocha', 'bin', 'mocha.js'),
      ...['--reporter', 'json', '--reporter-option', `output=${report}`],
      ...['--timeout', '1200000'],
      ...['--forbid-only', '--exit'],
      ...names.map((name) => join(distFolder, 'test', 'browser', name)),
    ],
    {
      cwd: root,
      timeoutSeconds: 7200,
      env: { NODE_OPTIONS: '--enable-source-maps', BROWSER_TEST_EXTENSIONS: extensions },
    },
  );
  return mochaOutcome(report, ended);
}
