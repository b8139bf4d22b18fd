// What needs no test to be seen: types, the linter with the arrows between rooms, the formatter, the strings for translators.
import { join } from 'node:path';
import { checkLanguageBundle } from '../language.mjs';
import { root } from '../steps/paths.mjs';
import { tryRun } from '../steps/run.mjs';
import { runChecks, sum } from './outcome.mjs';

/** The longest check; it takes further cores where there are four or more. */
const eslint = { eslint: ['eslint/bin/eslint.js', '--concurrency=auto', '.'] };

/** The other checks with their programs in node_modules and the words after them. */
const others = {
  prettier: ['prettier/bin/prettier.cjs', '--check', '.'],
  'tsc: extension, tests and scripts': ['typescript/bin/tsc', '--noEmit'],
  'tsc: page': ['typescript/bin/tsc', '--noEmit', '-p', 'webview'],
};

/** ESLint runs beside the others, which take less together. */
export async function lint() {
  const both = [
    runChecks(programs(eslint)),
    runChecks({ ...programs(others), 'strings for translators': checkLanguageBundle }),
  ];
  return sum(await Promise.all(both));
}

/** @param {Readonly<Record<string, readonly string[]>>} commands */
function programs(commands) {
  const checks = Object.entries(commands).map(([title, words]) => [title, () => succeeds(words)]);
  return Object.fromEntries(checks);
}

/** @param {readonly string[]} words */
async function succeeds([program = '', ...args]) {
  const script = join(root, 'node_modules', program);
  const { code, output } = await tryRun(process.execPath, [script, ...args], { cwd: root });
  if (code !== 0) throw new Error(output);
}
