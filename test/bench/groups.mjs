// Measures what the table does with all frames of a big trace: groups them, and sorts them.
//
//     node test/bench/groups.mjs BIG.tf [PROGRAM]
//
// `bigTrace.mjs` makes BIG.tf; its program is samples/callqueue. In brackets how many groups there are.
import { core, opening, openTrace, root } from './core.mjs';
import { figure, given, timed, watchHolds } from './figures.mjs';

const [path, program = `${root}samples/callqueue`] = given;
if (path === undefined) throw new Error('Which trace? See the first lines of this file.');

const module = await core({
  ...opening,
  'trace/list/frameList': ['AllFrames'],
  'trace/list/groups': ['groupsOf'],
  'trace/list/sort': ['sortedBy'],
  'trace/search/frameValues': ['FrameValue'],
});

const trace = await openTrace(module, path, program);
const frames = new module.AllFrames(trace.recording.index);
const value = (text) => module.FrameValue.compile(trace, text);

async function group(what, by, measured) {
  const { result, milliseconds } = await timed(async () =>
    module.groupsOf(trace, frames, by, measured && (await value(measured))),
  );
  figure(`group by ${what} (${result.groups.length})`, milliseconds, 'ms');
}

async function sort(what, column, descending) {
  const { milliseconds } = await timed(() =>
    module.sortedBy(trace, frames, { column, descending }),
  );
  figure(`sort by ${what}`, milliseconds, 'ms');
}

figure('frames', frames.count, '');
const holds = watchHolds();
for (const kind of ['tracepoint', 'function', 'line']) await group(kind, { kind });
for (const text of ['queue->waiting', '$rax', '$sp', 'slot', 'total']) {
  await group(text, { kind: 'value', value: await value(text) });
}

await group('function, queue->waiting measured', { kind: 'function' }, 'queue->waiting');
await sort('frame, descending', { kind: 'frame' }, true);
await sort('size', { kind: 'size' }, true);
await sort('queue->waiting', { kind: 'value', value: await value('queue->waiting') }, true);
figure('groups: longest hold of the thread', holds(), 'ms', { limit: { most: 50 } });
