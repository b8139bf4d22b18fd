// `npm run release -- 0.2.0`: writes the version, dates its section of the CHANGELOG, commits and
// tags. The tag, once pushed, has .github/workflows/release.yml pack, attest and publish.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './steps/paths.mjs';
import { run } from './steps/run.mjs';

/**
 * @param {string} version
 * @param {string} [folder] of the project
 * @param {Date} [day]
 * @returns {Promise<string>} the tag
 * @throws {Error} with what to do first
 */
export async function release(version, folder = root, day = new Date()) {
  const git = (/** @type {string[]} */ ...args) => run('git', args, { cwd: folder });
  if ((await git('status', '--porcelain')) !== '') throw new Error('Commit your changes first.');
  const tag = `v${version}`;
  if ((await git('tag', '--list', tag)) !== '') throw new Error(`There is a tag ${tag} already.`);
  const changelog = join(folder, 'CHANGELOG.md');
  const dated = withDate(readFileSync(changelog, 'utf8'), version, day);
  for (const name of ['package.json', 'package-lock.json']) {
    const path = join(folder, name);
    writeFileSync(path, withVersion(readFileSync(path, 'utf8'), version));
  }
  writeFileSync(changelog, dated);
  await git('commit', '--all', '--message', `Version ${version}`);
  await git('tag', tag);
  return tag;
}

/**
 * @param {string} text of package.json, or of package-lock.json
 * @param {string} version
 * @throws {Error} where it is no version after that of the text
 */
export function withVersion(text, version) {
  const manifest = JSON.parse(text);
  if (!isVersion(version) || compared(version, manifest.version) < 0) {
    throw new Error(`${version} is no version after ${manifest.version}, such as 0.2.0.`);
  }
  manifest.version = version;
  const own = manifest.packages?.[''];
  if (own !== undefined) own.version = version;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * @param {string} changelog
 * @param {string} version
 * @param {Date} day
 * @throws {Error} where it has no section for what is released
 */
export function withDate(changelog, version, day) {
  const title = `## ${version} (${day.toISOString().slice(0, 10)})`;
  const lines = changelog.split('\n');
  const at = lines.findIndex((line) => line === '## Unreleased' || line === `## ${version}`);
  if (at < 0) throw new Error('CHANGELOG.md needs a section "## Unreleased" with what is new.');
  if (!lines[at + 1] && !lines[at + 2]?.trim()) throw new Error('The section is empty.');
  return [...lines.slice(0, at), title, ...lines.slice(at + 1)].join('\n');
}

/** Marketplace takes three numbers. @param {string} version */
function isVersion(version) {
  return /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version);
}

/** @param {string} left @param {string} right */
function compared(left, right) {
  return left.localeCompare(right, 'en', { numeric: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version = ''] = process.argv.slice(2);
  const tag = await release(version);
  console.log(`Committed and tagged. Publish it with: git push origin HEAD ${tag}`);
}
