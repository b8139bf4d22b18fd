// What comes of comparing two traces, as plain data: what the page shows and what is exported.
import type { Histogram } from './distribution';
import type { IntervalLengths } from '../intervals/sortedLengths';

/** The same of each of two traces. */
export type Both<T> = Readonly<Record<'left' | 'right', T>>;

/** A frame of each trace, or of one where the other has none. */
export interface FramePlaces {
  readonly left?: number;
  readonly right?: number;
}

/** A tracepoint, for the user. */
export interface ComparedTracepoint {
  /** Its numbers; absent in a trace that does not have it. */
  readonly left?: number;
  readonly right?: number;
  /** `callqueue.c:86`. */
  readonly place: string;
  readonly functionName?: string;
  /** Of a tracepoint that only one trace has, frames: steps count. */
  readonly leftHits: number;
  readonly rightHits: number;
  /** Frames, steps included, that both have. */
  readonly aligned: number;
  /** Aligned frames without a difference. */
  readonly equal: number;
  /** Where it differs first; where it does not, its first frames. */
  readonly first?: FramePlaces;
}

/** The first frame in which the traces differ. */
export interface Divergence extends FramePlaces {
  /** In one line. */
  readonly sentence: string;
  /** Hits before it, all of which are equal. */
  readonly hitsBefore: number;
  /** The value that differs; absent where only one trace has the frame. */
  readonly expression?: string;
}

/** A value at a tracepoint. */
export interface ComparedValue {
  readonly expression: string;
  /** The tracepoint's number in the left trace, and its place. */
  readonly tracepoint: number;
  readonly place: string;
  /** Whether it is of the steps after the hits. */
  readonly atSteps: boolean;
  /** Aligned frames in which at least one trace collected it. */
  readonly compared: number;
  readonly differing: number;
  /** The first frames in which it differs. */
  readonly first?: FramePlaces;
  readonly leftText?: string;
  readonly rightText?: string;
  readonly histogram: Histogram;
  /** Why it is probably noise, and may be excluded. */
  readonly noise?: string;
}

/** The time between the hits of a tracepoint, in both traces. */
export interface ComparedIntervals {
  readonly tracepoint: number;
  readonly place: string;
  readonly left: IntervalLengths;
  readonly right: IntervalLengths;
}

/** The frames that only one trace has. */
export interface UnalignedFrames {
  readonly total: number;
  /** The first of them. */
  readonly frames: readonly { readonly frame: number; readonly tracepoint: number }[];
}

/** Two traces, compared. */
export interface ComparedTraces {
  readonly left: { readonly name: string; readonly frames: number };
  readonly right: { readonly name: string; readonly frames: number };
  /** Says first what is different, in one line. */
  readonly summary: string;
  readonly divergence?: Divergence;
  /** What could not be compared, and why: sentences. */
  readonly notes: readonly string[];
  /** Tracepoints of both, then those of the left and those of the right alone. */
  readonly tracepoints: readonly ComparedTracepoint[];
  /** Those that differ most first. */
  readonly values: readonly ComparedValue[];
  readonly intervals: readonly ComparedIntervals[];
  readonly onlyLeft: UnalignedFrames;
  readonly onlyRight: UnalignedFrames;
  readonly excluded: readonly string[];
}

/** How traces are compared. */
export interface ComparisonOptions {
  /** By what tracepoints are matched. */
  readonly matching: 'place' | 'number';
  /** An expression by which hits are aligned, instead of their number. */
  readonly key?: string | undefined;
  /** Expressions that are not compared; what they are made of is not either. */
  readonly exclude: readonly string[];
  /** Compares registers too. */
  readonly registers: boolean;
  /** Compares collected memory too. */
  readonly memory: boolean;
  /** Takes addresses outside of programs as they are. */
  readonly addresses: boolean;
}

/** How comparing is followed, and ended. */
export interface ComparisonRun {
  readonly signal?: AbortSignal | undefined;
  /** Told now and then, with how many of so many steps are done. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}
