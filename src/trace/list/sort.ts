// Sorting millions of frames by a key, in slices that give the thread back. Keys are 64 bits in two
// columns of 32, so that addresses, numbers and ranks sort alike; with the frames that makes 12
// bytes a row, and it is done in place.
import type { Recording } from '../recording';
import { rowsPerBreath as rowsAtOnce, TimeSlice } from '../../bytes/timeSlice';
import type { Trace } from '../trace';
import { ReversedFrames, SortedFrames, type FrameList, firstFrames } from './frameList';
import { valuesOver, type FrameValue } from '../search/frameValues';

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
 * Sorts rows ascending by key, and by frame number where keys are equal. False where it was
 * cancelled, with the rows in any order.
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
        await slice.yieldIfDue();
        if (cancelled?.aborted) return false;
      }
      unsorted.push(partition.upper, partition.lower);
    }
    if (rowsLeft > 0) continue;
    rowsLeft = rowsPerBreath;
    await slice.yieldIfDue();
    if (cancelled?.aborted) return false;
  }
  return true;
}

/** Rows in an order, and how many of them are in it; the others are behind those. */
interface RowsByNumber {
  readonly rows: Uint32Array;
  readonly known: number;
}

/**
 * Sorts rows, which ascend, by a whole number of each; of equal ones the first comes first. Those
 * whose number is not known, NaN or less than 0, come last. Undefined where it was cancelled.
 */
export async function rowsByNumber(
  given: Uint32Array,
  numberOf: (row: number) => number,
  cancelled?: AbortSignal,
): Promise<RowsByNumber | undefined> {
  const slice = new TimeSlice();
  const { length } = given;
  const rows = new Uint32Array(length);
  const [high, low] = [new Uint32Array(length), new Uint32Array(length)];
  let [known, unknown] = [0, length];
  for (let place = 0; place < length; place++) {
    if (place % rowsAtOnce === 0) await slice.yieldIfDue();
    const row = given[place] ?? 0;
    const number = numberOf(row);
    if (!(number >= 0)) {
      rows[--unknown] = row;
      continue;
    }
    rows[known] = row;
    high[known] = number / 2 ** 32;
    low[known++] = number;
  }
  rows.subarray(known).reverse();
  const columns = { frames: rows.subarray(0, known), high, low };
  return (await sortRows(columns, cancelled)) ? { rows, known } : undefined;
}

/** Partitions rows around a pivot (Hoare), as many at a time as there is time for. */
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

// A list of frames, sorted by a column.

