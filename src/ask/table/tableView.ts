// What the table of one page shows: the frames that its filter lets through, in its order, and its
// own columns.
import type { Recording } from '../../trace/recording';
import { t } from '@vscode/l10n';
import { append } from '../../bytes/arrays';
import { ifReadable } from '../../bytes/source';
import { TimeSlice } from '../../bytes/timeSlice';
import {
  type ExportColumn,
  ownColumn,
  valueColumn,
  numberOrText,
  cellText,
  rowsText,
} from '../../trace/export/tables';
import type { Disposable } from '../../trace/emitter';
import { commonBy, type GroupedBy, groupsOf } from '../../trace/list/groups';
import { AllFrames, ChosenFrames, type FrameList, framesOfRows } from '../../trace/list/frameList';
import { type SortColumn, sortedBy, type SortOrder } from '../../trace/list/sort';
import type { FrameCondition } from '../../trace/search/framePredicate';
import type { FrameValue } from '../../trace/search/frameValues';
import { findFrame, matchingFrames } from '../../trace/search/search';
import type { Trace } from '../../trace/trace';
import { cellTexts, frameRow } from './frameRow';
import { RequestFailed } from '../../bytes/requestFailed';
import { compiledCondition, compiledValue, screenProblem } from '../expressions';
import type { Run } from '../run';
import type { Answers, Reports, RequestArguments } from '../traceRequests';
import type { Column, CommonTo, FrameRow } from './tableMessages';

/** Expressions remembered, compiled. */
const rememberedValues = 100;
/** Cells that are read between two looks at the clock. */
const cellsAtOnce = 32;
/** Rows that are copied at once. */
const maxCopiedRows = 10_000;

/** The table's contents. */
export class TableView implements Disposable {
  /** In the order of the file: what "the row before" means, however the table is sorted. */
  private base: FrameList;
  private list: FrameList;
  private condition: FrameCondition | undefined;
  /** Frames that do not match are left out; otherwise those that match are marked. */
  private hides = false;
  private matching: ChosenFrames | undefined;
  private selectedRanges: readonly (readonly [number, number])[] = [];
  private readonly values = new Map<string, FrameValue>();
  private readonly times = new RowTimes(() =>
    // A trace need not have the variable.
    this.value(clockExpression).catch(() => undefined),
  );
  /** Those that the page showed last. */
  private columns: readonly Column[] = [];

  constructor(private readonly trace: Trace) {
    this.base = new AllFrames(trace.recording.index);
    this.list = this.base;
  }

  /** The frames that the table shows, in its order. */
  get frames(): FrameList {
    return this.list;
  }

  /**
   * The frames that the filter lets through, ascending, as far as they are found; none without a
   * filter.
   */
  get matches(): FrameList | undefined {
    return this.matching;
  }

  /** Several rows are selected, or none. */
  selectRows(ranges: readonly (readonly [number, number])[]): void {
    this.selectedRanges = ranges;
  }

