// Measures the command line: how long until it has said something about the sample, beside node itself; frames of a big trace filtered,
// beside `search.mjs`, which does the same without a process of its own.
//
//     node test/bench/commandLine.mjs TRACE.tf [PROGRAM]
//
// `bigTrace.mjs` makes TRACE.tf; its program is samples/callqueue. `node scripts/build.mjs` builds what is measured. Of starts the
// processor's time is given too: it says more on a machine that is shared.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { root } from './core.mjs';
import { figure, given, percentile } from './figures.mjs';

const [path, program = join(root, 'samples/callqueue')] = given;
if (path === undefined) throw new Error('Which trace? See the first lines of this file.');

const cli = join(root, 'dist/cli.js');
const sample = join(root, 'samples/callqueue.tf');
const starts = 15;

/** Milliseconds from the start of a command to its first output, or to its end where it says nothing. */
async function firstOutput(words) {
  const begin = performance.now();
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  const milliseconds = performance.now() - begin;
  child.stdout.resume();
  const [code] = await ended;
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}.`);
  return milliseconds;
}

/** Loaded before a command: writes the processor's milliseconds where nothing else is written. */
const meter = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    writeSync(3, String((user + system) / 1000));
  });`)}`;

/** What the processor spends on a command, in milliseconds. */
function processorOf(words) {
  const { output, status } = spawnSync(process.execPath, ['--import', meter, ...words], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}.`);
  return Number(output[3]);
}

/** One after the other, so that what else the machine does meets all of them. */
async function measureStarts(ways) {
  const times = new Map(ways.map(([name]) => [name, { clock: [], processor: [] }]));
  for (let i = 0; i < starts; i++) {
    for (const [name, words] of ways) {
      times.get(name).clock.push(await firstOutput(words));
      times.get(name).processor.push(processorOf(words));
    }
  }
  return (name, of) => percentile(times.get(name)[of], 0.5);
}

const median = await measureStarts([
  ['node', ['--eval', '0']],
  ['--help', [cli, '--help']],
  ['info', [cli, 'info', sample]],
  ['frames', [cli, 'frames', sample, '--where', 'queue->waiting > 8', '--limit', '1']],
]);
for (const name of ['--help', 'info', 'frames']) {
  const goal = name === 'info' ? { goal: 150 } : {};
  const clock = { beside: { node: median('node', 'clock') }, ...goal };
  figure(`command line: ${name} to its first output`, median(name, 'clock'), 'ms', clock);
  const processor = { beside: { node: median('node', 'processor') } };
  figure(`command line: the processor for ${name}`, median(name, 'processor'), 'ms', processor);
}

/** Filters a trace; milliseconds, and how many frames it found. */
function filtered(where) {
  const words = [cli, 'frames', path, '--program', program, '--where', where, '--total'];
  const begin = performance.now();
  const { stdout, status } = spawnSync(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}.`);
  return { found: Number(stdout), milliseconds: performance.now() - begin };
}

for (const where of ['$rax == 5', 'queue->waiting == 5']) {
  const { found, milliseconds } = filtered(where);
  const what = `command line: frames --where '${where}', ${found.toLocaleString('en')} found`;
  figure(what, milliseconds / 1000, 's');
}
