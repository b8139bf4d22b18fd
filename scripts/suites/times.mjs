// What a run took, as the table at its end.

/** @typedef {import('./outcome.mjs').Outcome} Outcome */

/**
 * @typedef {object} Measured
 * @property {string} name of a suite, or of packing
 * @property {Outcome} outcome
 * @property {number} wall seconds
 * @property {number | undefined} processor seconds, of all that it started; undefined where the system does not tell
 */

/** Files of a suite that are shown. */
const shown = 10;

/**
 * @param {readonly Measured[]} runs
 * @returns {string} a line for each, their sum, and the slowest files of each
 */
export function timesTable(runs) {
  const known = runs.flatMap(({ processor }) => processor ?? []);
  const total = known.length > 0 ? known.reduce((sum, each) => sum + each, 0) : undefined;
  const lines = [
    row('suite', 'passed', 'failed', 'wall s', 'processor s'),
    ...runs.map(({ name, outcome, wall, processor }) =>
      row(name, outcome.passed, outcome.failed, wall.toFixed(1), secondsText(processor)),
    ),
    row('sum', sumOf(runs, 'passed'), sumOf(runs, 'failed'), '', secondsText(total)),
  ];
  const note =
    total === undefined
      ? []
      : [
          'Processor time counts user and system, children included. It is a lower bound: processes' +
            '\nthat were killed count as they were when last looked at, at most half a second before.',
        ];
  return [...lines, ...note, ...runs.flatMap(slowest)].join('\n');
}

/**
 * @param {string} first to the left
 * @param {...(string | number)} others
 */
function row(first, ...others) {
  return [first.padEnd(10), ...others.map((cell) => String(cell).padStart(12))].join('');
}

/** @param {number | undefined} seconds */
function secondsText(seconds) {
  return seconds === undefined ? '-' : seconds.toFixed(1);
}

/** @param {readonly Measured[]} runs @param {'passed' | 'failed'} key */
function sumOf(runs, key) {
  return runs.reduce((sum, { outcome }) => sum + outcome[key], 0);
}

/** The slowest files of a suite, with a head. @param {Measured} run */
function slowest({ name, outcome: { files = [] } }) {
  if (files.length === 0) return [];
  const slow = [...files].sort((one, other) => other.wall - one.wall).slice(0, shown);
  return [
    `\n${name}: the slowest by wall time (processor time where a file has a process of its own)`,
    ...slow.map(
      ({ name: file, wall, processor }) =>
        `${wall.toFixed(1).padStart(8)}${`(${secondsText(processor)})`.padStart(9)}  ${file}`,
    ),
  ];
}
