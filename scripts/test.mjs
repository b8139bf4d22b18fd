// `npm test`: sets up, then runs every suite and adds them up. `npm test -- lint unit` runs those alone.
import { stripVTControlCharacters } from 'node:util';
import { setUp } from './setUp.mjs';
import { seconds, step } from './steps/step.mjs';
import { failure, inWords, sum } from './suites/outcome.mjs';

/** @typedef {import('./suites/outcome.mjs').Outcome} Outcome */
/** @typedef {import('./steps/systemPackages.mjs').Purpose} Purpose */

/**
 * @typedef {object} Suite
 * @property {readonly Purpose[]} purposes what it needs beside npm's packages
 * @property {() => Promise<Outcome>} run
 */

/** The suites that were named; all where none was. */
const chosen = process.argv.slice(2);

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

/** @param {string} folder @returns {Promise<Outcome>} */
async function vitest(folder) {
  return (await import('./suites/vitest.mjs')).vitest(folder);
}

/** @type {Record<string, Suite>} */
const suites = {
  lint: {
    purposes: [],
    run: async () => (await import('./suites/lint.mjs')).lint(),
  },
  unit: { purposes: [], run: () => vitest('unit') },
  oracle: { purposes: ['tests'], run: () => vitest('oracle') },
  fuzz: { purposes: [], run: () => vitest('fuzz') },
  adapter: {
    purposes: ['tests'],
    run: async () => {
      await packedExtension();
      return vitest('adapter');
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
    run: async () => {
      await packedExtension();
      return vitest('editors');
    },
  },
  vsix: {
    purposes: ['server'],
    run: async () => (await import('./suites/vsix.mjs')).vsix(await packedExtension()),
  },
  host: {
    purposes: ['server', 'browser'],
    run: async () => {
      await packedExtension();
      await builtVscodeTests();
      return (await import('./suites/host.mjs')).host();
    },
  },
  browser: {
    purposes: ['server', 'browser'],
    run: async () => {
      const vsix = await packedExtension();
      await builtVscodeTests();
      return (await import('./suites/browser.mjs')).browser(vsix);
    },
  },
};

/**
 * @param {readonly string[]} names
 * @returns {Promise<Outcome>}
 */
async function runSuites(names) {
  await setUp([...new Set(names.flatMap((name) => suites[name]?.purposes ?? []))]);
  const outcomes = [];
  for (const name of names) outcomes.push(await runSuite(name));
  return sum(outcomes);
}

/**
 * @param {string} name
 * @returns {Promise<Outcome>} a failed one where the suite itself breaks
 */
async function runSuite(name) {
  const start = performance.now();
  const outcome = await ended(suites[name]);
  console.log(`${name.padEnd(8)} ${inWords(outcome)} (${seconds(start)})`);
  return {
    ...outcome,
    failures: outcome.failures.map((text) => `${name}: ${text}`),
  };
}

/** @param {Suite | undefined} suite */
async function ended(suite) {
  try {
    return suite === undefined ? failure('No such suite.') : await suite.run();
  } catch (error) {
    return failure(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** Real programs join when all of them say what gdb says. */
const usual = Object.keys(suites).filter((name) => name !== 'real');
const unknown = chosen.filter((name) => !(name in suites));
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
