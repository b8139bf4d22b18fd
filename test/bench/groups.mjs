// Measures what the table does with all frames of a big trace: groups them, and sorts them.
//
//     node test/bench/groups.mjs BIG.tf [PROGRAM]
//
// `bigTrace.mjs` makes BIG.tf; its program is samples/callqueue. In brackets how many groups there are.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { core, opening, openTrace, root } from './core.mjs';
import { figure, given } from './figures.mjs';

const [path, program = `${root}samples/callqueue`] = given;
if (path === undefined) throw new Error('Which trace? See the first lines of this file.');

const module = await core({
  ...opening,
  'trace/list/frameList': ['AllFrames'],
  'trace/list/groups': ['groupsOf'],
  'trace/list/sortedBy': ['sortedBy'],
  'trace/search/frameValues': ['FrameValue'],
});
const trace = await openTrace(module, path, program);
const frames = new module.AllFrames(trace.index);
const value = (text) => module.FrameValue.compile(trace, text);

async function group(what, by, measured) {
  const begin = performance.now();
  const { groups } = await module.groupsOf(trace, frames, by, measured && (await value(measured)));
  figure(`group by ${what} (${groups.length})`, performance.now() - begin, 'ms');
}

async function sort(what, column, descending) {
  const begin = performance.now();
  await module.sortedBy(trace, frames, { column, descending });
  figure(`sort by ${what}`, performance.now() - begin, 'ms');
}

figure('frames', frames.count, '');
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
for (const kind of ['tracepoint', 'function', 'line']) await group(kind, { kind });
for (const text of ['queue->waiting', '$rax', '$sp', 'slot', 'total']) {
  await group(text, { kind: 'value', value: await value(text) });
}
await group('function, queue->waiting measured', { kind: 'function' }, 'queue->waiting');
await sort('frame, descending', { kind: 'frame' }, true);
await sort('size', { kind: 'size' }, true);
await sort('queue->waiting', { kind: 'value', value: await value('queue->waiting') }, true);
figure('longest time without the event loop', delay.max / 1e6, 'ms');
