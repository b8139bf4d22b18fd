// The messages of the memory view's page, as schemas: a webview is a browser page, and is not
// trusted.
import * as v from 'valibot';
import { groupSizes } from './messages';

const expression = v.pipe(v.string(), v.maxLength(10_000));

/** Everything that the page says. */
export const memoryPageMessage = v.variant('type', [
  v.strictObject({ type: v.literal('ready') }),
  /** Shows memory at an expression; an empty one for only what the frame collected. */
  v.strictObject({ type: v.literal('look'), expression }),
  /** More bytes around the place. */
  v.strictObject({ type: v.literal('more'), direction: v.picklist(['before', 'after']) }),
  v.strictObject({
    type: v.literal('show'),
    groupSize: v.picklist(groupSizes),
    endian: v.optional(v.picklist(['little', 'big'])),
  }),
  v.strictObject({ type: v.literal('copy'), text: v.pipe(v.string(), v.maxLength(1_000_000)) }),
]);

/** From the page to the host. */
export type MemoryPageMessage = v.InferOutput<typeof memoryPageMessage>;
