// Measures intervals and transitions over all frames of a big trace: paired by order, by a key, and a state's transitions.
//
//     node --expose-gc test/bench/intervals.mjs BIG.tf [PROGRAM]
//
// `bigTrace.mjs` makes BIG.tf; its program is samples/callqueue.
import { core, opening, openTrace, root } from './core.mjs';
import { figure, given, timed, watchHolds } from './figures.mjs';

const [path, program = `${root}samples/callqueue`] = given;
if (path === undefined) throw new Error('Which trace? See the first lines of this file.');

const module = await core({
  ...opening,
  'trace/intervals/intervals': ['intervalsOf'],
  'trace/intervals/intervalBars': ['IntervalBars'],
  'trace/intervals/intervalList': ['intervalList'],
  'trace/intervals/intervalSuggestions': ['intervalSuggestions'],
  'trace/intervals/transitions': ['transitionsOf'],
  'trace/list/frameList': ['AllFrames'],
  'trace/search/framePredicate': ['FrameCondition'],
  'trace/search/frameValues': ['FrameValue'],
});

const trace = await openTrace(module, path, program);
figure('frames', trace.recording.index.count, '');

async function measure(what, work, goal) {
  const holds = watchHolds();
  const { result, milliseconds } = await timed(work);
  figure(what(result), milliseconds, 'ms', { goal });
  figure(`${what(result)}: longest hold of the thread`, holds(), 'ms', { limit: { most: 50 } });
}

const condition = (text) => module.FrameCondition.compile(trace, text);
const value = (text) => module.FrameValue.compile(trace, text);
const pairs = {
  begin: await condition('$tracepoint == 3'),
  end: await condition('$tracepoint != 3'),
};

const keyed = { ...pairs, key: await value('call->number') };
const counted = (how) => (found) => `intervals ${how} (${found.columns.begins.length})`;

await measure(counted('in order'), () => module.intervalsOf(trace, pairs), 2000);
await measure(counted('by a key'), () => module.intervalsOf(trace, keyed), 2000);
const each = await condition('$trace_frame >= 0');
const found = await module.intervalsOf(trace, { begin: each, end: each }, 'frames');
for (const by of ['duration', 'end']) {
  const order = { by, descending: true };
  const listed = ({ count }) => `list by ${by} (${count})`;
  await measure(listed, () => module.intervalList(found, order, { durations: [0, 1e9] }), 1000);
}

const starts = Uint32Array.from({ length: 2001 }, (_, part) =>
  Math.floor((part * trace.recording.index.count) / 2000),
);
await measure(
  () => 'bars, made',
  () => module.IntervalBars.of(found.columns),
);
const bars = await module.IntervalBars.of(found.columns);
await measure(
  () => 'bars in 2000 parts',
  () => bars.inParts(starts),
  50,
);
await measure(
  () => 'suggestions',
  () => module.intervalSuggestions(trace),
  1000,
);
const followed = { value: await value('call->state') };
await measure(
  ({ transitions }) => `transitions (${transitions.length} pairs)`,
  () => module.transitionsOf(new module.AllFrames(trace.recording.index), followed),
  2000,
);
