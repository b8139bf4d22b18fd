// The messages between the extension host and the page that compares two traces. Both sides import
// this file, and nothing else of the other.
import * as v from 'valibot';
import type {
  ComparedIntervals,
  ComparedTracepoint,
  ComparedTraces,
  ComparedValue,
  ComparisonOptions,
  FramePlaces,
} from '../../trace/comparison/comparedTraces';
import type { PairedValue } from '../../trace/comparison/framePair';
import type { PairedSeries, SeriesValue } from '../../trace/comparison/pairedSeries';
import { expression } from '../../ask/table/tableMessages';

/** The most expressions that are excluded. */
const maxExcluded = 1000;

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** Both traces. */
export const comparedSides = ['left', 'right'] as const;
const side = v.picklist(comparedSides);

/** How traces are compared, as the page chose and as it is kept for it. */
const comparisonOptions = v.strictObject({
  matching: v.picklist(['place', 'number']),
  key: v.exactOptional(expression),
  exclude: v.pipe(v.array(expression), v.maxLength(maxExcluded)),
  registers: v.boolean(),
  memory: v.boolean(),
  addresses: v.boolean(),
}) satisfies v.GenericSchema<unknown, ComparisonOptions>;

/** How traces are compared until the user chooses. */
export const usualOptions: ShownOptions = {
  ...{ matching: 'place', exclude: [] },
  ...{ registers: false, memory: false, addresses: false },
};

export type ShownOptions = v.InferOutput<typeof comparisonOptions>;
export type Side = v.InferOutput<typeof side>;

const comparedFiles = v.strictObject({ left: v.string(), right: v.string() });
/** The URIs of the files that a page compares. */
export type ComparedFiles = v.InferOutput<typeof comparedFiles>;

/** What the host reads of a page's state, to show it again in another window. */
export const comparisonState = v.object({ files: comparedFiles });

/** What a comparison is exported as. */
const exportFormats = ['markdown', 'csv', 'json'] as const;
export type ComparisonFormat = (typeof exportFormats)[number];

/** A value, by what it is listed as. */
const comparedValue = v.strictObject({
  expression,
  tracepoint: v.pipe(v.number(), v.safeInteger()),
  atSteps: v.boolean(),
}) satisfies v.GenericSchema<unknown, SeriesValue>;

/** Messages of the page. */
export const comparisonPageMessage = v.variant('type', [
  /** The page listens; `options`: those that it was left with. */
  v.strictObject({ type: v.literal('ready'), options: v.optional(comparisonOptions) }),
  v.strictObject({ type: v.literal('compare'), options: comparisonOptions }),
  v.strictObject({ type: v.literal('stop') }),
  /** Goes to a frame of each trace, or of one. */
  v.strictObject({ type: v.literal('goTo'), left: v.optional(number), right: v.optional(number) }),
  /** Shows a value of both traces over the hits of its tracepoint. */
  v.strictObject({ type: v.literal('plot'), value: comparedValue }),
  v.strictObject({ type: v.literal('openTrace'), side }),
  /** Asks for the program of a trace that has none. */
  v.strictObject({ type: v.literal('chooseProgram'), side }),
  v.strictObject({ type: v.literal('export'), format: v.picklist(exportFormats) }),
]);
export type ComparisonPageMessage = v.InferOutput<typeof comparisonPageMessage>;

/** What the page shows of a comparison: the rest is exported. */
export interface ShownComparison extends Pick<
  ComparedTraces,
  'left' | 'right' | 'summary' | 'divergence' | 'notes' | 'onlyLeft' | 'onlyRight' | 'excluded'
> {
  readonly tracepoints: readonly ComparedTracepoint[];
  readonly tracepointsLeft: number;
  /** Those that differ, the most different first. */
  readonly values: readonly ComparedValue[];
  readonly valuesLeft: number;
  /** Values that are the same in all aligned frames. */
  readonly equalValues: number;
  readonly intervals: readonly ComparedIntervals[];
}

/** A frame of each trace, or of one where the other has none. */
export type ShownFrames = Pick<Extract<ComparisonPageMessage, { type: 'goTo' }>, Side>;

/** Two frames that belong together, and what they hold. */
export interface ShownFramePair extends Required<FramePlaces> {
  readonly values: readonly PairedValue[];
}

/** A value over the hits of both; without a series where it has too many texts to be drawn. */
export interface PlottedValue {
  readonly value: SeriesValue;
  readonly series?: PairedSeries;
}

/** Messages of the host. */
export type ComparisonHostMessage =
  /** The names of the files, and their URIs. */
  | {
      readonly type: 'traces';
      readonly left: string;
      readonly right: string;
      readonly files: ComparedFiles;
    }
  /** How far comparing has come. */
  | { readonly type: 'comparing'; readonly done: number; readonly total: number }
  | {
      readonly type: 'compared';
      readonly compared: ShownComparison;
      readonly options: ShownOptions;
      /** The traces that have no program with known addresses. */
      readonly withoutProgram: readonly Side[];
    }
  | ({ readonly type: 'frames' } & ShownFramePair)
  | ({ readonly type: 'plotted' } & PlottedValue)
  /** The user stopped comparing. */
  | { readonly type: 'stopped' }
  /** One of the traces, or its program, has changed since they were compared. */
  /** `why`: what happened to a file, in a sentence. */
  | { readonly type: 'changed'; readonly why?: string }
  /** Why nothing can be compared, a sentence. */
  | { readonly type: 'failed'; readonly message: string };
