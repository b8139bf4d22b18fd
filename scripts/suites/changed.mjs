// `npm test -- changed`: what matters to the files that are being worked on, in seconds: they are
// linted, and the tests run that reach them by imports.
import { basename } from 'node:path';
import { changedFiles } from '../steps/changedFiles.mjs';
import { importsOfTests, testsReaching } from './importGraph.mjs';
import { lintFiles } from './lint.mjs';
import { failure, sum } from './outcome.mjs';
import { vitestFiles } from './vitest.mjs';

/** Test files that are run at most: the nearest by imports. */
const most = 12;

/**
 * @param {(file: string) => Promise<import('./outcome.mjs').Outcome>} browser runs a test file in VS Code
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function changed(browser) {
  const files = await changedFiles();
  if (files.length === 0) return failure('No file differs from the last commit, or from main.');
  const tests = testsReaching(await importsOfTests(), files);
  const run = chosen(tests);
  console.log(`${files.length} files changed; ${tests.length} test files reach them.`);
  if (run.length < tests.length) {
    console.log(`Those ${run.length} run that are nearest by imports; npm test runs all.`);
  }
  const outcomes = [await lintFiles(files)];
  const ours = run.filter((path) => !path.startsWith('test/vscode/'));
  if (ours.length > 0) outcomes.push(await vitestFiles(ours));
  for (const path of run.filter((each) => each.startsWith('test/vscode/browser/'))) {
    outcomes.push(await browser(basename(path, '.test.ts')));
  }
  return sum(outcomes);
}

/**
 * What mutates, measures, fails every reading or looks at every part of a page takes a minute each.
 * Tests inside VS Code are a suite of one program.
 * @param {readonly string[]} tests the nearest first
 */
function chosen(tests) {
  return tests
    .filter(
      (path) =>
        !/^test\/(fuzz|unit\/(growth|soak)|page\/everyone|vscode\/host)\b|faults\.test\.ts$/i.test(
          path,
        ),
    )
    .slice(0, most);
}
