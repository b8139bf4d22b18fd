// Requests about time between frames, and their answers: intervals between two conditions, and
// transitions of a state.
import * as v from 'valibot';
import type { CountedBars } from '../../trace/intervals/intervalBars';
import type { DurationUnit } from '../../trace/intervals/intervals';
import type { IntervalSuggestion } from '../../trace/intervals/intervalSuggestions';
import type { IntervalLengths, LengthHistogram } from '../../trace/intervals/sortedLengths';
import { axisRange } from '../tracks/overviewMessages';
import { expression } from '../table/tableMessages';

/** The most intervals or unpaired frames that are asked for at once. */
const maxRows = 1000;

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const rows = v.strictObject({ first: number, count: v.pipe(number, v.maxValue(maxRows)) });

/** The columns that intervals are sorted by. */
export const intervalColumns = ['begin', 'end', 'duration', 'key', 'depth'] as const;
export type IntervalColumn = (typeof intervalColumns)[number];

/** The arguments of each request. */
export const intervalRequests = {
  /** Intervals that the tracepoints of the trace suggest. */
  intervalSuggestions: v.strictObject({}),
  /**
   * Finds intervals; the requests that follow are about the newest. An empty end is the begin: from
   * each such frame to the next. An empty key: none.
   */
  intervals: v.strictObject({ begin: expression, end: expression, key: expression }),
  /** Chooses which intervals are listed, and in which order. */
  arrangeIntervals: v.strictObject({
    by: v.picklist(intervalColumns),
    descending: v.boolean(),
    /** From the first to the second, in the unit of the intervals. */
    durations: v.optional(v.tuple([number, number])),
    /** Part of the key's text; empty for all. */
    key: expression,
  }),
  intervalRows: rows,
  /** The intervals in parts of a range of the axis, as bars by depth. */
  intervalBars: axisRange,
  /** The interval of a depth that covers a frame from `first` on, before `end`. */
  intervalAt: v.strictObject({ depth: number, first: number, end: number }),
  /** The next frame from a frame on, forward or backward, at which an interval begins. */
  nextInterval: v.strictObject({ from: number, direction: v.picklist([1, -1]) }),
  /** Begins and ends that are part of no interval. */
  unpairedFrames: rows,
  /** Follows a state, of each value of the key by itself; an empty key: none. */
  transitions: v.strictObject({ state: expression, key: expression }),
  /** The filter that shows the frames of a transition of the newest answer. */
  transitionFilter: v.strictObject({ row: number }),
};

/** All intervals in a few numbers. */
export interface IntervalSummary {
  readonly total: number;
  readonly unit: DurationUnit;
  /** Of the durations that are known. */
  readonly durations?: IntervalLengths;
  readonly histogram?: LengthHistogram;
  /** Begins without an end, and ends without a begin. */
  readonly unpaired: { readonly begins: number; readonly ends: number };
  /** What the trace cannot say, in sentences. */
  readonly notes: readonly string[];
}

export interface IntervalRow {
  /** Frames. */
  readonly begin: number;
  readonly end: number;
  /** How many intervals of its key it is inside of. */
  readonly depth: number;
  /** Absent where it is not known. */
  readonly duration?: number;
  readonly key?: string;
}

/** An interval at a place, the last of those that are there. */
export interface IntervalAt extends IntervalRow {
  /** How many are there. */
  readonly count: number;
}

export interface UnpairedFrame {
  readonly frame: number;
  readonly side: 'begin' | 'end';
  /** Why it is part of no interval, a sentence. */
  readonly reason: string;
}

export interface TransitionRow {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  /** Of them, those with frames in between that did not collect the state. */
  readonly overGaps: number;
  /** The frame in which it is seen first. */
  readonly first: number;
  /** How long the state before had lasted. */
  readonly durations?: IntervalLengths;
}

/** Transitions of a state, the most frequent first. */
export interface TransitionTable {
  readonly unit: DurationUnit;
  readonly rows: readonly TransitionRow[];
  /** Transitions that are not listed. */
  readonly left: number;
  /** Of an enumeration: pairs of which there is no transition, the first of them. */
  readonly neverSeen?: {
    readonly total: number;
    readonly pairs: readonly { readonly from: string; readonly to: string }[];
  };
  /** Frames that did not collect the state. */
  readonly gaps: number;
  readonly notes: readonly string[];
}

/** What each request is answered with. */
export interface IntervalAnswers {
  readonly intervalSuggestions: readonly IntervalSuggestion[];
  readonly intervals: IntervalSummary;
  /** How many intervals are listed. */
  readonly arrangeIntervals: { readonly rows: number };
  readonly intervalRows: readonly IntervalRow[];
  readonly intervalBars: CountedBars;
  readonly intervalAt: IntervalAt | undefined;
  readonly nextInterval: { readonly frame?: number };
  readonly unpairedFrames: readonly UnpairedFrame[];
  readonly transitions: TransitionTable;
  /** `note`: what the filter shows beside them. */
  readonly transitionFilter: { readonly filter: string; readonly note?: string };
}

/** Steps done, of all. */
interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface IntervalReports {
  readonly intervalSuggestions: never;
  readonly intervals: Progress;
  readonly arrangeIntervals: never;
  readonly intervalRows: never;
  readonly intervalBars: never;
  readonly intervalAt: never;
  readonly nextInterval: never;
  readonly unpairedFrames: never;
  readonly transitions: Progress;
  readonly transitionFilter: never;
}
