// How tests run, by hand and by scripts/test.mjs. A machine that others use too is slow now and
// then: no test fails for that.
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { countedSteps } from './test/unit/growth/countedSteps.mjs';

const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('vscode'))
  .map((path) => `test/${path}`)
  .filter((path) => !path.startsWith('test/page/'));

/** @param {RegExp} words of a test's text */
const testsWith = (words) => tests.filter((path) => words.test(readFileSync(path, 'utf8')));

/** Tests that count the steps of the product's code. */
const growth = testsWith(/\b(growth(Of|Problems)|stepsForEachLook)\b/);

/**
 * Tests that replace modules or clocks, or look at all that is in memory, have their modules to
 * themselves.
 */
const alone = testsWith(/\bvi\.|\bgc\b/).filter((path) => !growth.includes(path));
/** The others share what they import, which halves their time. */
const together = tests.filter((path) => !alone.includes(path) && !growth.includes(path));

/** Tests of programs in dist/. @param {string} path */
const isOfPrograms = (path) => /^test\/(adapter|editors|real)[\\/]/.test(path);

/**
 * Tests that start programs have these built first.
 * @param {string} name
 * @param {readonly string[]} paths
 * @param {boolean} isolate
 */
function projects(name, paths, isolate) {
  const others = paths.filter((path) => !isOfPrograms(path));
  const ofPrograms = paths.filter(isOfPrograms);
  const globalSetup = 'scripts/freshBuild.mjs';
  return [
    { extends: true, test: { name, include: others, isolate } },
    { extends: true, test: { name: `${name}, built`, include: ofPrograms, isolate, globalSetup } },
  ].filter(({ test }) => test.include.length > 0);
}

export default defineConfig({
  test: {
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Not the clock and the tasks by which long work gives the thread back.
    fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] },
    maxWorkers: '100%',
    // Most of what tests make is garbage at once: young objects are collected seldom.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    // What was compiled once is read again by the other suites, by the contents of its file.
    experimental: { fsModuleCache: true },
    projects: [
      ...projects('alone', alone, true),
      {
        extends: true,
        plugins: [countedSteps()],
        test: { name: 'growth', include: growth, isolate: false },
      },
      ...projects('together', together, false),
      // The pages in Chromium, built once for all of them from the sources as they are.
      {
        extends: true,
        test: {
          name: 'page',
          include: ['test/page/**/*.test.ts'],
          globalSetup: ['test/page/builtPages.ts'],
          isolate: false,
        },
      },
    ],
  },
});
