// Measures how two big traces are compared: their frames aligned by hit, and what differs found.
//
//     node --expose-gc test/bench/comparison.mjs BIG.tf [PROGRAM]
//
// `bigTrace.mjs` makes BIG.tf; its program is samples/callqueue. The file is opened twice.
import { core, opening, openTrace, root } from './core.mjs';
import { figure, given, timed, watchHolds } from './figures.mjs';

const [path, program = `${root}samples/callqueue`] = given;
if (path === undefined) throw new Error('Which trace? See the first lines of this file.');

const module = await core({
  ...opening,
  'trace/comparison/alignment': ['alignFrames'],
  'trace/comparison/compareTraces': ['compareTraces'],
  'trace/comparison/pairedSeries': ['pairedSeries'],
  'trace/comparison/tracepointPairs': ['matchTracepoints'],
});

const left = await openTrace(module, path, program);
const right = await openTrace(module, path, program);
figure('frames of each', left.recording.index.count, '');

/** Bytes that are in use, buffers included. */
function usedBytes() {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const before = usedBytes();
const alignHolds = watchHolds();
const { result: aligned, milliseconds } = await timed(async () => {
  const { pairs } = await module.matchTracepoints(left, right, 'place');
  return module.alignFrames(left, right, pairs, undefined);
});
figure('align', milliseconds, 'ms', { limit: { most: 5000 } });
figure('align: longest hold of the thread', alignHolds(), 'ms', { limit: { most: 50 } });
const kept = (usedBytes() - before) / 2 ** 20;
figure('align: memory', kept, 'MiB', { limit: { most: 200 } });
if (aligned.left.partners.includes(-1)) throw new Error('Frames of the same file are not aligned.');

const compareHolds = watchHolds();
const excludes = ['*queue', 'queue', '*agent', 'agents', 'call', '*call'];
const options = { matching: 'place', registers: false, memory: false, addresses: false };
const byKey = { ...options, exclude: excludes, key: '$answered' };
const compared = await timed(() =>
  module.compareTraces(left, right, { ...options, exclude: excludes }),
);
figure(`compare ${compared.result.values.length} values`, compared.milliseconds, 'ms');
figure('compare: longest hold of the thread', compareHolds(), 'ms', { limit: { most: 50 } });

const seriesHolds = watchHolds();
const state = { expression: 'call->state', tracepoint: 4, atSteps: false };
const series = await timed(() =>
  module.pairedSeries({ left, right }, state, { ...options, exclude: [] }),
);
figure(`track of both (${series.result.count} hits)`, series.milliseconds, 'ms');
figure('track of both: longest hold of the thread', seriesHolds(), 'ms', { limit: { most: 50 } });

const keyHolds = watchHolds();
const keyed = await timed(() => module.compareTraces(left, right, byKey));
figure(`compare by a key (${keyed.result.onlyLeft.total} frames alone)`, keyed.milliseconds, 'ms');
figure('compare by a key: longest hold of the thread', keyHolds(), 'ms', { limit: { most: 50 } });
