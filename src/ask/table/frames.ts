// Which frames: filtered by a condition, sorted, page by page, with expressions as columns; and the
// same frames written as a file.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { RequestFailed } from '../../bytes/requestFailed';
import { TimeSlice } from '../../bytes/timeSlice';
import {
  ownColumn,
  ownColumns,
  valueColumn,
  valuesIn,
  type ExportColumn,
} from '../../trace/export/tables';
import { exportFrames, type ExportFormat } from '../../trace/export/exportFrames';
import type { Sink } from '../../trace/export/sink';
import { problemText } from '../../trace/expressions';
import { AllFrames, type FrameList } from '../../trace/list/frameList';
import { sortedBy, type SortColumn } from '../../trace/list/sort';
import { chosenBy, matchingFrames } from '../../trace/search/search';
import type { Trace } from '../../trace/trace';
import type { AskedTrace } from '../askedTrace';
import {
  compiledCondition,
  meantCondition,
  meantValue,
  requireMeaning,
  requireUncancelled,
} from '../expressions';
import {
  condition,
  described,
  someOf,
  TextRoom,
  textSchema,
  upTo,
  wholeNumber,
  publicQuestion,
} from '../question';
import type { Run } from '../run';

/** Frames of one answer. */
const maxFrames = 1000;
/** Columns of one answer. */
const maxColumns = 50;
/** Characters of an export that comes as an answer. */
const maxExportText = 1_000_000;

const ownNames = ownColumns.join(', ');

const columns = v.optional(
  described(
    someOf(textSchema, maxColumns),
    `Expressions to show of each frame, as gdb prints them. A bare ${ownNames} is the table's own; put a variable of that name in parentheses: (size).`,
  ),
);

const sort = v.optional(
  v.strictObject({
    by: described(
      textSchema,
      'frame, tracepoint, pc, where, collected, size, or an expression, which sorts by its value.',
    ),
    descending: v.optional(v.boolean(), false),
  }),
);

const frameChoice = v.strictObject({
  where: v.optional(condition),
  columns,
  sort,
});

/** Which frames, in which order, and what of them. */
export type FrameChoice = Partial<v.InferOutput<typeof frameChoice>>;

const value = v.union([v.string(), v.number()]);

const frameRow = v.strictObject({
  frame: wholeNumber,
  tracepoint: wholeNumber,
  /** A frame of while-stepping. */
  step: v.optional(v.boolean()),
  function: v.optional(v.string()),
  file: v.optional(v.string()),
  line: v.optional(wholeNumber),
  /** By expression; what the frame does not have is absent. */
  values: v.optional(v.record(v.string(), value)),
});

/** A frame in a list. */
export type ListedFrame = v.InferOutput<typeof frameRow>;

const frameInput = v.strictObject({
  ...frameChoice.entries,
  first: v.optional(described(wholeNumber, 'The row to begin with, from 0.'), 0),
  count: v.optional(described(upTo(maxFrames), 'How many rows.'), 50),
});

const frameRows = v.strictObject({
  /** Frames of the trace. */
  total: wholeNumber,
  /** Frames that the condition lets through. */
  matched: wholeNumber,
  frames: v.array(frameRow),
  /** The row to ask for next; absent where these are the last. */
  next: v.optional(wholeNumber),
  /** Why no frame matches. */
  note: v.optional(v.string()),
});

/** `frames`. */
export const frames = publicQuestion({
  name: 'frames',
  title: () => t('List frames of a trace'),
  description:
    'Lists frames, all or those in which a condition holds, with the values of expressions as columns, sorted, page by page. This is how values are compared over many frames.',
  input: frameInput,
  result: frameRows,
  answer: async (asked, { first, count, ...choice }, run) => {
    const table = await frameTable(asked, choice, run);
    const last = Math.min(first + count, table.list.count);
    const rows: ListedFrame[] = [];
    const room = new TextRoom(run);
    for (let row = first; row < last && !room.isFull(); row++) {
      const listed = await table.rowAt(row);
      for (const shown of Object.values(listed.values ?? {})) room.take(String(shown));
      rows.push(listed);
    }
    const next = first + rows.length;
    return {
      total: asked.trace.recording.index.count,
      matched: table.list.count,
      frames: rows,
      ...(next < table.list.count && { next }),
      ...(table.note !== undefined && { note: table.note }),
    };
  },
});

