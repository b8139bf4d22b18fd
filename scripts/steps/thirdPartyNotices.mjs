// What the licences of bundled packages ask for: that their words come with every copy.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** The licence of a package that npm delivers without it, from its repository: NAME.txt. */
const licencesFolder = join(root, 'scripts', 'licences');

/**
 * @param {readonly string[]} inputs what was bundled, by path from the project's folder
 * @returns {string} the name, version and licence of every package among it
 * @throws {Error} where a package has no licence text
 */
export function thirdPartyNotices(inputs) {
  const folders = new Set(inputs.flatMap(packageFolder));
  const notices = [...folders].sort().map((folder) => notice(join(root, folder)));
  return ['GDB Trace Files contains parts of these packages.\n', ...notices].join('\n');
}

/**
 * @param {string} input
 * @returns {string[]} none where it belongs to no package
 */
function packageFolder(input) {
  return /^(.*\/)?node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.slice(0, 1) ?? [];
}

/** @param {string} folder of a package */
function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const title = `${name} ${version} (${license})`;
  return `${'='.repeat(78)}\n${title}\n\n${licence(folder, name).trim()}\n`;
}

/**
 * @param {string} folder
 * @param {string} name
 */
function licence(folder, name) {
  const delivered = readdirSync(folder).find((file) => /^licen[cs]e(\.\w+)?$/i.test(file));
  const path = delivered ? join(folder, delivered) : join(licencesFolder, `${name}.txt`);
  if (!existsSync(path)) throw new Error(`${name} is bundled, and has no licence text: ${path}`);
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
}
