// Measures opening a trace: what a person waits for, the index beside a plain reading of the file and beside gdb, its
// size, and frames read anywhere.
//
//     node test/bench/opening.mjs TRACE.tf
//
// `bigTrace.mjs` makes TRACE.tf. The file is read once before anything is measured, so that it is in the system's cache
// where there is room for it.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { core, opening } from './core.mjs';
import { figure, given, percentile, timed, watchHolds } from './figures.mjs';

const [path] = given;
if (path === undefined) throw new Error('Which trace? See the first lines of this file.');
const piece = 4 << 20;

/** Reads the file from its begin to its end; milliseconds. */
async function readPlainly() {
  const bytes = new Uint8Array(piece);
  const file = openSync(path, 'r');
  const { milliseconds } = await timed(() => {
    while (readSync(file, bytes) > 0);
  });
  closeSync(file);
  return milliseconds;
}

/** Milliseconds of gdb's way to the last frame, without its start; undefined where gdb is not there. */
async function gdbToTheEnd(frames) {
  const run = (...words) => {
    const commands = [`target tfile ${path}`, ...words].flatMap((each) => ['-ex', each]);
    return spawnSync('gdb', ['-nx', '-batch', ...commands], { stdio: 'ignore' });
  };
  const start = await timed(() => run());
  if (start.result.error) return undefined;
  const find = await timed(() => run(`tfind ${frames - 1}`));
  return find.milliseconds - start.milliseconds;
}

await readPlainly();
const module = await core(opening);
globalThis.gc?.();
const rest = process.memoryUsage();
const holds = watchHolds();
const traces = new module.OpenTraces(module.openFile, (name) => name);
const opened = await timed(() => traces.acquire(path));
const { trace } = opened.result;
const first = await timed(() => trace.recording.reach(0));
const whole = await timed(() => trace.recording.indexed);
const longestHold = holds();
const plain = Math.min(await readPlainly(), await readPlainly());
const frames = trace.recording.index.count;
const indexing = opened.milliseconds + first.milliseconds + whole.milliseconds;
const gdb = await gdbToTheEnd(frames);

const name = `${frames.toLocaleString('en')} frames`;
figure(`${name}: description read`, opened.milliseconds, 'ms');
figure(`${name}: first frames`, opened.milliseconds + first.milliseconds, 'ms');
figure(`${name}: all indexed`, indexing, 'ms', {
  beside: { 'plain reading': plain, ...(gdb && { "gdb's tfind to the end": gdb }) },
});
figure(`${name}: index, times as long as a plain reading`, indexing / plain, '', {
  // Below a hundred thousand frames the start of everything outweighs them.
  ...(frames >= 1e5 && { limit: { most: 2 } }),
});
figure(`${name}: index, each frame`, (1e6 * indexing) / frames, 'ns');
figure(`${name}: longest hold of the thread`, longestHold, 'ms', { limit: { most: 50 } });

globalThis.gc?.();
const now = process.memoryUsage();
const grown = now.heapUsed + now.arrayBuffers - rest.heapUsed - rest.arrayBuffers;
figure(`${name}: memory kept`, grown / 2 ** 20, 'MiB', { limit: { most: 200 } });
if (frames >= 1e6)
  figure(`${name}: memory, each frame`, grown / frames, 'bytes', { limit: { most: 18 } });

const times = [];
for (let i = 0; i < 2000; i++) {
  const { milliseconds } = await timed(() => trace.machine((i * 7919) % frames));
  times.push(milliseconds);
}
figure(`${name}: a frame read anywhere, median`, percentile(times, 0.5), 'ms');
figure(`${name}: a frame read anywhere, 95 %`, percentile(times, 0.95), 'ms');
process.exit();
