// The tests that drive VS Code from outside, as a user does, with the extension installed from its
// VSIX.
import { join } from 'node:path';
import { temporaryFolder } from '../steps/childProcesses.mjs';
import { distFolder, root } from '../steps/paths.mjs';
import { tryRun } from '../steps/run.mjs';
import { installExtension } from '../vscode/server.mjs';
import { mochaOutcome } from './mocha.mjs';

/**
 * @param {string} vsix
 * @param {string} files how the names of the test files begin
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function browser(vsix, files) {
  const report = join(temporaryFolder('browser'), 'report.json');
  const ended = await tryRun(
    process.execPath,
    [
      join(root, 'node_modules', 'mocha', 'bin', 'mocha.js'),
      '--reporter',
      'json',
      '--reporter-option',
      `output=${report}`,
      '--timeout',
      '1200000',
      '--forbid-only',
      '--exit',
      join(distFolder, 'test', 'browser', `${files}*.test.mjs`),
    ],
    {
      cwd: root,
      timeoutSeconds: 7200,
      env: {
        NODE_OPTIONS: '--enable-source-maps',
        BROWSER_TEST_EXTENSIONS: await installExtension(vsix),
      },
    },
  );
  return mochaOutcome(report, ended);
}
