// Rows come out in order, whatever order they had.
import { describe, expect, it } from 'vitest';
import { sortRows, type SortColumns } from '../../../../src/trace/list/sort';
import { tasksDuring } from '../../tasks';

function columnsOf(keys: readonly bigint[]): SortColumns {
  return {
    frames: Uint32Array.from(keys, (_, i) => i),
    high: Uint32Array.from(keys, (key) => Number(key >> 32n)),
    low: Uint32Array.from(keys, (key) => Number(key & 0xffff_ffffn)),
  };
}

/** The frames of the keys in order; equal keys in the order of the frames. */
function expected(keys: readonly bigint[]): number[] {
  return keys
    .map((_, i) => i)
    .sort((a, b) => {
      const [first, second] = [keys[a] ?? 0n, keys[b] ?? 0n];
      return first < second ? -1 : first > second ? 1 : a - b;
    });
}

/** A sequence that is the same in every run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

const random = numbers(7);
const next = () => random.next().value as number;
const count = 100_000;
const make = (key: (i: number) => bigint) => Array.from({ length: count }, (_, i) => key(i));

describe('sorting', () => {
  it.each<[string, bigint[]]>([
    ['nothing', []],
    ['one row', [5n]],
    ['addresses of a kernel', make(() => 0xffff_ffff_8100_0000n + BigInt(next() % 4096))],
    ['64 random bits', make(() => (BigInt(next()) << 32n) | BigInt(next()))],
    ['equal keys', make(() => 3n)],
    ['two keys', make((i) => BigInt(i % 2))],
    ['ascending keys', make((i) => BigInt(i))],
    ['descending keys', make((i) => BigInt(count - i))],
    ['keys that rise and fall', make((i) => BigInt(i < count / 2 ? i : count - i))],
  ])('orders %s', async (_, keys) => {
    const columns = columnsOf(keys);
    expect(await sortRows(columns)).toBe(true);
    expect([...columns.frames]).toEqual(expected(keys));
    const key = (row: number) =>
      (BigInt(columns.high[row] ?? 0) << 32n) | BigInt(columns.low[row] ?? 0);
    expect(keys.every((_, row) => key(row) === keys[columns.frames[row] ?? 0])).toBe(true);
  });

  it('ends when it is cancelled', async () => {
    const columns = columnsOf(make(() => BigInt(next())));
    expect(await sortRows(columns, AbortSignal.abort())).toBe(false);
  });

  it('lets others run meanwhile', async () => {
    const keys = Array.from({ length: 1 << 20 }, () => BigInt(next()));
    const others = await tasksDuring(() => sortRows(columnsOf(keys)), 5);
    expect(others).toBeGreaterThan(2);
  });
});
