// Measures exports of a big trace, and gdb's `tdump` of the same frames in a loop of gdb's own, where gdb is installed.
//
//     node test/bench/export.mjs BIG.tf [PROGRAM [FRAMES]]
//
// `bigTrace.mjs` makes BIG.tf; its program is samples/callqueue. FRAMES: frames that are written as `tdump` and as tables,
// 10,000 unless told; the trace file is written with all. Prints milliseconds, in brackets the processor's time, which says
// more on a machine that is shared, frames and bytes a second; then how many times as fast as gdb `tdump` is.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [path, program = `${root}samples/callqueue`, wanted = '10000'] = process.argv.slice(2);
if (path === undefined) throw new Error('Which trace? See the first lines of this file.');

/** The opened trace's own code, as a module. */
async function core() {
  const entry = `
    export { OpenTraces } from './src/trace/openTraces';
    export { openFile } from './src/platform/openFile';
    export { openProgram } from './src/symbols/program';
    export { MemorySource } from './src/bytes/source';
    export { AllFrames, SortedFrames } from './src/trace/list/frameList';
    export { ownColumn, ownColumns } from './src/trace/export/columns';
    export { exportFrames } from './src/trace/export/exportFrames';`;
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  const outfile = join(folder, 'core.mjs');
  await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    ...{ bundle: true, outfile, format: 'esm', platform: 'node', target: 'node20' },
  });
  const module = await import(outfile);
  rmSync(folder, { recursive: true });
  return module;
}

const module = await core();
const { trace } = await new module.OpenTraces(module.openFile, (name) => name).acquire(path);
await trace.indexed;
const opened = await module.openProgram(new module.MemorySource(readFileSync(program)), program);
await trace.useProgram({ program: opened.program, dispose() {} }, undefined);
await trace.indexed;

const all = new module.AllFrames(trace.index);
const count = Math.min(Number(wanted), all.count);
const some = new module.SortedFrames(Uint32Array.from({ length: count }, (_, i) => i));
const columns = module.ownColumns.map((name) => module.ownColumn(trace, name));

/** Exports into nothing; milliseconds. */
async function measure(format, frames) {
  let bytes = 0;
  const sink = {
    write: (piece) => {
      bytes += piece.length;
      return Promise.resolve();
    },
  };
  const processor = process.cpuUsage();
  const begin = performance.now();
  await module.exportFrames(trace, { format, frames, columns }, sink);
  const milliseconds = performance.now() - begin;
  const { user, system } = process.cpuUsage(processor);
  report(`${format}, ${frames.count} frames`, frames.count, milliseconds, (user + system) / 1000);
  console.log(`${''.padEnd(30)} ${(bytes / 1e3 / milliseconds).toFixed(1)} MB/s`);
  return milliseconds;
}

function report(what, frames, milliseconds, processor) {
  const rate = ((1000 * frames) / milliseconds).toFixed(0).padStart(10);
  const used = processor === undefined ? '' : ` (${processor.toFixed(0)} ms)`;
  console.log(`${what.padEnd(30)} ${rate} frames/s ${milliseconds.toFixed(0)} ms${used}`);
}

/** Milliseconds that gdb takes for commands; undefined where it is not installed. */
function gdbTakes(commands) {
  const begin = performance.now();
  const words = ['set pagination off', `target tfile ${path}`, ...commands];
  const { error, status } = spawnSync(
    'gdb',
    ['-batch', '-nx', program, ...words.flatMap((each) => ['-ex', each])],
    { stdio: 'ignore' },
  );
  return error || status !== 0 ? undefined : performance.now() - begin;
}

/** What a person would write, without the time in which gdb starts. */
function gdbLoop() {
  const script = join(mkdtempSync(join(tmpdir(), 'export-')), 'loop.gdb');
  const loop = ['tfind start', `while $trace_frame != -1 && $trace_frame < ${count}`];
  writeFileSync(script, [...loop, '  tdump', '  tfind', 'end', ''].join('\n'));
  const start = gdbTakes([]);
  const both = gdbTakes([`source ${script}`]);
  return start === undefined || both === undefined ? undefined : both - start;
}

const ours = await measure('tdump', some);
await measure('csv', some);
await measure('jsonLines', some);
await measure('markdown', some);
await measure('trace', all);

const gdbs = gdbLoop();
if (gdbs === undefined) {
  console.log('gdb is not installed, or cannot read the trace.');
} else {
  report("gdb's tdump, in a loop", count, gdbs);
  console.log(`tdump is ${(gdbs / ours).toFixed(1)} times as fast as gdb's`);
}
process.exit();
