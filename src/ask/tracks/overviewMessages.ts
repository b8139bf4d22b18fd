// Requests of the overview and the plots, and their answers. Numbers by the thousand travel as
// typed arrays.
import * as v from 'valibot';
import type { SourcePlace } from '../table/tableMessages';

/** The most parts that an axis is cut into, and the most frames that are asked for at once. */
const maxParts = 8192;
/** The most plots at once. */
export const maxPlots = 12;

const frame = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const expression = v.pipe(v.string(), v.maxLength(10_000));
const coordinate = v.pipe(v.number(), v.finite());

/** Frame numbers, or microseconds since the first time that was collected. */
const axis = v.picklist(['frame', 'time']);
export type Axis = v.InferOutput<typeof axis>;

/** Parts of a range of an axis are asked for. */
export const axisRange = v.strictObject({
  axis,
  from: coordinate,
  to: coordinate,
  /** Parts of equal length. */
  parts: v.pipe(frame, v.minValue(1), v.maxValue(maxParts)),
});

/** A range of an axis. */
export type AxisRange = v.InferOutput<typeof axisRange>;

const texts = v.pipe(v.array(expression), v.maxLength(maxPlots));

export const overviewRequests = {
  /** How many frames each lane has in parts of the axis. */
  overview: axisRange,
  /** Reads when every frame was collected; the axis of time waits for it. */
  times: v.strictObject({}),
  /** When these frames were collected. */
  timesOf: v.strictObject({ frames: v.pipe(v.array(frame), v.maxLength(maxParts)) }),
  /** The frame of a lane nearest to a place on the axis; of any lane if none is given. */
  nearestFrame: v.strictObject({
    axis,
    at: coordinate,
    lane: v.optional(frame),
    /** Of those alone that collected their time. */
    timed: v.optional(v.boolean()),
  }),
  /** The next frame of a lane from a frame on, forward or backward. */
  nextOfLane: v.strictObject({ lane: frame, from: frame, direction: v.picklist([1, -1]) }),
  /** Reads an expression's numbers in every frame; plots of it grow meanwhile. */
  plotValues: v.strictObject({ text: expression }),
  /** The numbers of plots by part, of as many frames as were read so far. */
  plot: v.strictObject({ range: axisRange, texts }),
  /** One frame over the tracks. */
  trackFrame: v.strictObject({ frame, texts }),
  /** What frames, from the first to the last, come to. */
  trackRange: v.strictObject({ first: frame, last: frame, texts }),
};

/** The lanes of a range. */
export interface OverviewAnswer {
  /** Frames that are counted; ask again while there are more. */
  readonly counted: number;
  /** The file's number of each lane's tracepoint; a lane for all others follows. */
  readonly tracepoints: readonly number[];
  /** All frames that are counted, by lane: hits at `2 * lane`, steps behind them. */
  readonly totals: Uint32Array;
  /** The first frame of each part, and the one behind the last. */
  readonly starts: Uint32Array;
  /** By part and lane: `part * (tracepoints.length + 1) + lane`. */
  readonly hits: Uint32Array;
  readonly steps: Uint32Array;
  /** Frames of each part that the filter lets through; absent without a filter. */
  readonly matches?: Uint32Array;
  /** Over time: frames of each part that collected their time. */
  readonly timed?: Uint32Array;
}

/** How often a lane's hits came; absent parts are not known. */
export interface LaneRate {
  readonly hitsPerSecond?: number;
  /** Microseconds, and the frames before and after. */
  readonly longestGap?: { readonly time: number; readonly from: number; readonly to: number };
}

export interface TimesAnswer {
  /** Frames that collected their time. */
  readonly timed: number;
  /** Frames whose clock was before that of an earlier frame; they are drawn where that one is. */
  readonly late: number;
  /** Microseconds from the first time to the last. */
  readonly length: number;
  /**
   * Where the first frame and the last one are: beyond the times where they did not collect theirs.
   */
  readonly from: number;
  readonly to: number;
  /** For each lane. */
  readonly rates: readonly LaneRate[];
}

/** A number and the frame that has it. */
export interface PlotExtreme {
  readonly frame: number;
  readonly value: number;
}

/** An expression's numbers over all frames, in a few words. */
export interface PlotFacts {
  /** Frames that were read, and those of them in which it is a number. */
  readonly frames: number;
  readonly count: number;
  /** Frames that might have had it, as others of their tracepoint have. */
  readonly gaps: number;
  readonly first?: PlotExtreme;
  readonly last?: PlotExtreme;
  readonly least?: PlotExtreme;
  readonly most?: PlotExtreme;
  /** The names of numbers that are states; absent where they are numbers. */
  readonly states?: readonly { readonly value: number; readonly name: string }[];
}

/** An expression's numbers by part of a range; NaN where a part has none. */
export interface PlotParts {
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly mean: Float64Array;
  /** 1 for a part without a number in which one was to come. */
  readonly gaps: Uint8Array;
  readonly facts: PlotFacts;
}

/** The plots of a range. */
interface PlotAnswer {
  /** Over time: frames of each part that collected their time. */
  readonly timed?: Uint32Array;
  /** For each of the texts; absent for one whose numbers were not requested with `plotValues`. */
  readonly plots: readonly (PlotParts | undefined)[];
}

/** What is said of one frame over the tracks. */
export interface TrackFrame {
  readonly frame: number;
  readonly tracepoint: number;
  readonly stepping: boolean;
  readonly functionName?: string;
  readonly place?: SourcePlace;
  /** Microseconds since the first time; absent where the frame did not collect it. */
  readonly time?: number;
  /** For each of the texts; null if none exists. */
  readonly values: readonly (string | null)[];
}

/** What consecutive frames come to. */
export interface TrackRange {
  /** Frames of each lane. */
  readonly lanes: Uint32Array;
  /** Those that the filter lets through; absent without a filter. */
  readonly matches?: number;
  /** For each of the texts; null where no frame has a number. */
  readonly values: readonly (RangeNumbers | null)[];
}

interface RangeNumbers {
  readonly count: number;
  readonly least: number;
  readonly most: number;
  readonly mean: number;
}

export interface OverviewAnswers {
  readonly overview: OverviewAnswer;
  readonly times: TimesAnswer;
  /** Microseconds since the first time; NaN where a frame did not collect it. */
  readonly timesOf: {
    readonly times: Float64Array;
    /** Where each is drawn. */
    readonly places: Float64Array;
  };
  readonly nearestFrame: { readonly frame?: number };
  readonly nextOfLane: { readonly frame?: number };
  readonly plotValues: PlotFacts;
  readonly plot: PlotAnswer;
  readonly trackFrame: TrackFrame | undefined;
  readonly trackRange: TrackRange;
}

/** Frames done of all. */
interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface OverviewReports {
  readonly overview: never;
  readonly times: Progress;
  readonly timesOf: never;
  readonly nearestFrame: never;
  readonly nextOfLane: never;
  readonly plotValues: Progress;
  readonly plot: never;
  readonly trackFrame: never;
  readonly trackRange: never;
}
