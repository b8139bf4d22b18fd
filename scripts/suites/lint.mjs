// What needs no test to be seen: types, the linter with the arrows between rooms, the formatter, the strings for translators.
import { join } from 'node:path';
import { checkLanguageBundle } from '../language.mjs';
import { root } from '../steps/paths.mjs';
import { tryRun } from '../steps/run.mjs';
import { runChecks } from './outcome.mjs';

/** Each check with its program in node_modules and the words after it. */
const commands = {
  eslint: ['eslint/bin/eslint.js', '.'],
  prettier: ['prettier/bin/prettier.cjs', '--check', '.'],
  'tsc: extension, tests and scripts': ['typescript/bin/tsc', '--noEmit'],
  'tsc: page': ['typescript/bin/tsc', '--noEmit', '-p', 'webview'],
};

export function lint() {
  const checks = Object.entries(commands).map(([title, words]) => [title, () => succeeds(words)]);
  return runChecks({
    ...Object.fromEntries(checks),
    'strings for translators': checkLanguageBundle,
  });
}

/** @param {readonly string[]} words */
async function succeeds([program = '', ...args]) {
  const script = join(root, 'node_modules', program);
  const { code, output } = await tryRun(process.execPath, [script, ...args], { cwd: root });
  if (code !== 0) throw new Error(output);
}
