// What the page of a branch trace and its host tell each other besides the page's questions
// (src/ask/branch). Instructions count from 1, as in gdb.
import * as v from 'valibot';

/** An instruction or a line. */
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** What the user does on the page. */
export const branchAct = v.variant('type', [
  /** The user went to an instruction: the trace follows, and its source is shown. */
  v.strictObject({ type: v.literal('goTo'), instruction: number }),
  v.strictObject({ type: v.literal('debug') }),
  v.strictObject({ type: v.literal('stopFollowing') }),
  v.strictObject({ type: v.literal('follow') }),
  v.strictObject({ type: v.literal('chooseProgram') }),
  v.strictObject({ type: v.literal('openAsText'), line: v.exactOptional(number) }),
]);
export type BranchAct = v.InferOutput<typeof branchAct>;

/** What the host tells the page. */
export type BranchEvent =
  /** The trace cannot be shown: why, in a sentence. */
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'summary'; readonly summary: BranchSummary }
  /** The trace went to an instruction. */
  | { readonly type: 'position'; readonly instruction: number };

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
    /** The view that is the tree of calls; another one whenever the blocks were followed again. */
    readonly view: number;
    /** Rows of the tree as it is expanded now. */
    readonly rows: number;
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
  };
  /** How far the blocks were followed, or the bytes of packets. */
  readonly followed: { readonly done: number; readonly of: number; readonly isBytes: boolean };
  /** Whether somebody stopped that. */
  readonly stopped: boolean;
  readonly position: number;
  readonly debugged: boolean;
}
