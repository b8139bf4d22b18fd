// Holds the debug adapter against gdb on a program, and lists what differs, the most frequent first:
//
//     npm run compare -- PROGRAM [--at LINESPEC]… [--args 'ARGS'] [--cwd FOLDER] [--trace T.tf]
//         [--frames N] [--library FILE.so]… [--category NAME] [--list N] [--keep FOLDER]
//
// PROGRAM is the path of a program with debug information, or the name of one of programs.mjs. It is
// run by gdbserver with tracepoints at the linespecs, or at places that a first run finds; `--trace` takes
// a trace that was recorded before. gdb is asked of position-independent programs while they live.
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../scripts/build.mjs';
import { setUp } from '../../scripts/setUp.mjs';
import { temporaryFolder } from '../../scripts/steps/childProcesses.mjs';
import { comparison } from './comparison.mjs';
import { patternsOf } from './differences.mjs';
import { buildProgram } from './programs.mjs';
import { faultsText, patternText, tallyTable } from './report.mjs';

const { values: told, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    at: { type: 'string', multiple: true, default: [] },
    args: { type: 'string', default: '' },
    cwd: { type: 'string' },
    trace: { type: 'string' },
    frames: { type: 'string', default: '24' },
    library: { type: 'string', multiple: true, default: [] },
    category: { type: 'string' },
    list: { type: 'string', default: '40' },
    keep: { type: 'string' },
  },
});

const [named] = positionals;
if (named === undefined || positionals.length > 1) {
  console.error('Which program? The first lines of test/real/compare.mjs say what may be given.');
  process.exit(2);
}

/**
 * @param {string} named a path or the name of a recipe
 * @returns {Promise<import('./comparison.mjs').Program>}
 */
async function programNamed(named) {
  if (!existsSync(named)) return buildProgram(named);
  const path = resolve(named);
  return {
    name: basename(path),
    path,
    args: told.args.split(' ').filter((word) => word !== ''),
    cwd: resolve(told.cwd ?? dirname(path)),
    libraries: told.library.map((library) => resolve(library)),
  };
}

await setUp(existsSync(named) ? ['tests'] : ['tests', 'real', 'compilers']);
await build({ minify: false });
const compared = await comparison(await programNamed(named), {
  folder: told.keep === undefined ? temporaryFolder('compare') : resolve(told.keep),
  frames: Number(told.frames),
  at: told.at,
  ...(told.trace === undefined ? {} : { trace: resolve(told.trace) }),
});

const chosen = compared.differences.filter(
  ({ category }) => told.category === undefined || category === told.category,
);
for (const pattern of patternsOf(chosen).slice(0, Number(told.list))) {
  console.log(patternText(pattern));
}
console.log(tallyTable(compared.tallies));
console.log(faultsText(compared.tallies, compared.wrong));
console.log(`Tracepoints at ${compared.at.join(' ')}`);