/** Frames with what is shown of them. */
export interface FrameTable {
  /** In the order asked for. */
  readonly list: FrameList;
  /** Why the list is empty. */
  readonly note?: string;
  /** A row below the list's count. */
  rowAt(row: number): Promise<ListedFrame>;
}

/** The frames of a choice; waits for the whole index. Fails with a sentence. */
export async function frameTable(
  asked: AskedTrace,
  choice: FrameChoice,
  run: Run,
): Promise<FrameTable> {
  const { trace } = asked;
  const shown = await chosenColumns(trace, choice.columns, run);
  const { list, note } = await chosenFrames(trace, choice, run);
  return {
    list,
    ...(note !== undefined && { note }),
    rowAt: (row) => listedFrame(trace, list.frameAt(row), shown),
  };
}

async function chosenColumns(
  trace: Trace,
  names: readonly string[] = [],
  run: Run,
): Promise<ExportColumn[]> {
  const chosen: ExportColumn[] = [];
  for (const name of names) {
    const own = ownColumns.find((each) => each === name);
    chosen.push(own ? ownColumn(trace, own) : valueColumn(await meantValue(trace, name, run)));
  }
  return chosen;
}

/** Those that match, in the order of the choice. */
async function chosenFrames(
  trace: Trace,
  { where, sort: order }: FrameChoice,
  run: Run,
): Promise<{ readonly list: FrameList; readonly note?: string }> {
  const { list, note } = await matchedFrames(trace, where, run);
  return {
    list: order ? await sorted(trace, list, order, run) : list,
    ...(note !== undefined && { note }),
  };
}

/**
 * Those in which a condition holds, in the order of the file; all without one. Waits for the whole
 * index.
 */
export async function matchedFrames(
  trace: Trace,
  where: string | undefined,
  run: Run,
): Promise<{ readonly list: FrameList; readonly note?: string }> {
  const { recording } = trace;
  const { signal, report } = run;
  await recording.indexed;
  requireUncancelled(signal);
  if (where === undefined) return { list: new AllFrames(recording.index) };
  const holds = await meantCondition(trace, where, run);
  const list = await chosenBy(trace, holds, {
    signal,
    onProgress: ({ searched }) => report({ done: searched, total: recording.index.count }),
  });
  requireUncancelled(signal);
  const why = list.count === 0 ? holds.whyNowhere : undefined;
  return { list, ...(why && { note: problemText(why) }) };
}

async function sorted(
  trace: Trace,
  list: FrameList,
  { by, descending }: NonNullable<FrameChoice['sort']>,
  run: Run,
): Promise<FrameList> {
  const column = await sortColumn(trace, by, run);
  const { signal, report } = run;
  const inOrder = await sortedBy(trace, list, { column, descending }, signal, (done) => {
    report({ done: done, total: list.count });
  });
  if (!inOrder) throw new RequestFailed('cancelled');
  return inOrder;
}

async function sortColumn(trace: Trace, by: string, run: Run): Promise<SortColumn> {
  switch (by) {
    case 'frame':
    case 'tracepoint':
    case 'pc':
    case 'where':
    case 'collected':
    case 'size':
      return { kind: by };
    default:
      return { kind: 'value', value: await meantValue(trace, by, run) };
  }
}

