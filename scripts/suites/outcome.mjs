// What a suite comes to, so that all kinds of suites add up.

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} failures everything there is to say on each failure
 */

/**
 * @param {readonly Outcome[]} outcomes
 * @returns {Outcome}
 */
export function sum(outcomes) {
  const total = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    outcomes.reduce((count, outcome) => count + outcome[key], 0);
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    failures: outcomes.flatMap(({ failures }) => failures),
  };
}

/** @param {Outcome} outcome */
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * A failure of the suite itself.
 * @param {string} text all there is to say on it
 * @returns {Outcome}
 */
export function failure(text) {
  return { passed: 0, failed: 1, skipped: 0, failures: [text] };
}

/**
 * Adds a failure where a runner's own report hides one: it ran nothing, or failed beside its tests.
 * @param {Outcome} reported
 * @param {import('../steps/run.mjs').Ended} ended how the runner ended
 * @returns {Outcome}
 */
export function withoutHiding(reported, { code, output }) {
  const { passed, failed } = reported;
  if (passed + failed === 0) return sum([reported, failure(`No test ran.\n${output}`)]);
  if (code !== 0 && failed === 0) {
    return sum([
      reported,
      failure(`All tests passed, but the runner failed (exit code ${code}):\n${output}`),
    ]);
  }
  return reported;
}

/**
 * Runs checks that are not tests of a runner, one after the other.
 * @param {Readonly<Record<string, () => Promise<void>>>} checks by what holds when they do not throw
 * @returns {Promise<Outcome>}
 */
export async function runChecks(checks) {
  const outcomes = [];
  for (const [title, check] of Object.entries(checks)) {
    try {
      await check();
      outcomes.push({ passed: 1, failed: 0, skipped: 0, failures: [] });
    } catch (error) {
      outcomes.push(failure(`${title}\n${error instanceof Error ? error.message : error}`));
    }
  }
  return sum(outcomes);
}
