// `npm run publish:vsix -- FILE.vsix`: publishes what `npm run package` packed to the Visual Studio
// Marketplace and to Open VSX, with the tokens in VSCE_PAT and OVSX_PAT. `--dry-run` checks it and
// says what would be done.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import vsce from '@vscode/vsce';
import { unzipSync } from 'fflate';
import { run } from './steps/run.mjs';

/** The client of Open VSX, as npx takes it. */
const openVsxClient = 'ovsx@1.4.0';

/**
 * @param {Readonly<Record<string, Uint8Array>>} files of the VSIX
 * @param {string | undefined} tag that is released, where one is
 * @returns {string[]} why it cannot be published as it is
 */
export function problemsOf(files, tag) {
  const text = (/** @type {string} */ name) =>
    new TextDecoder().decode(files[`extension/${name}`] ?? new Uint8Array());
  const { version, repository } = JSON.parse(text('package.json'));
  const isDated = text('changelog.md')
    .split('\n')
    .some((line) => line.startsWith(`## ${version} (`));
  const lacksPictures = !/!\[[^\]]*\]\(https:/.test(text('readme.md'));
  return [
    ...(tag !== undefined && tag !== `v${version}`
      ? [`The tag is ${tag}, and the VSIX has version ${version}.`]
      : []),
    ...(isDated ? [] : [`The CHANGELOG has no dated section for ${version} (npm run release).`]),
    ...(repository === undefined || lacksPictures
      ? ['It was packed without a public repository: npm run package -- --repository URL.']
      : []),
  ];
}

/**
 * @param {string} vsix its path
 * @param {{ tag?: string | undefined, dryRun: boolean }} options
 * @throws {Error} with every problem
 */
export async function publish(vsix, { tag, dryRun }) {
  const { VSCE_PAT: marketplace = '', OVSX_PAT: openVsx = '' } = process.env;
  const problems = problemsOf(unzipSync(readFileSync(vsix)), tag);
  if (!marketplace) problems.push('VSCE_PAT has no token of the Visual Studio Marketplace.');
  if (!openVsx) problems.push('OVSX_PAT has no token of Open VSX.');
  if (problems.length > 0) throw new Error(problems.join('\n'));
  if (dryRun) {
    console.log(`${vsix} can be published to the Visual Studio Marketplace and to Open VSX.`);
    return;
  }
  // Run again after one of the two failed, it publishes to the other.
  await vsce.publishVSIX(vsix, { pat: marketplace, skipDuplicate: true });
  await run('npx', ['--yes', openVsxClient, 'publish', '--skip-duplicate', vsix], {
    env: { OVSX_PAT: openVsx, VSCE_PAT: '' },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    options: { tag: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    allowPositionals: true,
  });
  const [vsix = ''] = positionals;
  await publish(resolve(vsix), { tag: values.tag, dryRun: values['dry-run'] ?? false });
}
