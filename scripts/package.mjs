// Packs the extension as a user gets it. .vscodeignore says what goes in.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vsce from '@vscode/vsce';
import { build } from './build.mjs';
import { alone } from './steps/lock.mjs';
import { manifest } from './steps/manifest.mjs';
import { distFolder, root } from './steps/paths.mjs';
import { step } from './steps/step.mjs';

/** @returns {Promise<string>} the VSIX's path */
export function packExtension() {
  return alone(async () => {
    await step('Building the extension', () => build({ minify: true }));
    return step('Packing the VSIX', async () => {
      const vsix = join(distFolder, `${manifest.name}-${manifest.version}.vsix`);
      const partial = `${vsix}.${process.pid}`;
      await quietly(() =>
        vsce.createVSIX({
          cwd: root,
          packagePath: partial,
          dependencies: false,
          allowMissingRepository: true,
          rewriteRelativeLinks: false,
        }),
      );
      renameSync(partial, vsix);
      return vsix;
    });
  });
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
