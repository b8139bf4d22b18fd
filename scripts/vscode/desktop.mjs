// The desktop VS Code: the user's own where `code` is found, else one that @vscode/test-electron
// downloads where it can.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { vscodeFolder } from '../steps/paths.mjs';
import { run } from '../steps/run.mjs';
import { findProgram } from '../steps/systemPackages.mjs';
import { codeCandidates, codeCommand, hasScreen } from './findVscode.mjs';

const thisMachine = { platform: process.platform, env: process.env, home: homedir() };

/** VS Code starts for root on Linux only so, and with a data folder named. */
const asRoot = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/**
 * Milliseconds without an answer after which the download is given up: offline, nobody should wait.
 */
const downloadPatience = 4000;

/**
 * @typedef {object} Desktop
 * @property {string} code VS Code's command
 * @property {readonly string[]} options that it needs every time
 */

/** @returns {Promise<Desktop | undefined>} undefined where no desktop VS Code can be had or shown */
export async function findDesktop() {
  if (!hasScreen(thisMachine)) return undefined;
  const code = codeCandidates(thisMachine).find((path) => existsSync(path));
  if (code !== undefined) {
    const dataFolder = join(vscodeFolder, 'user-data');
    return {
      code,
      options: [...asRoot, ...(asRoot.length > 0 ? [`--user-data-dir=${dataFolder}`] : [])],
    };
  }
  const executable = await downloadDesktop();
  if (executable === undefined) return undefined;
  const { resolveCliArgsFromVSCodeExecutablePath } = await import('@vscode/test-electron');
  const [cli = executable, ...options] = resolveCliArgsFromVSCodeExecutablePath(executable);
  return { code: cli, options: [...options, ...asRoot] };
}

/**
 * Downloads VS Code, or finds what was downloaded before.
 * @returns {Promise<string | undefined>} its executable; undefined where the download server cannot be reached
 */
export async function downloadDesktop() {
  const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
  try {
    return await downloadAndUnzipVSCode({
      cachePath: join(vscodeFolder, 'desktop'),
      reporter: { report: () => undefined, error: () => undefined },
      timeout: downloadPatience,
    });
  } catch {
    return undefined;
  }
}

/**
 * What must stand before a desktop program's command so that it can open windows.
 * @returns {readonly string[] | undefined} undefined where nothing can show them
 */
export function screenCommand() {
  if (hasScreen(thisMachine)) return [];
  const virtual = findProgram('xvfb-run');
  return virtual === undefined ? undefined : [virtual, '--auto-servernum'];
}

/**
 * Installs the extension in the desktop VS Code and opens a folder with a file in it.
 * @param {Desktop} desktop
 * @param {string} vsix
 * @param {readonly string[]} paths
 */
export async function openDesktop({ code, options }, vsix, paths) {
  for (const words of [['--install-extension', vsix, '--force'], paths]) {
    const { command, args, shell } = codeCommand(process.platform, code, [...options, ...words]);
    await run(command, args, { shell });
  }
}
