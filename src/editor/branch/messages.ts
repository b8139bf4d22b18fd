// The messages between the extension host and the page of the branch trace editor. Both sides
// import this file, and nothing else of the other. Addresses travel as the text to show;
// instructions and segments by their numbers, from 1 as in gdb.
import * as v from 'valibot';
import type { SourcePlace } from '../../ask/table/tableMessages';

/** Everything the page shows that is not a row. */
export interface BranchSummary {
  readonly name: string;
  /** Bytes of the document. */
  readonly fileSize: number;
  readonly format: 'bts' | 'pt';
  /** Blocks that were recorded; of Intel PT, 0 until the packets were followed. */
  readonly blocks: number;
  readonly program: {
    readonly state: 'none' | 'searching' | 'placed' | 'unplaced' | 'problem';
    readonly name?: string;
    readonly explanation: string;
    readonly doubtful: boolean;
  };
  readonly diagnostics: readonly {
    readonly severity: 'error' | 'warning' | 'info';
    readonly message: string;
    readonly line: number;
    readonly column: number;
  }[];
  /** Of Intel PT data. */
  readonly pt?: { readonly cpu?: string; readonly rawSize: number };
  /** Absent while the blocks are followed. */
  readonly execution?: {
    readonly instructions: number;
    readonly segments: number;
    readonly depth: number;
    readonly gaps: number;
    /** Ticks of the time stamp counter from the first time that is known to the latest. */
    readonly ticks?: number;
    /** Whether the recording tells when code ran. */
    readonly hasTimes: boolean;
    /** Blocks, the newest, that were too many to be followed. */
    readonly unfollowed: number;
    /** Rows of the tree as it is expanded now. */
    readonly rows: number;
  };
  /** How far the blocks were followed, or the bytes of packets. */
  readonly followed: { readonly done: number; readonly of: number; readonly isBytes: boolean };
  /** Whether somebody stopped that. */
  readonly stopped: boolean;
  readonly position: number;
  readonly debugged: boolean;
}

/** A range of instructions in one function: a row of the tree. */
export interface SegmentRow {
  /** Its number, from 1. */
  readonly segment: number;
  /** From 0. */
  readonly level: number;
  /** Whether it calls something that is shown below it; absent where it calls nothing. */
  readonly expanded?: boolean;
  /** What is missing there, of a gap. */
  readonly gap?: string;
  readonly functionName: string;
  /** `tree.c:83-84` */
  readonly lines?: string;
  readonly first: number;
  readonly last: number;
  /** Instructions with those of what it calls. */
  readonly total: number;
  /** Ticks of the time stamp counter since the recording's first time. */
  readonly ticks?: number;
  /** Ticks that passed until what follows, with what it calls. */
  readonly totalTicks?: number;
}

/** A block: a range of code without a branch. */
export interface BlockRow {
  /** From 1, the oldest. */
  readonly block: number;
  readonly begin: string;
  readonly end: string;
  readonly functionName: string;
  readonly lines?: string;
  /** Number of its first instruction. */
  readonly first: number;
  readonly count: number;
  readonly ticks?: number;
  readonly gap?: string;
}

/** An instruction that ran. */
export interface InstructionRow {
  readonly number: number;
  readonly address: string;
  readonly symbol?: string;
  readonly text: string;
  readonly place?: SourcePlace;
  /**
   * The text of its line where that begins here; absent where the source is not on this machine.
   */
  readonly source?: string;
  readonly ticks?: number;
  readonly gap?: string;
}

/** What the timeline goes by. */
export type TimelineAxis = 'instruction' | 'time';

/** How deep calls were in a part of the recording: levels from 0. */
export interface DepthColumn {
  readonly least: number;
  readonly most: number;
  /** The first that began there, or what ran then. */
  readonly instruction: number;
  /** Why nothing is known to have run there. */
  readonly gap?: string;
}

/** A row, a block, an instruction or how many of something. */
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** What is asked for, by name. */
export const branchRequests = {
  tree: v.strictObject({ first: number, count: number }),
  blocks: v.strictObject({ first: number, count: number }),
  /** Instructions around one. */
  instructions: v.strictObject({ around: number }),
  /** The depth of the calls, in so many columns. */
  depth: v.strictObject({
    columns: number,
    axis: v.picklist(['instruction', 'time'] satisfies TimelineAxis[]),
  }),
  /** Expands or collapses a row; `all`: every row. Gives the rows that there are then. */
  expand: v.strictObject({
    segment: number,
    expanded: v.boolean(),
    all: v.optional(v.boolean()),
  }),
  /** The row of an instruction; its parents are expanded. */
  rowOf: v.strictObject({ instruction: number }),
  /** The instruction that a move leads to from the position. */
  move: v.strictObject({ to: v.string() }),
} as const;

export type BranchRequestName = keyof typeof branchRequests;
export type BranchArguments<Name extends BranchRequestName> = v.InferOutput<
  (typeof branchRequests)[Name]
>;

/** What is answered. */
export interface BranchAnswers {
  tree: readonly SegmentRow[];
  blocks: readonly BlockRow[];
  instructions: readonly InstructionRow[];
  depth: readonly DepthColumn[];
  expand: { readonly rows: number };
  rowOf: { readonly row: number; readonly rows: number; readonly block: number };
  move: { readonly instruction?: number };
}

/** Messages of the page. */
export const branchPageMessage = v.variant('type', [
  v.strictObject({ type: v.literal('ready') }),
  v.strictObject({
    type: v.literal('request'),
    id: number,
    name: v.picklist(Object.keys(branchRequests) as BranchRequestName[]),
    arguments: v.unknown(),
  }),
  /** The user went to an instruction. */
  v.strictObject({ type: v.literal('goTo'), instruction: number }),
  v.strictObject({ type: v.literal('showSource'), instruction: number }),
  v.strictObject({ type: v.literal('debug') }),
  v.strictObject({ type: v.literal('stopFollowing') }),
  v.strictObject({ type: v.literal('follow') }),
  v.strictObject({ type: v.literal('chooseProgram') }),
  v.strictObject({ type: v.literal('openAsText'), line: v.optional(number) }),
]);
export type BranchPageMessage = v.InferOutput<typeof branchPageMessage>;

/** Messages of the host. */
export type BranchHostMessage =
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'summary'; readonly summary: BranchSummary }
  | { readonly type: 'position'; readonly instruction: number }
  | { readonly type: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly type: 'problem'; readonly id: number; readonly problem: string };
