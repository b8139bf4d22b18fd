// The overview and the plots of a real trace, as a page asks for them.
import { beforeEach, describe, expect, it } from 'vitest';
import { RequestFailed } from '../../../../src/bytes/requestFailed';
import { Overview, Plots } from '../../../../src/ask/tracks/overview';
import { TableView } from '../../../../src/ask/table/tableView';
import type { Trace } from '../../../../src/trace/trace';
import { openSample, repeatedSample, useSampleProgram } from '../../trace/search/sample';

let trace: Trace;
let table: TableView;
let overview: Overview;
let plots: Plots;
const run = () => ({ signal: new AbortController().signal, report: () => undefined });
const frames = () => Array.from({ length: trace.recording.index.count }, (_, frame) => frame);

beforeEach(async () => {
  trace = await openSample(repeatedSample(1));
  await trace.recording.indexed;
  await useSampleProgram(trace.modules);
  table = new TableView(trace);
  overview = new Overview(trace, () => table.matches);
  plots = new Plots(overview, (text) => table.value(text));
});

describe('the lanes', () => {
  it('have every frame once', async () => {
    const { count } = trace.recording.index;
    const asked = { axis: 'frame' as const, from: 0, to: count, parts: 10 };
    const { counted, tracepoints, totals, starts, hits, steps, matches } = await overview.window(
      asked,
      run(),
    );
    expect(counted).toBe(count);
    expect(tracepoints).toEqual(
      trace.recording.description.tracepoints.map(({ number }) => number),
    );
    expect(starts).toHaveLength(11);
    const sum = (of: Uint32Array) => of.reduce((one, other) => one + other, 0);
    expect([sum(hits) + sum(steps), sum(totals)]).toEqual([count, count]);
    const stepping = frames().filter((frame) => trace.recording.stepping.isStep(frame));
    expect(stepping.length).toBeGreaterThan(0);
    expect(sum(steps)).toBe(stepping.length);
    expect(matches).toBeUndefined();
  });

  it.each([true, false])('show what the filter lets through; hides: %s', async (hide) => {
    await table.arrange({ filter: '$tracepoint == 4', hide }, run());
    const to = trace.recording.index.count;
    const asked = { axis: 'frame' as const, from: 0, to, parts: to };
    const { matches } = await overview.window(asked, run());
    const wanted = frames().map((frame) => (trace.recording.index.tracepoint(frame) === 4 ? 1 : 0));
    expect([...(matches ?? [])]).toEqual(wanted);
    await table.arrange({ filter: '', hide }, run());
    expect((await overview.window(asked, run())).matches).toBeUndefined();
  });
});

describe('time', () => {
  it('is no axis before it is read', async () => {
    const asked = { axis: 'time' as const, from: 0, to: 1, parts: 1 };
    await expect(overview.window(asked, run())).rejects.toBeInstanceOf(RequestFailed);
    expect(() => overview.timesOf({ frames: [0] })).toThrow(RequestFailed);
  });

  it('is an axis then, with rates', async () => {
    const { timed, late, length, from, to, rates } = await overview.times(run());
    expect(timed).toBeGreaterThan(50);
    expect(late).toBe(0);
    expect(rates).toHaveLength(trace.recording.description.tracepoints.length + 1);
    expect(rates.some(({ hitsPerSecond = 0 }) => hitsPerSecond > 0)).toBe(true);
    // The last 32 frames of the sample have no time: they lie after the last one.
    expect(from).toBeLessThan(0);
    expect(to - length).toBeCloseTo((32 * length) / 245);
    const asked = { axis: 'time' as const, from, to, parts: 100 };
    const { starts, hits, steps, timed: timedInParts } = await overview.window(asked, run());
    expect(timedInParts?.reduce((sum, count) => sum + count)).toBe(timed);
    expect([starts[0], starts.at(-1)]).toEqual([0, trace.recording.index.count]);
    expect([...hits, ...steps].reduce((one, other) => one + other, 0)).toBe(
      trace.recording.index.count,
    );
    const { times, places } = overview.timesOf({ frames: frames() });
    expect([...times].filter((time) => !Number.isNaN(time))).toHaveLength(timed);
    expect([...places]).toEqual([...places].sort((one, other) => one - other));
  });

  it('is stopped by who asked for it', async () => {
    const asked = overview.times({ signal: AbortSignal.abort(), report: () => undefined });
    await expect(asked).rejects.toThrow(RequestFailed);
  });
});

