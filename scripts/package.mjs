// Packs the extension as a user gets it. .vscodeignore says what goes in.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vsce from '@vscode/vsce';
import { build } from './build.mjs';
import { alone } from './steps/lock.mjs';
import { manifest } from './steps/manifest.mjs';
import { withoutDeadLinks } from './steps/markdownLinks.mjs';
import { distFolder, root } from './steps/paths.mjs';
import { step } from './steps/step.mjs';
import { thirdPartyNotices } from './steps/thirdPartyNotices.mjs';

/** The README as it is packed, by its path from the project's folder. */
const packedReadme = 'dist/README.md';

/** @returns {Promise<string>} the VSIX's path */
export function packExtension() {
  return alone(async () => {
    const { inputs } = await step('Building the extension', () => build({ minify: true }));
    writeFileSync(join(distFolder, 'ThirdPartyNotices.txt'), thirdPartyNotices(inputs));
    writeReadme();
    return step('Packing the VSIX', async () => {
      const vsix = join(distFolder, `${manifest.name}-${manifest.version}.vsix`);
      const partial = `${vsix}.${process.pid}`;
      await quietly(() =>
        vsce.createVSIX({
          cwd: root,
          packagePath: partial,
          dependencies: false,
          readmePath: packedReadme,
          allowMissingRepository: true,
          rewriteRelativeLinks: false,
        }),
      );
      renameSync(partial, vsix);
      return vsix;
    });
  });
}

/** Writes the README without links to what is not packed. */
function writeReadme() {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const packed = packedFiles();
  const text = withoutDeadLinks(readme, (path) => packed.includes(path));
  writeFileSync(join(root, packedReadme), text);
}

/** What .vscodeignore lets in: it names file by file. */
function packedFiles() {
  const lines = readFileSync(join(root, '.vscodeignore'), 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
}

/**
 * Keeps the packer's list of files off the screen; errors it throws.
 * @param {() => Promise<unknown>} work
 */
async function quietly(work) {
  const { log } = console;
  console.log = () => undefined;
  try {
    await work();
  } finally {
    console.log = log;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await packExtension());
