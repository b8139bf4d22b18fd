// The table as the page knows it: its rows, the view that the host arranges, and how far that has
// come. No DOM in here.
import type { FrameRow } from '../../src/ask/table/frameRow';
import type { Column } from '../../src/ask/table/tableMessages';
import type { ViewProgress } from '../../src/ask/table/view';
import type { Grouping } from '../groups/grouping';
import type { Ask } from '../requests';
import { RequestError } from '../../src/wire/page';
import { RowCache } from '../pageCache';
import { RowSelection } from './rowSelection';
import { ColumnContents, columnsIn, type ContentWidths } from './columnWidths';
import {
  initialColumns,
  isSameColumn,
  limitWidth,
  withGrouping,
  withRecent,
  type TableColumn,
  type TableSettings,
} from './tableSettings';

/** What is wrong with the filter, or with a column. */
export interface TableProblem {
  readonly text: string;
  /** In the expression, counted from 1. */
  readonly column?: number;
}

/** What the table tells the page. */
interface TableEvents {
  /** Something to draw has changed. */
  changed(): void;
  /** The rows are others now, or are elsewhere; `isSorted`: the user had them sorted. */
  rearranged(isSorted: boolean): void;
  /** The user chose something; what is only restored was chosen before. */
  chosen(settings: TableSettings): void;
  /** What columns show is wider than all that was seen before. */
  widened(widths: ContentWidths): void;
}

export class TableModel {
  /** The number of the host's view of this table; the host tells it first. */
  view = 0;
  readonly rows: RowCache;
  readonly contents: ColumnContents;
  readonly selection = new RowSelection();
  /** A column that was added, until it was brought in sight. */
  added: Column | undefined;
  /** How far filtering or sorting has come; absent while none is under way. */
  progress: ViewProgress | undefined;
  problem: TableProblem | undefined;
  /** Why no frame matches, as far as that can be told. */
  note: string | undefined;
  /** A sentence next to the table, until the user chooses something else. */
  hint: string | undefined;
  /** Frames that match the filter; absent without one. */
  matched: number | undefined;
  /**
   * Rows are what the settings ask for; false until the host has filtered and sorted, and while it
   * does so again.
   */
  isArranged = true;
  private current: TableSettings;
  private arranging = new AbortController();
  private frameCount = 0;
  /** The user had the rows sorted. */
  private isSorting = false;
  /** A filter that the user chose and that does not run yet. */
  private chosenFilter: string | undefined;
  /** Characters for which there is room. */
  private room = Infinity;
  /** Rows of a view that is filtered or sorted. */
  private viewRows = 0;
  /** Rows are frames; so they are too while the user's filter has a mistake. */
  private isWholeView = true;

  constructor(
    private readonly ask: Ask,
    saved: TableSettings,
    private readonly events: TableEvents,
    seenWidths: ContentWidths,
  ) {
    this.contents = new ColumnContents(seenWidths);
    this.current = saved;
    this.rows = new RowCache(
      (first, count) => ask('rows', { view: this.view, first, count, columns: this.shownColumns }),
      () => {
        events.changed();
      },
    );
  }

  get settings(): TableSettings {
    return this.current;
  }

  /** The columns for which there is room. */
  get columns(): readonly TableColumn[] {
    return columnsIn(this.current.columns, this.room, this.contents);
  }

  /** All columns, whether or not there is room: that of times only where the trace has some. */
  get allColumns(): readonly TableColumn[] {
    const { columns } = this.current;
    if (columns !== initialColumns || this.contents.hasTimes) return columns;
    return columns.filter(({ column }) => column.kind !== 'time');
  }

  /** Takes how wide the table is, in characters. */
  setRoom(characters: number): void {
    if (characters === this.room) return;
    this.room = characters;
    this.events.changed();
  }

  /** Rows that are in sight make the columns as wide as their contents. */
  see(first: number, end: number): void {
    let isWider = false;
    for (let row = first; row < end; row++) {
      const shown = this.rows.get(row);
      if (shown && this.contents.see(shown, this.current.columns)) isWider = true;
    }
    if (!isWider) return;
    this.events.widened(this.contents.saved);
    this.events.changed();
  }

