// What the table of a page shows: the frames that its filter lets through, in its order, and its
// columns.
import { append } from '../../bytes/arrays';
import { ifReadable } from '../../bytes/source';
import { TimeSlice } from '../../bytes/timeSlice';
import type { Disposable } from '../../trace/emitter';
import { cellText, type ExportColumn, rowsText } from '../../trace/export/tables';
import { groupsOf } from '../../trace/list/groups';
import { type FrameList, framesOfRows } from '../../trace/list/frameList';
import type { FrameCondition } from '../../trace/search/framePredicate';
import type { FrameValue } from '../../trace/search/frameValues';
import { findFrame } from '../../trace/search/search';
import type { Trace } from '../../trace/trace';
import { compiledCondition, compiledValue, screenProblem } from '../expressions';
import { passOf, type QuestionRun } from '../run';
import { ArrangedFrames, type ArrangingSteps } from './arrangedFrames';
import { cellTexts, frameRow, type FrameRow } from './frameRow';
import { TableColumns } from './tableColumns';
import type { Column, CommonTo } from './tableMessages';

/** Expressions remembered, compiled. */
const rememberedValues = 100;
/** Cells that are read between two looks at the clock. */
const cellsAtOnce = 32;
/** Rows that are copied at once. */
const maxCopiedRows = 10_000;

/** The table's contents. */
export class TableView implements Disposable {
  private arranged: ArrangedFrames;
  private selectedRanges: readonly (readonly [number, number])[] = [];
  private readonly values = new Map<string, FrameValue>();
  private readonly tableColumns: TableColumns;
  /** Those that the page showed last. */
  private columns: readonly Column[] = [];
  private readonly changes: Disposable;

  constructor(private readonly trace: Trace) {
    this.arranged = new ArrangedFrames(trace);
    this.tableColumns = new TableColumns(trace, (text) => this.value(text));
    this.changes = trace.onDidChange(() => {
      this.reset();
    });
  }

  /** The frames that the table shows, in its order. */
  get frames(): FrameList {
    return this.arranged.frames;
  }

  /**
   * The frames that the filter lets through, ascending, as far as they are found; none without a
   * filter.
   */
  get matches(): FrameList | undefined {
    return this.arranged.matches;
  }

  /** Several rows are selected, or none. */
  selectRows(ranges: readonly (readonly [number, number])[]): void {
    this.selectedRanges = ranges;
  }

  /** The frames of the rows that are selected, in the table's order; none where one row is. */
  get selection(): FrameList | undefined {
    return this.selectedRanges.length === 0
      ? undefined
      : framesOfRows(this.frames, this.selectedRanges);
  }

  /** The columns that the page shows, for an export; none before it has shown any. */
  exportColumns(): Promise<ExportColumn[]> {
    return this.exported(this.columns);
  }

  /** The whole text of a cell. */
  async cellText(frame: number, column: Column): Promise<string> {
    const [first, file, line] = await Promise.all(
      (await this.exported([column])).map((each) => cellText(each, frame)),
    );
    const where = file === undefined || file === '' ? '' : `${file}:${line ?? ''}`;
    return [first ?? '', where].filter((text) => text !== '').join(' ');
  }

  /** A row with the columns that the page shows, as spreadsheets paste it. */
  async rowText(frame: number): Promise<string> {
    return rowsText(await this.exportColumns(), [frame]);
  }

  /** The selected rows, as many as a clipboard takes. */
  async selectionText(): Promise<string | undefined> {
    const { selection } = this;
    if (!selection) return undefined;
    const count = Math.min(selection.count, maxCopiedRows);
    const frames = Array.from({ length: count }, (_, row) => selection.frameAt(row));
    return rowsText(await this.exportColumns(), frames);
  }

  /** Shows every frame; after a new index or program, what was compiled holds no more. */
  reset(): void {
    this.values.clear();
    this.tableColumns.times.reset();
    this.showAll();
  }

  dispose(): void {
    this.changes.dispose();
  }

