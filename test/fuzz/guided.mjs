// `npm run fuzz -- --minutes 120 --reader dwarfLines --seed 7`: fuzzes readers, led by what of our code their inputs reach. It
// needs no more than node: the packages that do this bring an engine of their own, which does not load everywhere (CONTRIBUTING.md).
// Inputs that were read wrongly, or without end, are kept in a folder; move them to test/fuzz/regressions when they are understood.
import { build } from 'esbuild';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    reader: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    found: { type: 'string', default: join(tmpdir(), 'gdb-trace-files-fuzz') },
  },
});

/** Milliseconds after which the reading of one input counts as endless. */
const timeLimit = 60_000;
/** Bytes of the longest input. */
const longest = 1 << 20;

/** Files find the corpus beside themselves: in the bundle as in the tests. */
const ownFolders = {
  name: 'own folders',
  /** @param {import('esbuild').PluginBuild} building */
  setup(building) {
    building.onLoad({ filter: /[\\/]test[\\/].*\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8').replaceAll(
        'import.meta.dirname',
        JSON.stringify(dirname(path)),
      ),
    }));
  },
};

async function bundled() {
  const outfile = join(mkdtempSync(join(tmpdir(), 'fuzz-')), 'fuzz.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'guidedLoop.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'warning',
    plugins: [ownFolders],
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
  });
  return outfile;
}

/**
 * @param {string} name
 * @param {Uint8Array} input
 * @param {string} why
 */
function keep(name, input, why) {
  const folder = join(values.found, name);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${Date.now()}-${input.length}`);
  writeFileSync(file, input);
  console.log(`${name}: ${why}\n  ${file}`);
}

/**
 * Fuzzes a reader; one that does not come back is ended.
 * @param {string} bundle
 * @param {string | undefined} name undefined: tells the names alone
 * @param {number} milliseconds
 * @returns {Promise<string[]>} names of all readers
 */
function run(bundle, name, milliseconds) {
  const beat = new Int32Array(new SharedArrayBuffer(8));
  const current = new Uint8Array(new SharedArrayBuffer(longest));
  const workerData = { name, milliseconds, seed: Number(values.seed), beat, current };
  const worker = new Worker(bundle, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 2048 },
  });
  return new Promise((resolve) => {
    let [last, since] = [-1, performance.now()];
    const watch = setInterval(() => {
      if (beat[0] !== last) [last, since] = [beat[0] ?? 0, performance.now()];
      else if (performance.now() - since > timeLimit) end('is read without end');
    }, 1000);
    /** @param {string} why @param {string[]} [names] */
    const end = (why, names = []) => {
      clearInterval(watch);
      if (why !== '') keep(name ?? '', current.slice(0, beat[1]), why);
      void worker.terminate().then(() => resolve(names));
    };
    worker.on('message', (message) => {
      if ('names' in message) end('', message.names);
      else if ('done' in message) {
        console.log(`${name}: ${message.done}`);
        end('');
      } else keep(name ?? '', message.input, message.why);
    });
    worker.on('error', (error) => end(String(error)));
  });
}

const bundle = await bundled();
const names = values.reader.length > 0 ? values.reader : await run(bundle, undefined, 0);
for (const name of names) await run(bundle, name, (60_000 * Number(values.minutes)) / names.length);
