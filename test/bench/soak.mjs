// A long session (test/unit/soak.test.ts) as long as a working day: 300 traces opened and closed,
// 20 at once, 10,000 steps, a page looked at every second for an hour. It says what the heap, the
// process and its descriptors come to.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    ...['run', 'test/unit/soak.test.ts', '--reporter=verbose', '--testTimeout=7200000'],
  ],
  { stdio: 'inherit', env: { ...process.env, SOAK: 'whole' } },
);
process.exitCode = status ?? 1;
