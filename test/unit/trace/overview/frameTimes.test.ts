// When frames were collected, and how often tracepoints were hit.
import { describe, expect, it } from 'vitest';
import { FrameTimes, timeParts } from '../../../../src/trace/overview/frameTimes';
import { FrameValue } from '../../../../src/trace/search/frameValues';
import { Trace } from '../../../../src/trace/trace';
import { bytes, header, maker, sourceOf } from '../../format/traceBytes';
import { openSample, repeatedSample } from '../search/sample';

const { frame, variable } = maker('little');
const clock = 'tsv 1:0:1:74726163655f74696d657374616d70';

/**
 * Frames at these times, in microseconds; NaN collected none. Even places are of tracepoint 1, odd
 * ones of 2.
 */
async function traceAt(times: readonly number[]): Promise<Trace> {
  const frames = times.map((time, i) =>
    Number.isNaN(time) ? frame(1 + (i % 2)) : frame(1 + (i % 2), variable(1, BigInt(time))),
  );
  const description = header('R 330', clock, 'tp T1:1000:E:0:0', 'tp T2:2000:E:0:0');
  const opened = await Trace.open(sourceOf(bytes(description, ...frames, [0, 0])), 'made.tf');
  if ('problem' in opened) throw new Error(opened.problem);
  await opened.trace.recording.indexed;
  expect(opened.trace.recording.index.count).toBe(times.length);
  return opened.trace;
}

async function timesOf(trace: Trace): Promise<FrameTimes> {
  const times = await FrameTimes.read(trace);
  if (!times) throw new Error('Nobody cancelled it.');
  return times;
}

const boot = 5_000_000_000;

describe('times', () => {
  it('count from the first one; frames without one lie between and beyond those that have', async () => {
    const given = [NaN, boot, boot + 40, NaN, boot + 30, NaN, NaN, NaN, boot + 100, NaN, NaN];
    const times = await timesOf(await traceAt(given));
    expect(given.map((_, i) => times.place(i))).toEqual([
      -10, 0, 40, 40, 40, 55, 70, 85, 100, 110, 120,
    ]);
    expect([times.from, times.to]).toEqual([-10, 120]);
    expect(given.map((_, i) => times.isOwn(i))).toEqual(given.map((time) => !Number.isNaN(time)));
    expect([times.timed, times.late, times.length]).toEqual([4, 1, 100]);
    expect([...times.timedInParts(Uint32Array.of(0, 1, 3, 5, 5, 11))]).toEqual([0, 2, 1, 0, 1]);
  });

  it('have a frame nearest to any of them', async () => {
    const times = await timesOf(await traceAt([NaN, boot, NaN, NaN, boot + 30, boot + 30, NaN]));
    expect([-5, 9, 20, 31, 99].map((time) => times.nearestOwn(time))).toEqual([1, 1, 4, 4, 4]);
    expect((await timesOf(await traceAt([NaN]))).nearestOwn(0)).toBeUndefined();
  });

  it('find the frames from a time on', async () => {
    const times = await timesOf(await traceAt([boot, boot + 10, boot + 10, boot + 50]));
    expect([-1, 0, 1, 10, 11, 50, 51].map((time) => times.firstFrom(time))).toEqual([
      0, 0, 1, 1, 3, 3, 4,
    ]);
    expect([...timeParts({ from: 0, to: 50, parts: 5 }, times)]).toEqual([0, 1, 3, 3, 3, 4]);
  });

  it('are none where nobody collected them', async () => {
    const times = await timesOf(await traceAt([NaN, NaN]));
    expect([times.timed, times.length, times.isOwn(0)]).toEqual([0, 0, false]);
    expect((await timesOf(await traceAt([]))).length).toBe(0);
  });

  it('of the sample are what each frame says', async () => {
    const trace = await openSample(repeatedSample(1));
    await trace.recording.indexed;
    const value = await FrameValue.compile(trace, '$trace_timestamp');
    if ('problem' in value) throw new Error(value.problem);
    const times = await timesOf(trace);
    let first: number | undefined;
    let own = 0;
    for (let i = 0; i < trace.recording.index.count; i++) {
      const time = await value.numberIn(i);
      expect(times.isOwn(i)).toBe(time !== undefined);
      if (time === undefined) continue;
      first ??= time;
      own++;
      expect(times.place(i)).toBe(time - first);
    }
    expect(own).toBeGreaterThan(50);
    expect(times.timed).toBe(own);
  });

  it('are not read where that is cancelled', async () => {
    const trace = await traceAt([boot, boot + 1]);
    expect(await FrameTimes.read(trace, AbortSignal.abort())).toBeUndefined();
  });
});

describe('rates', () => {
  it('are those of the hits that have times, and gaps lie between two of them', async () => {
    const given = [boot, boot + 5, boot + 1_000_000, NaN, NaN, boot + 1_500_005, boot + 4_000_000];
    const times = await timesOf(await traceAt(given));
    const rates = await times.rates(3, (at) => 2 * (at % 2));
    expect(rates).toEqual([
      { hitsPerSecond: 0.5, longestGap: { time: 3_000_000, from: 2, to: 6 } },
      { hitsPerSecond: 1 / 1.5, longestGap: { time: 1_500_000, from: 1, to: 5 } },
      {},
    ]);
  });

  it('leave out steps', async () => {
    const times = await timesOf(await traceAt([boot, boot + 5, boot + 10]));
    const [rate] = await times.rates(1, (at) => (at === 1 ? 1 : 0));
    expect(rate).toEqual({ hitsPerSecond: 100_000, longestGap: { time: 10, from: 0, to: 2 } });
  });

  it('without time between hits are not said', async () => {
    const times = await timesOf(await traceAt([boot, NaN, boot]));
    expect((await times.rates(1, () => 0))[0]?.hitsPerSecond).toBeUndefined();
  });
});
