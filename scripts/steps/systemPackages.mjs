// The programs that come from the system's packages, by what needs them.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';
import { step } from './step.mjs';

/** @typedef {'tests' | 'browser' | 'server'} Purpose */

/**
 * Each program with other names that do as well, Debian's package, and what needs it: `server` to build VS Code's native parts,
 * `browser` to show a page, `tests` to hold this project against gdb and binutils.
 * @type {readonly { program: string, or?: readonly string[], package: string, purpose: Purpose }[]}
 */
const table = [
  { program: 'python3', package: 'python3', purpose: 'server' },
  { program: 'make', package: 'make', purpose: 'server' },
  { program: 'g++', package: 'g++', purpose: 'server' },
  {
    program: 'chromium',
    or: ['chromium-browser', 'google-chrome', 'google-chrome-stable'],
    package: 'chromium',
    purpose: 'browser',
  },
  { program: 'gdb', package: 'gdb', purpose: 'tests' },
  { program: 'gdbserver', package: 'gdbserver', purpose: 'tests' },
  { program: 'gdb-multiarch', package: 'gdb-multiarch', purpose: 'tests' },
  { program: 'readelf', package: 'binutils', purpose: 'tests' },
];

/**
 * Installs what is missing, where this process may.
 * @param {readonly Purpose[]} purposes
 * @throws {Error} with the command for a person to type, where it may not
 */
export async function installSystemPackages(purposes) {
  const packages = table
    .filter((row) => purposes.includes(row.purpose) && programFor(row) === undefined)
    .map((row) => row.package);
  if (packages.length === 0) return;
  if (process.getuid?.() !== 0 || findProgram('apt-get') === undefined) {
    const typed = `sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`;
    throw new Error(`Programs are missing: ${packages.join(', ')}. On Debian or Ubuntu:\n${typed}`);
  }
  await step(`Installing ${packages.join(', ')}`, async () => {
    await aptGet('update');
    await aptGet('install', '-y', ...packages);
  });
}

/**
 * Waits where another apt-get is at work.
 * @param {readonly string[]} words
 */
function aptGet(...words) {
  return run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...words], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    timeoutSeconds: 1200,
  });
}

/**
 * The browser that the tests drive.
 * @returns {string} its path
 */
export function chromiumPath() {
  const row = table.find((each) => each.purpose === 'browser');
  const path = row && programFor(row);
  if (path === undefined) throw new Error('No Chromium was found on the PATH.');
  return path;
}

/** @param {typeof table[number]} row */
function programFor(row) {
  return [row.program, ...(row.or ?? [])].map(findProgram).find((path) => path !== undefined);
}

/**
 * @param {string} program
 * @returns {string | undefined} where the PATH has it
 */
export function findProgram(program) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
