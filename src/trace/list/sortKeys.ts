// What frames are sorted by: the keys of a column, as 64 bits that sort as their values do.
import { TimeSlice } from '../../bytes/timeSlice';
import { valuesOver, type FrameValue } from '../search/frameValues';
import type { Trace } from '../trace';
import { firstFrames, type FrameList } from './frameList';
import type { SortColumns } from './sort';

/** A column that frames can be sorted by. Frame numbers need no keys: lists are in their order. */
export type SortColumn = { readonly kind: 'frame' } | KeyColumn;

type KeyColumn =
  | { readonly kind: 'tracepoint' | 'pc' | 'where' | 'collected' | 'size' }
  /** Numbers by value; where it is never a number, by its text. */
  | { readonly kind: 'value'; readonly value: FrameValue }
  /** The number minus the one in the nearest earlier frame that has it: of all, or of the same tracepoint. */
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
const rowsPerBreath = 4096;

/** The keys of all frames of a list; undefined where it was cancelled. */
export async function sortKeys(
  trace: Trace,
  list: FrameList,
  column: KeyColumn,
  cancelled?: AbortSignal,
  done?: RowsDone,
): Promise<SortKeys | undefined> {
  const keys = new KeyWriter(list.count);
  const { index } = trace;
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
        keys.add(frame, index.holds(frame), index.size(frame));
      });
      break;
    case 'pc':
      await over((frame) => {
        const at = trace.pc(frame);
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
      await changeKeys(trace, list, column, keys, cancelled, done);
      break;
  }
  return cancelled?.aborted ? undefined : keys.finish();
}

/** Turns the order round; frames with equal keys stay as they are. */
export function reverseKeys({ high, low }: SortColumns): void {
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
    if (row % rowsPerBreath !== 0) continue;
    done?.(row);
    await slice.breathe();
    if (cancelled?.aborted) return;
  }
}

type Over = (write: (frame: number) => void | Promise<void>) => Promise<void>;

/** By function, then by file and line, then by address: each PC is located once. */
async function placeKeys(trace: Trace, keys: KeyWriter, over: Over): Promise<void> {
  const places = new Map<bigint, number>();
  const texts = new Texts();
  await over(async (frame) => {
    const at = trace.pc(frame);
    if (!at) {
      keys.addNone(frame);
      return;
    }
    let place = places.get(at.pc);
    if (place === undefined) {
      const { functionName, source } = await trace.locate(at.pc);
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
  trace: Trace,
  list: FrameList,
  { value, since }: KeyColumn & { kind: 'change' },
  keys: KeyWriter,
  cancelled: AbortSignal | undefined,
  done: RowsDone | undefined,
): Promise<void> {
  const last = new Map<number, number>();
  await eachNumber(list, value, cancelled, done, (frame, number) => {
    const of = since === 'hit' ? trace.index.tracepoint(frame) : 0;
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

/** Fills the columns from both ends: frames with a key from the front, those without from the back. */
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

  /** NaN is none. A double's bits sort as unsigned numbers once negative ones are inverted and the others' sign is set. */
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
