// Some of the intervals in an order: those of a length and of a key, by one of their columns.
import { smallest } from '../../bytes/arrays';
import { rowsPerBreath, TimeSlice } from '../../bytes/timeSlice';
import { rowsByNumber } from '../list/sort';
import type { FrameKey } from './frameKeys';
import type { Intervals } from './intervals';

/** What intervals are sorted by. */
export interface IntervalOrder {
  readonly by: 'begin' | 'end' | 'duration' | 'key' | 'depth';
  readonly descending: boolean;
}

/** Which intervals are wanted. */
export interface IntervalFilter {
  /** Durations from the first to the second, both included. */
  readonly durations?: readonly [number, number] | undefined;
  /** Whether a key, by its place in {@link Intervals.keyValues}, is wanted. */
  readonly hasKey?: ((key: number) => boolean) | undefined;
}

/** Intervals in an order, by their rows. */
export class IntervalList {
  constructor(
    private readonly rows: Uint32Array,
    /** How many of them are in the order; the others, whose value is not known, come last. */
    private readonly known: number,
    private readonly descending: boolean,
  ) {}

  get count(): number {
    return this.rows.length;
  }

  /** The row of the interval at a place. */
  rowAt(place: number): number {
    const isReversed = this.descending && place < this.known;
    return this.rows[isReversed ? this.known - 1 - place : place] ?? 0;
  }
}

/** Undefined where it was cancelled. */
export async function intervalList(
  intervals: Intervals,
  { by, descending }: IntervalOrder,
  filter: IntervalFilter,
  signal?: AbortSignal,
): Promise<IntervalList | undefined> {
  const rows = await wantedRows(intervals, filter);
  if (signal?.aborted) return undefined;
  if (by === 'begin') return new IntervalList(rows, rows.length, descending);
  const ranks = by === 'key' ? await ranksOf(intervals.keyValues) : undefined;
  const { keys, ends, depths, durations } = intervals.columns;
  const column = { end: ends, depth: depths, duration: durations, key: keys }[by];
  const numberOf = (row: number) => {
    const number = column[row] ?? NaN;
    return ranks ? (ranks[number] ?? NaN) : number;
  };
  const sorted = await rowsByNumber(rows, numberOf, signal);
  return sorted && new IntervalList(sorted.rows, sorted.known, descending);
}

async function wantedRows(
  { columns: { durations, keys } }: Intervals,
  { durations: wanted, hasKey }: IntervalFilter,
): Promise<Uint32Array> {
  const slice = new TimeSlice();
  const rows = new Uint32Array(durations.length);
  let count = 0;
  for (let row = 0; row < rows.length; row++) {
    if (row % rowsPerBreath === 0) await slice.yieldIfDue();
    const duration = durations[row] ?? NaN;
    if (wanted && !(duration >= wanted[0] && duration <= wanted[1])) continue;
    if (hasKey && !hasKey(keys[row] ?? 0)) continue;
    rows[count++] = row;
  }
  return rows.slice(0, count);
}

/** The place of each key among all: numbers before texts. */
async function ranksOf(keyValues: readonly FrameKey[]): Promise<Uint32Array> {
  const least = smallest(keyValues.filter((key) => typeof key === 'number'));
  const numberOf = (place: number) => {
    const key = keyValues[place];
    return typeof key === 'number' ? key - least : NaN;
  };
  const places = Uint32Array.from(keyValues, (_, place) => place);
  const { rows = places, known = 0 } = (await rowsByNumber(places, numberOf)) ?? {};
  const textOf = (place: number) => String(keyValues[place]);
  await mergeSort(rows.subarray(known), (a, b) => byText.compare(textOf(a), textOf(b)));
  const ranks = new Uint32Array(rows.length);
  for (const [rank, place] of rows.entries()) ranks[place] = rank;
  return ranks;
}

const byText = new Intl.Collator('en', { numeric: true });

/** Rows that are sorted between two looks at the clock. */
const rowsSortedAtOnce = 1 << 11;

/** Sorts rows in place; texts take too long to compare for one go. */
async function mergeSort(
  rows: Uint32Array,
  compare: (a: number, b: number) => number,
): Promise<void> {
  const slice = new TimeSlice();
  const { length } = rows;
  for (let start = 0; start < length; start += rowsSortedAtOnce) {
    rows.subarray(start, start + rowsSortedAtOnce).sort(compare);
    await slice.yieldIfDue();
  }
  for (let width = rowsSortedAtOnce; width < length; width *= 2) {
    const before = rows.slice();
    for (let start = 0; start < length; start += 2 * width) {
      const middle = Math.min(start + width, length);
      const end = Math.min(start + 2 * width, length);
      let [left, right] = [start, middle];
      for (let at = start; at < end; at++) {
        if (at % rowsSortedAtOnce === 0) await slice.yieldIfDue();
        const [one = 0, other = 0] = [before[left], before[right]];
        const isLeft = right >= end || (left < middle && compare(one, other) <= 0);
        rows[at] = isLeft ? one : other;
        if (isLeft) left++;
        else right++;
      }
    }
  }
}
