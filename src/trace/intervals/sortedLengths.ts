// Lengths of intervals in order, and what is said of them all: the same for hits of a tracepoint,
// for intervals between conditions, and for the time that a state lasted.
import { rowsPerBreath, TimeSlice } from '../../bytes/timeSlice';
import { sortRows } from '../list/sort';

/** Of lengths, in their own unit. A percentile is the length of one interval, none between two. */
export interface IntervalLengths {
  readonly count: number;
  readonly min: number;
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Lengths, the shortest first. */
export class SortedLengths {
  private constructor(
    /** Where each length was given, the shortest first; of equal ones the first. */
    readonly rows: Uint32Array,
    private readonly lengths: Float64Array,
    private readonly sum: number,
  ) {}

  /**
   * Sorts lengths, which are whole numbers. One that is not known, NaN or less than 0, is left out.
   * Undefined where it was cancelled.
   */
  static async of(lengths: Float64Array, signal?: AbortSignal): Promise<SortedLengths | undefined> {
    const slice = new TimeSlice();
    const { length } = lengths;
    const columns = {
      frames: new Uint32Array(length),
      high: new Uint32Array(length),
      low: new Uint32Array(length),
    };
    let [count, sum] = [0, 0];
    for (let row = 0; row < length; row++) {
      if (row % rowsPerBreath === 0) await slice.yieldIfDue();
      const each = lengths[row] ?? NaN;
      if (!(each >= 0)) continue;
      columns.frames[count] = row;
      columns.high[count] = each / 2 ** 32;
      columns.low[count++] = each;
      sum += each;
    }
    const known = {
      frames: columns.frames.subarray(0, count),
      high: columns.high.subarray(0, count),
      low: columns.low.subarray(0, count),
    };
    const isSorted = await sortRows(known, signal);
    return isSorted ? new SortedLengths(known.frames, lengths, sum) : undefined;
  }

  /** What is said of them all; undefined where none is known. */
  get statistics(): IntervalLengths | undefined {
    const { length: count } = this.rows;
    if (count === 0) return undefined;
    const at = (share: number) =>
      this.lengths[this.rows[Math.floor(share * (count - 1))] ?? 0] ?? NaN;
    return {
      count,
      min: at(0),
      mean: this.sum / count,
      median: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      max: at(1),
    };
  }
}
