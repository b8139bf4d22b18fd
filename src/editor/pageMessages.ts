// What the page may say to the host, as schemas: a webview is a browser page, and nothing that
// comes from it is taken on trust. Acts have no answer; requests have one, and may be cancelled.
import * as v from 'valibot';
import {
  bytesRequests,
  hexEditorRequest,
  type BytesAnswers,
  type BytesReports,
} from './bytesMessages';
import {
  compareRequests,
  type CompareAnswers,
  type CompareReports,
  frameRequests,
  type FrameAnswers,
  type FrameReports,
} from './frameMessages';
import { hostActs, maxSelectedRanges, menuPlace } from './menuMessages';
import { intervalRequests, type IntervalAnswers, type IntervalReports } from './intervalMessages';
import type { MemoryRangeRow } from './messages';
import { overviewRequests, type OverviewAnswers, type OverviewReports } from './overviewMessages';
import { expression, tableRequests, type TableAnswers, type TableReports } from './tableMessages';
import {
  tracepointRequests,
  type TracepointAnswers,
  type TracepointReports,
} from './tracepointMessages';

/** The most filters that are saved. */
const maxFilters = 100;
/** Characters that a page may save for a trace. */
const maxSavedText = 100_000;
/** Characters of a note on a frame. */
const maxNoteText = 10_000;

/** A frame number or a row number. */
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const place = v.strictObject({ file: v.string(), line: number });

const act = v.variant('type', [
  /**
   * The page listens; it says this first. `heard`: it received the initial messages while it was
   * loading.
   */
  v.strictObject({ type: v.literal('ready'), heard: v.boolean() }),
  /**
   * Asks for a frame's details. `byUser`: the user selected it, so its source line may be shown;
   * false where the page only follows a `position`, a new summary or its restored state.
   */
  v.strictObject({ type: v.literal('select'), frame: number, byUser: v.boolean() }),
  v.strictObject({ type: v.literal('debug'), frame: number }),
  v.strictObject({ type: v.literal('openSource'), place }),
  v.strictObject({ type: v.literal('locateSource'), place }),
  /** Keeps for this trace what the user chose of the table, as JSON. */
  v.strictObject({
    type: v.literal('remember'),
    table: v.pipe(v.string(), v.maxLength(maxSavedText)),
  }),
  /** Keeps where the user is on the page, as JSON, should the page lose its host. */
  v.strictObject({
    type: v.literal('rememberPage'),
    page: v.pipe(v.string(), v.maxLength(maxSavedText)),
  }),
  /** Keeps for all traces the filters that the user saved. */
  v.strictObject({
    type: v.literal('saveFilters'),
    filters: v.pipe(v.array(expression), v.maxLength(maxFilters)),
  }),
  /** Several rows of the table are selected, or none: ranges from first to last row, in order. */
  v.strictObject({
    type: v.literal('selectRows'),
    ranges: v.pipe(v.array(v.tuple([number, number])), v.maxLength(maxSelectedRanges)),
  }),
  /** Marks a frame, or takes its mark away. */
  v.strictObject({ type: v.literal('toggleBookmark'), frame: number }),
  /** Sets the note of a frame, which marks it. */
  v.strictObject({
    type: v.literal('setNote'),
    frame: number,
    note: v.pipe(v.string(), v.maxLength(maxNoteText)),
  }),
  /** Does something at a place of the page, as its context menu would. */
  v.strictObject({ type: v.literal('menu'), act: v.picklist(hostActs), place: menuPlace }),
  v.strictObject({ type: v.literal('chooseProgram') }),
  v.strictObject({ type: v.literal('openAsText') }),
  v.strictObject({ type: v.literal('openBytes') }),
  hexEditorRequest,
]);

/** The arguments of each request. */
export const requestArguments = {
  /** Completions of an expression in a frame. */
  complete: v.strictObject({ frame: number, text: expression }),
  /** What is wrong with an expression that frames are to be asked for. */
  check: v.strictObject({ text: expression }),
  /** Memory at what the user typed: any expression that is an address in the frame. */
  memory: v.strictObject({ frame: number, address: expression }),
  ...tableRequests,
  ...overviewRequests,
  ...frameRequests,
  ...compareRequests,
  ...intervalRequests,
  ...tracepointRequests,
  ...bytesRequests,
};

/** What each request is answered with. */
export interface Answers
  extends
    TableAnswers,
    OverviewAnswers,
    BytesAnswers,
    FrameAnswers,
    CompareAnswers,
    IntervalAnswers,
    TracepointAnswers {
  /** Each replaces the text from `start`, counted in characters from 0. */
  readonly complete: readonly { readonly name: string; readonly start: number }[];
  /** Absent where it means something in a frame. */
  readonly check: { readonly mistake?: CheckedMistake };
  readonly memory: MemoryRangeRow;
}

/** Why an expression is refused. */
export interface CheckedMistake {
  readonly problem: string;
  /** In the expression, counted from 1; absent where all of it is meant. */
  readonly column?: number;
  /** Expressions that are likely meant: what is shown of each, and all of it. */
  readonly suggestions: readonly { readonly label: string; readonly text: string }[];
}

/** What a request that takes its time reports on the way. */
export interface Reports
  extends
    TableReports,
    OverviewReports,
    BytesReports,
    FrameReports,
    CompareReports,
    IntervalReports,
    TracepointReports {
  readonly complete: never;
  readonly check: never;
  readonly memory: never;
}

export type RequestName = keyof typeof requestArguments & keyof Answers & keyof Reports;
export type RequestArguments<Name extends RequestName> = v.InferOutput<
  (typeof requestArguments)[Name]
>;

/** `arguments` are checked when the request is known. Ids are the page's, one for each request. */
const request = v.strictObject({
  type: v.literal('request'),
  id: number,
  name: v.picklist(Object.keys(requestArguments) as [RequestName, ...RequestName[]]),
  arguments: v.unknown(),
});

const cancel = v.strictObject({ type: v.literal('cancel'), id: number });

export const pageMessage = v.variant('type', [act, request, cancel]);

/** An act of the user, or of the page itself, that has no answer. */
export type Act = v.InferOutput<typeof act>;
/** From the page to the host. */
export type PageMessage = v.InferOutput<typeof pageMessage>;
