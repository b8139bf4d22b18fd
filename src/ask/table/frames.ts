// Which frames: filtered by a condition, sorted, page by page, with expressions as columns.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { type ExportColumn, ownColumns, valuesIn } from '../../trace/export/tables';
import { problemText } from '../../trace/expressions';
import { AllFrames, type FrameList } from '../../trace/list/frameList';
import type { Trace } from '../../trace/trace';
import type { AskedTrace } from '../askedTrace';
import { meantCondition, meantValue, requireUncancelled } from '../expressions';
import { option } from '../option';
import {
  condition,
  described,
  orderBy,
  someOf,
  TextRoom,
  textSchema,
  upTo,
  wholeNumber,
  publicQuestion,
} from '../question';
import type { QuestionRun } from '../run';
import { ArrangedFrames } from './arrangedFrames';
import { placeOfPc } from './frameRow';
import { type ExportedColumn, TableColumns } from './tableColumns';
import type { Column } from './tableMessages';

/** Frames of one answer. */
const maxFrames = 1000;
/** Columns of one answer. */
const maxColumns = 50;
/** Columns of the table that frames can be sorted by; any other name is an expression. */
const sortedByName = ['frame', 'tracepoint', 'pc', 'where', 'collected', 'size'] as const;

const ownNames = ownColumns.join(', ');

const columns = v.optional(
  option(
    described(
      someOf(textSchema, maxColumns),
      `Expressions to show of each frame, as gdb prints them. A bare ${ownNames} is the table's own; put a variable of that name in parentheses: (size).`,
    ),
    () =>
      t(
        'Expressions to show of each frame; pc, function, file, line, collected, size are the table’s own',
      ),
    { value: 'EXPR,...' },
  ),
);

const sortedBy = described(
  textSchema,
  'frame, tracepoint, pc, where, collected, size, or an expression, which sorts by its value.',
);
const sort = v.optional(
  option(orderBy(sortedBy), () =>
    t(
      'Sort by an expression, or frame, tracepoint, pc, where, collected, size; --sort=-EXPR: descending',
    ),
  ),
);

/** Which frames, in which order, and what of them. */
export const frameChoice = v.strictObject({
  where: v.optional(condition),
  columns,
  sort,
});

/** The same, checked. */
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
  first: v.optional(
    option(described(wholeNumber, 'The row to begin with, from 0.'), () =>
      t('Begin with row N, from 0'),
    ),
    0,
  ),
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
  readonly columns: readonly ExportColumn[];
  /** Why the list is empty. */
  readonly note?: string;
  /** A row below the list's count. */
  rowAt(row: number): Promise<ListedFrame>;
}

/** The frames of a choice; waits for the whole index. Fails with a sentence. */
export async function frameTable(
  { trace }: Pick<AskedTrace, 'trace'>,
  { where, columns: names = [], sort: order }: FrameChoice,
  run: QuestionRun,
): Promise<FrameTable> {
  const meant = new TableColumns(trace, (text) => meantValue(trace, text, run));
  const all = new AllFrames(trace.recording.index);
  const shown = await meant.exported(names.map(columnNamed), all);
  await trace.recording.indexed;
  requireUncancelled(run.signal);
  const condition = where === undefined ? undefined : await meantCondition(trace, where, run);
  const arranged = new ArrangedFrames(trace, condition, true);
  await arranged.arrange(undefined, run);
  requireUncancelled(run.signal);
  if (order) {
    const column = await meant.sortColumn(sortNamed(order.by));
    await arranged.sort({ column, descending: order.descending }, run);
    requireUncancelled(run.signal);
  }
  const { frames: list, whyNone } = arranged;
  return {
    ...{ list, columns: shown },
    ...(whyNone && { note: problemText(whyNone) }),
    rowAt: (row) => listedFrame(trace, list.frameAt(row), shown),
  };
}

function columnNamed(name: string): ExportedColumn {
  const own = ownColumns.find((each) => each === name);
  return own ? { kind: own } : { kind: 'value', text: name };
}

function sortNamed(by: string): Column {
  const own = sortedByName.find((each) => each === by);
  return own ? { kind: own } : { kind: 'value', text: by };
}

/**
 * Those in which a condition holds, in the order of the file; all without one. Waits for the whole
 * index.
 */
export function matchedFrames(
  trace: Trace,
  where: string | undefined,
  run: QuestionRun,
): Promise<Pick<FrameTable, 'list' | 'note'>> {
  return frameTable({ trace }, where === undefined ? {} : { where }, run);
}

/** A frame as it is listed. */
export async function listedFrame(
  { recording, modules }: Trace,
  frame: number,
  shown: readonly ExportColumn[],
): Promise<ListedFrame> {
  const { functionName, place } = await placeOfPc(modules.current, recording.pc(frame)?.pc);
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
    ...place,
    ...(shown.length > 0 && { values: Object.fromEntries(values) }),
  };
}
