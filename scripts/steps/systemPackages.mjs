// The programs that come from the system's packages, by what needs them.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';
import { step } from './step.mjs';

/** @typedef {'tests' | 'browser' | 'server' | 'pictures' | 'editors' | 'real' | 'compilers' | 'crossCompilers'} Purpose */

/**
 * @typedef {object} Row
 * @property {string} [program]
 * @property {readonly string[]} [or] other names that do as well
 * @property {string} [file] that the package installs, where it has no program or another has its name
 * @property {string} package Debian's name
 * @property {Purpose} purpose
 */

/**
 * What is needed for what: `server` to build VS Code's native parts, `browser` to show a page,
 * `pictures` to follow the guides and make what they show small,
 * `tests` to hold this project against gdb and binutils, `editors` to drive the debug adapter from
 * another editor, `real` to build the quick ones of the real programs, `compilers` to build all of
 * them, `crossCompilers` to build them for other processors.
 * @type {readonly Row[]}
 */
const table = [
  { program: 'python3', package: 'python3', purpose: 'server' },
  { program: 'make', package: 'make', purpose: 'server' },
  { program: 'g++', package: 'g++', purpose: 'server' },
  { program: 'gcc', package: 'gcc', purpose: 'real' },
  { program: 'g++', package: 'g++', purpose: 'real' },
  { program: 'clang++', package: 'clang', purpose: 'compilers' },
  { program: 'ld.lld', package: 'lld', purpose: 'compilers' },
  { program: 'xz', package: 'xz-utils', purpose: 'compilers' },
  // A `rustc` of the PATH may be rustup's proxy, which wants a toolchain in the home folder.
  { file: '/usr/bin/rustc', package: 'rustc', purpose: 'compilers' },
  { program: 'aarch64-linux-gnu-g++', package: 'g++-aarch64-linux-gnu', purpose: 'crossCompilers' },
  {
    program: 'arm-linux-gnueabihf-g++',
    package: 'g++-arm-linux-gnueabihf',
    purpose: 'crossCompilers',
  },
  { program: 'riscv64-linux-gnu-g++', package: 'g++-riscv64-linux-gnu', purpose: 'crossCompilers' },
  { program: 's390x-linux-gnu-g++', package: 'g++-s390x-linux-gnu', purpose: 'crossCompilers' },
  // Chromium without its own windows takes less of the processor for the same page.
  {
    program: 'chromium-headless-shell',
    or: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    package: 'chromium-headless-shell',
    purpose: 'browser',
  },
  { program: 'gcc', package: 'gcc', purpose: 'pictures' },
  { program: 'gdb', package: 'gdb', purpose: 'pictures' },
  { program: 'gdbserver', package: 'gdbserver', purpose: 'pictures' },
  { program: 'pngquant', package: 'pngquant', purpose: 'pictures' },
  { program: 'img2webp', package: 'webp', purpose: 'pictures' },
  { program: 'gdb', package: 'gdb', purpose: 'tests' },
  { program: 'gdbserver', package: 'gdbserver', purpose: 'tests' },
  { program: 'gdb-multiarch', package: 'gdb-multiarch', purpose: 'tests' },
  { program: 'readelf', package: 'binutils', purpose: 'tests' },
  { program: 'qemu-x86_64', package: 'qemu-user', purpose: 'tests' },
  { program: 'strace', package: 'strace', purpose: 'tests' },
  { program: 'emacs', package: 'emacs-nox', purpose: 'editors' },
  {
    file: '/usr/lib/emacsen-common/packages/install/elpa-dap-mode',
    package: 'elpa-dap-mode',
    purpose: 'editors',
  },
];

/**
 * Installs what is missing, where this process may.
 * @param {readonly Purpose[]} purposes
 * @throws {Error} with the command for a person to type, where it may not
 */
export async function installSystemPackages(purposes) {
  const missing = table.filter((row) => purposes.includes(row.purpose) && !isInstalled(row));
  const packages = [...new Set(missing.map((row) => row.package))];
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

/** @param {Row} row */
function isInstalled(row) {
  return row.file === undefined ? programFor(row) !== undefined : existsSync(row.file);
}

/** @param {Row} row */
function programFor({ program, or = [] }) {
  const names = program === undefined ? or : [program, ...or];
  return names.map(findProgram).find((path) => path !== undefined);
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
