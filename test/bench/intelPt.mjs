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
const { unknownRates, MemorySource, ModuleList, TraceModule, openProgram, ptBlocks } = await core({
  'bytes/source': ['MemorySource'],
  'format/intelPt/clock': ['unknownRates'],
  'symbols/openProgram': ['openProgram'],
  'trace/branch/ptBlocks': ['ptBlocks'],
  'trace/moduleList': ['ModuleList'],
  'trace/traceModule': ['TraceModule'],
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
const programs = new ModuleList([new TraceModule(program, 0n, '')]);
const contents = { format: 'pt', cpu: undefined, raw };
globalThis.gc?.();
const before = process.memoryUsage();
const holds = watchHolds();
const began = process.cpuUsage();
const { result: blocks, milliseconds } = await timed(() =>
  ptBlocks(contents, programs, unknownRates, new AbortController().signal, () => undefined),
);
figure(`follow ${times * instructions} instructions`, milliseconds, 'ms');
const { user, system } = process.cpuUsage(began);
figure("the processor's share of that", (user + system) / 1000, 'ms', { limit: { most: 2000 } });
figure('thread held while following', holds(), 'ms', { limit: { most: 50 } });
globalThis.gc?.();
const after = process.memoryUsage();
const kept = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
figure('packets', raw.length / 2 ** 20, 'MiB');
figure('blocks', blocks.count, '');
figure('memory of an instruction', kept / (times * instructions), 'bytes');

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
