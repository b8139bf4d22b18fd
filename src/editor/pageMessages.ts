// What the trace page and its host tell each other besides the page's requests, which are questions
// (src/ask). Acts are of the user, or of the page itself; both have no answer.
import * as v from 'valibot';
import type { FrameDetails } from '../ask/frame/frameDetails';
import type { FrameRow } from '../ask/table/frameRow';
import { expression } from '../ask/table/tableMessages';
import type { TraceSummary } from '../ask/trace/summary';
import {
  hostActs,
  maxSelectedRanges,
  menuPlace,
  type MenuPlace,
  type PageAct,
} from './menuMessages';

/** The most filters that are saved. */
const maxFilters = 100;
/** Characters that a page may save for a trace. */
const maxSavedText = 100_000;
/** Characters of a note on a frame. */
const maxNoteText = 10_000;

/** A frame number or a row number. */
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const place = v.strictObject({ file: v.string(), line: number });

export const pageAct = v.variant('type', [
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
  v.strictObject({ type: v.literal('openInHexEditor'), offset: number }),
]);

/** What the page tells the host. */
export type Act = v.InferOutput<typeof pageAct>;

/**
 * From the host to the page. `remembered`, `hexEditor`, `bookmarks`, `summary` and `rows` are the
 * initial messages: they are sent before the page listens, and again if it missed them, because VS
 * Code keeps messages for a loading page only for a while.
 */
export type HostEvent =
  /** The whole of what is known; sent whenever it changes. */
  | { readonly type: 'summary'; readonly trace: TraceSummary }
  /** The table's first rows, before it is filtered or sorted, for the built-in columns. */
  | { readonly type: 'rows'; readonly rows: readonly FrameRow[] }
  /** What the page had remembered for this trace. */
  | {
      readonly type: 'remembered';
      /** The number of the table's view. */
      readonly view: number;
      readonly table: unknown;
      /** Saved by the user for all traces. */
      readonly filters: readonly string[];
    }
  /** The file can be opened in VS Code's hex editor, which is an extension. */
  | { readonly type: 'hexEditor' }
  /** The index grew. */
  | {
      readonly type: 'indexing';
      readonly frameCount: number;
      readonly fraction: number;
      readonly complete: boolean;
    }
  /** What follows on `select`. */
  | { readonly type: 'frame'; readonly details: FrameDetails }
  /** The same where the frame cannot be read: why, in a sentence. */
  | { readonly type: 'frameProblem'; readonly frame: number; readonly problem: string }
  /** The position moved, by the debugger or a command: show and select this frame. */
  | { readonly type: 'position'; readonly frame: number; readonly debugging: boolean }
  /** The frames that the user marked, by number; sent whenever they change. */
  | {
      readonly type: 'bookmarks';
      readonly bookmarks: readonly { readonly frame: number; readonly note: string }[];
    }
  /** The user chose something from the context menu of a place on the page. */
  | { readonly type: 'menu'; readonly act: PageAct; readonly place: MenuPlace }
  /** A debugger that followed the user's selection took the focus: take it back into the table. */
  | { readonly type: 'focus' }
  /** The file is no trace file, or cannot be read: a sentence and the next step. */
  | { readonly type: 'failed'; readonly message: string };