  /** Rows of the table. */
  get rowCount(): number {
    return this.isWholeView ? this.frameCount : this.viewRows;
  }

  /** Whether rows are frames: nothing is hidden, and the order is the file's. */
  get isWhole(): boolean {
    return this.isWholeView;
  }

  /** Filtering or sorting is under way, whether or not it has been heard of yet. */
  get isBusy(): boolean {
    return !this.isArranged;
  }

  /** The frame of a row, where it is known already. */
  frameAt(row: number): number | undefined {
    return this.isWhole ? row : this.rows.get(row)?.frame;
  }

  /** The frame of any row of the table. */
  async fetchFrame(row: number): Promise<number | undefined> {
    const known = this.frameAt(row);
    if (known !== undefined) return known;
    const asked = { view: this.view, first: row, count: 1, columns: [] };
    const [fetched] = await this.ask('rows', asked);
    return fetched?.frame;
  }

  /** The row of a frame; undefined where the filter hides it. */
  async rowOf(frame: number): Promise<number | undefined> {
    if (this.isWhole) return frame < this.frameCount ? frame : undefined;
    return (await this.ask('rowOf', { view: this.view, frame })).row;
  }

  /** The row at a place, where it is here. */
  get(row: number): FrameRow | undefined {
    return this.rows.get(row);
  }

  /** A frame is whole now: rows are read again where its own could not be read before. */
  refreshDamaged(row: number | undefined, frame: number): void {
    const known = row === undefined ? undefined : this.get(row);
    if (known?.frame === frame && known.damaged) this.rows.refresh(this.rowCount);
  }

  /** The index has come so far. */
  grow(frameCount: number): void {
    this.frameCount = frameCount;
    if (this.isWhole) this.rows.rowCount = frameCount;
  }

  /** Takes the first rows, which came unasked, where the table shows them. */
  begin(rows: readonly FrameRow[]): void {
    const { filter, sort } = this.current;
    const hasOwnColumns = this.shownColumns.some(
      ({ kind }) => kind === 'value' || kind === 'change',
    );
    if (this.isArranged && filter === '' && !sort && !hasOwnColumns) this.rows.begin(rows);
  }

  /** The trace is another now, or its program is: everything is fetched again. */
  refresh(frameCount: number): void {
    this.frameCount = frameCount;
    if (!this.isWhole || this.current.filter !== '' || this.current.sort) void this.arrange();
    else this.rows.refresh(this.rowCount);
  }

  /**
   * Takes what was chosen when the trace was shown before; the summary that follows has it
   * arranged.
   */
  restore(settings: TableSettings): void {
    this.current = settings;
    this.events.changed();
  }

  /** Says a sentence next to the table. */
  say(sentence: string): void {
    this.hint = sentence;
    this.events.changed();
  }

  /** Groups the frames, or shows them one by one. */
  group(grouping: Grouping | undefined): void {
    this.take(withGrouping(this.current, grouping));
    this.events.changed();
  }

  /** Takes what the user chose. */
  choose(change: Partial<TableSettings>): void {
    const before = this.current;
    this.chosenFilter = change.filter;
    this.isSorting = change.sort !== undefined;
    this.take({ ...before, ...change });
    const { filter, hide, sort, columns } = this.current;
    if (filter !== before.filter || hide !== before.hide || sort !== before.sort) {
      void this.arrange();
    } else if (columns !== before.columns) {
      this.rows.askAnew();
    }
    this.events.changed();
  }

  /** Sorts by a column: ascending, then descending, then as the file is. */
  sortBy(column: Column): void {
    const { sort } = this.current;
    const isSorted = sort !== undefined && isSameColumn(sort.column, column);
    if (isSorted && sort.descending) this.unsort();
    else this.choose({ sort: { column, descending: isSorted } });
  }

  /** Orders the rows as the file does. */
  unsort(): void {
    const { sort, ...rest } = this.current;
    if (!sort) return;
    this.take(rest);
    void this.arrange();
    this.events.changed();
  }

  /** Gives a column a width in pixels. */
  setWidth(column: Column, width: number): void {
    const columns = this.allColumns.map((each) =>
      isSameColumn(each.column, column) ? { ...each, width: limitWidth(width) } : each,
    );
    this.take({ ...this.current, columns });
    this.events.changed();
  }

