// Runs the tests beside this file inside VS Code's extension host. VS Code calls `run`, as its
// extensionTestsPath asks.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';

/** Rejects where a test failed; the report is written all the same. */
export async function run(): Promise<void> {
  const mocha = new Mocha({
    reporter: 'json',
    reporterOptions: { output: process.env['HOST_TEST_REPORT'] },
    timeout: 600_000,
    forbidOnly: true,
  });
  const files = process.env['HOST_TEST_FILES'] ?? '';
  for (const name of readdirSync(__dirname)) {
    if (name.startsWith(files) && name.endsWith('.test.cjs')) mocha.addFile(join(__dirname, name));
  }
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} of the tests failed.`);
}
