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
const ownChecks = join(root, 'scripts', 'lint', 'ownChecks.mjs');
const oxfmt = [join(modules, 'oxfmt', 'bin', 'oxfmt'), '--check'];

/** The longest check, which takes all cores. */
const types = { 'types, and mistakes': [oxlint] };

/** The other checks, by the words that node runs. */
const others = {
  format: oxfmt,
  'arrows between files': [
    join(modules, 'dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
    ...['--config', 'dependency-cruiser.config.mjs', 'src', 'webview', 'test', 'scripts'],
  ],
  'used by what ships': [...knip('production'), '--production'],
  'used at all': knip('all'),
  'names, arguments, strings, waits, widths': [ownChecks],
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
  const sources = files.filter((path) => /^(src|webview|test)[\\/].*\.ts$/.test(path));
  return runChecks(
    programs({
      ...(code.length > 0 && { 'types, and mistakes': [oxlint, ...code] }),
      ...(sources.length > 0 && { 'waits, widths': [ownChecks, ...sources] }),
      format: [...oxfmt, '--no-error-on-unmatched-pattern', ...files],
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
    // What gives oxlint types is of Go: it takes a sixth more memory and a seventh less time.
    env: { GOGC: '400' },
    timeoutSeconds: 3600,
  });
  if (ended.code !== 0) throw new Error(ended.output);
  return ended;
}
