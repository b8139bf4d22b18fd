// Which intervals are listed and in which order, their histogram, and what a trace suggests.
import { describe, expect, it } from 'vitest';
import { intervalList, type IntervalOrder } from '../../../../src/trace/intervals/intervalList';
import { intervalSuggestions } from '../../../../src/trace/intervals/intervalSuggestions';
import { intervalsOf } from '../../../../src/trace/intervals/intervals';
import { SortedLengths } from '../../../../src/trace/intervals/sortedLengths';
import { FrameCondition } from '../../../../src/trace/search/framePredicate';
import { FrameValue } from '../../../../src/trace/search/frameValues';
import { openSample, repeatedSample, useSampleProgram } from '../search/sample';
import { traceOfEvents } from './eventTraces';

/** Begins at frames 0, 2, 4 and 6; their lengths are 30, unknown, 10 and 20. */
async function found() {
  const events = [
    { tracepoint: 1, time: 0, key: 10 },
    { tracepoint: 2, time: 30, key: 10 },
    { tracepoint: 1, key: 9 },
    { tracepoint: 2, time: 40, key: 9 },
    { tracepoint: 1, time: 50, key: -1 },
    { tracepoint: 2, time: 60, key: -1 },
    { tracepoint: 1, time: 70, key: 9 },
    { tracepoint: 2, time: 90, key: 9 },
  ];
  const trace = await traceOfEvents(events);
  const begin = await FrameCondition.compile(trace, '$tracepoint == 1');
  const end = await FrameCondition.compile(trace, '$tracepoint == 2');
  const key = await FrameValue.compile(trace, '$key');
  if ('problem' in begin || 'problem' in end || 'problem' in key) throw new Error('A mistake.');
  const intervals = await intervalsOf(trace, { begin, end, key }, undefined);
  if (!intervals) throw new Error('Nobody cancelled it.');
  return intervals;
}

async function begins(order: IntervalOrder, filter: Parameters<typeof intervalList>[2] = {}) {
  const intervals = await found();
  const list = await intervalList(intervals, order, filter);
  if (!list) throw new Error('Nobody cancelled it.');
  return Array.from({ length: list.count }, (_, at) => intervals.columns.begins[list.rowAt(at)]);
}

describe('intervals are listed', () => {
  it.each([
    ['begin', false, [0, 2, 4, 6]],
    ['end', true, [6, 4, 2, 0]],
    ['duration', false, [4, 6, 0, 2]],
    ['duration', true, [0, 6, 4, 2]],
    ['key', false, [4, 2, 6, 0]],
    ['depth', false, [0, 2, 4, 6]],
  ] as const)('by %s, descending: %s', async (by, descending, expected) => {
    expect(await begins({ by, descending })).toEqual(expected);
  });

  it('those of some durations and keys alone', async () => {
    const order = { by: 'duration', descending: true } as const;
    expect(await begins(order, { durations: [0, 20] })).toEqual([6, 4]);
    const { keyValues } = await found();
    const hasKey = (key: number) => keyValues[key] === 9;
    expect(await begins(order, { hasKey })).toEqual([6, 2]);
  });

  it('by keys that are texts, however many', async () => {
    const count = 5000;
    const rows = Uint32Array.from({ length: count }, (_, row) => row);
    // 7 and 5000 have no common divisor: each text once, in no order.
    const texts = Array.from(rows, (row) => `key ${(row * 7) % count}`);
    const columns = { begins: rows, ends: rows, depths: rows, keys: rows };
    const intervals = {
      ...(await found()),
      ...{ columns: { ...columns, durations: new Float64Array(count) }, keyValues: texts },
    };
    const list = await intervalList(intervals, { by: 'key', descending: false }, {});
    const listed = Array.from(rows, (place) => texts[list?.rowAt(place) ?? -1]);
    expect(listed).toEqual(Array.from(rows, (row) => `key ${row}`));
  });

  it('not at all where it was cancelled', async () => {
    const order = { by: 'duration', descending: false } as const;
    expect(await intervalList(await found(), order, {}, AbortSignal.abort())).toBeUndefined();
  });
});

describe('a histogram', () => {
  const of = async (lengths: readonly number[], bins: number) =>
    (await SortedLengths.of(Float64Array.from(lengths)))?.histogram(bins);

  it('has bins of one length, each length in one', async () => {
    expect(await of([3, 3, 4, 12, 10, -1, NaN], 5)).toEqual({
      ...{ edges: [3, 5, 7, 9, 11, 13], counts: [3, 0, 0, 1, 1] },
      isLogarithmic: false,
    });
    expect(await of([7, 7], 5)).toEqual({ edges: [7, 8], counts: [2], isLogarithmic: false });
    expect(await of([NaN], 5)).toBeUndefined();
  });

  it('has bins that grow where few lengths are much longer than the others', async () => {
    const lengths = [0, 1, 1, 2, 5, 100_000];
    const { edges = [], counts = [], isLogarithmic } = (await of(lengths, 10)) ?? {};
    expect(isLogarithmic).toBe(true);
    expect([edges[0], edges.at(-1)]).toEqual([0, 100_001]);
    expect(edges).toEqual([...new Set(edges)].sort((a, b) => a - b));
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(lengths.length);
  });
});

describe('a trace suggests', () => {
  it('the time between hits that collected it, of each value of an argument with few', async () => {
    const trace = await openSample(repeatedSample(1));
    await useSampleProgram(trace.modules);
    expect(await intervalSuggestions(trace)).toEqual([
      { kind: 'hits', begin: [4], end: [4], functionName: 'answer', key: 'agent' },
    ]);
  });

  it.each([
    ['its first instruction', '401332'],
    ['where gdb’s trace FUNCTION is', '401345'],
  ])('the calls of a function with a tracepoint at its entry: %s', async (_, entry) => {
    const events = [1, 2, 3].map((tracepoint) => ({ tracepoint }));
    const addresses = [entry, '4013a7', '4013f3'];
    const trace = await traceOfEvents(events, undefined, addresses);
    await useSampleProgram(trace.modules);
    expect(await intervalSuggestions(trace)).toEqual([
      { kind: 'calls', begin: [1], end: [2], functionName: 'answer' },
    ]);
  });

  it('hits without a program and a clock', async () => {
    const trace = await traceOfEvents([{ tracepoint: 1 }, { tracepoint: 2 }, { tracepoint: 1 }]);
    expect(await intervalSuggestions(trace)).toEqual([{ kind: 'hits', begin: [1], end: [1] }]);
  });
});
