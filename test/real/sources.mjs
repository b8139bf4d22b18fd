// The sources of real programs: fetched from the packages that carry them, unpacked into an ignored folder.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/steps/paths.mjs';
import { run } from '../../scripts/steps/run.mjs';

/**
 * Where a source comes from. Debian's are those of the system's own release: `debian` is a source package, taken without
 * Debian's patches, `crate` the package that installs a Rust crate's source.
 * @typedef {{ debian: string } | { crate: string } | { npm: string }} Source
 */

/** What is fetched and built for the suite of real programs. */
export const realFolder = join(root, '.real');

const sourcesFolder = join(realFolder, 'sources');
const aptFolder = join(realFolder, 'apt');

/** @type {Map<string, Promise<string>>} */
const underWay = new Map();

/**
 * Fetches a source unless it is there.
 * @param {Source} source
 * @returns {Promise<string>} the folder that it is unpacked in
 * @throws {Error} in a sentence, where the registry does not give it
 */
export function fetchSource(source) {
  const folder = join(sourcesFolder, nameOf(source).replace(/^@/, '').replace('/', '-'));
  const fetching = underWay.get(folder) ?? fetchInto(folder, source);
  underWay.set(folder, fetching);
  return fetching;
}

/** @param {Source} source */
function nameOf(source) {
  if ('npm' in source) return source.npm;
  return 'crate' in source ? source.crate : source.debian;
}

/**
 * @param {string} folder
 * @param {Source} source
 */
async function fetchInto(folder, source) {
  if (existsSync(folder)) return folder;
  const partial = `${folder}.partial-${process.pid}`;
  const archives = `${partial}.archives`;
  try {
    await twice(() => {
      for (const each of [partial, archives]) {
        rmSync(each, { recursive: true, force: true });
        mkdirSync(each, { recursive: true });
      }
      return fetchArchives(source, archives);
    });
    for (const archive of readdirSync(archives)) await unpack(join(archives, archive), partial);
    moveInto(partial, folder);
  } catch (error) {
    const from = 'npm' in source ? 'npm package' : 'Debian package';
    throw new Error(`The ${from} ${nameOf(source)} could not be fetched: ${lastLine(error)}`);
  } finally {
    for (const each of [partial, archives]) rmSync(each, { recursive: true, force: true });
  }
  return folder;
}

/**
 * @param {Source} source
 * @param {string} folder
 */
function fetchArchives(source, folder) {
  if ('npm' in source) return npmPack(source.npm, folder);
  const words = 'crate' in source ? ['download'] : ['source', '--download-only'];
  return aptFetch([...words, nameOf(source)], folder);
}

/**
 * Unpacks what the authors wrote; what Debian adds beside it is left.
 * @param {string} archive
 * @param {string} folder
 */
async function unpack(archive, folder) {
  if (archive.endsWith('.deb')) {
    await run('dpkg-deb', ['-x', archive, `${folder}/deb`]);
    await run('sh', ['-c', `mv deb/usr/share/cargo/registry/*/* . && rm -r deb`], { cwd: folder });
  } else if (archive.endsWith('.tgz') || /\.orig\.tar\.\w+$/.test(archive)) {
    await run('tar', ['xf', archive, '-C', folder, '--strip-components=1']);
  }
}

/**
 * Puts a finished folder in its place; where another process was faster, its is kept.
 * @param {string} from
 * @param {string} to
 */
function moveInto(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/**
 * @param {string} name
 * @param {string} folder
 */
async function npmPack(name, folder) {
  await run('npm', ['pack', name, '--silent', '--pack-destination', folder], {
    timeoutSeconds: 120,
  });
}

/** @type {Promise<void> | undefined} */
let updating;

/**
 * @param {readonly string[]} words
 * @param {string} folder
 */
async function aptFetch(words, folder) {
  await (updating ??= updateLists());
  await aptGet(words, folder).catch((error) => {
    updating = updateLists();
    throw error;
  });
}

/** Reads the lists of packages, in a folder of our own: the system's stay as they are. */
async function updateLists() {
  const parts = join(aptFolder, 'sources.list.d');
  for (const each of [parts, `${aptFolder}/lists/partial`, `${aptFolder}/cache/archives/partial`]) {
    mkdirSync(each, { recursive: true });
  }
  const { oneLine, paragraphs } = sourceLines();
  writeFileSync(join(parts, 'source.list'), `${oneLine.join('\n')}\n`);
  writeFileSync(join(parts, 'source.sources'), `${paragraphs.join('\n\n')}\n`);
  await aptGet(['update'], aptFolder);
}

/**
 * @param {readonly string[]} words
 * @param {string} cwd
 */
async function aptGet(words, cwd) {
  const options = [
    'Dir::Etc::sourcelist=/dev/null',
    `Dir::Etc::sourceparts=${aptFolder}/sources.list.d`,
    `Dir::State::lists=${aptFolder}/lists`,
    `Dir::Cache=${aptFolder}/cache`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  await run('apt-get', [...options, ...words], { cwd, timeoutSeconds: 120 });
}

/** The system's own entries for its release (sources.list(5), both styles), asking for sources too. */
function sourceLines() {
  const release = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  const texts = ['/etc/apt/sources.list', ...listed('/etc/apt/sources.list.d')]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8').replace(/^#.*\n/gm, ''));
  const oneLine = texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => /^deb\s/.test(line) && line.split(/\s+/).includes(release ?? ''))
    .flatMap((line) => [line, line.replace(/^deb/, 'deb-src')]);
  const paragraphs = texts
    .flatMap((text) => text.split(/\n\s*\n/))
    .filter((text) => /^Types:.*\bdeb\b/m.test(text) && suites(text).includes(release ?? ''))
    .map((text) => text.trim().replace(/^Types:.*$/m, 'Types: deb deb-src'))
    .map((text) => text.replace(/^Suites:.*$/m, `Suites: ${release}`));
  return { oneLine, paragraphs };
}

/** @param {string} paragraph */
function suites(paragraph) {
  return /^Suites:(.*)$/m.exec(paragraph)?.[1]?.trim().split(/\s+/) ?? [];
}

/** @param {string} folder */
function listed(folder) {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => /\.(list|sources)$/.test(file));
  return files.map((file) => join(folder, file));
}

/** @param {() => Promise<void>} work done again where it fails */
async function twice(work) {
  await work().catch(work);
}

/** @param {unknown} error */
function lastLine(error) {
  return error instanceof Error ? error.message.trimEnd().split('\n').at(-1) : String(error);
}