describe('the nearest frame', () => {
  it('of a lane is the one with the least distance', async () => {
    const to = trace.recording.index.count;
    await overview.window({ axis: 'frame', from: 0, to, parts: 1 }, run());
    const lane = trace.recording.description.tracepoints.findIndex(({ number }) => number === 3);
    const ofLane = frames().filter((frame) => trace.recording.index.tracepoint(frame) === 3);
    for (let at = 0.2; at < to; at += 9.7) {
      const { frame = NaN } = overview.nearestFrame({ axis: 'frame', at, lane });
      const distances = ofLane.map((each) => Math.abs(each + 0.5 - at));
      expect(trace.recording.index.tracepoint(frame)).toBe(3);
      expect(Math.abs(frame + 0.5 - at)).toBe(Math.min(...distances));
    }
    expect(overview.nearestFrame({ axis: 'frame', at: 1e9 })).toEqual({ frame: to - 1 });
    expect(overview.nextOfLane({ lane, from: 0, direction: 1 })).toEqual({ frame: ofLane[0] });
    expect(overview.nextOfLane({ lane, from: to - 1, direction: 1 })).toEqual({});
  });

  it('in time is the one that lies nearest', async () => {
    await overview.times(run());
    const { places } = overview.timesOf({ frames: frames() });
    for (let at = -10; at < 70_000; at += 1234.5) {
      const { frame = NaN } = overview.nearestFrame({ axis: 'time', at });
      const distances = [...places].map((place) => Math.abs(place - at));
      expect(distances[frame]).toBe(Math.min(...distances));
      expect(places[frame - 1]).not.toBe(places[frame]);
    }
  });
});

describe('plots', () => {
  const range = (to: number) => ({ axis: 'frame' as const, from: 0, to, parts: to });

  it('have the numbers, at frames or in time', async () => {
    const text = '$trace_frame * 2';
    const facts = await plots.values({ text }, run());
    const count = trace.recording.index.count;
    expect(facts).toEqual({
      ...{ frames: count, count, gaps: 0, hasManyTexts: false },
      ...{ first: { frame: 0, value: 0 }, least: { frame: 0, value: 0 } },
      last: { frame: count - 1, value: 2 * (count - 1) },
      most: { frame: count - 1, value: 2 * (count - 1) },
    });
    const asked = { range: range(count), texts: [text, 'n'] };
    const { plots: found, timed: none } = await plots.parts(asked, run());
    expect([...(found[0]?.mean ?? [])]).toEqual(frames().map((frame) => 2 * frame));
    expect([found[1], none]).toEqual([undefined, undefined]);
    const { from, to, timed: all } = await overview.times(run());
    const inTime = { axis: 'time' as const, from, to, parts: 10 };
    const { plots: overTime, timed } = await plots.parts({ range: inTime, texts: [text] }, run());
    expect(timed?.reduce((sum, each) => sum + each)).toBe(all);
    // The scale knows the frames beyond the last time too.
    expect(overTime[0]?.last.at(-1)).toBe(2 * (count - 1));
  });

  it('say what one frame is, and what a range comes to', async () => {
    await overview.times(run());
    await plots.values({ text: 'minute' }, run());
    expect(await plots.frame({ frame: 213, texts: ['minute', 'other'] })).toMatchObject({
      ...{ frame: 213, tracepoint: 4, stepping: false, functionName: 'answer' },
      ...{ place: { line: 86 }, values: [expect.stringMatching(/^\d+$/), null] },
    });
    expect(await plots.frame({ frame: 230, texts: [] })).not.toHaveProperty('time');
    expect(await plots.frame({ frame: 999_999, texts: [] })).toBeUndefined();
    await table.arrange({ filter: '$tracepoint == 4', hide: true }, run());
    const { lanes, matches, values } = await plots.range({
      first: 200,
      last: 220,
      texts: ['minute'],
    });
    expect(lanes.reduce((sum, each) => sum + each)).toBe(21);
    expect(matches).toBe(
      frames().filter(
        (frame) => frame >= 200 && frame <= 220 && trace.recording.index.tracepoint(frame) === 4,
      ).length,
    );
    expect(values[0]?.count).toBeGreaterThan(3);
  });

  it('of what is no expression say where the mistake is', async () => {
    await expect(plots.values({ text: 'minute +' }, run())).rejects.toMatchObject({ column: 9 });
  });

  it('are forgotten when values become others', async () => {
    await plots.values({ text: 'minute' }, run());
    plots.reset();
    const asked = { range: range(10), texts: ['minute'] };
    expect(await plots.parts(asked, run())).toEqual({ plots: [undefined] });
  });
});
