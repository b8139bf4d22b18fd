// The overview and the plots of a real trace, as a page asks for them.
import { beforeEach, describe, expect, it } from 'vitest';
import { runWith } from '../../../../src/ask/run';
import { TableView } from '../../../../src/ask/table/tableView';
import { lanesOf } from '../../../../src/ask/tracks/lanes';
import { nearestFrame } from '../../../../src/ask/tracks/nearestFrame';
import { nextOfLane } from '../../../../src/ask/tracks/nextOfLane';
import { overview } from '../../../../src/ask/tracks/overview';
import { plot } from '../../../../src/ask/tracks/plot';
import { plotValues } from '../../../../src/ask/tracks/plotValues';
import { times as allTimes } from '../../../../src/ask/tracks/times';
import { timesOf } from '../../../../src/ask/tracks/timesOf';
import { trackFrame } from '../../../../src/ask/tracks/trackFrame';
import { trackRange } from '../../../../src/ask/tracks/trackRange';
import { Views, type TraceAsked } from '../../../../src/ask/views';
import { RequestFailed } from '../../../../src/bytes/requestFailed';
import type { Trace } from '../../../../src/trace/trace';
import { bytes, header, maker } from '../../format/traceBytes';
import { fileDescribed, openedFile } from '../../growth/madeTraces';
import { openSample, repeatedSample, useSampleProgram } from '../../trace/search/sample';
import { programOf } from '../../trace/tracedPrograms';

const { frame, variable } = maker('little');
let trace: Trace;
let table: TableView;
let asked: TraceAsked;
/** The number of the table's view. */
let filtered: number;
const run = runWith;
const frames = () => Array.from({ length: trace.recording.index.count }, (_, frame) => frame);

beforeEach(async () => {
  trace = await openSample(repeatedSample(1));
  await trace.recording.indexed;
  await useSampleProgram(trace.modules);
  table = new TableView(trace);
  asked = { trace, views: new Views() };
  filtered = asked.views.add(table);
});

