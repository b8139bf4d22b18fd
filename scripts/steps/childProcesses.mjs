// Whatever must not outlive this process: children with all that they started, and temporary
// folders. Node's `exit` event comes after success, failure and (by the handlers below) Ctrl-C
// alike.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @type {Set<() => void>} */
const releases = new Set();

process.on('exit', () => {
  // The newest first: a child before the folder that it writes to.
  for (const release of [...releases].reverse()) release();
});

for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])) {
  process.on(signal, () => process.exit(code));
}

/**
 * Has something done when this process ends, at the latest.
 * @param {() => void} release synchronous; called once
 * @returns {() => void} does it now
 */
export function own(release) {
  const once = () => {
    if (releases.delete(once)) release();
  };
  releases.add(once);
  return once;
}

/**
 * Names, for a child, its oldest ancestor's temporary folder: that ancestor deletes it, and ends
 * the process group that all are in.
 */
const ancestorsFolder = 'GDB_TRACEFILE_RUN';

/**
 * Starts a program that ends with this process, and with it all that it started.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {{ child: import('node:child_process').ChildProcess, stop: () => void }}
 */
export function spawnChild(command, args, options = {}) {
  const leads = process.platform !== 'win32' && process.env[ancestorsFolder] === undefined;
  const env = { ...(options.env ?? process.env), [ancestorsFolder]: runFolder() };
  const child = spawn(command, args, { ...options, env, detached: leads });
  return { child, stop: own(() => kill(child, leads)) };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {boolean} leads whether it leads a process group of its own
 */
function kill(child, leads) {
  if (child.pid === undefined) return;
  try {
    process.kill(leads ? -child.pid : child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** @type {string | undefined} */
let folderOfThisRun = process.env[ancestorsFolder];

/** The one folder that holds all temporary ones of this process and its children. */
function runFolder() {
  if (folderOfThisRun === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'gdb-tracefile-'));
    own(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
    folderOfThisRun = folder;
  }
  return folderOfThisRun;
}

/**
 * A new folder that is deleted when this process, or the oldest that started it, ends.
 * @param {string} purpose a word for its name
 * @returns {string} its path
 */
export function temporaryFolder(purpose) {
  return mkdtempSync(join(runFolder(), `${purpose}-`));
}
