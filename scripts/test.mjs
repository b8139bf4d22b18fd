// `npm test`: sets up, then runs every suite, adds them up and says what each took. `npm test --
// lint unit` runs those alone, and `npm test -- browser/restarts unit/trace` the files of theirs that
// begin so.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { setUp } from './setUp.mjs';
import { spawnChild, temporaryFolder } from './steps/childProcesses.mjs';
import { resultsFolder, root } from './steps/paths.mjs';
import { followed } from './steps/processorTime.mjs';
import { failure, inWords, sum } from './suites/outcome.mjs';
import { suites } from './suites/suites.mjs';
import { timesTable } from './suites/times.mjs';

/** @typedef {import('./suites/outcome.mjs').Outcome} Outcome */
/** @typedef {import('./suites/times.mjs').Measured} Measured */

/**
 * @typedef {object} Choice
 * @property {string} name of a suite
 * @property {string} files how the paths of its test files begin; empty for all
 */

/** The suites that were named; all where none was. */
const chosen = process.argv.slice(2).map(choice);

/** What ran, in the order of its end. @type {Measured[]} */
const measured = [];

/** @param {string} word @returns {Choice} */
function choice(word) {
  const [name = '', ...path] = word.split('/');
  return { name, files: path.join('/') };
}

/**
 * Runs one of our scripts to its end, by itself, so that its processor time can be told.
 * @param {readonly string[]} words
 */
async function runScript([script = '', ...args]) {
  const start = performance.now();
  const { child, stop } = spawnChild(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  const processor = followed(child);
  /** @type {number | null} */
  const code = await new Promise((resolve) => {
    child.on('exit', resolve);
    child.on('error', () => resolve(null));
  });
  stop();
  return { code, wall: (performance.now() - start) / 1000, processor: processor() };
}

/** @type {Promise<Outcome> | undefined} */
let packed;

/** Packs the VSIX, once. What it is packed from lies in dist/ then. */
async function pack() {
  packed ??= runScript(['scripts/package.mjs']).then(({ code, wall, processor }) => {
    const outcome = code === 0 ? sum([]) : failure(`Packing failed (exit code ${code}).`);
    measured.push({ name: 'packing', outcome, wall, processor });
    return outcome;
  });
  return packed;
}

/**
 * @param {readonly Choice[]} choices
 * @returns {Promise<Outcome>}
 */
async function runSuites(choices) {
  await setUp([...new Set(choices.flatMap(purposes))]);
  const lanes = [true, false].map((own) =>
    choices.filter(({ name }) => Boolean(suites[name]?.ofWindows) === own),
  );
  return sum(await Promise.all(lanes.map(runInTurn)));
}

/** Whoever names the real programs gets all of them. @param {Choice} choice */
function purposes({ name }) {
  const named = name === 'real' && chosen.length > 0 ? /** @type {const} */ (['compilers']) : [];
  return [...(suites[name]?.purposes ?? []), ...named];
}

/**
 * @param {readonly Choice[]} choices
 * @returns {Promise<Outcome>}
 */
async function runInTurn(choices) {
  const outcomes = [];
  for (const each of choices) outcomes.push(await runSuite(each));
  return sum(outcomes);
}

/**
 * @param {Choice} choice
 * @returns {Promise<Outcome>}
 */
async function runSuite({ name, files }) {
  if (suites[name]?.ofPacked) {
    const { failed } = await pack();
    if (failed > 0) return failure(`${name}: nothing was packed.`);
  }
  const report = join(temporaryFolder('suite'), 'outcome.json');
  const { wall, processor } = await runScript([
    'scripts/suites/runSuite.mjs',
    report,
    name,
    files,
    chosen.length > 0 ? 'named' : 'all',
  ]);
  const outcome = outcomeIn(report);
  measured.push({ name, outcome, wall, processor });
  console.log(`${name.padEnd(8)} ${inWords(outcome)} (${wall.toFixed(1)} s)`);
  return {
    ...outcome,
    failures: outcome.failures.map((text) => `${name}: ${text}`),
  };
}

/**
 * @param {string} report
 * @returns {Outcome}
 */
function outcomeIn(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return failure('The suite ended without an outcome.');
  }
}

const usual = Object.keys(suites)
  .filter((name) => !suites[name]?.byNameAlone)
  .map(choice);
const unknown = chosen.map(({ name }) => name).filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(
    `There is no suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}.`,
  );
  process.exit(2);
}

// Pictures of an earlier run tell nothing of this one.
rmSync(resultsFolder, { recursive: true, force: true });
const outcome = await runSuites(chosen.length > 0 ? chosen : usual).catch((error) =>
  failure(`set-up: ${error.message}`),
);
for (const text of outcome.failures)
  console.log(`\n--- ${stripVTControlCharacters(text).trimEnd()}`);
console.log(`\n${timesTable(measured)}`);
console.log(`\n${inWords(outcome)}`);
process.exit(outcome.failed > 0 || outcome.passed === 0 ? 1 : 0);
