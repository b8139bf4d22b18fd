// A value of two traces over one axis: aligned hits, those that one trace alone has, and what is
// too much to be drawn.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pairedSeries } from '../../../../src/trace/comparison/pairedSeries';
import type { Trace } from '../../../../src/trace/trace';
import { RecordingFiles, usualOptions } from './recordings';

let files: RecordingFiles;
let traces: { left: Trace; right: Trace };
const state = { expression: 'call->state', tracepoint: 4, atSteps: false };

beforeAll(async () => {
  files = new RecordingFiles();
  const { trace: left } = await files.open('aslr-one');
  const { trace: right } = await files.open('while');
  traces = { left, right };
});
afterAll(() => {
  files.dispose();
});

describe('a value of two traces', () => {
  it('is over their hits: aligned ones first, then those of one trace', async () => {
    const series = await pairedSeries(traces, state, usualOptions);
    expect(series).toMatchObject({ ...state, count: 110, states: ['WAITING', 'HUNG_UP'] });
    const parts = series?.parts ?? [];
    expect(parts).toHaveLength(110);
    expect(parts.findIndex(({ differing }) => differing > 0)).toBe(69);
    expect(parts[69]).toEqual({
      ...{ first: 69, count: 1, left: [1, 1], right: [0, 0], differing: 1 },
      ...{ frames: { left: 152, right: 152 }, leftText: 'HUNG_UP', rightText: 'WAITING' },
    });
    // The left trace has 97 hits.
    expect(parts[96]).toMatchObject({ left: [0, 0], right: [0, 0] });
    expect(parts[97]).not.toHaveProperty('left');
    expect(parts[97]).toMatchObject({ right: [0, 0], rightText: 'WAITING' });
  });

  it('is aligned as the comparison is', async () => {
    const series = await pairedSeries(traces, state, { ...usualOptions, key: 'call->number' });
    const alone = series?.parts.filter(({ frames }) => frames.right === undefined) ?? [];
    expect(alone.map(({ leftText }) => leftText)).toContain('HUNG_UP');
  });

  it('is a number where it is one', async () => {
    const value = { ...state, expression: 'call->number' };
    const series = await pairedSeries(traces, value, usualOptions);
    expect(series).not.toHaveProperty('states');
    const numbers = series?.parts.flatMap(({ left }) => left ?? []) ?? [];
    expect(Math.max(...numbers)).toBeGreaterThan(50);
  });

  it('is none where it is unknown, or cancelled', async () => {
    const unknown = { ...state, expression: 'nothing' };
    expect(await pairedSeries(traces, unknown, usualOptions)).toBeUndefined();
    expect(await pairedSeries(traces, { ...state, tracepoint: 9 }, usualOptions)).toBeUndefined();
    const cancelled = AbortSignal.abort();
    expect(await pairedSeries(traces, state, usualOptions, cancelled)).toBeUndefined();
  });
});
