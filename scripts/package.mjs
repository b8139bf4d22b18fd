// Packs the extension as a user gets it. .vscodeignore says what goes in.
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vsce from '@vscode/vsce';
import { build } from './build.mjs';
import { alone } from './steps/lock.mjs';
import { manifest } from './steps/manifest.mjs';
import { withoutDeadLinks } from './steps/markdownLinks.mjs';
import { temporaryFolder } from './steps/childProcesses.mjs';
import { distFolder, root } from './steps/paths.mjs';
import { run } from './steps/run.mjs';
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
        withoutTime(() =>
          vsce.createVSIX({
            cwd: stagedFiles(),
            packagePath: partial,
            dependencies: false,
            readmePath: packedReadme,
            allowMissingRepository: true,
            rewriteRelativeLinks: false,
          }),
        ),
      );
      renameSync(partial, vsix);
      return vsix;
    });
  });
}

/**
 * Packs the command line as an npm package, of files that {@link packExtension} built. .npmignore
 * says what stays out.
 * @returns {Promise<string>} the package's path
 */
export async function packCommandLine() {
  const folder = temporaryFolder('npm');
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  const name = (await run('npm', pack, { cwd: root })).trim();
  return join(folder, name);
}

/**
 * What is packed, in a folder by itself: the packer matches every file that it finds with every
 * line of .vscodeignore.
 * @returns {string} the folder
 */
function stagedFiles() {
  const folder = temporaryFolder('package');
  for (const path of [...packedFiles(), '.vscodeignore', packedReadme]) {
    cpSync(join(root, path), join(folder, path));
  }
  return folder;
}

/** Writes the README without links to what is not packed. */
function writeReadme() {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const packed = packedFiles();
  const text = withoutDeadLinks(readme, (path) => packed.includes(path));
  writeFileSync(join(root, packedReadme), text);
}

/** What .vscodeignore lets in: it names file by file, and those of one ending in a folder. */
function packedFiles() {
  const lines = readFileSync(join(root, '.vscodeignore'), 'utf8').split('\n');
  const named = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  return named.flatMap((path) => {
    const [folder = '', ending] = path.split('*');
    if (ending === undefined) return [path];
    const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(ending));
    return names.map((name) => folder + name);
  });
}

/**
 * Has the packer write the same bytes for the same files, whenever and wherever it runs.
 * @param {() => Promise<unknown>} work
 */
async function withoutTime(work) {
  const { SOURCE_DATE_EPOCH, TZ } = process.env;
  // The first second that a ZIP file can tell.
  Object.assign(process.env, { SOURCE_DATE_EPOCH: Date.UTC(1980, 0, 1) / 1000, TZ: 'UTC' });
  try {
    await work();
  } finally {
    restore({ SOURCE_DATE_EPOCH, TZ });
  }
}

/** @param {Readonly<Record<string, string | undefined>>} variables of the environment, as they were */
function restore(variables) {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
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
