// Measures searches through a big trace, and gdb's `tfind` through the same file where it has one and gdb is installed.
//
//     node test/bench/search.mjs TRACE.tf [PROGRAM [TEXT|TEXT...]]
//
// `bigTrace.mjs` makes TRACE.tf; its program is samples/callqueue; TEXT: what to search only. Prints frames a second, the milliseconds of a search
// through all frames, in brackets the processor's time, which says more on a machine that is shared, and how many frames
// were found; then what a cancelled search takes to end.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { core, openTrace, opening, root } from './core.mjs';
import { figure, given, watchHolds } from './figures.mjs';

const [path, program = `${root}samples/callqueue`, texts = ''] = given;
if (path === undefined) throw new Error('Which trace? See the first lines of this file.');

const module = await core({
  ...opening,
  'trace/search/framePredicate': ['FrameCondition'],
  'trace/search/search': ['findFrame', 'matchingFrames'],
});

const { FrameCondition, findFrame, matchingFrames } = module;
const trace = await openTrace(module, path, program);
const frames = trace.recording.index.count;

/** Frames a second; for a person the times too. */
function report(what, milliseconds, processor, found) {
  figure(`search: ${what}`, frames / milliseconds, 'thousand frames/s');
  const times = `${milliseconds.toFixed(0)} ms (${processor.toFixed(0)} ms)`;
  console.log(`${''.padEnd(58)} ${times.padStart(12)}, ${found} found`);
}

async function search(what, test, direction = 1) {
  const from = direction > 0 ? -1 : frames;
  const begin = performance.now();
  const used = process.cpuUsage();
  let found = 0;
  for await (const batch of matchingFrames(trace, [test], { from, direction }))
    found += batch.length;
  const { user, system } = process.cpuUsage(used);
  report(what, performance.now() - begin, (user + system) / 1000, found);
}

async function condition(text) {
  const compiled = await FrameCondition.compile(trace, text);
  if ('problem' in compiled) throw new Error(`${text}: ${compiled.problem}`);
  return { condition: compiled };
}

let first = 0;
while (trace.recording.index.pc(first) === undefined) first++;
const hit = trace.recording.index.pc(first);
const only = texts.split('|').filter(Boolean);
const wanted = (text) => only.length === 0 || only.some((each) => text.includes(each));

const holds = watchHolds();
if (wanted('by pc')) await search('by pc', { addresses: new Set([hit]) });
if (wanted('by range')) await search('by range', { ranges: [{ start: hit, end: hit + 16n }] });
if (wanted('by tracepoint')) await search('by tracepoint', { tracepoints: new Set([4]) });
if (wanted('hits only')) await search('hits only', { hitsOnly: true });
const conditions = [
  `$pc == 0x${hit.toString(16)}`,
  '$tracepoint == 4 && $trace_frame > 1000',
  '$_streq($trace_func, "hangUp")',
  '$rax == 5',
  '$rdi > 100 && $rsi < 3',
  '$answered > 40',
  '$trace_timestamp > 1000',
  'minute > 100',
  'queue->waiting == 5',
  'slot == 5',
  'agent->busyUntil > 60',
  'agents[1].call == 12',
  'total.refused > 3',
  '$_collected(*queue)',
  '$_changed(total.refused)',
  '$_changed(queue->waiting)',
];
for (const text of conditions) if (wanted(text)) await search(text, await condition(text));
for (const text of ['queue->waiting == 5', '$_changed(total.refused)']) {
  if (wanted(text)) await search(`${text}, backward`, await condition(text), -1);
}
figure('search: longest hold of the thread', holds(), 'ms', { limit: { most: 50 } });

/** How long a search goes on after it was cancelled. */
async function cancelled(text) {
  const cancel = new AbortController();
  const options = { from: -1, direction: 1, signal: cancel.signal };
  const search = findFrame(trace, [await condition(text)], options);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const begin = performance.now();
  cancel.abort();
  await search;
  figure(`search: until ${text} has ended, cancelled`, performance.now() - begin, 'ms');
}

/** Milliseconds that gdb takes from its start to its end. */
function gdbTakes(...commands) {
  const begin = performance.now();
  const open = ['-nx', '-batch', '-ex', `target tfile ${path}`];
  const { error } = spawnSync('gdb', [...open, ...commands, program], { stdio: 'ignore' });
  return error ? undefined : performance.now() - begin;
}

/** To find a frame by its number, gdb reads the headers of all frames before it, twice. */
function measureGdb() {
  const start = gdbTakes();
  if (start === undefined) return;
  const seconds = (gdbTakes('-ex', `tfind ${frames - 1}`) - start) / 1000;
  figure(`gdb's tfind ${frames - 1}`, frames / seconds / 1000, 'thousand frames/s');
}

for (const text of ['$rax == 5', '$_strlen(call->caller) > 99']) await cancelled(text);
measureGdb();
