// The files that are being worked on.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { run, tryRun } from './run.mjs';

/**
 * What differs from the last commit, with new files; where nothing does, what the branch changed
 * since it left `origin/main`, or `main` in a clone without that.
 * @returns {Promise<string[]>} paths of files that exist, from the project's folder
 */
export async function changedFiles() {
  const uncommitted = [
    ...(await lines(['diff', '--name-only', 'HEAD'])),
    ...(await lines(['ls-files', '--others', '--exclude-standard'])),
  ];
  const changed = uncommitted.length > 0 ? uncommitted : await changedByBranch();
  return changed.filter((path) => existsSync(join(root, path)));
}

async function changedByBranch() {
  for (const main of ['origin/main', 'main']) {
    const { code, output } = await tryRun('git', ['merge-base', main, 'HEAD'], { cwd: root });
    if (code === 0) return lines(['diff', '--name-only', output.trim(), 'HEAD']);
  }
  return [];
}

/** @param {readonly string[]} words of git */
async function lines(words) {
  const text = await run('git', [...words], { cwd: root });
  return text.split('\n').filter((line) => line !== '');
}
