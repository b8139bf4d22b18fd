// Intervals as bars: how many cover each part of a range, and which one is at a place. Held
// against the intervals counted one by one.
import { describe, expect, it } from 'vitest';
import { IntervalBars } from '../../../../src/trace/intervals/intervalBars';

/** Rows of begin, end and depth. */
type Row = readonly [begin: number, end: number, depth: number];

function barsOf(rows: readonly Row[]): Promise<IntervalBars> {
  const column = (place: 0 | 1 | 2) => Uint32Array.from(rows, (row) => row[place]);
  return IntervalBars.of({
    ...{ begins: column(0), ends: column(1), depths: column(2) },
    ...{ keys: new Uint32Array(rows.length), durations: new Float64Array(rows.length) },
  });
}

/** Calls in each other, and one after the other at the same frame. */
const nested: Row[] = [
  [1, 8, 0],
  [2, 4, 1],
  [4, 6, 1],
  [8, 9, 0],
];

describe('bars', () => {
  it('are counted in each part, and where they begin', async () => {
    const bars = await barsOf(nested);
    const { depths, covering, beginning } = await bars.inParts(Uint32Array.of(0, 2, 5, 8, 10));
    expect(depths).toBe(2);
    expect([...covering]).toEqual([1, 0, 1, 2, 1, 1, 2, 0]);
    expect([...beginning]).toEqual([1, 0, 0, 2, 0, 0, 1, 0]);
  });

  it('go on in a part without frames', async () => {
    const bars = await barsOf(nested);
    const { covering } = await bars.inParts(Uint32Array.of(5, 5, 9, 9, 10));
    expect([...covering]).toEqual([1, 1, 2, 1, 1, 0, 1, 0]);
  });

  it('are found at a place: the last that began', async () => {
    const bars = await barsOf(nested);
    expect(bars.covering(1, 4, 5)).toEqual({ row: 2, count: 2 });
    expect(bars.covering(1, 2, 4)).toEqual({ row: 1, count: 1 });
    expect(bars.covering(1, 7, 10)).toBeUndefined();
    expect(bars.covering(2, 0, 10)).toBeUndefined();
    expect([0, 1, 4, 8, 9].map((frame) => bars.nextBegin(frame, 1))).toEqual([
      1,
      1,
      4,
      8,
      undefined,
    ]);
    expect([0, 1, 9].map((frame) => bars.nextBegin(frame, -1))).toEqual([undefined, 1, 8]);
  });

  it('of different keys overlap; those that are deep are in the last row', async () => {
    const rows = Array.from({ length: 40 }, (_, i): Row => [i, 79 - i, i % 20]);
    const bars = await barsOf(rows);
    const starts = Uint32Array.from({ length: 9 }, (_, part) => 10 * part);
    const { depths, covering, beginning } = await bars.inParts(starts);
    const count = (part: number, depth: number, holds: (begin: number, end: number) => boolean) =>
      rows.filter(([begin, end, each]) => Math.min(each, 7) === depth && holds(begin, end)).length;
    expect(depths).toBe(8);
    for (let part = 0; part < 8; part++) {
      const [first, next] = [10 * part, 10 * part + 10];
      for (let depth = 0; depth < 8; depth++) {
        const at = part * depths + depth;
        expect(covering[at]).toBe(count(part, depth, (from, to) => from < next && to >= first));
        expect(beginning[at]).toBe(count(part, depth, (from) => from >= first && from < next));
      }
    }
  });

  it('are none without intervals', async () => {
    const { depths } = await (await barsOf([])).inParts(Uint32Array.of(0, 9));
    expect(depths).toBe(0);
  });
});
