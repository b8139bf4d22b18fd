// `npm test`: sets up, then runs every suite and adds them up. `npm test -- lint unit` runs those
// alone, and `npm test -- browser/restarts unit/trace` the files of theirs that begin so.
import { stripVTControlCharacters } from 'node:util';
import { setUp } from './setUp.mjs';
import { seconds, step } from './steps/step.mjs';
import { failure, inWords, sum } from './suites/outcome.mjs';

/** @typedef {import('./suites/outcome.mjs').Outcome} Outcome */
/** @typedef {import('./steps/systemPackages.mjs').Purpose} Purpose */

/**
 * @typedef {object} Suite
 * @property {readonly Purpose[]} purposes what it needs beside npm's packages
 * @property {(files: string) => Promise<Outcome>} run given how the paths of its test files begin, in its folder
 */

/**
 * @typedef {object} Choice
 * @property {string} name of a suite
 * @property {string} files how the paths of its test files begin; empty for all
 */

/** The suites that were named; all where none was. */
const chosen = process.argv.slice(2).map(choice);

/** @param {string} word @returns {Choice} */
function choice(word) {
  const [name = '', ...path] = word.split('/');
  return { name, files: path.join('/') };
}

/** @type {Promise<string> | undefined} */
let packed;

/** The VSIX, packed once. What it is packed from lies in dist/ then. */
async function packedExtension() {
  packed ??= import('./package.mjs').then(({ packExtension }) => packExtension());
  return packed;
}

async function builtVscodeTests() {
  const { buildVscodeTests } = await import('./build.mjs');
  await step('Building the tests for VS Code', buildVscodeTests);
}

/** @param {string} path @returns {Promise<Outcome>} */
async function vitest(path) {
  return (await import('./suites/vitest.mjs')).vitest(path);
}

/** @type {Record<string, Suite>} */
const suites = {
  lint: {
    purposes: [],
    run: async () => (await import('./suites/lint.mjs')).lint(),
  },
  unit: { purposes: [], run: (files) => vitest(`unit/${files}`) },
  oracle: { purposes: ['tests'], run: (files) => vitest(`oracle/${files}`) },
  fuzz: { purposes: [], run: (files) => vitest(`fuzz/${files}`) },
  page: { purposes: ['browser'], run: (files) => vitest(`page/${files}`) },
  adapter: {
    purposes: ['tests'],
    run: async (files) => {
      await packedExtension();
      return vitest(`adapter/${files}`);
    },
  },
  real: {
    purposes: ['tests', 'real', ...(chosen.length > 0 ? /** @type {const} */ (['compilers']) : [])],
    run: async () => {
      await packedExtension();
      return (await import('./suites/real.mjs')).real({ quick: chosen.length === 0 });
    },
  },
  editors: {
    purposes: ['editors'],
    run: async (files) => {
      await packedExtension();
      return vitest(`editors/${files}`);
    },
  },
  vsix: {
    purposes: ['server'],
    run: async () => (await import('./suites/vsix.mjs')).vsix(await packedExtension()),
  },
  host: {
    purposes: ['server', 'browser', 'tests', 'real'],
    run: async (files) => {
      await packedExtension();
      await builtVscodeTests();
      return (await import('./suites/host.mjs')).host(files);
    },
  },
  browser: {
    purposes: ['server', 'browser', 'tests', 'real'],
    run: async (files) => {
      const vsix = await packedExtension();
      await builtVscodeTests();
      return (await import('./suites/browser.mjs')).browser(vsix, files);
    },
  },
};

/**
 * @param {readonly Choice[]} choices
 * @returns {Promise<Outcome>}
 */
async function runSuites(choices) {
  await setUp([...new Set(choices.flatMap(({ name }) => suites[name]?.purposes ?? []))]);
  const lanes = [true, false].map((own) => choices.filter(({ name }) => isOfWindows(name) === own));
  return sum(await Promise.all(lanes.map(runInTurn)));
}

/**
 * Suites that wait for windows of VS Code and for editors run beside those that compute. @param
 * {string} name
 */
const isOfWindows = (name) => ['editors', 'vsix', 'host', 'browser'].includes(name);

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
 * @returns {Promise<Outcome>} a failed one where the suite itself breaks
 */
async function runSuite({ name, files }) {
  const start = performance.now();
  const outcome = await ended(suites[name], files);
  console.log(`${name.padEnd(8)} ${inWords(outcome)} (${seconds(start)})`);
  return {
    ...outcome,
    failures: outcome.failures.map((text) => `${name}: ${text}`),
  };
}

/**
 * @param {Suite | undefined} suite
 * @param {string} files
 */
async function ended(suite, files) {
  try {
    return suite === undefined ? failure('No such suite.') : await suite.run(files);
  } catch (error) {
    return failure(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

const usual = Object.keys(suites).map(choice);
const unknown = chosen.map(({ name }) => name).filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(
    `There is no suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}.`,
  );
  process.exit(2);
}

const outcome = await runSuites(chosen.length > 0 ? chosen : usual).catch((error) =>
  failure(`set-up: ${error.message}`),
);
for (const text of outcome.failures)
  console.log(`\n--- ${stripVTControlCharacters(text).trimEnd()}`);
console.log(`\n${inWords(outcome)}`);
process.exit(outcome.failed > 0 || outcome.passed === 0 ? 1 : 0);
