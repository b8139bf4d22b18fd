// Whatever must not outlive this process: children with all that they started, and temporary folders. Node's `exit` event
// comes after success, failure and (by the handlers below) Ctrl-C alike.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @type {Set<() => void>} */
const releases = new Set();

process.on('exit', () => {
  for (const release of releases) release();
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

/** Tells a child that its parent ends its whole process group, so that the child's own children stay in that group. */
const inOwnedGroup = 'GDB_TRACEFILE_OWNED_GROUP';

/**
 * Starts a program that ends with this process, and with it all that it started.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {{ child: import('node:child_process').ChildProcess, stop: () => void }}
 */
export function spawnOwned(command, args, options = {}) {
  const leads = process.platform !== 'win32' && process.env[inOwnedGroup] === undefined;
  const env = { ...(options.env ?? process.env), [inOwnedGroup]: 'yes' };
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

/**
 * A new folder that is deleted when this process ends.
 * @param {string} purpose a word for its name
 * @returns {string} its path
 */
export function temporaryFolder(purpose) {
  const folder = mkdtempSync(join(tmpdir(), `gdb-tracefile-${purpose}-`));
  own(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return folder;
}
