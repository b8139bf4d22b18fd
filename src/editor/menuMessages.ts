// What the page passes to VS Code's context menus for a place, and the actions there. VS Code
// returns a place as the page gave it, so it is checked like every message of the page.
import * as v from 'valibot';
import { column, expression } from '../ask/table/tableMessages';

/** Bytes of memory that are copied at once. */
export const maxMenuBytes = 64 * 1024;
/** Ranges of rows that are selected at once. */
export const maxSelectedRanges = 1000;
/** Characters of a text that is copied. */
const maxCopiedText = 1_000_000;

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,16}$/));

/** What is at a place. */
export const menuPlace = v.strictObject({
  frame: v.optional(number),
  /** Its row is one of several that are selected. */
  selected: v.optional(v.literal(true)),
  /** The head of this column is here. */
  head: v.optional(column),
  /** A tracepoint's number. */
  tracepoint: v.optional(v.pipe(v.number(), v.safeInteger())),
  /** The function or the line where the frame stopped is shown here. */
  function: v.optional(v.literal(true)),
  line: v.optional(v.literal(true)),
  /** An expression whose value in the frame is shown here. */
  value: v.optional(expression),
  /** The cell's column. */
  column: v.optional(column),
  text: v.optional(v.pipe(v.string(), v.maxLength(maxCopiedText))),
  register: v.optional(expression),
  /** Where memory is looked at from a value. */
  address: v.optional(address),
  memory: v.optional(
    v.strictObject({ address, length: v.pipe(number, v.minValue(1), v.maxValue(maxMenuBytes)) }),
  ),
  source: v.optional(v.strictObject({ file: v.string(), line: number })),
});

export type MenuPlace = v.InferOutput<typeof menuPlace>;

/** What VS Code passes to a command of a menu; words of its own are left out. */
export const menuContext = v.object({ place: menuPlace });
export type MenuContext = v.InferOutput<typeof menuContext>;

/** What the host does at a place; the page may ask for it by a key. */
export const hostActs = ['copyText', 'copyRow', 'copyBytes', 'goToSource', 'debugFrame'] as const;
export type HostAct = (typeof hostActs)[number];

export function isHostAct(act: string): act is HostAct {
  return hostActs.some((each) => each === act);
}

/** What the page does at a place. */
export const pageActs = [
  'onlyTracepoint',
  'hideTracepoint',
  'onlyFunction',
  'hideFunction',
  'onlyLine',
  'hideLine',
  'onlyValue',
  'hideValue',
  'addColumn',
  'addTrack',
  'groupByValue',
  'onlyChanges',
  'onlyLeast',
  'onlyMost',
  'showMemory',
  'compareFrame',
  'showColumns',
  'showCompare',
  'followEnd',
  'sortAscending',
  'sortDescending',
  'hideColumn',
  'groupByColumn',
  'columnStatistics',
] as const;
export type PageAct = (typeof pageActs)[number];

/** What the page does wherever it is asked: its tab's own menu has no place. */
export const placelessActs: readonly PageAct[] = ['showColumns', 'showCompare', 'followEnd'];
