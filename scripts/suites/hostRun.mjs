// Runs the extension-host tests by @vscode/test-electron. A process of its own, since runTests
// prints to this process's output.
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';

/** @param {string} name of an environment variable that suites/host.mjs sets */
const given = (name) => process.env[name] ?? '';
const data = given('HOST_TEST_DATA');

await runTests({
  vscodeExecutablePath: given('HOST_TEST_VSCODE'),
  extensionDevelopmentPath: given('HOST_TEST_EXTENSION'),
  extensionTestsPath: given('HOST_TEST_ENTRY'),
  launchArgs: [
    given('HOST_TEST_WORKSPACE'),
    '--disable-extensions',
    `--user-data-dir=${join(data, 'user-data')}`,
    `--extensions-dir=${join(data, 'extensions')}`,
  ],
});
