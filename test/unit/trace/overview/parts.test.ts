// Numbers by part: no extreme is lost, gaps stay gaps, and parts are those of their frames.
import { describe, expect, it } from 'vitest';
import { ChosenFrames } from '../../../../src/trace/list/frameList';
import { frameParts, listedInParts } from '../../../../src/trace/overview/frameTimes';
import { numberParts } from '../../../../src/trace/overview/valueSeries';

/** Numbers that are the same in every run; each seventh is missing. */
const numbers = Float64Array.from({ length: 5000 }, (_, i) =>
  i % 7 === 3 ? NaN : ((i * 7919) % 1009) - 500,
);
const never = () => false;

describe('numbers by part', () => {
  it.each([1, 7, 100, 5000])('have the extremes and the ends of each of %d', async (count) => {
    const starts = frameParts({ from: 0, to: numbers.length, parts: count }, numbers.length);
    const parts = await numberParts(numbers, starts, never);
    for (let part = 0; part < count; part++) {
      const inPart = [...numbers.subarray(starts[part], starts[part + 1])];
      const known = inPart.filter((value) => !Number.isNaN(value));
      const { first, last, least, most, mean } = parts ?? {};
      const sum = known.reduce((total, value) => total + value, 0);
      expect([first, last, least, most].map((each) => each?.[part])).toEqual(
        known.length === 0
          ? [NaN, NaN, NaN, NaN]
          : [known[0], known.at(-1), Math.min(...known), Math.max(...known)],
      );
      if (known.length > 0) expect(mean?.[part]).toBeCloseTo(sum / known.length, 9);
    }
  });

  it('have a gap where a number is missing that might have been', async () => {
    const values = Float64Array.of(NaN, 1, NaN, 2, NaN, NaN, 3, NaN);
    const starts = Uint32Array.of(0, 1, 2, 3, 4, 6, 8);
    const parts = await numberParts(values, starts, (frame) => frame === 2 || frame === 5);
    expect([...(parts?.gaps ?? [])]).toEqual([0, 0, 1, 0, 1, 0]);
  });

  it('are none of nothing, and none once cancelled', async () => {
    const none = await numberParts(numbers, Uint32Array.of(3, 3), never);
    expect([...(none?.mean ?? [])]).toEqual([NaN]);
    const many = new Float64Array(200_000);
    expect(
      await numberParts(many, Uint32Array.of(0, 100_000, 200_000), never, AbortSignal.abort()),
    ).toBeUndefined();
  });

  it('keep numbers that are not finite', async () => {
    const values = Float64Array.of(1, Infinity, -Infinity, 5);
    const parts = await numberParts(values, Uint32Array.of(0, 4), never);
    expect([parts?.least[0], parts?.most[0]]).toEqual([-Infinity, Infinity]);
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
