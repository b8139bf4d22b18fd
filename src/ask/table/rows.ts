// Rows of a page's table.
import * as v from 'valibot';
import type { Immutable } from '../../wire/contract';
import { question, upTo, wholeNumber } from '../question';
import type { Asked } from '../views';
import { column, sourcePlace } from './tableMessages';
import { TableView } from './tableView';

/** The most rows that are asked for at once. */
const maxRows = 1000;
/** The most columns that a table has. */
const maxColumns = 100;

/** How many blocks of a kind a frame holds. */
const collected = v.strictObject({
  kind: v.picklist(['R', 'M', 'V', 'S', '?']),
  count: wholeNumber,
});
export type Collected = v.InferOutput<typeof collected>;

/** A value in a column that the user made; neither where there is nothing to say. */
const cell = v.strictObject({
  text: v.exactOptional(v.string()),
  /** Why there is no value, in gdb's words. */
  problem: v.exactOptional(v.string()),
});
export type Cell = v.InferOutput<typeof cell>;

const tableRow = v.strictObject({
  frame: wholeNumber,
  tracepoint: v.number(),
  stepping: v.boolean(),
  /** Hexadecimal with `0x`; absent where it was not collected and cannot be inferred. */
  pc: v.exactOptional(v.string()),
  /** True where gdb's rule gave the PC, not a register block. */
  pcInferred: v.boolean(),
  functionName: v.exactOptional(v.string()),
  place: v.exactOptional(sourcePlace),
  /** Without a program: where the user set the tracepoint, as the file has it. */
  at: v.exactOptional(v.string()),
  /** Microseconds since the first frame with a time; absent where it was not collected. */
  time: v.exactOptional(v.number()),
  /** Microseconds since the nearest row before with a time, where that column is asked for. */
  elapsed: v.exactOptional(v.number()),
  collected: v.array(collected),
  /** Bytes of its blocks. */
  size: wholeNumber,
  damaged: v.boolean(),
  /** For the columns that the user made, in their order. */
  values: v.array(cell),
  /** The filter, which hides nothing now, lets it through. */
  matches: v.boolean(),
});
export type FrameRow = Immutable<v.InferOutput<typeof tableRow>>;

/** `rows`. */
export const tableRows = question({
  input: v.strictObject({
    view: wholeNumber,
    first: wholeNumber,
    count: upTo(maxRows),
    columns: v.pipe(v.array(column), v.maxLength(maxColumns)),
  }),
  result: v.array(tableRow),
  answer: ({ views }: Asked, { view, first, count, columns }) =>
    views.get(TableView, view).rows(first, count, columns),
});
