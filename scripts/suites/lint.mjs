// What needs no test to be seen: types, the linter, the arrows between files, what nothing uses,
// the formatter, the strings for translators.
import { join } from 'node:path';
import { checkLanguageBundle } from '../language.mjs';
import { root } from '../steps/paths.mjs';
import { tryRun } from '../steps/run.mjs';
import { checkExportedNames } from './exportedNames.mjs';
import { runChecks, sum } from './outcome.mjs';

/** The longest check; it takes further cores where there are four or more. */
const eslint = { eslint: ['eslint/bin/eslint.js', '--concurrency=auto', '.'] };

/**
 * What did not change since the last run is not checked again.
 * @param {string} project its folder
 */
function tsc(project) {
  const known = join('node_modules', '.cache', 'tsc', project, 'tsconfig.tsbuildinfo');
  return [
    'typescript/bin/tsc',
    '--noEmit',
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    known,
  ];
}

/** The other checks with their programs in node_modules and the words after them. */
const others = {
  prettier: ['prettier/bin/prettier.cjs', '--check', '--cache', '--cache-strategy=content', '.'],
  'tsc: extension, tests and scripts': tsc('.'),
  'arrows between files': [
    'dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    'dependency-cruiser.config.mjs',
    'src',
    'webview',
    'test',
    'scripts',
  ],
  'used by what ships': ['knip/bin/knip.js', '--config', 'knip.config.mjs', '--production'],
  'used at all': ['knip/bin/knip.js', '--config', 'knip.config.mjs'],
  'tsc: page': tsc('webview'),
};

/** ESLint runs beside the others, which take less together. */
export async function lint() {
  const both = [
    runChecks(programs(eslint)),
    runChecks({
      ...programs(others),
      'exported names': checkExportedNames,
      'strings for translators': checkLanguageBundle,
    }),
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
  const { code, output } = await tryRun(process.execPath, [script, ...args], {
    cwd: root,
    timeoutSeconds: 3600,
  });
  if (code !== 0) throw new Error(output);
}
