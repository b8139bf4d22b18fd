// Reads the report of mocha's JSON reporter: the suites in VS Code run in mocha, as VS Code's own
// tests do.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { distFolder } from '../steps/paths.mjs';
import { withoutHiding } from './outcome.mjs';

/**
 * @param {string} report
 * @param {import('../steps/run.mjs').Ended} ended how mocha, or the VS Code that it ran in, ended
 * @returns {import('./outcome.mjs').Outcome}
 */
export function mochaOutcome(report, ended) {
  const { stats, failures, tests = [] } = reportIn(report);
  const reported = {
    passed: stats.passes,
    failed: failures.length,
    skipped: stats.pending,
    failures: failures.map(
      ({ fullTitle, err }) => `${fullTitle}\n${err.stack ?? err.message ?? ''}`,
    ),
    files: fileTimes(tests),
  };
  return withoutHiding(reported, ended);
}

/** @typedef {{ file?: string, duration?: number }} Test with its milliseconds, hooks not counted */

/** @param {readonly Test[]} tests */
function fileTimes(tests) {
  /** @type {Map<string, number>} */
  const walls = new Map();
  for (const { file = '', duration = 0 } of tests) {
    const name = relative(distFolder, file);
    walls.set(name, (walls.get(name) ?? 0) + duration / 1000);
  }
  return [...walls].map(([name, wall]) => ({ name, wall }));
}

/**
 * @param {string} report
 * @returns {{ tests?: Test[], stats: { passes: number, pending: number }, failures: { fullTitle: string, err: { stack?: string, message?: string } }[] }}
 *   an empty report where mocha wrote none
 */
function reportIn(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { stats: { passes: 0, pending: 0 }, failures: [] };
  }
}
