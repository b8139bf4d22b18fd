// Measures the table of a big trace sorted and filtered: how long it takes, what it adds to memory while it is under way and
// when it is done, and whether memory is given back; and how a filter is counted while it is typed.
//
//     node --expose-gc test/bench/table.mjs TRACE.tf [PROGRAM]
//
// `bigTrace.mjs` makes TRACE.tf; its program is samples/callqueue.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { core, openTrace, opening, root } from './core.mjs';
import { figure, given, timed, watchHolds } from './figures.mjs';

const [path, program = `${root}samples/callqueue`] = given;
if (path === undefined || !globalThis.gc) throw new Error('See the first lines of this file.');

const { TableView, countMatches, ...module } = await core({
  ...opening,
  'ask/table/countMatches': ['countMatches'],
  'ask/table/tableView': ['TableView'],
});
const trace = await openTrace(module, path, program);
const frames = trace.recording.index.count;
const name = `${frames.toLocaleString('en')} rows`;

/** Bytes in use, garbage left out. */
async function settledBytes() {
  for (let i = 0; i < 3; i++) {
    await setImmediate();
    globalThis.gc();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Arranges the table as a page asks for it. */
async function arrange(table, { filter = '', column, descending = false }, report = () => {}) {
  const sort = column && { column, descending };
  const run = { signal: new AbortController().signal, report };
  return table.arrange({ filter, hide: true, ...(sort && { sort }) }, run);
}

/** What typed arrays take beyond what they took before, at most, while something is done. */
async function highest(work) {
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const look = () => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  };
  const timer = setInterval(look, 2);
  await work(look);
  look();
  clearInterval(timer);
  return most;
}

const ways = {
  'sorted by tracepoint': { column: { kind: 'tracepoint' } },
  'sorted by PC, backward': { column: { kind: 'pc' }, descending: true },
  'sorted by queue->waiting': { column: { kind: 'value', text: 'queue->waiting' } },
  'filtered, all left': { filter: '$trace_frame >= 0' },
  'filtered, half left': { filter: '$trace_frame % 2 == 0' },
  'filtered and sorted': { filter: '$trace_frame >= 0', column: { kind: 'pc' } },
};

for (const way of Object.values(ways)) await arrange(new TableView(trace), way);

let longestHold = 0;
for (const [what, way] of Object.entries(ways)) {
  const table = new TableView(trace);
  const before = await settledBytes();
  const holds = watchHolds();
  const { milliseconds } = await timed(() => arrange(table, way));
  longestHold = Math.max(longestHold, holds());
  const kept = (await settledBytes()) - before;
  const most = await highest((look) => arrange(table, way, look));
  await arrange(table, {});
  const left = (await settledBytes()) - before;
  figure(`${name} ${what}`, frames / milliseconds, 'thousand rows/s');
  figure(`${name} ${what}: memory meanwhile, each`, most / frames, 'bytes');
  figure(`${name} ${what}: memory kept, each`, kept / frames, 'bytes', { limit: { most: 12 } });
  figure(`${name} ${what}: memory kept when all is shown again`, left / 2 ** 20, 'MiB', {
    limit: { most: 4 },
  });
}
figure(`${name} sorted, filtered: longest hold of the thread`, longestHold, 'ms', {
  limit: { most: 50 },
});

/** Counts a filter as a page asks while it is typed, each key ending the count before it. */
async function countTyped(filter) {
  let ended = Promise.resolve();
  let last;
  for (let length = 1; length <= filter.length; length++) {
    const run = new AbortController();
    const asked = { filter: filter.slice(0, length) };
    await ended;
    last = countMatches.answer({ trace }, asked, { signal: run.signal, report() {} });
    ended = last.then(
      () => {},
      () => {},
    );
    if (length < filter.length) {
      await setTimeout(5);
      run.abort();
    }
  }
  return last;
}

const typed = 'queue->waiting > 5 && $tracepoint == 4';
await countTyped(typed);
const holds = watchHolds();
const { milliseconds: typing } = await timed(() => countTyped(typed));
figure(`${name} counted while a filter of ${typed.length} keys is typed`, typing, 'ms');
figure(`${name} counted while a filter is typed: longest hold of the thread`, holds(), 'ms', {
  limit: { most: 50 },
});
process.exit();
