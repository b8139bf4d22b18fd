// Points for plots: no extreme is lost, gaps stay gaps, and parts are those of their frames.
import { describe, expect, it } from 'vitest';
import { ChosenFrames } from '../../../../src/trace/list/frameList';
import { frameParts, listedInParts } from '../../../../src/trace/overview/frameTimes';
import { pointsOf } from '../../../../src/trace/overview/valueSeries';

/** Numbers that are the same in every run; each seventh is missing. */
const numbers = Float64Array.from({ length: 5000 }, (_, i) =>
  i % 7 === 3 ? NaN : ((i * 7919) % 1009) - 500,
);
const never = () => false;

describe('points', () => {
  it.each([1, 7, 100, 5000])(
    'of %d parts hold the extremes and the ends of each',
    async (parts) => {
      const starts = frameParts({ from: 0, to: numbers.length, parts }, numbers.length);
      const points = await pointsOf(numbers, starts, never);
      const frames = [...(points?.frames ?? [])];
      for (let part = 0; part < parts; part++) {
        const [start, end] = [starts[part] ?? 0, starts[part + 1] ?? 0];
        const inPart = [...numbers.subarray(start, end)];
        const known = inPart.filter((value) => !Number.isNaN(value));
        const shown = frames.filter((frame) => frame >= start && frame < end);
        expect(shown.length).toBeLessThanOrEqual(4);
        if (known.length === 0) continue;
        const values = shown.map((frame) => numbers[frame] ?? NaN);
        expect(Math.min(...values)).toBe(Math.min(...known));
        expect(Math.max(...values)).toBe(Math.max(...known));
        expect([values[0], values.at(-1)]).toEqual([known[0], known.at(-1)]);
      }
      expect(frames).toEqual([...frames].sort((one, other) => one - other));
      expect(new Set(frames).size).toBe(frames.length);
      expect([...(points?.values ?? [])]).toEqual(frames.map((frame) => numbers[frame]));
    },
  );

  it('break the line where a number is missing that might have been', async () => {
    const values = Float64Array.of(NaN, 1, NaN, 2, NaN, NaN, 3, NaN);
    const starts = Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8);
    const points = await pointsOf(values, starts, (frame) => frame !== 2);
    expect([...(points?.frames ?? [])]).toEqual([1, 3, 4, 6, 7]);
    expect([...(points?.values ?? [])]).toEqual([1, 2, NaN, 3, NaN]);
  });

  it('are none of nothing, and none once cancelled', async () => {
    const none = await pointsOf(numbers, Uint32Array.of(3, 3), never);
    expect(none?.frames).toHaveLength(0);
    const many = new Float64Array(200_000);
    expect(
      await pointsOf(many, Uint32Array.of(0, 100_000, 200_000), never, AbortSignal.abort()),
    ).toBeUndefined();
  });

  it('keep numbers that are not finite', async () => {
    const values = Float64Array.of(1, Infinity, -Infinity, 5);
    const points = await pointsOf(values, Uint32Array.of(0, 4), never);
    expect([...(points?.values ?? [])]).toEqual([1, Infinity, -Infinity, 5]);
  });
});

describe('parts of the frames', () => {
  it('cover every frame of the stretch once', () => {
    for (const [from, to, parts] of [
      [0, 114, 114],
      [0, 114, 30],
      [10.4, 57.9, 13],
      [-5, 300, 40],
    ] as const) {
      const starts = frameParts({ from, to, parts }, 114);
      expect(starts).toHaveLength(parts + 1);
      expect(starts[0]).toBe(Math.max(0, Math.ceil(from)));
      expect(starts.at(-1)).toBe(Math.min(114, Math.ceil(to)));
      expect([...starts]).toEqual([...starts].sort((one, other) => one - other));
    }
  });

  it('have the frames of a list that lie in them', () => {
    const list = new ChosenFrames();
    const chosen = Array.from({ length: 400 }, (_, i) => i * i).filter((frame) => frame < 100_000);
    list.add(Uint32Array.from(chosen));
    const starts = frameParts({ from: 50, to: 90_000, parts: 77 }, 100_000);
    const wanted = Array.from({ length: 77 }, (_, part) =>
      chosen.filter((frame) => frame >= (starts[part] ?? 0) && frame < (starts[part + 1] ?? 0)),
    );
    expect([...listedInParts(list, starts)]).toEqual(wanted.map(({ length }) => length));
    expect([...listedInParts(new ChosenFrames(), starts)]).toEqual(wanted.map(() => 0));
  });
});
