// Rows and frames, there and back.
import { describe, expect, it } from 'vitest';
import { AllFrames, ChosenFrames, SortedFrames } from '../../../../src/trace/list/frameList';

describe('all frames', () => {
  it('are their own rows, as far as the index has come', () => {
    const index = { count: 10 };
    const list = new AllFrames(index);
    expect([list.count, list.frameAt(7), list.rowOf(7), list.rowOf(10)]).toEqual([
      10,
      7,
      7,
      undefined,
    ]);
    index.count = 11;
    expect([list.count, list.rowOf(10)]).toEqual([11, 10]);
  });
});

describe('chosen frames', () => {
  const every = 3;
  const chosen = Uint32Array.from({ length: 40_000 }, (_, i) => i * every);

  it('are found again, across segments, however they came', () => {
    const list = new ChosenFrames();
    for (let at = 0; at < chosen.length; at += 999) list.add(chosen.subarray(at, at + 999));
    expect(list.count).toBe(chosen.length);
    for (const row of [0, 1, 998, 999, 16_383, 16_384, 39_999]) {
      expect([list.frameAt(row), list.rowOf(row * every)]).toEqual([row * every, row]);
    }
  });

  it('have no row for a frame that was not chosen', () => {
    const list = new ChosenFrames();
    expect(list.rowOf(0)).toBeUndefined();
    list.add(chosen);
    expect([list.rowOf(1), list.rowOf(40_000 * every)]).toEqual([undefined, undefined]);
  });
});

it('sorted frames are found where they are', () => {
  const list = new SortedFrames(Uint32Array.of(5, 3, 9));
  expect([list.count, list.frameAt(1), list.rowOf(9), list.rowOf(4)]).toEqual([3, 3, 2, undefined]);
});
