// What a suite comes to, so that all kinds of suites add up.

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} failures everything there is to say on each failure
 * @property {readonly FileTime[]} [files] how long its files took
 */

/**
 * @typedef {object} FileTime
 * @property {string} name of a file of tests, or of a check
 * @property {number} wall seconds from its begin to its end
 * @property {number} [processor] seconds; absent where others ran in the same process
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
    files: outcomes.flatMap(({ files = [] }) => files),
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
 * @param {Readonly<Record<string, () => Promise<void | { processor?: number }>>>} checks by what holds
 *   when they do not throw
 * @returns {Promise<Outcome>}
 */
export async function runChecks(checks) {
  const outcomes = [];
  for (const [title, check] of Object.entries(checks)) outcomes.push(await runCheck(title, check));
  return sum(outcomes);
}

/**
 * @param {string} title
 * @param {() => Promise<void | { processor?: number }>} check
 * @returns {Promise<Outcome>}
 */
async function runCheck(title, check) {
  const start = performance.now();
  const time = () => ({ name: title, wall: (performance.now() - start) / 1000 });
  try {
    const { processor } = (await check()) ?? {};
    const files = [{ ...time(), ...(processor && { processor }) }];
    return { passed: 1, failed: 0, skipped: 0, failures: [], files };
  } catch (error) {
    const text = `${title}\n${error instanceof Error ? error.message : error}`;
    return { ...failure(text), files: [time()] };
  }
}