  /**
   * Filters and sorts. Frames appear as they are found; sorted ones all at once, when every frame
   * is known. If it is cancelled, the table keeps what it has so far; if there is a mistake, it
   * shows every frame. An empty filter lets every frame through.
   */
  async arrange(
    {
      filter,
      hide,
      sort,
    }: {
      readonly filter: string;
      readonly hide: boolean;
      readonly sort?: { readonly column: Column; readonly descending: boolean } | undefined;
    },
    run: QuestionRun<ArrangingSteps>,
  ): Promise<{ rows: number; matched?: number; note?: string }> {
    this.showAll();
    const condition = filter === '' ? undefined : await this.conditionOf(filter);
    const order = sort && {
      column: await this.tableColumns.sortColumn(sort.column),
      descending: sort.descending,
    };
    if (run.signal.aborted) return { rows: this.frames.count };
    const arranged = new ArrangedFrames(this.trace, condition, hide);
    this.arranged = arranged;
    await arranged.arrange(order, run);
    const { frames, matches, whyNone } = arranged;
    return {
      rows: frames.count,
      ...(matches && { matched: matches.count }),
      ...(whyNone && { note: screenProblem(whyNone.problem) }),
    };
  }

  /** Rows of the table, with the texts of the page's own columns. */
  async rows(first: number, count: number, columns: readonly Column[]): Promise<FrameRow[]> {
    const { arranged, trace } = this;
    const { frames, base, condition, hides } = arranged;
    if (columns.length > 0) this.columns = columns;
    const hasElapsed = columns.some(({ kind }) => kind === 'elapsed');
    const last = Math.min(first + count, frames.count);
    const listed = Array.from({ length: Math.max(0, last - first) }, (_, i) =>
      frames.frameAt(first + i),
    );
    const row = async (frame: number): Promise<FrameRow> => ({
      ...(await frameRow(trace, frame)),
      ...(await this.timesIn(frame, base, hasElapsed)),
      values: await cellTexts(trace.recording, base, frame, columns, (text) => this.value(text)),
      matches:
        !hides && condition !== undefined && (await ifReadable(condition.holds(frame))) === true,
    });
    const rows: FrameRow[] = [];
    const slice = new TimeSlice();
    const atOnce = Math.max(1, Math.floor(cellsAtOnce / (columns.length + 1)));
    for (let at = 0; at < listed.length; at += atOnce) {
      append(rows, await Promise.all(listed.slice(at, at + atOnce).map(row)));
      await slice.yieldIfDue();
    }
    return rows;
  }

  /** The nearest frame, forward or backward, that the filter lets through. */
  async nextMatch(
    from: number,
    direction: 1 | -1,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const { condition } = this.arranged;
    if (!condition) return undefined;
    return (await findFrame(this.trace, [{ condition }], { from, direction, signal }))?.frame;
  }

  /** Frames of the table that have something in common; `measured` is empty for nothing. */
  async groups(by: CommonTo, measured: string, run: QuestionRun) {
    const { trace, arranged } = this;
    const groupedBy = await this.tableColumns.groupedBy(by);
    const value = measured === '' ? undefined : await this.value(measured);
    await trace.recording.indexed;
    const { signal, onProgress } = passOf(run);
    const made = await groupsOf(trace, arranged.base, groupedBy, value, signal, onProgress);
    return made ?? { groups: [], others: 0 };
  }

  /** An expression compiled; its problem is the page's to show. */
  async value(text: string): Promise<FrameValue> {
    const known = this.values.get(text);
    if (known) return known;
    const value = await compiledValue(this.trace, text);
    if (this.values.size >= rememberedValues) this.values.clear();
    this.values.set(text, value);
    return value;
  }

  /** A condition compiled; its problem is the page's to show. */
  conditionOf(filter: string): Promise<FrameCondition> {
    return compiledCondition(this.trace, filter);
  }

  private exported(columns: readonly Column[]): Promise<ExportColumn[]> {
    return this.tableColumns.exported(columns, this.arranged.base);
  }

  private async timesIn(frame: number, base: FrameList, hasElapsed: boolean) {
    const { times } = this.tableColumns;
    const time = await times.of(frame);
    const elapsed = hasElapsed ? await times.since(base, frame) : undefined;
    return { ...(time !== undefined && { time }), ...(elapsed !== undefined && { elapsed }) };
  }

  private showAll(): void {
    this.selectedRanges = [];
    this.arranged = new ArrangedFrames(this.trace);
  }
}
