// The tests that run inside VS Code's extension host: in the desktop VS Code where it can be
// downloaded and shown, in the server build elsewhere. @vscode/test-electron starts either.
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../steps/childProcesses.mjs';
import { distFolder, root, samplesFolder } from '../steps/paths.mjs';
import { tryRun } from '../steps/run.mjs';
import { downloadDesktop, screenCommand } from '../vscode/desktop.mjs';
import { mochaOutcome } from './mocha.mjs';

const scripts = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string} files how the names of the test files begin
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function host(files) {
  const { executable, before } = await vscodeToRun();
  const folder = temporaryFolder('host');
  const report = join(folder, 'report.json');
  const words = [...before, process.execPath, join(scripts, 'suites', 'hostRun.mjs')];
  const [command = '', ...args] = words;
  const ended = await tryRun(command, args, {
    cwd: root,
    timeoutSeconds: 3600,
    env: {
      HOST_TEST_VSCODE: executable,
      HOST_TEST_EXTENSION: root,
      HOST_TEST_ENTRY: join(distFolder, 'test', 'host', 'index.cjs'),
      HOST_TEST_DATA: folder,
      HOST_TEST_WORKSPACE: workspaceIn(folder),
      HOST_TEST_FILES: files,
      HOST_TEST_REPORT: report,
    },
  });
  return mochaOutcome(report, ended);
}

/** VS Code's executable, and the words before its runner that give it a screen. */
async function vscodeToRun() {
  const server = { executable: join(scripts, 'vscode', 'serverLauncher.mjs'), before: [] };
  const before = screenCommand();
  if (before === undefined) return server;
  const executable = await downloadDesktop();
  return executable === undefined ? server : { executable, before };
}

/**
 * The folder that the tests open, theirs to write in: the samples, and what test/vscode/workspace
 * adds.
 * @param {string} folder
 */
function workspaceIn(folder) {
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  for (const source of [samplesFolder, join(root, 'test', 'vscode', 'workspace')]) {
    if (existsSync(source)) cpSync(source, workspace, { recursive: true });
  }
  return workspace;
}
