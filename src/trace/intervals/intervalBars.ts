// Intervals as bars over the frames, a row for each depth. Begins and ends of a depth are kept in
// order, so that a range costs its parts, however many intervals there are.
import { partitionPoint } from '../../bytes/arrays';
import { rowsPerBreath, TimeSlice } from '../../bytes/timeSlice';
import type { IntervalColumns } from './intervals';

/** Rows of bars; what is deeper is in the last one. */
const maxDepths = 8;
/** Parts that are counted between two looks at the clock. */
const partsPerBreath = 256;

/** How many intervals are in parts of a range, by part and depth: `part * depths + depth`. */
export interface CountedBars {
  readonly depths: number;
  readonly covering: Uint32Array;
  /** Of them, those that begin in the part. */
  readonly beginning: Uint32Array;
}

/** The intervals of one depth. */
interface BarRow {
  /** Their rows, in the order of their begins. */
  readonly rows: Uint32Array;
  /** The frames at which they end, ascending. */
  readonly ends: Uint32Array;
}

export class IntervalBars {
  private constructor(
    private readonly columns: IntervalColumns,
    private readonly byDepth: readonly BarRow[],
  ) {}

  static async of(columns: IntervalColumns): Promise<IntervalBars> {
    const { begins, ends, depths } = columns;
    const slice = new TimeSlice();
    const barOf = (row: number) => Math.min(depths[row] ?? 0, maxDepths - 1);
    const counts = new Uint32Array(maxDepths);
    let reached = 0;
    let last = 0;
    for (let row = 0; row < begins.length; row++) {
      if (row % rowsPerBreath === 0) await slice.yieldIfDue();
      const depth = barOf(row);
      counts[depth] = (counts[depth] ?? 0) + 1;
      reached = Math.max(reached, depth + 1);
      last = Math.max(last, ends[row] ?? 0);
    }
    const byDepth = Array.from(counts.subarray(0, reached), (count) => ({
      rows: new Uint32Array(count),
      ends: new Uint32Array(count),
    }));
    // A frame ends one interval at most: walking over the frames sorts the ends.
    const endingIn = new Uint8Array(last + 1);
    const filled = byDepth.map(() => 0);
    for (let row = 0; row < begins.length; row++) {
      if (row % rowsPerBreath === 0) await slice.yieldIfDue();
      const depth = barOf(row);
      const place = filled[depth] ?? 0;
      const bars = byDepth[depth];
      if (bars) bars.rows[place] = row;
      filled[depth] = place + 1;
      endingIn[ends[row] ?? 0] = depth + 1;
    }
    filled.fill(0);
    for (let frame = 0; frame < endingIn.length; frame++) {
      if (frame % rowsPerBreath === 0) await slice.yieldIfDue();
      const depth = (endingIn[frame] ?? 0) - 1;
      const bars = byDepth[depth];
      if (!bars) continue;
      const place = filled[depth] ?? 0;
      bars.ends[place] = frame;
      filled[depth] = place + 1;
    }
    return new IntervalBars(columns, byDepth);
  }

  /** Counts in parts that begin at these frames, the last of which is behind the last part. */
  async inParts(starts: Uint32Array): Promise<CountedBars> {
    const slice = new TimeSlice();
    const { length: depths } = this.byDepth;
    const parts = Math.max(0, starts.length - 1);
    const covering = new Uint32Array(parts * depths);
    const beginning = new Uint32Array(parts * depths);
    for (const [depth, bars] of this.byDepth.entries()) {
      let before = this.begun(bars, starts[0] ?? 0);
      for (let part = 0; part < parts; part++) {
        if (part % partsPerBreath === 0) await slice.yieldIfDue();
        const first = starts[part] ?? 0;
        const begun = this.begun(bars, starts[part + 1] ?? 0);
        const ended = partitionPoint(bars.ends.length, (at) => (bars.ends[at] ?? 0) >= first);
        covering[part * depths + depth] = begun - ended;
        beginning[part * depths + depth] = begun - before;
        before = begun;
      }
    }
    return { depths, covering, beginning };
  }

  /** The intervals of a depth that cover a frame from `first` on, before `end`: the last one. */
  covering(
    depth: number,
    first: number,
    end: number,
  ): { readonly row: number; readonly count: number } | undefined {
    const bars = this.byDepth[depth];
    if (!bars) return undefined;
    const begun = this.begun(bars, end);
    const count = begun - partitionPoint(bars.ends.length, (at) => (bars.ends[at] ?? 0) >= first);
    for (let at = begun - 1; count > 0 && at >= 0; at--) {
      const row = bars.rows[at] ?? 0;
      if ((this.columns.ends[row] ?? 0) >= first) return { row, count };
    }
    return undefined;
  }

  /** The nearest frame from `frame` on, forward or backward, at which an interval begins. */
  nextBegin(frame: number, direction: 1 | -1): number | undefined {
    const { begins } = this.columns;
    const from = direction > 0 ? frame : frame + 1;
    const place = partitionPoint(begins.length, (row) => (begins[row] ?? 0) >= from);
    return begins[direction > 0 ? place : place - 1];
  }

  /** How many begin before a frame. */
  private begun({ rows }: BarRow, frame: number): number {
    const { begins } = this.columns;
    return partitionPoint(rows.length, (at) => (begins[rows[at] ?? 0] ?? 0) >= frame);
  }
}
