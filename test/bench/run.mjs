// Measures everything, beside gdb where it is installed, and fails where a ratio or a size is out of its limit:
//
//     npm run bench [-- --frames 10000000] [--program VMLINUX] [--programs FOLDER] [--folder FOLDER] [NAME...]
//
// Makes traces of 10,000 and 1,000,000 frames, and of as many as are told, in FOLDER (the system's for temporary files,
// unless told), where they stay for the next time. VMLINUX: a big program to look things up in (symbols.mjs says which).
// --programs: real programs and their traces, instead of those that are built (realPrograms.mjs). NAME: only these benches. Writes FOLDER/figures.json, and the figures as a Markdown table to FOLDER/figures.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../scripts/build.mjs';
import { root } from './core.mjs';
import { inDigits } from './figures.mjs';

const { values: told, positionals: only } = parseArgs({
  allowPositionals: true,
  options: {
    frames: { type: 'string' },
    program: { type: 'string' },
    programs: { type: 'string' },
    folder: { type: 'string', default: join(tmpdir(), 'gdb-tracefile-bench') },
  },
});

const { folder } = told;
mkdirSync(folder, { recursive: true });

/** A bench in a process of its own; its figures, and whether all are in their limits. */
function run(name, ...given) {
  if (only.length > 0 && !only.includes(name)) return { name, figures: [], isGood: true };
  console.log(`\n${name}`);
  const json = join(folder, `${name}.json`);
  rmSync(json, { force: true });
  const script = join(root, 'test', 'bench', `${name}.mjs`);
  const { status } = spawnSync(
    process.execPath,
    ['--expose-gc', script, ...given, '--json', json],
    { stdio: 'inherit' },
  );
  const figures = existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : [];
  return { name, figures, isGood: status === 0 };
}

/** The path of a trace of so many frames. */
function trace(frames) {
  const path = join(folder, `${frames}.tf`);
  if (!existsSync(path)) {
    spawnSync(process.execPath, [join(root, 'test/bench/bigTrace.mjs'), path, String(frames)]);
  }
  return path;
}

function* benches() {
  const million = trace(1_000_000);
  const few = trace(10_000);
  const many = told.frames === undefined ? [] : [trace(Number(told.frames))];
  for (const each of [few, million, ...many]) yield run('opening', each);
  for (const each of [million, ...many]) yield run('frames', each);
  for (const each of [million, ...many]) yield run('table', each);
  yield run('stepping', million);
  yield run('search', million);
  yield run('groups', million);
  yield run('comparison', million);
  yield run('intervals', million);
  yield run('export', million);
  yield run('commandLine', million);
  yield run('ctf');
  yield run('overview', million);
  yield run('page');
  yield run('branch');
  yield run('intelPt');
  yield run('realPrograms', ...(told.programs === undefined ? [] : [told.programs]));
  if (told.program !== undefined) yield run('symbols', told.program);
  yield run('editor', few, million, ...many);
  yield run('activation');
  yield run('holds');
  yield run('packetHolds');
}

function markdown(all) {
  const rows = all.flatMap(({ figures }) =>
    figures.map(({ what, value, unit, beside = {} }) => {
      const others = Object.entries(beside).map(([name, other]) => `${name} ${inDigits(other)}`);
      return `| ${what} | ${inDigits(value)} ${unit} | ${others.join(', ')} |`;
    }),
  );
  return ['| what | this | beside it |', '| --- | ---: | --- |', ...rows, ''].join('\n');
}

await build({ minify: true });
const all = [...benches()];
const figures = all.flatMap(({ name, figures }) =>
  figures.map((each) => ({ bench: name, ...each })),
);
writeFileSync(join(folder, 'figures.json'), JSON.stringify(figures, undefined, 2));
writeFileSync(join(folder, 'figures.md'), markdown(all));
const bad = all.filter(({ isGood }) => !isGood).map(({ name }) => name);
console.log(
  bad.length === 0
    ? '\nAll figures are in their limits.'
    : `\nNot in their limits: ${bad.join(', ')}`,
);
process.exitCode = bad.length === 0 ? 0 : 1;
