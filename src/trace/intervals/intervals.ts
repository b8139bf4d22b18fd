// Intervals between two conditions on frames. An end belongs to the begin before it that is open
// and has its key: that of its own call where the stack says so, else the last one, so that
// intervals of one key nest as calls do.
import { rowsPerBreath, TimeSlice } from '../../bytes/timeSlice';
import type { Trace } from '../trace';
import type { FrameKey } from './frameKeys';
import {
  intervalEvents,
  sides,
  type IntervalConditions,
  type IntervalEvents,
  type IntervalPass,
} from './intervalEvents';
import { noRow, OpenBegins } from './openBegins';
import { SortedLengths } from './sortedLengths';

/** What durations are counted in: `time` is microseconds on the target's clock. */
export type DurationUnit = 'time' | 'frames';

/** Intervals in the order of their begins, a row for each. */
export interface IntervalColumns {
  /** The frames at which they begin and end. */
  readonly begins: Uint32Array;
  readonly ends: Uint32Array;
  /** How many intervals of its key it is inside of. */
  readonly depths: Uint32Array;
  /** The place of its key in {@link Intervals.keyValues}. */
  readonly keys: Uint32Array;
  /** NaN where a time was not collected; less than 0 where the clock went back. */
  readonly durations: Float64Array;
}

/** Why a begin or an end is not part of an interval. */
export type UnpairedReason = 'no end' | 'no begin' | 'no key';

/** A begin or an end without its other half. */
export interface UnpairedEvent {
  readonly frame: number;
  readonly side: keyof typeof sides;
  readonly reason: UnpairedReason;
}

/** All intervals of a trace. */
export interface Intervals {
  readonly unit: DurationUnit;
  readonly columns: IntervalColumns;
  /** Each key once; without a key, one for all. */
  readonly keyValues: readonly FrameKey[];
  readonly unpaired: UnpairedEvents;
  /** Those whose duration is known. */
  readonly sorted: SortedLengths;
  /** Frames whose clock is before that of an earlier one; of begins and ends alone. */
  readonly late: number;
}

/**
 * Finds the intervals; waits for the whole index. Without a unit, durations are times where any
 * begin or end collected its time. Undefined where it was cancelled.
 */
export async function intervalsOf(
  trace: Trace,
  conditions: IntervalConditions,
  unit: DurationUnit | undefined,
  pass: IntervalPass = {},
): Promise<Intervals | undefined> {
  const events = await intervalEvents(trace, conditions, unit !== 'frames', pass);
  if (!events) return undefined;
  const counted = unit ?? (events.times ? 'time' : 'frames');
  const { columns, unpaired } = await inRows(events, await paired(events), counted);
  const sorted = await SortedLengths.of(columns.durations, pass.signal);
  const late = await lateEvents(events.times);
  const { keyValues } = events;
  return sorted && { unit: counted, columns, keyValues, unpaired, sorted, late };
}

/** Which rows of events belong together. */
interface Halves {
  /** For each begin the row of its end, {@link noRow} where it has none. */
  readonly endOf: Uint32Array;
  /** 1 for each end that has a begin. */
  readonly isEnd: Uint8Array;
  readonly depths: Uint32Array;
  /** How many intervals there are, and how many begins and ends. */
  readonly count: number;
  readonly halves: number;
}

async function paired(events: IntervalEvents): Promise<Halves> {
  const { frames, sides: marks, keys, keyValues, calls } = events;
  const slice = new TimeSlice();
  const rows = frames.length;
  const open = new OpenBegins(rows, keyValues.length, calls);
  const depths = new Uint32Array(rows);
  const endOf = new Uint32Array(rows).fill(noRow);
  const isEnd = new Uint8Array(rows);
  let [count, halves] = [0, 0];
  for (let row = 0; row < rows; row++) {
    if (row % rowsPerBreath === 0) await slice.yieldIfDue();
    const [key, mark] = [keys[row] ?? noRow, marks[row] ?? 0];
    halves += mark === (sides.begin | sides.end) ? 2 : 1;
    if (key === noRow) continue;
    // Where both hold, one interval ends and the next begins.
    const begin = (mark & sides.end) === 0 ? noRow : open.end(row, key);
    if (begin !== noRow) {
      endOf[begin] = row;
      isEnd[row] = 1;
      count++;
    }
    if ((mark & sides.begin) !== 0) depths[row] = open.begin(row, key);
  }
  return { endOf, isEnd, depths, count, halves };
}

async function inRows(
  { frames, sides: marks, keys, times }: IntervalEvents,
  { endOf, isEnd, depths, count, halves }: Halves,
  unit: DurationUnit,
): Promise<{ readonly columns: IntervalColumns; readonly unpaired: UnpairedEvents }> {
  const slice = new TimeSlice();
  const columns = {
    begins: new Uint32Array(count),
    ends: new Uint32Array(count),
    depths: new Uint32Array(count),
    keys: new Uint32Array(count),
    durations: new Float64Array(count),
  };
  const unpaired = new UnpairedEvents(halves - 2 * count);
  const at = unit === 'time' ? (times ?? new Float64Array(frames.length).fill(NaN)) : frames;
  let interval = 0;
  for (let row = 0; row < frames.length; row++) {
    if (row % rowsPerBreath === 0) await slice.yieldIfDue();
    const [frame, mark, end] = [frames[row] ?? 0, marks[row] ?? 0, endOf[row] ?? noRow];
    const isKeyed = keys[row] !== noRow;
    if ((mark & sides.end) !== 0 && isEnd[row] === 0) unpaired.add(frame, 'end', isKeyed);
    if (end !== noRow) {
      columns.begins[interval] = frame;
      columns.ends[interval] = frames[end] ?? 0;
      columns.depths[interval] = depths[row] ?? 0;
      columns.keys[interval] = keys[row] ?? 0;
      columns.durations[interval++] = (at[end] ?? NaN) - (at[row] ?? NaN);
    } else if ((mark & sides.begin) !== 0) {
      unpaired.add(frame, 'begin', isKeyed);
    }
  }
  return { columns, unpaired };
}

/** Begins and ends that are part of no interval, in the order of the file. */
export class UnpairedEvents {
  private readonly frames: Uint32Array;
  /** Of each its side, and {@link keyless} where its key is not known. */
  private readonly marks: Uint8Array;
  count = 0;
  /** How many of them are begins. */
  begins = 0;

  constructor(most: number) {
    this.frames = new Uint32Array(most);
    this.marks = new Uint8Array(most);
  }

  add(frame: number, side: keyof typeof sides, isKeyed: boolean): void {
    if (side === 'begin') this.begins++;
    this.frames[this.count] = frame;
    this.marks[this.count++] = sides[side] | (isKeyed ? 0 : keyless);
  }

  at(row: number): UnpairedEvent {
    const mark = this.marks[row] ?? 0;
    const side = (mark & sides.begin) === 0 ? 'end' : 'begin';
    const otherHalf = side === 'begin' ? 'no end' : 'no begin';
    const reason = (mark & keyless) === 0 ? otherHalf : 'no key';
    return { frame: this.frames[row] ?? 0, side, reason };
  }
}

/** A bit beside those of {@link sides}. */
const keyless = 4;

async function lateEvents(times: Float64Array | undefined): Promise<number> {
  const slice = new TimeSlice();
  let [latest, late] = [-Infinity, 0];
  for (let row = 0; times && row < times.length; row++) {
    if (row % rowsPerBreath === 0) await slice.yieldIfDue();
    const time = times[row] ?? NaN;
    if (time < latest) late++;
    else if (time > latest) latest = time;
  }
  return late;
}
