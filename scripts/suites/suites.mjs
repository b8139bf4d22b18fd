// Every suite, by its name. A process runs one (runSuite.mjs), so that its time can be told.
import { programsAreBuilt } from '../freshBuild.mjs';
import { vsixFile } from '../steps/manifest.mjs';

/** @typedef {import('./outcome.mjs').Outcome} Outcome */
/** @typedef {import('../steps/systemPackages.mjs').Purpose} Purpose */

/**
 * @typedef {object} Suite
 * @property {readonly Purpose[]} purposes what it needs beside npm's packages
 * @property {boolean} [ofPacked] whether it tests what was packed, and what lies in dist/ then
 * @property {boolean} [ofWindows] whether it waits for windows of VS Code and for editors
 * @property {boolean} [byNameAlone] whether it runs only where it is named
 * @property {(files: string, isUsual: boolean) => Promise<Outcome>} run given how the paths of its
 *   test files begin, in its folder, and whether all suites run
 */

/** @param {string} path @param {Readonly<Record<string, string>>} [env] */
async function vitest(path, env) {
  return (await import('./vitest.mjs')).vitest(path, env);
}

/** @param {string} path of tests that run what was packed */
function vitestOfPacked(path) {
  return vitest(path, { [programsAreBuilt]: '1' });
}

async function buildTests() {
  const { buildVscodeTests } = await import('../build.mjs');
  const { step } = await import('../steps/step.mjs');
  await step('Building the tests for VS Code', buildVscodeTests);
}

/** @type {Record<string, Suite>} */
export const suites = {
  lint: { purposes: [], run: async () => (await import('./lint.mjs')).lint() },
  unit: { purposes: [], run: (files) => vitest(`unit/${files}`) },
  oracle: { purposes: ['tests'], run: (files) => vitest(`oracle/${files}`) },
  page: { purposes: ['browser'], run: (files) => vitest(`page/${files}`) },
  fuzz: { purposes: [], run: (files) => vitest(`fuzz/${files}`) },
  adapter: {
    purposes: ['tests'],
    ofPacked: true,
    run: (files) => vitestOfPacked(`adapter/${files}`),
  },
  real: {
    purposes: ['tests', 'real'],
    ofPacked: true,
    run: async (_, isUsual) => (await import('./real.mjs')).real({ quick: isUsual }),
  },
  editors: {
    purposes: ['editors'],
    ofPacked: true,
    ofWindows: true,
    run: (files) => vitestOfPacked(`editors/${files}`),
  },
  vsix: {
    purposes: ['server'],
    ofPacked: true,
    ofWindows: true,
    run: async () => (await import('./vsix.mjs')).vsix(vsixFile),
  },
  host: {
    purposes: ['server', 'browser', 'tests', 'real'],
    ofPacked: true,
    ofWindows: true,
    run: async (files) => {
      await buildTests();
      return (await import('./host.mjs')).host(files);
    },
  },
  browser: {
    purposes: ['server', 'browser', 'tests', 'real'],
    ofPacked: true,
    ofWindows: true,
    run: browser,
  },
  changed: {
    purposes: ['tests'],
    byNameAlone: true,
    run: async () => {
      const { changed } = await import('./changed.mjs');
      return changed(async (file) => {
        await (await import('../setUp.mjs')).setUp(['server', 'browser']);
        await (await import('../package.mjs')).packExtension();
        return browser(file);
      });
    },
  },
};

/** @param {string} files how the names of the test files begin */
async function browser(files) {
  await buildTests();
  return (await import('./browser.mjs')).browser(vsixFile, files);
}
