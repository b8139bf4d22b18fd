// What the memory view's page and its host tell each other besides the page's question
// (src/ask/memoryView).
import * as v from 'valibot';

/** Bytes of a group, as one number. */
export const groupSizes = [1, 2, 4, 8] as const;
export type GroupSize = (typeof groupSizes)[number];

/** How bytes are put together to numbers. */
export type Endian = 'little' | 'big';

/**
 * Where a byte comes from: the frame, the program's read-only ranges, or nowhere. The page's words
 * and colours follow it.
 */
export type ShownOrigin = 'collected' | 'transparent' | 'unavailable';

/** The names of the origins in a section of memory. */
export const origins: readonly ShownOrigin[] = ['unavailable', 'collected', 'transparent'];

/** How the page shows memory; saved for each trace. */
export interface MemorySettings {
  /** What is shown, evaluated at each stop; empty for only what the frame collected. */
  readonly expression: string;
  /** Expressions shown before, the most recent first. */
  readonly history: readonly string[];
  readonly groupSize: GroupSize;
  /** Absent for the target's own. */
  readonly endian?: Endian;
}

const expression = v.pipe(v.string(), v.maxLength(10_000));

/** What the user does on the page. */
export const memoryAct = v.variant('type', [
  /** Shows memory at an expression; an empty one for only what the frame collected. */
  v.strictObject({ type: v.literal('look'), expression }),
  v.strictObject({
    type: v.literal('show'),
    groupSize: v.picklist(groupSizes),
    endian: v.exactOptional(v.picklist(['little', 'big'])),
  }),
  v.strictObject({ type: v.literal('copy'), text: v.pipe(v.string(), v.maxLength(1_000_000)) }),
]);
export type MemoryAct = v.InferOutput<typeof memoryAct>;

/** What the host tells the page. */
export type MemoryEvent =
  /**
   * A trace is shown, and its memory is to be asked for. `anew`: the trace is another, or the user
   * looks at an expression.
   */
  | { readonly type: 'shown'; readonly settings: MemorySettings; readonly anew: boolean }
  /** No trace is debugged or shown. */
  | { readonly type: 'nothing' };
