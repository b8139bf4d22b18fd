// Lengths of intervals in order, and what is said of them all: the same for hits of a tracepoint,
// for intervals between conditions, and for the time that a state lasted.
import { partitionPoint } from '../../bytes/arrays';
import { rowsPerBreath, TimeSlice } from '../../bytes/timeSlice';
import { rowsByNumber } from '../list/sort';

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

/** How many lengths are in bins that follow each other. */
export interface LengthHistogram {
  /** Bin `i` has the lengths from `edges[i]` on that are below `edges[i + 1]`. */
  readonly edges: readonly number[];
  readonly counts: readonly number[];
  /** Each bin is about as many times as long as the one before, rather than equally long. */
  readonly isLogarithmic: boolean;
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
    const all = new Uint32Array(lengths.length);
    let sum = 0;
    for (let row = 0; row < lengths.length; row++) {
      if (row % rowsPerBreath === 0) await slice.yieldIfDue();
      all[row] = row;
      sum += Math.max(0, lengths[row] ?? NaN) || 0;
    }
    const sorted = await rowsByNumber(all, (row) => lengths[row] ?? NaN, signal);
    return sorted && new SortedLengths(sorted.rows.subarray(0, sorted.known), lengths, sum);
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

  /**
   * The lengths in bins, `maxBins` at most: logarithmic where few are much longer than the others.
   * Undefined where none is known.
   */
  histogram(maxBins: number): LengthHistogram | undefined {
    const { statistics } = this;
    if (!statistics) return undefined;
    const { min, median, max } = statistics;
    const isLogarithmic = max >= muchLonger * Math.max(1, median);
    const edges = isLogarithmic ? growingEdges(min, max, maxBins) : equalEdges(min, max, maxBins);
    const below = edges.map((edge) => this.countBelow(edge));
    const counts = below.slice(1).map((count, bin) => count - (below[bin] ?? 0));
    return { edges, counts, isLogarithmic };
  }

  private countBelow(length: number): number {
    const { rows, lengths } = this;
    return partitionPoint(rows.length, (place) => (lengths[rows[place] ?? 0] ?? NaN) >= length);
  }
}

/** Times the median from which bins of equal length would show one bar alone. */
const muchLonger = 50;

function equalEdges(min: number, max: number, maxBins: number): number[] {
  const length = Math.ceil((max - min + 1) / maxBins);
  const bins = Math.ceil((max - min + 1) / length);
  return Array.from({ length: bins + 1 }, (_, bin) => min + bin * length);
}

/** Whole numbers; where a bin would be shorter than 1, it is left out. */
function growingEdges(min: number, max: number, bins: number): number[] {
  const ratio = (max + 2) / (min + 1);
  const edge = (bin: number) => Math.round((min + 1) * ratio ** (bin / bins)) - 1;
  return [...new Set(Array.from({ length: bins + 1 }, (_, bin) => edge(bin)))];
}
