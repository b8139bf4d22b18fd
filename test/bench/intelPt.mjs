// Measures how fast Intel PT packets are followed: a loop of a program of the tests, as many times
// as makes ten million instructions, and what is kept of it. Beside it libipt's own time, where its
// program was built (test/corpus/intelPt/libipt.c).
//
//     node test/bench/intelPt.mjs [INSTRUCTIONS] [LIBIPT]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { core, root } from './core.mjs';
import { figure, given, timed, watchHolds } from './figures.mjs';

const wanted = Number(given[0] ?? 10_000_000);
const libipt = given[1];
const folder = join(root, 'test/corpus/intelPt');
const { BranchTrace, MemorySource, Outline, OutlineView, Views, openProgram, tree } = await core({
  'bytes/source': ['MemorySource'],
  'ask/branch/outlineView': ['OutlineView'],
  'ask/branch/tree': ['tree'],
  'ask/views': ['Views'],
  'symbols/openProgram': ['openProgram'],
  'trace/branch/branchTrace': ['BranchTrace'],
  'trace/branch/outline': ['Outline'],
});

const [, section = ''] = readFileSync(join(folder, 'streams.txt'), 'utf8').split(/^=== O0$/m);
const once = Buffer.from(/^raw (\w+)$/m.exec(section)?.[1] ?? '', 'hex');
const runs = section.split(/^=== /m)[0]?.match(/ (\d+)$/gm) ?? [];
const instructions = runs.reduce((total, run) => total + Number(run), 0);
const times = Math.ceil(wanted / instructions);
// Each time begins with a PSB, and recording is off before the next.
const raw = Buffer.concat(Array.from({ length: times }, () => [once, Buffer.of(0x01)]).flat());

const file = join(folder, 'flow-O0');
const { program } = await openProgram(new MemorySource(readFileSync(file)), file);
const decoder = { decode: () => Promise.resolve([]), dispose: () => undefined };
/** Opens the packets; the document is nobody's then. */
async function opened() {
  const document = `<btrace version="1.0"><pt><raw>${raw.toString('hex')}</raw></pt></btrace>`;
  const source = new MemorySource(Buffer.from(document));
  return (await BranchTrace.open(source, 'x', () => decoder)).trace;
}

const trace = await opened();
await trace.modules.use({ program, dispose: () => undefined }, 0n);
// Also what only opening it took is gone after a task.
await new Promise((resolve) => setTimeout(resolve, 50));
globalThis.gc?.();
const before = process.memoryUsage();

/** Does something; its processor time, and the longest that the thread was held meanwhile. */
async function watched(what, work, limits = {}) {
  const holds = watchHolds();
  const began = process.cpuUsage();
  const { result, milliseconds } = await timed(work);
  const { user, system } = process.cpuUsage(began);
  figure(what, milliseconds, 'ms');
  figure(`${what}: processor time`, (user + system) / 1000, 'ms', limits);
  figure(`${what}: thread held`, holds(), 'ms', { limit: { most: 50 } });
  return result;
}

function kept() {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers;
}

const all = times * instructions;
const execution = await watched(`follow ${all} instructions`, () => trace.execution(), {
  limit: { most: 2000 },
});

const { blocks, calls } = execution;
figure('packets', raw.length / 2 ** 20, 'MiB');
figure('segments of calls', calls.count, '');
figure('memory of an instruction', kept() / all, 'bytes');
const outline = await watched('outline', () => Outline.of(calls));
const views = new Views();
const view = views.add(new OutlineView(outline));
const asked = { trace, execution, views, sourceLine: async () => undefined };
await watched('a page of the tree', () => tree.answer(asked, { view, first: 0, count: 100 }));
const many = Array.from({ length: 100 }, (_, i) => 1 + Math.floor((i * blocks.count) / 100));
await watched('blocks at a hundred places', async () => {
  for (const each of many) {
    blocks.blockOf(each);
    await new Promise(setImmediate);
  }
});
figure('memory of an instruction in the end', kept() / all, 'bytes');

if (libipt !== undefined) {
  const temporary = mkdtempSync(join(tmpdir(), 'intelPt-'));
  const path = join(temporary, 'raw');
  writeFileSync(path, raw);
  // It tells of gaps and times only, of which there are few; the shell, what that took.
  const words = ['times', path, ...Array.from({ length: 6 }, () => '0')];
  const image = [file, '0x1000', '0x1000', '0x401000'];
  const shell = ['-c', '"$@" > /dev/null 2>&1; times', 'sh', libipt, ...words, ...image];
  const [, children = ''] = execFileSync('sh', shell, { encoding: 'utf8' }).split('\n');
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => 60 * Number(minutes) + Number(rest),
  );
  figure("libipt's processor time", 1000 * seconds.reduce((total, each) => total + each, 0), 'ms');
  rmSync(temporary, { recursive: true });
}
