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
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../../scripts/steps/run.mjs';
import { seconds } from '../../scripts/steps/step.mjs';
import { recipes } from './recipes.mjs';
import { fetchSource, moveInto, realFolder } from './sources.mjs';

/** @typedef {import('./recipes.mjs').Recipe} Recipe */

/**
 * @typedef {object} BuiltProgram
 * @property {string} name
 * @property {string} path of the program
 * @property {readonly string[]} args
 * @property {string} cwd the folder to run it in
 * @property {readonly string[]} sources the folders that its sources lie in
 * @property {Readonly<Record<string, string>>} environment what it needs beside this process's
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

/** @param {Recipe} recipe */
async function build(recipe) {
  const { name, args, environment = {} } = recipe;
  const sources = Object.fromEntries(
    await Promise.all(
      Object.entries(recipe.sources).map(async ([key, from]) => [key, await fetchSource(from)]),
    ),
  );
  const cwd = join(programsFolder, `${name}-${keyOf(recipe)}`);
  if (!existsSync(cwd)) await compile(recipe, sources, cwd);
  return { name, path: join(cwd, name), args, cwd, sources: Object.values(sources), environment };
}

/**
 * @param {Recipe} recipe
 * @param {Record<string, string>} sources
 * @param {string} folder
 */
async function compile(recipe, sources, folder) {
  const { name, compiler, flags, inputs = [] } = recipe;
  const partial = join(programsFolder, `partial-${name}-${process.pid}`);
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  for (const input of inputs) copyFileSync(join(inputsFolder, input), join(partial, input));
  try {
    await run('nice', ['sh', '-e', '-c', recipe.build], {
      cwd: partial,
      env: { ...sources, compiler, flags },
    });
    moveInto(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  const old = readdirSync(programsFolder).filter((each) => isOlder(each, name));
  for (const each of old.filter((each) => each !== basename(folder))) {
    rmSync(join(programsFolder, each), { recursive: true });
  }
}

/**
 * @param {string} folder
 * @param {string} name
 */
function isOlder(folder, name) {
  return folder.startsWith(`${name}-`) && /^[0-9a-f]{12}$/.test(folder.slice(name.length + 1));
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
  await buildPrograms(
    names.length > 0 ? names : recipes.map(({ name }) => name),
    ({ name, path }, start) => {
      const size = `${(statSync(path).size / 1e6).toFixed(1)} MB`;
      console.log(`${name.padEnd(12)} ${size.padStart(8)} ${seconds(start).padStart(8)}  ${path}`);
    },
  );
}
