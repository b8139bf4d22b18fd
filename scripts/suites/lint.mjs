// What needs no test to be seen: types, the linters, the arrows between files, what nothing uses,
// the formatter, the strings for translators. What did not change since the last run is not checked
// again where a program can tell: it keeps that in node_modules/.cache.
import { join } from 'node:path';
import { root } from '../steps/paths.mjs';
import { tryRun } from '../steps/run.mjs';
import { runChecks, sum } from './outcome.mjs';

const cache = join('node_modules', '.cache');
const modules = join(root, 'node_modules');
const oxlint = join(modules, 'oxlint', 'bin', 'oxlint');
const eslint = [
  join(modules, 'eslint', 'bin', 'eslint.js'),
  ...['--cache', '--cache-strategy=content', '--cache-location', join(cache, 'eslint', 'files')],
];
const prettier = [
  join(modules, 'prettier', 'bin', 'prettier.cjs'),
  // Its own place: prettier deletes the usual one where it runs without a cache.
  ...['--check', '--cache', '--cache-strategy=content'],
  ...['--cache-location', join(cache, 'prettier', 'checked')],
];

/** The longest check, which takes all cores. */
const types = { 'types, and rules that need them': [oxlint] };

/** The other checks, by the words that node runs. */
const others = {
  'regular expressions': [...eslint, 'src', 'webview'],
  format: [...prettier, '.'],
  'arrows between files': [
    join(modules, 'dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
    ...['--config', 'dependency-cruiser.config.mjs', 'src', 'webview', 'test', 'scripts'],
  ],
  'used by what ships': [...knip('production'), '--production'],
  'used at all': knip('all'),
  'names, arguments, strings, waits, widths': [join(root, 'scripts', 'lint', 'ownChecks.mjs')],
};

/** @param {string} question what is asked of it, each with a cache of its own */
function knip(question) {
  return [
    join(modules, 'knip', 'bin', 'knip.js'),
    ...[
      '--config',
      'knip.config.mjs',
      '--cache',
      '--cache-location',
      join(cache, 'knip', question),
    ],
  ];
}

/** Every check, the longest beside the others. */
export async function lint() {
  const both = [types, others].map((checks) => runChecks(programs(checks)));
  return sum(await Promise.all(both));
}

/**
 * Lints some files, by what looks at them one by one.
 * @param {readonly string[]} files paths from the project's folder
 */
export async function lintFiles(files) {
  const code = files.filter((path) => /\.(ts|mjs)$/.test(path));
  const shipped = code.filter((path) => /^(src|webview)[\\/].*\.ts$/.test(path));
  return runChecks(
    programs({
      ...(code.length > 0 && { 'types, and rules that need them': [oxlint, ...code] }),
      ...(shipped.length > 0 && { 'regular expressions': [...eslint, ...shipped] }),
      format: [...prettier, '--ignore-unknown', ...files],
    }),
  );
}

/** @param {Readonly<Record<string, readonly string[]>>} commands */
function programs(commands) {
  const checks = Object.entries(commands).map(([title, words]) => [title, () => succeeds(words)]);
  return Object.fromEntries(checks);
}

/** @param {readonly string[]} words */
async function succeeds(words) {
  const ended = await tryRun(process.execPath, words, {
    cwd: root,
    timeoutSeconds: 3600,
  });
  if (ended.code !== 0) throw new Error(ended.output);
  return ended;
}
