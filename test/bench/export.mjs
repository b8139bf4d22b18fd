// Measures exports of a big trace, and gdb's `tdump` of the same frames in a loop of gdb's own, where gdb is installed.
//
//     node test/bench/export.mjs TRACE.tf [PROGRAM [FRAMES]]
//
// `bigTrace.mjs` makes TRACE.tf; its program is samples/callqueue. FRAMES: frames that are written as `tdump` and as tables,
// 10,000 unless told; the trace file is written with all. Prints milliseconds, in brackets the processor's time, which says
// more on a machine that is shared, frames and bytes a second; then how many times as fast as gdb `tdump` is.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { core, openTrace, opening, root } from './core.mjs';
import { figure, given } from './figures.mjs';

const [path, program = `${root}samples/callqueue`, wanted = '10000'] = given;
if (path === undefined) throw new Error('Which trace? See the first lines of this file.');

const module = await core({
  ...opening,
  'trace/list/frameList': ['AllFrames', 'SortedFrames'],
  'trace/export/tables': ['ownColumn', 'ownColumns'],
  'trace/export/exportFrames': ['exportFrames'],
});

const trace = await openTrace(module, path, program);

const all = new module.AllFrames(trace.recording.index);
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
  report(format, frames.count, milliseconds);
  const used = `${((user + system) / 1000).toFixed(0)} ms of the processor`;
  console.log(`${''.padEnd(58)} ${(bytes / 1e3 / milliseconds).toFixed(1)} MB/s, ${used}`);
  return milliseconds;
}

function report(what, frames, milliseconds) {
  const count = frames.toLocaleString('en');
  figure(`export: ${what}, ${count} frames`, frames / milliseconds, 'thousand frames/s');
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
  figure("export: tdump, times as fast as gdb's", gdbs / ours, '', { limit: { least: 20 } });
}
process.exit();