  /** Adds a column at the end, once. */
  addColumn(column: Column): void {
    const columns = this.allColumns;
    if (columns.some((each) => isSameColumn(each.column, column))) return;
    this.added = column;
    this.choose({ columns: [...columns, { column }] });
  }

  /** Hides a column; of those that are shown at first, also where some have no room. */
  hideColumn(column: Column): void {
    this.choose({ columns: this.columns });
    this.removeColumn(column);
  }

  removeColumn(column: Column): void {
    const columns = this.allColumns.filter((each) => !isSameColumn(each.column, column));
    if (columns.length > 0) this.choose({ columns });
  }

  /** Moves a column so many places to the right, or to the left where negative. */
  moveColumn(column: Column, places: number): void {
    const columns = [...this.allColumns];
    const from = columns.findIndex((each) => isSameColumn(each.column, column));
    const [moved] = columns.splice(from, 1);
    if (from < 0 || !moved) return;
    columns.splice(Math.max(0, from + places), 0, moved);
    this.choose({ columns });
  }

  /** The next frame, forward or backward, that passes the filter; undefined if no frame does. */
  async nextMatch(frame: number, direction: 1 | -1): Promise<number | undefined> {
    try {
      return (await this.ask('nextMatch', { view: this.view, frame, direction })).frame;
    } catch (error) {
      if (error instanceof RequestError) this.say(error.message);
      return undefined;
    }
  }

  /** Stops filtering or sorting; what was found so far stays. */
  stop(): void {
    this.arranging.abort();
    this.settled();
  }

  /** Has the host filter and sort as the settings say. */
  async arrange(): Promise<void> {
    this.arranging.abort();
    const run = new AbortController();
    this.arranging = run;
    this.isArranged = false;
    const { filter, hide, sort } = this.current;
    this.problem = undefined;
    this.matched = undefined;
    this.note = undefined;
    const isWhole = (filter === '' || !hide) && !sort;
    this.showView(isWhole, 0);
    const report = (progress: ViewProgress): void => {
      if (run.signal.aborted) return;
      this.rememberFilter(filter);
      this.progress = progress;
      this.matched = progress.matched ?? this.matched;
      this.showRows(isWhole, progress.rows);
    };
    try {
      const asked = { view: this.view, filter, hide, ...(sort && { sort }) };
      const { rows, matched, note } = await this.ask('view', asked, { signal: run.signal, report });
      this.matched = matched;
      this.note = note;
      this.rememberFilter(filter);
      this.showView(isWhole, rows);
    } catch (error) {
      if (run.signal.aborted || !(error instanceof RequestError)) return;
      this.problem = { text: error.message, ...(error.column && { column: error.column }) };
      this.showView(true, 0);
    }
    this.settled();
  }

  /** What the user chose is suggested again once it runs: a mistake is not. */
  private rememberFilter(filter: string): void {
    if (filter !== this.chosenFilter) return;
    this.chosenFilter = undefined;
    this.current = { ...this.current, recent: withRecent(this.current, filter) };
    this.events.chosen(this.current);
  }

  /** The rows stay as they are now. */
  private settled(): void {
    this.isArranged = true;
    this.progress = undefined;
    const { isSorting } = this;
    this.isSorting = false;
    this.events.rearranged(isSorting);
    this.events.changed();
  }

  private take(settings: TableSettings): void {
    this.hint = undefined;
    this.current = settings;
    this.events.chosen(settings);
  }

  /** Shows the rows of a view that has just begun or ended. */
  private showView(isWhole: boolean, rows: number): void {
    this.isWholeView = isWhole;
    this.viewRows = rows;
    this.rows.reset(this.rowCount);
    this.selection.clear();
    this.events.changed();
  }

  /** Shows rows that were added to a view. */
  private showRows(isWhole: boolean, rows: number): void {
    if (!isWhole) {
      this.viewRows = rows;
      this.rows.rowCount = rows;
    }
    this.events.changed();
  }

  private get shownColumns() {
    return this.current.columns.map(({ column }) => column);
  }
}
