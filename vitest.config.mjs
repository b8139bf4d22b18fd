// How tests run, by hand and by scripts/test.mjs. A machine that others use too is slow now and
// then: no test fails for that.
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('vscode'))
  .map((path) => `test/${path}`);

/**
 * Tests that replace modules or clocks, or look at all that is in memory or at all that runs, have
 * their modules to themselves.
 */
const alone = tests.filter(isAlone);
const shared = tests.filter((path) => !isAlone(path));

/** @param {string} path */
function isAlone(path) {
  return /\bvi\.|\bgc\b|\b(growth(Of|Problems)|stepsForEachLook)\b/.test(
    readFileSync(path, 'utf8'),
  );
}

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
    // What was compiled once is read again by the other suites, by the contents of its file.
    experimental: { fsModuleCache: true },
    projects: [
      ...projects('alone', alone, true),
      // The others share what they import, which halves their time.
      ...projects('together', shared, false),
    ],
  },
});
