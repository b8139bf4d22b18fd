// Builds real programs from their recipes, each once: what is there of the same recipe is used again.
//
//     node test/real/programs.mjs [NAME…]
//
// builds all, or those, and lists what came.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setUp } from '../../scripts/setUp.mjs';
import { run } from '../../scripts/steps/run.mjs';
import { seconds } from '../../scripts/steps/step.mjs';
import { recipes } from './recipes.mjs';
import { fetchSource, realFolder } from './sources.mjs';

/** @typedef {import('./recipes.mjs').Recipe} Recipe */

/**
 * @typedef {object} BuiltProgram
 * @property {string} name
 * @property {string} path of the program
 * @property {readonly string[]} args
 * @property {string} cwd the folder to run it in
 * @property {readonly string[]} libraries shared objects with debug information, paths
 */

const inputsFolder = join(import.meta.dirname, 'inputs');
const programsFolder = join(realFolder, 'programs');
/** How many are built at a time. */
const width = 2;

/** @type {Map<string, Promise<BuiltProgram>>} */
const underWay = new Map();

/**
 * Builds a program unless it is there.
 * @param {string} name of a recipe
 * @returns {Promise<BuiltProgram>}
 * @throws {Error} where there is no such recipe, a source cannot be fetched, or the compiler fails
 */
export function buildProgram(name) {
  const recipe = recipes.find((each) => each.name === name);
  if (recipe === undefined) {
    const names = recipes.map((each) => each.name).join(', ');
    throw new Error(`There is no real program ${name}; there are ${names}.`);
  }
  const building = underWay.get(name) ?? build(recipe);
  underWay.set(name, building);
  return building;
}

/**
 * Builds programs two at a time.
 * @param {readonly string[]} names
 * @param {(program: BuiltProgram, start: number) => void} [built] is told each, and the `performance.now()` of its start
 */
export async function buildPrograms(names, built = () => {}) {
  const left = [...names];
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const start = performance.now();
      built(await buildProgram(name), start);
    }
  };
  await Promise.all(Array.from({ length: width }, work));
}

/**
 * Builds a program of C or C++ for another processor, by gcc: clang's call frame information there is exact at calls
 * alone. Undefined where a library is missing.
 * @param {Recipe} recipe
 * @param {string} prefix of the tools' names: `aarch64-linux-gnu-`
 * @returns {Promise<BuiltProgram | undefined>}
 */
export async function crossBuilt(recipe, prefix) {
  const target = prefix.slice(0, -1);
  const cross = prefix + recipe.compiler.replace('clang++', 'g++').replace('clang', 'gcc');
  try {
    return await build({ ...recipe, compiler: cross }, `${recipe.name}.${target}`);
  } catch {
    return undefined;
  }
}

/**
 * @param {Recipe} recipe
 * @param {string} label of the folder
 */
async function build(recipe, label = recipe.name) {
  const { name, args, libraries = [] } = recipe;
  const sources = Object.fromEntries(
    await Promise.all(
      Object.entries(recipe.sources).map(async ([key, from]) => [key, await fetchSource(from)]),
    ),
  );
  const folder = join(programsFolder, `${label}-${keyOf(recipe)}`);
  if (!existsSync(folder)) await compile(recipe, sources, folder, label);
  // gdb names files without symbolic links.
  const cwd = realpathSync(folder);
  return {
    name,
    path: join(cwd, name),
    args,
    cwd,
    libraries: libraries.map((library) => join(cwd, library)),
  };
}

/**
 * Builds where the program then stays, since its debug information names that folder, and puts a link to it where it is looked for.
 * @param {Recipe} recipe
 * @param {Record<string, string>} sources
 * @param {string} link
 * @param {string} label
 */
async function compile({ compiler, flags, build, inputs = [] }, sources, link, label) {
  const folder = `${link}.${process.pid}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const input of inputs) copyFileSync(join(inputsFolder, input), join(folder, input));
  try {
    await run('nice', ['sh', '-e', '-c', build], {
      cwd: folder,
      env: { ...sources, compiler, flags },
    });
    if (!existsSync(link)) symlinkSync(basename(folder), link);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  removeOlder(label, basename(link));
}

/**
 * @param {string} name
 * @param {string} kept
 */
function removeOlder(name, kept) {
  for (const each of readdirSync(programsFolder)) {
    const [, of, key] = /^(.*)-([0-9a-f]{12})(\.\d+)?$/.exec(each) ?? [];
    if (of === name && `${of}-${key}` !== kept) {
      rmSync(join(programsFolder, each), { recursive: true, force: true });
    }
  }
}

/** @param {Recipe} recipe */
function keyOf({ sources, compiler, flags, build, inputs = [] }) {
  const texts = inputs.map((input) => readFileSync(join(inputsFolder, input), 'latin1'));
  const hash = createHash('sha256');
  hash.update(JSON.stringify([sources, compiler, flags, build, inputs, texts]));
  return hash.digest('hex').slice(0, 12);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const names = process.argv.slice(2);
  await setUp(['real', 'compilers']);
  await buildPrograms(
    names.length > 0 ? names : recipes.map(({ name }) => name),
    ({ name, path }, start) => {
      const size = `${(statSync(path).size / 1e6).toFixed(1)} MB`;
      console.log(`${name.padEnd(12)} ${size.padStart(8)} ${seconds(start).padStart(8)}  ${path}`);
    },
  );
}
