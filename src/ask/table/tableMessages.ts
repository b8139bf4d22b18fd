// Requests about the table and their answers: columns, rows, and groups of rows.
import * as v from 'valibot';
import type { Direction } from '../../trace/search/search';

/** The most rows that one request may ask for. */
const maxRows = 1000;
/** Rows that a page asks for at once, and that it is given unasked when it begins. */
export const rowsAtOnce = 128;
/** The most columns that a table has. */
const maxColumns = 100;
/** Characters of the longest expression taken. */
const maxExpressionText = 10_000;

/** A frame number or a row number. */
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** An expression as it was typed; a mistake in it is answered with a sentence. */
export const expression = v.pipe(v.string(), v.maxLength(maxExpressionText));
const direction = v.picklist([1, -1] satisfies Direction[]);

/** A column of the table: a built-in one, an expression, or how much an expression changed. */
export const column = v.variant('kind', [
  v.strictObject({
    kind: v.picklist([
      'frame',
      'tracepoint',
      'pc',
      'where',
      'time',
      'elapsed',
      'collected',
      'size',
    ]),
  }),
  v.strictObject({ kind: v.literal('value'), text: expression }),
  v.strictObject({
    kind: v.literal('change'),
    text: expression,
    since: v.picklist(['frame', 'hit']),
  }),
]);
export type Column = v.InferOutput<typeof column>;

/** What frames have in common. */
const commonTo = v.variant('kind', [
  v.strictObject({ kind: v.picklist(['tracepoint', 'function', 'line']) }),
  v.strictObject({ kind: v.literal('value'), text: expression }),
]);
export type CommonTo = v.InferOutput<typeof commonTo>;

/** The arguments of each request. */
export const tableRequests = {
  /**
   * Chooses the table's rows; the newest view is the table's. An empty filter lets every frame
   * through.
   */
  view: v.strictObject({
    filter: expression,
    /** Frames that do not match are left out; otherwise those that match are marked. */
    hide: v.boolean(),
    sort: v.optional(v.strictObject({ column, descending: v.boolean() })),
  }),
  /** How many frames a filter would let through, while it is typed. */
  countMatches: v.strictObject({ filter: expression }),
  rows: v.strictObject({
    first: number,
    count: v.pipe(number, v.maxValue(maxRows)),
    columns: v.pipe(v.array(column), v.maxLength(maxColumns)),
  }),
  rowOf: v.strictObject({ frame: number }),
  nextMatch: v.strictObject({ frame: number, direction }),
  /** Of an expression's value, from the one in the nearest earlier frame that has it. */
  nextChange: v.strictObject({ text: expression, frame: number, direction }),
  groups: v.strictObject({
    by: commonTo,
    /** An expression whose least, most and mean are wanted in each group; empty for none. */
    measured: expression,
  }),
  /** What a frame has in common with others, as a filter. */
  common: v.strictObject({ frame: number, by: commonTo }),
};

/** What each request is answered with. */
export interface TableAnswers {
  /**
   * How many frames match the filter, if there is one; if none does, `note` may give the reason.
   */
  readonly view: { readonly rows: number; readonly matched?: number; readonly note?: string };
  readonly countMatches: { readonly matched: number };
  readonly rows: readonly FrameRow[];
  readonly rowOf: { readonly row?: number };
  readonly nextMatch: { readonly frame?: number };
  readonly nextChange: { readonly frame?: number };
  /** `others`: frames of groups beyond those that are listed. */
  readonly groups: { readonly groups: readonly FrameGroupRow[]; readonly others: number };
  /** Neither where it is not known of the frame; no condition where no filter can say it. */
  readonly common: { readonly label?: string; readonly condition?: string };
}

/** What a request that takes its time reports on the way. */
export interface TableReports {
  readonly view: {
    readonly doing: 'searching' | 'sorting';
    /** Frames done of all. */
    readonly done: number;
    readonly total: number;
    readonly matched?: number;
    /** Rows that the table has so far. */
    readonly rows: number;
  };
  readonly countMatches: { readonly matched: number };
  readonly rows: never;
  readonly rowOf: never;
  readonly nextMatch: never;
  readonly nextChange: never;
  readonly groups: { readonly done: number; readonly total: number };
  readonly common: never;
}

/** Frames that have something in common. */
export interface FrameGroupRow {
  /** Absent for frames in which it is unknown. */
  readonly label?: string;
  /** A filter that matches only these; absent if none exists. */
  readonly condition?: string;
  readonly frames: number;
  /** The first and the last frame's number. */
  readonly first: number;
  readonly last: number;
  /** Of the numbers measured in them. */
  readonly least?: number;
  readonly most?: number;
  readonly mean?: number;
}

export interface FrameRow {
  readonly frame: number;
  readonly tracepoint: number;
  readonly stepping: boolean;
  /** Hexadecimal with `0x`; absent where it was not collected and cannot be inferred. */
  readonly pc?: string;
  /** True where gdb's rule gave the PC, not a register block. */
  readonly pcInferred: boolean;
  readonly functionName?: string;
  readonly place?: SourcePlace;
  /** Without a program: where the user set the tracepoint, as the file has it. */
  readonly at?: string;
  /** Microseconds since the first frame with a time; absent where it was not collected. */
  readonly time?: number;
  /** Microseconds since the nearest row before with a time, where that column is asked for. */
  readonly elapsed?: number;
  readonly collected: readonly Collected[];
  /** Bytes of its blocks. */
  readonly size: number;
  readonly damaged: boolean;
  /** For the columns that the user made, in their order. */
  readonly values: readonly Cell[];
  /** The filter, which hides nothing now, lets it through. */
  readonly matches: boolean;
}

/** A place in the program's source. */
export interface SourcePlace {
  /** Path as the program records it. */
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
}

/** How many blocks of a kind a frame holds. */
export interface Collected {
  readonly kind: 'R' | 'M' | 'V' | 'S' | '?';
  readonly count: number;
}

/** A value in a column that the user made; neither where there is nothing to say. */
export interface Cell {
  readonly text?: string;
  /** Why there is no value, in gdb's words. */
  readonly problem?: string;
}