describe('the lanes', () => {
  it('have every frame once', async () => {
    const { count } = trace.recording.index;
    const range = { axis: 'frame' as const, from: 0, to: count, parts: 10 };
    const { counted, tracepoints, totals, starts, hits, steps, matches } = await overview.answer(
      asked,
      { range },
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
    const range = { axis: 'frame' as const, from: 0, to, parts: to };
    const input = { range, table: filtered };
    const { matches } = await overview.answer(asked, input, run());
    const wanted = frames().map((frame) => (trace.recording.index.tracepoint(frame) === 4 ? 1 : 0));
    expect([...(matches ?? [])]).toEqual(wanted);
    await table.arrange({ filter: '', hide }, run());
    expect((await overview.answer(asked, input, run())).matches).toBeUndefined();
  });
});

describe('time', () => {
  it('is no axis before it is read', async () => {
    const range = { axis: 'time' as const, from: 0, to: 1, parts: 1 };
    await expect(overview.answer(asked, { range }, run())).rejects.toBeInstanceOf(RequestFailed);
    await expect(timesOf.answer(asked, { frames: [0] }, run())).rejects.toThrow(RequestFailed);
  });

  it('is an axis then, with rates', async () => {
    const { timed, late, length, from, to, rates } = await allTimes.answer(asked, {}, run());
    expect(timed).toBeGreaterThan(50);
    expect(late).toBe(0);
    expect(rates).toHaveLength(trace.recording.description.tracepoints.length + 1);
    expect(rates.some(({ hitsPerSecond = 0 }) => hitsPerSecond > 0)).toBe(true);
    // The last 32 frames of the sample have no time: they lie after the last one.
    expect(from).toBeLessThan(0);
    expect(to - length).toBeCloseTo((32 * length) / 245);
    const range = { axis: 'time' as const, from, to, parts: 100 };
    const {
      starts,
      hits,
      steps,
      timed: timedInParts,
    } = await overview.answer(asked, { range }, run());
    expect(timedInParts?.reduce((sum, count) => sum + count)).toBe(timed);
    expect([starts[0], starts.at(-1)]).toEqual([0, trace.recording.index.count]);
    expect([...hits, ...steps].reduce((one, other) => one + other, 0)).toBe(
      trace.recording.index.count,
    );
    const { times, places } = await timesOf.answer(asked, { frames: frames() }, run());
    expect([...times].filter((time) => !Number.isNaN(time))).toHaveLength(timed);
    expect([...places]).toEqual([...places].sort((one, other) => one - other));
  });

  it('is none of frames that were read before the file was read anew', async () => {
    const made = await openedFile(fileDescribed(['tp T1:400000:E:0:0']));
    const lanes = lanesOf(made);
    await made.recording.settle(await programOf('x86_64/app'));
    await made.recording.indexed;
    await expect(lanes.readTimes(made, run())).rejects.toThrow('The trace is read anew.');
    made.dispose();
  });

  it('is stopped by who asked for it', async () => {
    const stopped = runWith({ signal: AbortSignal.abort() });
    await expect(allTimes.answer(asked, {}, stopped)).rejects.toThrow(RequestFailed);
  });
});

describe('the nearest frame', () => {
  it('of a lane is the one with the least distance', async () => {
    const to = trace.recording.index.count;
    await overview.answer(asked, { range: { axis: 'frame', from: 0, to, parts: 1 } }, run());
    const lane = trace.recording.description.tracepoints.findIndex(({ number }) => number === 3);
    const ofLane = frames().filter((frame) => trace.recording.index.tracepoint(frame) === 3);
    for (let at = 0.2; at < to; at += 9.7) {
      const { frame = NaN } = await nearestFrame.answer(asked, { axis: 'frame', at, lane }, run());
      const distances = ofLane.map((each) => Math.abs(each + 0.5 - at));
      expect(trace.recording.index.tracepoint(frame)).toBe(3);
      expect(Math.abs(frame + 0.5 - at)).toBe(Math.min(...distances));
    }
    expect(await nearestFrame.answer(asked, { axis: 'frame', at: 1e9 }, run())).toEqual({
      frame: to - 1,
    });
    expect(await nextOfLane.answer(asked, { lane, from: 0, direction: 1 }, run())).toEqual({
      frame: ofLane[0],
    });
    expect(await nextOfLane.answer(asked, { lane, from: to - 1, direction: 1 }, run())).toEqual({});
  });

  it('in time is the one that lies nearest', async () => {
    await allTimes.answer(asked, {}, run());
    const { places } = await timesOf.answer(asked, { frames: frames() }, run());
    for (let at = -10; at < 70_000; at += 1234.5) {
      const { frame = NaN } = await nearestFrame.answer(asked, { axis: 'time', at }, run());
      const distances = [...places].map((place) => Math.abs(place - at));
      expect(distances[frame]).toBe(Math.min(...distances));
      expect(places[frame - 1]).not.toBe(places[frame]);
    }
    // Behind the last frame that collected its time are others.
    const last = { axis: 'time', at: 1e9 } as const;
    expect(await nearestFrame.answer(asked, last, run())).toEqual({ frame: 245 });
    const timed = await nearestFrame.answer(asked, { ...last, timed: true }, run());
    expect(timed).toEqual({ frame: 213 });
  });

  it('of those at one time is the first', async () => {
    const times = [5, 15, 15, 45, 45].map((time) => frame(1, variable(1, BigInt(time))));
    const clock = 'tsv 1:0:1:74726163655f74696d657374616d70';
    const made = await openedFile(bytes(header('R 0', clock), ...times, [0, 0]));
    const views = new Views();
    await allTimes.answer({ trace: made, views }, {}, run());
    const nearest = async (at: number) =>
      (await nearestFrame.answer({ trace: made, views }, { axis: 'time', at }, run())).frame;
    expect([await nearest(12), await nearest(39), await nearest(99)]).toEqual([1, 3, 3]);
    made.dispose();
  });
});

describe('plots', () => {
  const range = (to: number) => ({ axis: 'frame' as const, from: 0, to, parts: to });

  it('have the numbers, at frames or in time', async () => {
    const text = '$trace_frame * 2';
    const facts = await plotValues.answer(asked, { text }, run());
    const count = trace.recording.index.count;
    expect(facts).toEqual({
      ...{ frames: count, count, gaps: 0 },
      ...{ first: { frame: 0, value: 0 }, least: { frame: 0, value: 0 } },
      last: { frame: count - 1, value: 2 * (count - 1) },
      most: { frame: count - 1, value: 2 * (count - 1) },
    });
    const input = { range: range(count), texts: [text, 'n'] };
    const { plots: found, timed: none } = await plot.answer(asked, input, run());
    expect([...(found[0]?.mean ?? [])]).toEqual(frames().map((frame) => 2 * frame));
    expect([found[1], none]).toEqual([undefined, undefined]);
    const { from, to, timed: all } = await allTimes.answer(asked, {}, run());
    const inTime = { axis: 'time' as const, from, to, parts: 10 };
    const { plots: overTime, timed } = await plot.answer(
      asked,
      { range: inTime, texts: [text] },
      run(),
    );
    expect(timed?.reduce((sum, each) => sum + each)).toBe(all);
    // The scale knows the frames beyond the last time too.
    expect(overTime[0]?.last.at(-1)).toBe(2 * (count - 1));
  });

  it('say what one frame is, and what a range comes to', async () => {
    await allTimes.answer(asked, {}, run());
    await plotValues.answer(asked, { text: 'minute' }, run());
    expect(
      await trackFrame.answer(asked, { frame: 213, texts: ['minute', 'other'] }, run()),
    ).toMatchObject({
      ...{ frame: 213, tracepoint: 4, stepping: false, functionName: 'answer' },
      ...{ place: { line: 86 }, values: [expect.stringMatching(/^\d+$/), null] },
    });
    expect(await trackFrame.answer(asked, { frame: 230, texts: [] }, run())).not.toHaveProperty(
      'time',
    );
    expect(await trackFrame.answer(asked, { frame: 999_999, texts: [] }, run())).toBeUndefined();
    await table.arrange({ filter: '$tracepoint == 4', hide: true }, run());
    const { lanes, matches, values } = await trackRange.answer(
      asked,
      { first: 200, last: 220, texts: ['minute'], table: filtered },
      run(),
    );
    expect(lanes.reduce((sum, each) => sum + each)).toBe(21);
    expect(matches).toBe(
      frames().filter(
        (frame) => frame >= 200 && frame <= 220 && trace.recording.index.tracepoint(frame) === 4,
      ).length,
    );
    expect(values[0]?.count).toBeGreaterThan(3);
    const none = { first: 0, last: 0, texts: ['minute'] };
    expect((await trackRange.answer(asked, none, run())).values).toEqual([null]);
  });

  it('of what is no expression say where the mistake is', async () => {
    await expect(plotValues.answer(asked, { text: 'minute +' }, run())).rejects.toMatchObject({
      column: 9,
    });
  });

  it('of what is no number, and too much to be states, are none', async () => {
    await expect(plotValues.answer(asked, { text: '*queue' }, run())).rejects.toThrow(
      'It is no number, and has too many different values.',
    );
  });

  it('are forgotten when values become others', async () => {
    await plotValues.answer(asked, { text: 'minute' }, run());
    // The program is the same, but its values might be others.
    await useSampleProgram(trace.modules);
    const input = { range: range(10), texts: ['minute'] };
    expect(await plot.answer(asked, input, run())).toEqual({ plots: [undefined] });
  });
});

describe('two pages of a trace', () => {
  it('share lanes, times and plots', async () => {
    const other = { trace, views: new Views() };
    await allTimes.answer(asked, {}, run());
    await plotValues.answer(asked, { text: 'minute' }, run());
    const { times } = await timesOf.answer(other, { frames: frames() }, run());
    expect(times).toHaveLength(trace.recording.index.count);
    const input = {
      range: { axis: 'frame', from: 0, to: 9, parts: 3 } as const,
      texts: ['minute'],
    };
    const { plots } = await plot.answer(other, input, run());
    expect(plots[0]?.facts.count).toBeGreaterThan(3);
    const { counted } = await overview.answer(other, { range: input.range }, run());
    expect(counted).toBe(trace.recording.index.count);
  });

  it('have each its own table', async () => {
    const other = { trace, views: new Views() };
    const range = { axis: 'frame', from: 0, to: 9, parts: 3 } as const;
    await expect(overview.answer(other, { range, table: filtered }, run())).rejects.toThrow(
      'There is no view 1: it was closed, or never made.',
    );
  });
});
