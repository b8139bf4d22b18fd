// The packages of package-lock.json in node_modules. npm writes there what it installed, so a
// second run only compares.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './run.mjs';
import { step } from './step.mjs';

/** @typedef {Record<string, { version?: string, optional?: boolean, peer?: boolean }>} Packages */

/** Installs what package-lock.json names, unless node_modules holds it. */
export async function installNodeModules() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  if (holdsAll(installed, wanted)) return;
  await step('Installing npm packages', () =>
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: root,
      shell: process.platform === 'win32',
    }),
  );
}

/**
 * Whether every package is there in its version. Optional ones are for some platforms only.
 * @param {Packages} installed
 * @param {Packages} wanted
 */
export function holdsAll(installed, wanted) {
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || optional === true || installed[path]?.version === version,
  );
}

/**
 * @param {string} lockFile
 * @returns {Packages}
 */
function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch {
    return {};
  }
}
