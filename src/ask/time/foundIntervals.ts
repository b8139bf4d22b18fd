// Intervals that were found: read in an order, as bars over the frames, and with what has no other
// half. Shells and pages read the same.
import * as v from 'valibot';
import { RequestFailed } from '../../bytes/requestFailed';
import { IntervalBars, type CountedBars } from '../../trace/intervals/intervalBars';
import {
  intervalList,
  type IntervalList,
  type IntervalOrder,
} from '../../trace/intervals/intervalList';
import type { IntervalConditions } from '../../trace/intervals/intervalEvents';
import { intervalNotes, unpairedReason } from '../../trace/intervals/intervalNotes';
import { intervalsOf, type DurationUnit, type Intervals } from '../../trace/intervals/intervals';
import type { IntervalLengths, LengthHistogram } from '../../trace/intervals/sortedLengths';
import type { FrameValue } from '../../trace/search/frameValues';
import type { Trace } from '../../trace/trace';
import { upTo, wholeNumber } from '../question';
import { passOf, type QuestionRun } from '../run';
import { TraceView } from '../traceView';
import { KeyTexts } from './keyTexts';

/** An interval of an answer. */
export const intervalRow = v.strictObject({
  begin: wholeNumber,
  end: wholeNumber,
  /** 0: inside of no other interval of its key. */
  depth: wholeNumber,
  /** Microseconds or frames; absent where it is not known. */
  duration: v.optional(v.number()),
  key: v.optional(v.string()),
});
export type IntervalRow = v.InferOutput<typeof intervalRow>;

/** A begin without an end, or an end without a begin. */
export const unpairedFrame = v.strictObject({
  frame: wholeNumber,
  side: v.picklist(['begin', 'end']),
  /** Why it is part of no interval, a sentence. */
  reason: v.string(),
});
export type UnpairedFrame = v.InferOutput<typeof unpairedFrame>;

/** A page of rows. */
export const rowsInput = { first: wholeNumber, count: upTo(1000) };

/** Some rows of many. */
interface Rows {
  readonly first: number;
  readonly count: number;
}

/** Which intervals are listed. */
interface IntervalChoice {
  /** From the first to the second, in the unit of the intervals. */
  readonly durations?: readonly [number, number] | undefined;
  /** Part of the key's text; empty for all. */
  readonly key: string;
}

/** What was found; what is derived from it is made when it is wanted. */
interface Found {
  readonly intervals: Intervals;
  readonly key: FrameValue | undefined;
  readonly keyTexts: KeyTexts;
  list?: IntervalList;
  bars?: Promise<IntervalBars>;
}

export class FoundIntervals extends TraceView<Found> {
  /**
   * Waits for the whole index. Without a unit, durations are times where any begin or end collected
   * its time.
   */
  static async find(
    trace: Trace,
    conditions: IntervalConditions,
    unit: DurationUnit | undefined,
    run: QuestionRun,
  ): Promise<FoundIntervals> {
    const intervals = await intervalsOf(trace, conditions, unit, passOf(run));
    if (!intervals || run.signal.aborted) throw new RequestFailed('cancelled');
    return new FoundIntervals(trace, intervals, conditions.key, unit);
  }

  constructor(
    trace: Trace,
    intervals: Intervals,
    key: FrameValue | undefined,
    private readonly askedUnit: DurationUnit | undefined,
  ) {
    super(trace, { intervals, key, keyTexts: new KeyTexts(intervals, key) });
  }

  get total(): number {
    return this.found.intervals.columns.begins.length;
  }

  get unit(): DurationUnit {
    return this.found.intervals.unit;
  }

  /** Of the durations that are known. */
  get durations(): IntervalLengths | undefined {
    return this.found.intervals.sorted.statistics;
  }

  histogram(maxBins: number): LengthHistogram | undefined {
    return this.found.intervals.sorted.histogram(maxBins);
  }

  /** How many begins have no end, and ends no begin. */
  get unpaired(): { readonly begins: number; readonly ends: number } {
    const { begins, count } = this.found.intervals.unpaired;
    return { begins, ends: count - begins };
  }

  /** What the trace cannot say, in sentences. */
  get notes(): string[] {
    return intervalNotes(this.trace, this.found.intervals, this.askedUnit);
  }

  /** Chooses which intervals {@link rows} are of, and their order; how many they are. */
  async arrange(
    order: IntervalOrder,
    { durations, key }: IntervalChoice,
    signal: AbortSignal,
  ): Promise<number> {
    const { found } = this;
    const hasKey = key === '' ? undefined : await found.keyTexts.having(key, signal);
    const list = await intervalList(found.intervals, order, { durations, hasKey }, signal);
    if (!list) throw new RequestFailed('cancelled');
    found.list = list;
    return list.count;
  }

  /** The intervals that were arranged last. */
  async rows({ first, count }: Rows): Promise<IntervalRow[]> {
    const { found } = this;
    const { list } = found;
    const rows: IntervalRow[] = [];
    for (let place = first; place < Math.min(first + count, list?.count ?? 0); place++) {
      rows.push(await rowOf(found, list?.rowAt(place) ?? 0));
    }
    return rows;
  }

  /**
   * Bars by depth, in parts that begin at these frames, the last of which is after the last part.
   */
  async barsInParts(starts: Uint32Array): Promise<CountedBars> {
    return (await this.bars).inParts(starts);
  }

  /**
   * The last interval of a depth that covers a frame from `first` on, before `end`; how many do.
   */
  async coveringAt(
    depth: number,
    first: number,
    end: number,
  ): Promise<(IntervalRow & { readonly count: number }) | undefined> {
    const { found } = this;
    const at = (await this.bars).covering(depth, first, end);
    return at && { ...(await rowOf(found, at.row)), count: at.count };
  }

  /** The nearest frame from a frame on, forward or backward, at which an interval begins. */
  async nextBegin(from: number, direction: 1 | -1): Promise<number | undefined> {
    return (await this.bars).nextBegin(from, direction);
  }

  /** Begins and ends that are part of no interval. */
  unpairedFrames({ first, count }: Rows): UnpairedFrame[] {
    const { intervals, key } = this.found;
    const { unpaired } = intervals;
    const rows: UnpairedFrame[] = [];
    for (let row = first; row < Math.min(first + count, unpaired.count); row++) {
      const event = unpaired.at(row);
      const { frame, side } = event;
      rows.push({ frame, side, reason: unpairedReason(event, this.trace, key?.text) });
    }
    return rows;
  }

  private get bars(): Promise<IntervalBars> {
    const { found } = this;
    return (found.bars ??= IntervalBars.of(found.intervals.columns));
  }
}

async function rowOf({ intervals, key }: Found, row: number): Promise<IntervalRow> {
  const { begins, ends, depths, durations } = intervals.columns;
  const begin = begins[row] ?? 0;
  const duration = durations[row] ?? NaN;
  const text = await key?.textIn(begin);
  return {
    ...{ begin, end: ends[row] ?? 0, depth: depths[row] ?? 0 },
    ...(duration >= 0 && { duration }),
    ...(text && !('problem' in text) && { key: text.text }),
  };
}
