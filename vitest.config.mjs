// How tests run, by hand and by scripts/test.mjs. A machine that others use too is slow now and then: no test fails for that.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: '100%' },
});