  /** The frames of the rows that are selected, in the table's order; none where one row is. */
  get selection(): FrameList | undefined {
    return this.selectedRanges.length === 0
      ? undefined
      : framesOfRows(this.list, this.selectedRanges);
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

  /** After a new index or program: what was compiled and chosen holds no more. */
  reset(): void {
    this.values.clear();
    this.times.reset();
    this.showAll();
  }

  dispose(): void {
    this.reset();
  }

  /**
   * Filters and sorts. Frames appear as they are found; sorted ones all at once, when every frame
   * is known. If it is cancelled, the table keeps what it has so far; if there is a mistake, it
   * shows every frame.
   */
  async arrange(
    { filter, hide, sort }: RequestArguments<'view'>,
    run: Run<Reports['view']>,
  ): Promise<Answers['view']> {
    const { trace } = this;
    const { signal: cancelled } = run;
    this.showAll();
    const condition = filter === '' ? undefined : await this.conditionOf(filter);
    const order = sort && (await this.sortOrder(sort));
    if (cancelled.aborted) return { rows: this.list.count };
    this.condition = condition;
    this.hides = hide;
    const matched = condition && (await this.filter(condition, run));
    if (order) {
      await trace.recording.indexed;
      const { base } = this;
      const sorted = await sortedBy(trace, base, order, cancelled, (done) => {
        run.report({ doing: 'sorting', done, total: base.count, rows: this.list.count });
      });
      if (sorted) this.list = sorted;
    }
    const why = matched === 0 ? condition?.whyNowhere : undefined;
    const note = why && screenProblem(why.problem);
    return {
      rows: this.list.count,
      ...(matched !== undefined && { matched }),
      ...(note !== undefined && { note }),
    };
  }

  /** How many frames a filter would let through; the table stays as it is. */
  async countMatches(
    { filter }: RequestArguments<'countMatches'>,
    run: Run<Reports['countMatches']>,
  ): Promise<Answers['countMatches']> {
    const condition = await this.conditionOf(filter);
    let matched = 0;
    const search = matchingFrames(this.trace, [{ condition }], {
      ...{ from: -1, direction: 1, signal: run.signal },
      onProgress: () => {
        run.report({ matched });
      },
    });
    for await (const frames of search) matched += frames.length;
    return { matched };
  }

  /** Rows of the table, with the texts of the page's own columns. */
  async rows({ first, count, columns }: RequestArguments<'rows'>): Promise<FrameRow[]> {
    const { list, base, condition, hides, trace } = this;
    if (columns.length > 0) this.columns = columns;
    const hasElapsed = columns.some(({ kind }) => kind === 'elapsed');
    const last = Math.min(first + count, list.count);
    const frames = Array.from({ length: Math.max(0, last - first) }, (_, i) =>
      list.frameAt(first + i),
    );
    const row = async (frame: number): Promise<FrameRow> => ({
      ...(await frameRow(trace, frame)),
      ...(await this.timesIn(frame, hasElapsed)),
      values: await cellTexts(trace.recording, base, frame, columns, (text) => this.value(text)),
      matches:
        !hides && condition !== undefined && (await ifReadable(condition.holds(frame))) === true,
    });
    const rows: FrameRow[] = [];
    const slice = new TimeSlice();
    const atOnce = Math.max(1, Math.floor(cellsAtOnce / (columns.length + 1)));
    for (let at = 0; at < frames.length; at += atOnce) {
      append(rows, await Promise.all(frames.slice(at, at + atOnce).map(row)));
      await slice.yieldIfDue();
    }
    return rows;
  }

  /** The row of a frame; none if the filter hides it. */
  rowOf({ frame }: RequestArguments<'rowOf'>): Answers['rowOf'] {
    const row = this.list.rowOf(frame);
    return row === undefined ? {} : { row };
  }

  /** The nearest frame, forward or backward, that the filter lets through. */
  async nextMatch(
    { frame, direction }: RequestArguments<'nextMatch'>,
    { signal: cancelled }: Run<never>,
  ): Promise<Answers['nextMatch']> {
    const { condition } = this;
    if (!condition) return {};
    const options = { from: frame, direction, signal: cancelled };
    const found = await findFrame(this.trace, [{ condition }], options);
    return found ? { frame: found.frame } : {};
  }

  /** The nearest frame, forward or backward, in which an expression has another value. */
  async nextChange(
    { text, frame, direction }: RequestArguments<'nextChange'>,
    { signal: cancelled }: Run<never>,
  ): Promise<Answers['nextChange']> {
    const condition = await this.conditionOf(`$_changed(${text})`);
    const options = { from: frame, direction, signal: cancelled };
    const found = await findFrame(this.trace, [{ condition }], options);
    return found ? { frame: found.frame } : {};
  }

  /** Frames of the table that have something in common. */
  async groups(
    { by, measured }: RequestArguments<'groups'>,
    run: Run<Reports['groups']>,
  ): Promise<Answers['groups']> {
    const { trace, base } = this;
    const groupedBy = await this.groupedBy(by);
    const value = measured === '' ? undefined : await this.value(measured);
    await trace.recording.indexed;
    const made = await groupsOf(trace, base, groupedBy, value, run.signal, (done, total) => {
      run.report({ done, total });
    });
    return made ?? { groups: [], others: 0 };
  }

  /** What a frame has in common with others, and the filter that shows just these. */
  async common({ frame, by }: RequestArguments<'common'>): Promise<Answers['common']> {
    const groupedBy = await this.groupedBy(by);
    if (!(await this.trace.recording.reach(frame)))
      throw new RequestFailed(t('There is no frame {0}.', frame));
    return (await commonBy(this.trace, groupedBy)(frame, undefined)) ?? {};
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

  private exported(columns: readonly Column[]): Promise<ExportColumn[]> {
    const { trace, base, times } = this;
    return exportedColumns(trace, base, columns, times, (text) => this.value(text));
  }

  private async groupedBy(by: CommonTo): Promise<GroupedBy> {
    return by.kind === 'value' ? { kind: 'value', value: await this.value(by.text) } : by;
  }

  private async timesIn(frame: number, hasElapsed: boolean) {
    const time = await this.times.of(frame);
    const elapsed = hasElapsed ? await this.times.since(this.base, frame) : undefined;
    return { ...(time !== undefined && { time }), ...(elapsed !== undefined && { elapsed }) };
  }

  private showAll(): void {
    this.condition = undefined;
    this.matching = undefined;
    this.selectedRanges = [];
    this.base = this.list = new AllFrames(this.trace.recording.index);
  }

  /** A condition compiled; its problem is the page's to show. */
  conditionOf(filter: string): Promise<FrameCondition> {
    return compiledCondition(this.trace, filter);
  }

  /** How many frames match; they are the table's where the others are hidden. */
  private async filter(condition: FrameCondition, run: Run<Reports['view']>): Promise<number> {
    const { trace, hides } = this;
    const chosen = new ChosenFrames();
    this.matching = chosen;
    if (hides) this.base = this.list = chosen;
    let matched = 0;
    const search = matchingFrames(trace, [{ condition }], {
      ...{ from: -1, direction: 1, signal: run.signal },
      onProgress: ({ searched }) => {
        const rows = this.list.count;
        run.report({
          doing: 'searching',
          done: searched,
          total: trace.recording.index.count,
          matched,
          rows,
        });
      },
    });
    for await (const frames of search) {
      matched += frames.length;
      chosen.add(frames);
    }
    return matched;
  }

  private async sortOrder({ column, descending }: NonNullable<RequestArguments<'view'>['sort']>) {
    return { column: await this.sortColumn(column), descending } satisfies SortOrder;
  }

  private async sortColumn(column: Column): Promise<SortColumn> {
    switch (column.kind) {
      case 'value':
        return { kind: 'value', value: await this.value(column.text) };
      case 'change':
        return { kind: 'change', value: await this.value(column.text), since: column.since };
      case 'time':
        return { kind: 'value', value: await this.value(clockExpression) };
      case 'elapsed':
        return { kind: 'change', value: await this.value(clockExpression), since: 'frame' };
      case 'frame':
        return { kind: column.kind };
      case 'tracepoint':
      case 'where':
      case 'pc':
      case 'collected':
      case 'size':
        return { kind: column.kind };
    }
  }
}

/** The columns of a table over a list of frames, which is in the order of the file; each once. */
async function exportedColumns(
  trace: Trace,
  list: FrameList,
  columns: readonly Column[],
  times: RowTimes,
  valueOf: (text: string) => Promise<FrameValue>,
): Promise<ExportColumn[]> {
  const exported = await Promise.all(
    columns.map(async (column): Promise<ExportColumn[]> => {
      switch (column.kind) {
        case 'where':
          return (['function', 'file', 'line'] as const).map((name) => ownColumn(trace, name));
        case 'value':
          return [valueColumn(await valueOf(column.text))];
        case 'change':
          return [changeColumn(trace.recording, list, column, valueOf)];
        case 'time':
          return [
            { heading: 'time (µs)', title: t('time (µs)'), valueIn: (frame) => times.of(frame) },
          ];
        case 'elapsed':
          return [
            {
              heading: 'Δ time (µs)',
              title: t('Δ time (µs)'),
              valueIn: (frame) => times.since(list, frame),
            },
          ];
        case 'frame':
        case 'tracepoint':
        case 'pc':
        case 'collected':
        case 'size':
          return [ownColumn(trace, column.kind)];
      }
    }),
  );
  return exported.flat();
}

function changeColumn(
  recording: Recording,
  list: FrameList,
  column: Column & { kind: 'change' },
  valueOf: (text: string) => Promise<FrameValue>,
): ExportColumn {
  return {
    heading: column.since === 'hit' ? `Δ ${column.text} (hit)` : `Δ ${column.text}`,
    valueIn: async (frame) => {
      const [cell] = await cellTexts(recording, list, frame, [column], valueOf);
      const text = cell?.text;
      return text === undefined ? undefined : numberOrText(text.replace(/^\+/, ''));
    },
  };
}

/** Where the clock is, as gdb's manual names it. */
const clockExpression = '$trace_timestamp';
/** Rows looked back through for a time to compare with. */
const rowsBack = 1000;

class RowTimes {
  private beginning: Promise<number | undefined> | undefined;

  /** `clock`: undefined where the trace has none. */
  constructor(private readonly clock: () => Promise<FrameValue | undefined>) {}

  /** After a new index or program. */
  reset(): void {
    this.beginning = undefined;
  }

  /** Microseconds from the first time to this frame's; undefined where it did not collect one. */
  async of(frame: number): Promise<number | undefined> {
    const time = await this.clockIn(frame);
    if (time === undefined) return undefined;
    this.beginning ??= this.firstTime(frame);
    const first = await this.beginning;
    return first === undefined ? undefined : time - first;
  }

  /** Microseconds since the nearest row before that has a time. `list` is in the file's order. */
  async since(list: FrameList, frame: number): Promise<number | undefined> {
    const time = await this.clockIn(frame);
    const row = list.rowOf(frame);
    if (time === undefined || row === undefined) return undefined;
    for (let earlier = row - 1; earlier >= Math.max(0, row - rowsBack); earlier--) {
      const before = await this.clockIn(list.frameAt(earlier));
      if (before !== undefined) return time - before;
    }
    return undefined;
  }

  private async clockIn(frame: number): Promise<number | undefined> {
    const clock = await this.clock();
    return clock && ifReadable(clock.numberIn(frame));
  }

  /** The first time in the file, where one of the frames up to `last` has one. */
  private async firstTime(last: number): Promise<number | undefined> {
    const slice = new TimeSlice();
    for (let frame = 0; frame <= last; frame++) {
      const time = await this.clockIn(frame);
      if (time !== undefined) return time;
      await slice.yieldIfDue();
    }
    return undefined;
  }
}
