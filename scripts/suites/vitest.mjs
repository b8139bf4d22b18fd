// Runs a folder of tests with vitest.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { temporaryFolder } from '../steps/childProcesses.mjs';
import { root } from '../steps/paths.mjs';
import { tryRun } from '../steps/run.mjs';
import { failure, sum, withoutHiding } from './outcome.mjs';

/**
 * @typedef {object} FileReport what vitest's JSON reporter writes on a file
 * @property {string} name
 * @property {string} status
 * @property {string} message why the file itself failed
 * @property {number} [startTime] milliseconds
 * @property {number} [endTime] milliseconds
 * @property {readonly { status: string, fullName: string, failureMessages: readonly string[] }[]} assertionResults
 */

/**
 * @param {string} path of a folder under test/ with a slash at its end, or how paths of test files begin
 * @param {Readonly<Record<string, string>>} [env] added to the environment
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export function vitest(path, env = {}) {
  return vitestFiles([`test/${path}`], env);
}

/**
 * @param {readonly string[]} paths how those of test files begin
 * @param {Readonly<Record<string, string>>} [env] added to the environment
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function vitestFiles(paths, env = {}) {
  const report = join(temporaryFolder('vitest'), 'report.json');
  const ended = await tryRun(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...paths,
      '--reporter',
      'json',
      '--outputFile',
      report,
      '--allowOnly=false',
    ],
    { cwd: root, timeoutSeconds: 3600, env: { NO_COLOR: '1', ...env } },
  );
  const files = filesOf(report);
  return withoutHiding(sum(files.map(fileOutcome)), ended);
}

/**
 * @param {string} report
 * @returns {FileReport[]} none where vitest wrote no report
 */
function filesOf(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    return [];
  }
}

/**
 * @param {FileReport} file
 * @returns {import('./outcome.mjs').Outcome}
 */
export function fileOutcome({
  name,
  status,
  message,
  startTime = 0,
  endTime = 0,
  assertionResults,
}) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const passed = assertionResults.filter((test) => test.status === 'passed').length;
  const file = relative(root, name);
  const files = [{ name: file, wall: (endTime - startTime) / 1000 }];
  if (status === 'failed' && failed.length === 0) {
    return { ...failure(`${file}\n${message}`), files };
  }
  return {
    passed,
    failed: failed.length,
    skipped: assertionResults.length - passed - failed.length,
    failures: failed.map((test) =>
      [`${file} > ${test.fullName}`, ...test.failureMessages].join('\n'),
    ),
    files,
  };
}
