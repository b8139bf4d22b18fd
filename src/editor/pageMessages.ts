// What the page may say to the host, as schemas: a webview is a browser page, and nothing that comes from it is taken
// on trust. Acts have no answer; requests have one, and may be cancelled.
import * as v from 'valibot';
import type { FrameRow, MemoryIsland } from './messages';

/** The most rows that one request may ask for. */
export const mostRows = 1000;
/** Characters of the longest expression taken. */
const longestExpression = 10_000;

/** A frame number or a row number. */
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const expression = v.pipe(v.string(), v.maxLength(longestExpression));
const place = v.strictObject({ file: v.string(), line: number });

const act = v.variant('type', [
  v.strictObject({ type: v.literal('ready') }),
  /**
   * Asks for a frame's details. `byUser`: the user selected it, so its source line may be shown; false
   * where the page only follows a `position`, a new summary or its restored state.
   */
  v.strictObject({ type: v.literal('select'), frame: number, byUser: v.boolean() }),
  v.strictObject({ type: v.literal('debug'), frame: number }),
  v.strictObject({ type: v.literal('openSource'), place }),
  v.strictObject({ type: v.literal('locateSource'), place }),
  v.strictObject({ type: v.literal('chooseProgram') }),
  v.strictObject({ type: v.literal('openAsText') }),
]);

/** The arguments of each request. */
export const requestArguments = {
  rows: v.strictObject({ first: number, count: v.pipe(number, v.maxValue(mostRows)) }),
  /** Memory at what the user typed: any expression that is an address in the frame. */
  memory: v.strictObject({ frame: number, address: expression }),
};

/** What each request is answered with. */
export interface Answers {
  readonly rows: readonly FrameRow[];
  readonly memory: MemoryIsland;
}

/** What a request that takes its time reports on the way. */
export interface Reports {
  readonly rows: never;
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
