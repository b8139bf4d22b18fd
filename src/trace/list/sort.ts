// Sorting millions of frames by a key, in slices that give the thread back. Keys are 64 bits in two columns of 32, so
// that addresses, numbers and ranks sort alike; with the frames that makes 12 bytes a row, and it is done in place.
import { TimeSlice } from '../../bytes/timeSlice';

/** Frames and their keys, row for row. */
export interface SortColumns {
  readonly frames: Uint32Array;
  /** The upper and the lower half of each key. */
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

/** Rows below which insertion is faster than partition. */
const fewRows = 24;
/** Rows looked at between two looks at the clock. */
const rowsPerBreath = 1 << 16;

/**
 * Sorts rows ascending by key, and by frame number where keys are equal. False where it was cancelled, with the rows in
 * any order.
 */
export async function sortRows(columns: SortColumns, cancelled?: AbortSignal): Promise<boolean> {
  const slice = new TimeSlice();
  const unsorted = [{ start: 0, end: columns.frames.length }];
  let rowsLeft = rowsPerBreath;
  for (let range = unsorted.pop(); range; range = unsorted.pop()) {
    const { start, end } = range;
    rowsLeft -= end - start;
    if (end - start <= fewRows) {
      insertionSort(columns, start, end);
    } else {
      const partition = new Partition(columns, start, end);
      while (!partition.goOn(rowsPerBreath)) {
        await slice.breathe();
        if (cancelled?.aborted) return false;
      }
      unsorted.push(partition.upper, partition.lower);
    }
    if (rowsLeft > 0) continue;
    rowsLeft = rowsPerBreath;
    await slice.breathe();
    if (cancelled?.aborted) return false;
  }
  return true;
}

/** Parts rows into those before a pivot and those behind it (Hoare), as many at a time as there is time for. */
class Partition {
  private left: number;
  private right: number;
  private readonly pivotHigh: number;
  private readonly pivotLow: number;
  private readonly pivotFrame: number;

  constructor(
    private readonly columns: SortColumns,
    private readonly start: number,
    private readonly end: number,
  ) {
    this.left = start;
    this.right = end - 1;
    // Any row will do; one at random makes no order of the rows a slow one.
    const pivot = start + Math.floor(Math.random() * (end - start));
    this.pivotHigh = columns.high[pivot] ?? 0;
    this.pivotLow = columns.low[pivot] ?? 0;
    this.pivotFrame = columns.frames[pivot] ?? 0;
  }

  get lower() {
    return { start: this.start, end: this.right + 1 };
  }

  get upper() {
    return { start: this.left, end: this.end };
  }

  /** Looks at so many rows; true when all are parted. */
  goOn(rows: number): boolean {
    const { columns } = this;
    let { left, right } = this;
    for (let looked = 0; left <= right && looked < rows; looked++) {
      if (this.compare(left) < 0) left++;
      else if (this.compare(right) > 0) right--;
      else swap(columns, left++, right--);
    }
    this.left = left;
    this.right = right;
    return left > right;
  }

  private compare(row: number): number {
    const { high, low, frames } = this.columns;
    return (
      (high[row] ?? 0) - this.pivotHigh ||
      (low[row] ?? 0) - this.pivotLow ||
      (frames[row] ?? 0) - this.pivotFrame
    );
  }
}

function insertionSort(columns: SortColumns, start: number, end: number): void {
  for (let row = start + 1; row < end; row++) {
    for (let at = row; at > start && isBefore(columns, at, at - 1); at--) swap(columns, at, at - 1);
  }
}

function isBefore({ high, low, frames }: SortColumns, a: number, b: number): boolean {
  const difference =
    (high[a] ?? 0) - (high[b] ?? 0) ||
    (low[a] ?? 0) - (low[b] ?? 0) ||
    (frames[a] ?? 0) - (frames[b] ?? 0);
  return difference < 0;
}

function swap({ high, low, frames }: SortColumns, a: number, b: number): void {
  swapIn(high, a, b);
  swapIn(low, a, b);
  swapIn(frames, a, b);
}

function swapIn(column: Uint32Array, a: number, b: number): void {
  const before = column[a] ?? 0;
  column[a] = column[b] ?? 0;
  column[b] = before;
}