/** What to sort by. */
export interface SortOrder {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/**
 * The frames of a list, which is in the order of the file, in another order. Frames whose value is
 * not known come last, either way; frames of equal value in the order of the file. Undefined where
 * it was cancelled.
 */
export async function sortedBy(
  trace: Trace,
  list: FrameList,
  { column, descending }: SortOrder,
  cancelled?: AbortSignal,
  done?: RowsDone,
): Promise<FrameList | undefined> {
  if (column.kind === 'frame') return descending ? new ReversedFrames(list) : list;
  const keys = await sortKeys(trace, list, column, cancelled, done);
  if (!keys) return undefined;
  const { columns, known } = keys;
  if (descending) reverseKeys(columns);
  const frames = columns.frames.subarray(0, known);
  const sorted = await sortRows({ ...columns, frames }, cancelled);
  return sorted ? new SortedFrames(columns.frames) : undefined;
}

// What frames are sorted by: the keys of a column, as 64 bits that sort as their values do.

/** A column that frames can be sorted by. Frame numbers need no keys: lists are in their order. */
export type SortColumn = { readonly kind: 'frame' } | KeyColumn;

type KeyColumn =
  | { readonly kind: 'tracepoint' | 'pc' | 'where' | 'collected' | 'size' }
  /** Numbers by value; where it is never a number, by its text. */
  | { readonly kind: 'value'; readonly value: FrameValue }
  /**
   * The number minus the one in the nearest earlier frame that has it: of all, or of the same
   * tracepoint.
   */
  | { readonly kind: 'change'; readonly value: FrameValue; readonly since: 'frame' | 'hit' };

/** The keys of the frames of a list. */
interface SortKeys {
  /** Frames that have a key come first, then those that have none, in the order of the file. */
  readonly columns: SortColumns;
  /** How many frames have a key. */
  readonly known: number;
}

/** Told now and then, with how many rows are done. */
export type RowsDone = (rows: number) => void;

/** Rows between two looks at the clock. */
const keysPerBreath = 4096;

/** The keys of all frames of a list; undefined where it was cancelled. */
async function sortKeys(
  trace: Trace,
  list: FrameList,
  column: KeyColumn,
  cancelled?: AbortSignal,
  done?: RowsDone,
): Promise<SortKeys | undefined> {
  const keys = new KeyWriter(list.count);
  const { index } = trace.recording;
  const over = (write: (frame: number) => void | Promise<void>) =>
    eachFrame(list, write, cancelled, done);
  switch (column.kind) {
    case 'tracepoint':
      await over((frame) => {
        keys.addNumber(frame, index.tracepoint(frame));
      });
      break;
    case 'size':
      await over((frame) => {
        keys.add(frame, 0, index.size(frame));
      });
      break;
    case 'collected':
      await over((frame) => {
        keys.add(frame, index.flags(frame), index.size(frame));
      });
      break;
    case 'pc':
      await over((frame) => {
        const at = trace.recording.pc(frame);
        if (at) keys.add(frame, Number(at.pc >> 32n), Number(at.pc & 0xffff_ffffn));
        else keys.addNone(frame);
      });
      break;
    case 'where':
      await placeKeys(trace, keys, over);
      break;
    case 'value':
      await valueKeys(list, column.value, keys, over, cancelled, done);
      break;
    case 'change':
      await changeKeys(trace.recording, list, column, keys, cancelled, done);
      break;
  }
  return cancelled?.aborted ? undefined : keys.finish();
}

/** Turns the order round; frames with equal keys stay as they are. */
function reverseKeys({ high, low }: SortColumns): void {
  for (const column of [high, low]) {
    for (let row = 0; row < column.length; row++) column[row] = ~(column[row] ?? 0);
  }
}

async function eachFrame(
  list: FrameList,
  write: (frame: number) => void | Promise<void>,
  cancelled: AbortSignal | undefined,
  done: RowsDone | undefined,
): Promise<void> {
  const slice = new TimeSlice();
  for (let row = 0; row < list.count; row++) {
    const pending = write(list.frameAt(row));
    if (pending) await pending;
    if (row % keysPerBreath !== 0) continue;
    done?.(row);
    await slice.yieldIfDue();
    if (cancelled?.aborted) return;
  }
}

type Over = (write: (frame: number) => void | Promise<void>) => Promise<void>;

/** By function, then by file and line, then by address: each PC is located once. */
async function placeKeys(trace: Trace, keys: KeyWriter, over: Over): Promise<void> {
  const places = new Map<bigint, number>();
  const texts = new Texts();
  await over(async (frame) => {
    const at = trace.recording.pc(frame);
    if (!at) {
      keys.addNone(frame);
      return;
    }
    let place = places.get(at.pc);
    if (place === undefined) {
      const { functionName, source } = await trace.modules.current.locate(at.pc);
      const line = source ? `${source.file}\0${String(source.line).padStart(10)}` : '\uffff';
      const address = at.pc.toString(16).padStart(16, '0');
      place = texts.number(`${functionName ?? '\uffff'}\0${line}\0${address}`);
      places.set(at.pc, place);
    }
    keys.add(frame, 0, place);
  });
  keys.rank(texts);
}

async function valueKeys(
  list: FrameList,
  value: FrameValue,
  keys: KeyWriter,
  over: Over,
  cancelled: AbortSignal | undefined,
  done: RowsDone | undefined,
): Promise<void> {
  await eachNumber(list, value, cancelled, done, (frame, number) => {
    keys.addNumber(frame, number);
  });
  if (keys.known > 0 || cancelled?.aborted) return;
  keys.startAgain();
  const texts = new Texts();
  await over(async (frame) => {
    const written = await value.textIn(frame);
    if ('problem' in written) keys.addNone(frame);
    else keys.add(frame, 0, texts.number(written.text));
  });
  keys.rank(texts);
}

async function changeKeys(
  recording: Recording,
  list: FrameList,
  { value, since }: KeyColumn & { kind: 'change' },
  keys: KeyWriter,
  cancelled: AbortSignal | undefined,
  done: RowsDone | undefined,
): Promise<void> {
  const last = new Map<number, number>();
  await eachNumber(list, value, cancelled, done, (frame, number) => {
    const of = since === 'hit' ? recording.index.tracepoint(frame) : 0;
    keys.addNumber(frame, number - (last.get(of) ?? NaN));
    if (!Number.isNaN(number)) last.set(of, number);
  });
}

async function eachNumber(
  list: FrameList,
  value: FrameValue,
  cancelled: AbortSignal | undefined,
  done: RowsDone | undefined,
  take: (frame: number, number: number) => void,
): Promise<void> {
  const options = cancelled ? { signal: cancelled } : {};
  for await (const { first, numbers } of valuesOver(
    value,
    firstFrames(list, list.count),
    options,
  )) {
    numbers.forEach((number, i) => {
      take(list.frameAt(first + i), number);
    });
    done?.(first + numbers.length);
  }
}

/** Texts, numbered as they come; ranked when all are there. */
class Texts {
  private readonly numbers = new Map<string, number>();

