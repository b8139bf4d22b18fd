// Requests about one frame and their answers: what changed since another frame, stack frames,
// variables, pointers in memory, and two frames side by side.
import * as v from 'valibot';
import type { SourcePlace } from '../table/tableMessages';
import type { MemoryRow } from '../messages';

/** The most variables that one request may ask for. */
const maxVariables = 200;
/** How deep a tree of variables can be opened: a linked list has no limit. */
const maxDepth = 256;

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,16}$/));

/**
 * The frame that another one is compared with: the one before, the hit of its tracepoint before, or
 * any.
 */
const since = v.variant('kind', [
  v.strictObject({ kind: v.picklist(['frame', 'hit']) }),
  v.strictObject({ kind: v.literal('picked'), frame: number }),
]);
export type Since = v.InferOutput<typeof since>;

/** The arguments of each request. */
export const frameRequests = {
  changes: v.strictObject({ frame: number, since }),
  stackFrames: v.strictObject({ frame: number }),
  /**
   * The children of a node in the tree of variables of a stack frame, `count` from `start` on.
   * `path`: the node's place among its parent's children, and so on from the scopes down; empty for
   * the scopes themselves.
   */
  variables: v.strictObject({
    frame: number,
    level: number,
    /** The frame to compare with. */
    before: v.optional(number),
    path: v.pipe(v.array(number), v.maxLength(maxDepth)),
    start: number,
    count: v.pipe(number, v.maxValue(maxVariables)),
  }),
  /** The pointer stored at an address of memory. */
  pointer: v.strictObject({ frame: number, address }),
};

/** Text that differs from the compared frame's. */
export interface EarlierText {
  readonly name: string;
  /** In the frame compared with. */
  readonly text: string;
}

/** A variable, or a part of one, that was another in the frame compared with. */
export interface ChangedValue {
  /** What to type to get it, else its name. */
  readonly name: string;
  readonly value: string;
  readonly was: string;
  readonly type?: string;
  /** What to type to get it; absent where there is nothing. */
  readonly expression?: string;
  /** Where memory is looked at from it; hexadecimal with `0x`. */
  readonly address?: string;
}

/** Contiguous bytes that were different. */
export interface EarlierBytes {
  readonly address: string;
  /** Two digits for each byte. */
  readonly bytes: readonly string[];
}

/**
 * What was different in the frame compared with. Only what both frames collected is compared:
 * nothing is known of the rest.
 */
export interface FrameChanges {
  /** The frame compared with; absent if none exists. */
  readonly before?: number;
  /** Why it is missing: a sentence. */
  readonly note?: string;
  readonly values: readonly ChangedValue[];
  readonly registers: readonly EarlierText[];
  /** Trace state variables, without the `$`. */
  readonly variables: readonly EarlierText[];
  readonly memory: readonly EarlierBytes[];
}

export interface StackFrameRow {
  readonly level: number;
  /** The function, or the PC where that is not known. */
  readonly name: string;
  readonly place?: SourcePlace;
}

export interface StackListing {
  /** Innermost first. */
  readonly frames: readonly StackFrameRow[];
  /** Why there are no more: a sentence. */
  readonly end?: string;
}

/** A line of the tree of variables. */
export interface VariableRow {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
  /** What to type to get it, in its stack frame; absent where there is nothing. */
  readonly expression?: string;
  /** Where memory is looked at from it; hexadecimal with `0x`. */
  readonly address?: string;
  /** The value in the frame compared with, where it is known to be another. */
  readonly was?: string;
  readonly hasChildren: boolean;
}

export interface VariableListing {
  readonly variables: readonly VariableRow[];
  /** How many children there are in all. */
  readonly total: number;
  /** Why nothing is compared, or nothing is known: a sentence. */
  readonly note?: string;
}

/** A pointer stored in memory. */
export interface Pointer {
  /** Hexadecimal with `0x`; absent where not all of its bytes are known. */
  readonly value?: string;
  readonly symbol?: string;
}

/** What each request is answered with. */
export interface FrameAnswers {
  readonly changes: FrameChanges;
  readonly stackFrames: StackListing;
  readonly variables: VariableListing;
  readonly pointer: Pointer;
}

/** None of them takes long. */
export interface FrameReports {
  readonly changes: never;
  readonly stackFrames: never;
  readonly variables: never;
  readonly pointer: never;
}

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

/**
 * Something that at least one of the two frames has. A text is absent if the frame has no such
 * thing.
 */
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
  /** Why some are missing, or are not compared: a sentence. */
  readonly note?: string;
}

/** Two frames compared. */
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
