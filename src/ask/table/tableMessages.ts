// What questions about the table have in common: columns, and what frames have in common.
import * as v from 'valibot';

/** Rows that a page asks for at once, and that it is given unasked when it begins. */
export const rowsAtOnce = 128;
/** Characters of the longest expression taken. */
const maxExpressionText = 10_000;

/** An expression as it was typed; a mistake in it is answered with a sentence. */
export const expression = v.pipe(v.string(), v.maxLength(maxExpressionText));
/** Forward or backward through the file. */
export const direction = v.picklist([1, -1]);

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
export const commonTo = v.variant('kind', [
  v.strictObject({ kind: v.picklist(['tracepoint', 'function', 'line']) }),
  v.strictObject({ kind: v.literal('value'), text: expression }),
]);
export type CommonTo = v.InferOutput<typeof commonTo>;

/** A place in the program's source: the path as the program records it, and a line from 1. */
export const sourcePlace = v.strictObject({ file: v.string(), line: v.number() });
export type SourcePlace = v.InferOutput<typeof sourcePlace>;
