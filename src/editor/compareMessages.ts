// What the page asks of two frames beside each other, and what it is told.
import * as v from 'valibot';
import type { MemoryRow } from './messages';
import type { SourcePlace } from './tableMessages';

const frame = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The arguments of the request. */
export const compareRequests = {
  /** `all`: what is the same in both too. */
  compare: v.strictObject({ left: frame, right: frame, all: v.boolean() }),
};

/** One of the two frames. */
export interface ComparedFrame {
  readonly frame: number;
  readonly tracepoint: number;
  readonly stepping: boolean;
  readonly functionName?: string;
  readonly place?: SourcePlace;
}

/** Something that at least one of the two frames has. A text is absent where the frame has no such thing. */
export interface ComparedRow {
  readonly name: string;
  /** 0 for a variable, 1 for a part of it, and so on. */
  readonly depth: number;
  readonly left?: string;
  readonly right?: string;
  readonly differs: boolean;
}

/** Sixteen bytes of memory in both. */
export interface ComparedMemory {
  readonly symbol?: string;
  readonly left: MemoryRow;
  readonly right: MemoryRow;
  readonly differs: boolean;
}

/** Rows of one kind. */
export interface ComparedRows {
  readonly title: string;
  readonly rows: readonly ComparedRow[];
  /** How many were compared, shown or not. */
  readonly compared: number;
  /** Why some are missing, or are not beside each other: a sentence. */
  readonly note?: string;
}

/** Two frames beside each other. */
export interface FrameComparison {
  readonly left: ComparedFrame;
  readonly right: ComparedFrame;
  readonly parts: readonly ComparedRows[];
  readonly memory: readonly ComparedMemory[];
  /** Rows of memory that are not shown. */
  readonly memoryLeftOut: number;
}

/** What the request is answered with. */
export interface CompareAnswers {
  readonly compare: FrameComparison;
}

/** How far it has come is not reported. */
export interface CompareReports {
  readonly compare: never;
}
