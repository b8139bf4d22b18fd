// The processes behind a window, as the system lists them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { timeLimit } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';

/** The window's extension hosts end at once, and VS Code starts another. */
export async function killExtensionHosts(vscode: Workbench): Promise<void> {
  await waitLongForExits(vscode);
  const hosts = extensionHosts(vscode);
  assert.ok(hosts.length > 0, 'no extension host');
  for (const pid of hosts) process.kill(pid, 'SIGKILL');
}

/**
 * Where its server takes two seconds to say how a host ended, VS Code starts no other, without a
 * word (`getExtensionHostExitInfo`). Here it waits as long as a busy machine takes.
 */
async function waitLongForExits({ page }: Workbench): Promise<void> {
  await page.evaluate((limit) => {
    const start = globalThis.setTimeout;
    const longer = (run: () => void, delay: number, ...given: []) =>
      start(run, String(run).includes('getExtensionHostExitInfo') ? limit : delay, ...given);
    Object.assign(globalThis, { setTimeout: longer });
  }, timeLimit);
}

/** Processes that run extensions for the windows of this one's server. */
export function extensionHosts({ server }: Workbench): number[] {
  return processesWith('--type=extensionHost').filter((pid) => isBelow(pid, server.pid));
}

/** Whether a window's extension host has a file of its folder open. */
export function isReading(vscode: Workbench, name: string): boolean {
  const path = join(vscode.folder, name);
  return extensionHosts(vscode).some((pid) =>
    readdirSync(`/proc/${pid}/fd`).some((descriptor) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${descriptor}`) === path;
      } catch {
        // It was closed meanwhile.
        return false;
      }
    }),
  );
}

/** Processes with a text in their command lines. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => about(pid, 'cmdline').includes(text));
}

function isBelow(pid: number, ancestor: number): boolean {
  if (pid <= 1) return false;
  const parent = Number(/\) \w (\d+)/.exec(about(pid, 'stat'))?.[1] ?? 0);
  return parent === ancestor || isBelow(parent, ancestor);
}

/** What the system tells of a process; nothing once it is gone. */
function about(pid: number, what: 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return '';
  }
}
