// One process at a time sets up or builds in this checkout; the others wait and then find the work
// done.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { own } from './childProcesses.mjs';
import { vscodeFolder } from './paths.mjs';

const lockFile = join(vscodeFolder, 'lock');

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(work) {
  mkdirSync(vscodeFolder, { recursive: true });
  if (!taken()) {
    console.log('Another run is at work in this folder; waiting until it has set up and built.');
    while (!taken()) await sleep(200);
  }
  const release = own(() => rmSync(lockFile, { force: true }));
  try {
    return await work();
  } finally {
    release();
  }
}

/** Takes the lock, if no living process has it. */
function taken() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!ownerLives()) rmSync(lockFile, { force: true });
    return false;
  }
}

function ownerLives() {
  try {
    const owner = readFileSync(lockFile, 'utf8');
    // Between its creation and its writing the file is empty.
    if (owner !== '') process.kill(Number(owner), 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
  }
}