  number(text: string): number {
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(text, number);
    }
    return number;
  }

  /** The place in the alphabet of each number. */
  ranks(): Uint32Array {
    const sorted = [...this.numbers.keys()].sort();
    const ranks = new Uint32Array(sorted.length);
    sorted.forEach((text, rank) => {
      ranks[this.numbers.get(text) ?? 0] = rank;
    });
    return ranks;
  }
}

/**
 * Fills the columns from both ends: frames with a key from the front, those without from the back.
 */
class KeyWriter {
  known = 0;
  private none = 0;
  private readonly frames: Uint32Array;
  private readonly high: Uint32Array;
  private readonly low: Uint32Array;
  private readonly bits = new DataView(new ArrayBuffer(8));

  constructor(private readonly count: number) {
    this.frames = new Uint32Array(count);
    this.high = new Uint32Array(count);
    this.low = new Uint32Array(count);
  }

  add(frame: number, high: number, low: number): void {
    const row = this.known++;
    this.frames[row] = frame;
    this.high[row] = high;
    this.low[row] = low;
  }

  addNone(frame: number): void {
    this.none++;
    this.frames[this.count - this.none] = frame;
  }

  /**
   * NaN counts as no value. A double's bits sort as unsigned numbers once negative ones are
   * inverted and the others' sign is set.
   */
  addNumber(frame: number, number: number): void {
    if (Number.isNaN(number)) {
      this.addNone(frame);
      return;
    }
    this.bits.setFloat64(0, number + 0);
    const [high, low] = [this.bits.getUint32(0), this.bits.getUint32(4)];
    if (high >= 0x8000_0000) this.add(frame, ~high >>> 0, ~low >>> 0);
    else this.add(frame, (high | 0x8000_0000) >>> 0, low);
  }

  /** Forgets what was added. */
  startAgain(): void {
    this.known = 0;
    this.none = 0;
  }

  /** Replaces the numbers of texts, which are the keys, by their ranks. */
  rank(texts: Texts): void {
    const ranks = texts.ranks();
    for (let row = 0; row < this.known; row++) this.low[row] = ranks[this.low[row] ?? 0] ?? 0;
  }

  finish(): SortKeys {
    const { frames, high, low, known } = this;
    frames.subarray(known).reverse();
    return {
      columns: { frames, high: high.subarray(0, known), low: low.subarray(0, known) },
      known,
    };
  }
}
