// `node scripts/suites/runSuite.mjs REPORT SUITE FILES all|named` runs one suite for scripts/test.mjs.
import { writeFileSync } from 'node:fs';
import { failure } from './outcome.mjs';
import { suites } from './suites.mjs';

const [report = '', name = '', files = '', choice] = process.argv.slice(2);

/** @returns {Promise<import('./outcome.mjs').Outcome>} a failed one where the suite itself breaks */
async function outcome() {
  try {
    const suite = suites[name];
    return suite === undefined
      ? failure('No such suite.')
      : await suite.run(files, choice === 'all');
  } catch (error) {
    return failure(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

writeFileSync(report, JSON.stringify(await outcome()));
process.exit(0);
