// How tests run, by hand and by scripts/test.mjs. A machine that others use too is slow now and
// then: no test fails for that.
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('vscode'))
  .map((path) => `test/${path}`)
  .filter((path) => !path.startsWith('test/page/'));

/**
 * Tests that replace modules or clocks, or look at all that is in memory or at all that runs, have
 * their modules to themselves.
 */
const alone = tests.filter((path) =>
  /\bvi\.|\bgc\b|\b(growth(Of|Problems)|stepsForEachLook)\b/.test(readFileSync(path, 'utf8')),
);

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
      { extends: true, test: { name: 'alone', include: alone } },
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
      // The others share what they import, which halves their time.
      { extends: true, test: { name: 'together', include: tests, exclude: alone, isolate: false } },
    ],
  },
});
