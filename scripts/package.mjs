// Packs the extension as a user gets it. .vscodeignore says what goes in.
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import vsce from '@vscode/vsce';
import { build } from './build.mjs';
import { alone } from './steps/lock.mjs';
import { manifest, vsixFile as vsix } from './steps/manifest.mjs';
import { withoutPictures, withPublicLinks } from './steps/markdownLinks.mjs';
import { temporaryFolder } from './steps/childProcesses.mjs';
import { distFolder, root } from './steps/paths.mjs';
import { originPage, repositoryFields, repositoryPage } from './steps/repository.mjs';
import { run } from './steps/run.mjs';
import { step } from './steps/step.mjs';
import { thirdPartyNotices } from './steps/thirdPartyNotices.mjs';

/** The README as it is packed, by its path in the packed folder. */
const packedReadme = 'dist/README.md';

/**
 * @param {string} [repository] its page; that of the clone's origin unless given
 * @returns {Promise<string>} the VSIX's path
 */
export async function packExtension(repository) {
  const page = repository ?? (await originPage());
  return alone(async () => {
    const { inputs } = await step('Building the extension', () => build({ minify: true }));
    writeFileSync(join(distFolder, 'ThirdPartyNotices.txt'), thirdPartyNotices(inputs));
    return step('Packing the VSIX', async () => {
      const partial = `${vsix}.${process.pid}`;
      await quietly(() =>
        withoutTime(() =>
          vsce.createVSIX({
            cwd: stagedFiles(page),
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
 * @param {string | undefined} repository its page
 * @returns {string} the folder
 */
function stagedFiles(repository) {
  const folder = temporaryFolder('package');
  for (const path of [...packedFiles(), '.vscodeignore']) {
    cpSync(join(root, path), join(folder, path));
  }
  writeFileSync(join(folder, packedReadme), readmeFor(repository));
  for (const path of packedTexts()) {
    writeFileSync(join(folder, path), textFor(path, repository));
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifestFor(repository), null, 2));
  return folder;
}

/**
 * The manifest as it is packed.
 * @param {string | undefined} repository its page
 */
export function manifestFor(repository) {
  return repository === undefined ? manifest : { ...manifest, ...repositoryFields(repository) };
}

/**
 * The README as it is packed: an extension's page shows what is public alone.
 * @param {string | undefined} repository its page
 */
export function readmeFor(repository) {
  const isThere = repository === undefined ? undefined : () => false;
  return textFor('README.md', repository, isThere);
}

/** The paths of the manual's texts that are packed. */
export function packedTexts() {
  return packedFiles().filter((path) => path.startsWith('docs/') && path.endsWith('.md'));
}

/**
 * A text as it is packed: without a repository that everyone sees, without pictures.
 * @param {string} path
 * @param {string | undefined} repository its page
 * @param {(path: string) => boolean} [exists] whether its links to such a file stay as they are
 */
export function textFor(path, repository, exists) {
  const text = readFileSync(join(root, path), 'utf8');
  const folder = posix.dirname(path);
  const packed = packedFiles();
  const isPacked = exists ?? ((link) => packed.includes(posix.join(folder, link)));
  return repository === undefined
    ? withoutPictures(text, isPacked)
    : withPublicLinks(text, repository, folder, isPacked);
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

/**
 * The repository that the command line names: `--repository https://github.com/OWNER/NAME`.
 * @param {readonly string[]} args
 */
function namedRepository(args) {
  const { values } = parseArgs({ args: [...args], options: { repository: { type: 'string' } } });
  const { repository } = values;
  if (repository === undefined) return undefined;
  const page = repositoryPage(repository);
  if (page === undefined) throw new Error(`${repository} is no repository at GitHub or GitLab.`);
  return page;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const repository = namedRepository(process.argv.slice(2)) ?? (await originPage());
  console.log(await packExtension(repository));
  if (repository === undefined) {
    console.log(
      'Its README and manual have no pictures: they are shown from a public repository alone. ' +
        'Name one with --repository https://github.com/OWNER/NAME.',
    );
  }
}