async function listedFrame(
  { recording, modules }: Trace,
  frame: number,
  shown: readonly ExportColumn[],
): Promise<ListedFrame> {
  const at = recording.pc(frame);
  const { functionName, source } = at ? await modules.current.locate(at.pc) : {};
  const written = await valuesIn(shown, frame);
  const values = shown.flatMap(({ heading }, i) => {
    const known = written[i];
    return known === undefined ? [] : [[heading, known] as const];
  });
  return {
    frame,
    tracepoint: recording.index.tracepoint(frame),
    ...(recording.stepping.isStep(frame) && { step: true }),
    ...(functionName !== undefined && { function: functionName }),
    ...(source && { file: source.file, line: source.line }),
    ...(shown.length > 0 && { values: Object.fromEntries(values) }),
  };
}

// The same frames as a file.

const textFormats = ['csv', 'jsonLines', 'markdown', 'tdump'] as const;

const exportInput = v.strictObject({
  ...frameChoice.entries,
  format: described(v.picklist(textFormats), 'tdump: what gdb prints of each frame.'),
});

const exported = v.strictObject({
  frames: wholeNumber,
  text: v.string(),
  /** Whether the text ends before the last frame. */
  cut: v.boolean(),
});

/** `export`, as text; nothing is written. */
export const exportText = publicQuestion({
  name: 'export',
  title: () => t('Export frames of a trace as text'),
  description:
    "Frames, all or those in which a condition holds, as CSV, JSON Lines, a Markdown table, or as gdb's tdump prints them. Without columns: frame, tracepoint, pc, function, file, line, collected, size.",
  input: exportInput,
  result: exported,
  answer: async (asked, { format, ...choice }, run) => {
    const decoder = new TextDecoder();
    let written = '';
    const end = new AbortController();
    const sink: Sink = {
      write: (bytes) => {
        written += decoder.decode(bytes, { stream: true });
        if (written.length > maxExportText) end.abort();
        return Promise.resolve();
      },
    };
    const signal = AbortSignal.any([run.signal, end.signal]);
    const count = await exportTo(asked, format, choice, sink, { ...run, signal });
    requireUncancelled(run.signal);
    const cut = written.length > maxExportText;
    return { frames: count, text: written.slice(0, maxExportText), cut };
  },
});

/** Writes the frames of a choice to a sink; gives how many there are. */
export async function exportTo(
  asked: AskedTrace,
  format: ExportFormat,
  choice: FrameChoice,
  sink: Sink,
  run: Run,
): Promise<number> {
  const { trace } = asked;
  const names = choice.columns ?? ownColumns;
  const shown = await chosenColumns(trace, names, run);
  const { list } = await chosenFrames(trace, choice, run);
  const { signal, report } = run;
  await exportFrames(trace, { format, frames: list, columns: shown }, sink, {
    signal,
    onProgress: (done) => report({ done: done, total: list.count }),
  });
  return list.count;
}

// Whether something is always or never so.

/** The first frame that breaks a rule. */
export interface BrokenRule {
  readonly frame: number;
  /** How many frames break it. */
  readonly count: number;
}

/**
 * Whether a condition holds in no frame (`never`), or in each frame in which it means something
 * and everything in it was collected (`always`). Undefined where it is so.
 */
export async function brokenRule(
  { trace }: AskedTrace,
  kind: 'never' | 'always',
  written: string,
  run: Run,
): Promise<BrokenRule | undefined> {
  const asCondition = kind === 'never' ? written : `!(${written})`;
  // The message is about what was written.
  await requireMeaning(trace, written, run);
  const holds = await compiledCondition(trace, asCondition);
  const slice = new TimeSlice();
  const { signal, report } = run;
  const total = trace.recording.index.count;
  const search = matchingFrames(trace, [{ condition: holds }], {
    ...{ from: -1, direction: 1, signal },
    onProgress: ({ searched }) => report({ done: searched, total: total }),
  });
  let frame: number | undefined;
  let count = 0;
  for await (const found of search) {
    frame ??= found[0];
    count += found.length;
    await slice.yieldIfDue();
  }
  requireUncancelled(signal);
  return frame === undefined ? undefined : { frame, count };
}
