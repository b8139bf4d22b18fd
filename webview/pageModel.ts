// The state of the page: takes messages and the user's acts, and says what changed. No DOM in here.
import type { HostAct, MenuPlace } from '../src/editor/menuMessages';
import type { FrameDetails } from '../src/ask/frame/frameDetails';
import type { DiagnosticSummary } from '../src/ask/trace/problems';
import type { TraceSummary } from '../src/ask/trace/summary';
import type { HostEvent } from '../src/editor/pageMessages';
import type { AnswerOf } from '../src/wire/contract';
import type { Act } from '../src/editor/pageMessages';
import { PageBookmarks } from './frame/bookmarks';
import { CanvasModel } from './canvas/canvasModel';
import { withRange, type FrameRange } from './canvas/rangeFilter';
import { BytesModel } from './bytes/bytesModel';
import type { PageEvents } from './pageEvents';
import { CompareModel } from './compare/compareModel';
import type { TraceQuestions } from '../src/ask/traceQuestions';
import type { PageWire } from '../src/wire/page';
import { type Ask, Moves } from './requests';
import {
  type ComparedState,
  type Destination,
  type Indexing,
  limitSplit,
  type PageState,
  tabsOfFrames,
  type TabName,
} from './pageState';
import { FrameModel } from './frame/frameModel';
import { ValueActs } from './frame/valueActs';
import { groupsOfTable, type GroupsModel } from './groups/groupsModel';
import { IntervalsModel } from './intervals/intervalsModel';
import { MenuActs } from './menuActs';
import { ColumnActs } from './table/columnActs';
import { QuickFilter } from './table/quickFilter';
import { Sparklines } from './table/sparklines';
import { TableModel } from './table/tableModel';
import { readSettings, type TableSettings } from './table/tableSettings';
import type { ContentWidths } from './table/columnWidths';
import { TracepointsModel } from './tracepoints/tracepointsModel';
import { TransitionsModel } from './transitions/transitionsModel';

export class PageModel {
  readonly table: TableModel;
  readonly groups: GroupsModel;
  readonly frame: FrameModel;
  readonly bookmarks: PageBookmarks;
  readonly compare: CompareModel;
  readonly tracepoints: TracepointsModel;
  readonly intervals: IntervalsModel;
  readonly transitions: TransitionsModel;
  readonly bytes: BytesModel;
  readonly canvas: CanvasModel;
  readonly sparklines: Sparklines;
  /** What menus do on the page. */
  readonly menus: MenuActs;
  trace: TraceSummary | undefined;
  /** Why the file cannot be shown. */
  failure: string | undefined;
  indexing: Indexing = { frameCount: 0, fraction: 0, complete: false };
  /** Number of the selected frame. */
  selected: number | undefined;
  /** Its row; undefined while that is looked up, and where the filter hides it. */
  selectedRow: number | undefined;
  /** Of the selected frame, or of the one before while its own are under way. */
  details: FrameDetails | undefined;
  /** Why a frame has no details: it could not be read. */
  frameProblem: { readonly frame: number; readonly problem: string } | undefined;
  /** The frame where a debugger is. */
  debuggedFrame: number | undefined;
  /** Filters that the user saved. */
  filters: readonly string[] = [];

  private destination: Destination | undefined;
  /** A row that the user selected before its frame was known. */
  private chosenRow: { readonly row: number; readonly showsSource: boolean } | undefined;
  private readonly moves = new Moves();

  constructor(
    private readonly wire: Pick<PageWire<TraceQuestions, Act, HostEvent>, 'ask' | 'act'>,
    private saved: PageState,
    private readonly events: PageEvents,
  ) {
    const { ask, act: post } = wire;
    const { changed, canvasChanged } = events;
    const tableEvents = {
      changed: () => {
        this.canvas.follow(this.table.matched);
        changed();
      },
      rearranged: (isSorted: boolean) => {
        if (this.chosenRow) void this.fetchChosen();
        else if (this.destination) this.arrive();
        else void this.showRow(!isSorted);
        if (isSorted) this.events.scrollTo(0);
        if (this.groups.grouping) void this.groups.refresh();
      },
      chosen: (settings: TableSettings) => {
        // Rows of another arrangement are elsewhere.
        if (this.destination?.frame === undefined) this.destination = undefined;
        this.chosenRow = undefined;
        this.events.chosen(settings);
      },
      widened: (widths: ContentWidths) => {
        this.remember({ widths });
      },
    };
    this.table = new TableModel(ask, readSettings(undefined), tableEvents, saved.widths);
    const shared = {
      ask,
      changed,
      select: (frame: number) => {
        this.select(frame);
      },
      filterTo: (range: FrameRange) => {
        this.table.choose({ filter: withRange(this.table.settings.filter, range) });
      },
    };
    const quickFilter = new QuickFilter(ask, this.table);
    this.groups = groupsOfTable(ask, this.table, quickFilter, changed);
    const { groups, table } = this;
    const valueActs = new ValueActs(ask, groups, quickFilter, table, (address) => {
      this.setSection('memory', true);
      this.frame.lookUp(address);
    });
    const columnActs = new ColumnActs(ask, table, groups, this);
    this.menus = new MenuActs(this, events, valueActs, columnActs, quickFilter);
    const comparing = {
      ...shared,
      compared: () => this.saved.compared,
      selected: () => this.selected,
      isShown: () => this.tab === 'compare',
      remember: (change: Partial<ComparedState>) => {
        this.remember({ compared: { ...this.saved.compared, ...change } });
      },
    };
    this.frame = new FrameModel({
      ...comparing,
      copyText: (text) => {
        this.act('copyText', { text });
      },
      address: () => this.saved.address,
      rememberAddress: (address) => {
        this.remember({ address });
      },
    });
    this.bookmarks = new PageBookmarks(post, changed);
    this.compare = new CompareModel(comparing);
    this.tracepoints = new TracepointsModel(ask, changed);
    const tabHost = <Name extends 'intervals' | 'transitions'>(name: Name) => ({
      ...shared,
      state: () => this.saved[name],
      isShown: () => this.tab === name,
      remember: (state: PageState[Name]) => {
        this.remember({ [name]: state });
      },
    });
    this.intervals = new IntervalsModel({
      ...tabHost('intervals'),
      showBars: (found) => {
        this.canvas.intervals.setFound(found);
      },
    });
    this.transitions = new TransitionsModel({
      ...tabHost('transitions'),
      showFrames: (filter) => {
        this.table.choose({ filter, hide: true });
      },
    });
    this.bytes = new BytesModel(ask, post, { ...shared, selectFrame: shared.select });
    const canvasHost = {
      ...shared,
      changed: canvasChanged,
      goToMatch: (direction: 1 | -1) => this.goToMatch(direction),
      remember: (canvas: PageState['canvas']) => {
        this.remember({ canvas });
      },
    };
    this.canvas = new CanvasModel(canvasHost, saved.canvas);
    this.sparklines = new Sparklines(ask, saved.sparklines, (sparklines) => {
      this.remember({ sparklines });
    });
    this.destination = { frame: saved.selected ?? 0, firstRow: saved.firstRow };
  }

  /** What to remember of the page. */
  get state(): PageState {
    return this.saved;
  }

  /** How the page's parts ask the host. */
  get ask(): Ask {
    return this.wire.ask;
  }

  /** Tells the host what the user did. */
  get post(): (act: Act) => void {
    return this.wire.act;
  }

  /** Frames known so far. */
  get frameCount(): number {
    return this.indexing.frameCount;
  }

  /** The frame of the details on the page: the one before, until those of the selected one come. */
  get shownFrame(): number | undefined {
    const isFailed = this.frameProblem?.frame === this.selected;
    return isFailed ? this.selected : (this.details?.frame ?? this.selected);
  }

  /** True once it is certain that the trace has no frames. */
  get isEmpty(): boolean {
    return this.indexing.complete && this.frameCount === 0;
  }

  /** The tab in front: an empty trace has no frame to show. */
  get tab(): TabName {
    const { tab } = this.saved;
    return this.isEmpty && tabsOfFrames.has(tab) ? 'trace' : tab;
  }

  /** Errors and warnings; what is merely worth knowing is no problem. */
  get problems(): readonly DiagnosticSummary[] {
    return (this.trace?.diagnostics ?? []).filter(({ severity }) => severity !== 'info');
  }

  /** Takes an event of the host. One of a type that it does not know changes nothing. */
  receive(message: HostEvent): void {
    switch (message.type) {
      case 'remembered':
        this.filters = message.filters;
        this.table.view = message.view;
        this.canvas.setTable(message.view);
        this.table.restore(readSettings(message.table));
        break;
      case 'summary':
        this.takeSummary(message.trace);
        break;
      case 'rows':
        this.table.begin(message.rows);
        break;
      case 'hexEditor':
        this.bytes.hasHexEditor = true;
        break;
      case 'indexing':
        this.takeIndexing(message);
        break;
      case 'frame':
        this.takeDetails(message.details);
        break;
      case 'frameProblem':
        this.frameProblem = message;
        break;
      case 'position':
        this.debuggedFrame = message.debugging ? message.frame : undefined;
        this.destination = { frame: message.frame };
        this.chosenRow = undefined;
        this.arrive();
        break;
      case 'bookmarks':
        this.bookmarks.take(message.bookmarks);
        this.canvas.setBookmarks(message.bookmarks.map(({ frame }) => frame));
        break;
      case 'menu':
        this.menus.take(message.act, message.place);
        break;
      case 'focus':
        this.events.focus();
        break;
      case 'failed':
        this.failure = message.message;
        break;
    }
    this.canvas.stand(this.selected, this.debuggedFrame);
    this.events.changed();
  }

  /** The user selects a frame; one that does not exist is not selected. */
  select(frame: number, showsSource = true): void {
    if (frame < 0 || frame >= this.frameCount) return;
    this.destination = undefined;
    this.chosenRow = undefined;
    if (frame !== this.frameCount - 1) this.remember({ followsEnd: false });
    const isFailed = this.frameProblem?.frame === frame;
    if (frame !== this.selected || isFailed) this.setSelected(frame, showsSource);
    this.events.changed();
    void this.showRow();
  }

  /** The user selects a row of the table. */
  async selectRow(row: number, showsSource = true): Promise<void> {
    const { table } = this;
    const frame = table.frameAt(row);
    if (frame !== undefined) {
      this.selectFrameIn(row, frame, showsSource);
      return;
    }
    // Far from what is shown: the row comes in sight at once, its frame when the host answers.
    this.chosenRow = { row, showsSource };
    this.selectedRow = row;
    this.destination = undefined;
    if (row < table.rowCount - 1) this.remember({ followsEnd: false });
    this.events.reveal(row);
    await this.fetchChosen();
  }

  /** Selects the frame of the chosen row; once the table is arranged, where it is not there yet. */
  private async fetchChosen(): Promise<void> {
    const { chosenRow: chosen, table } = this;
    const frame = chosen && (await table.fetchFrame(chosen.row).catch(() => undefined));
    if (!chosen || chosen !== this.chosenRow || (frame === undefined && table.isBusy)) return;
    this.chosenRow = undefined;
    if (frame === undefined) void this.showRow(false);
    else this.selectFrameIn(chosen.row, frame, chosen.showsSource);
  }

  private selectFrameIn(row: number, frame: number, showsSource: boolean): void {
    this.selectedRow = row;
    const isAgain = frame === this.selected;
    this.select(frame, showsSource);
    // Its source may not have been shown yet, or may be closed.
    if (isAgain && showsSource) this.post({ type: 'select', frame, byUser: true });
  }

  debug(): void {
    if (this.selected !== undefined) this.post({ type: 'debug', frame: this.selected });
  }

  /** Names with which an expression may go on. */
  async complete(text: string): Promise<AnswerOf<TraceQuestions, 'complete'>> {
    return this.ask('complete', { frame: this.selected ?? 0, text });
  }

  /** Saves a filter, or forgets it. */
  toggleFilter(filter: string): void {
    const without = this.filters.filter((each) => each !== filter);
    this.filters = this.filters.includes(filter) ? without : [filter, ...without];
    this.post({ type: 'saveFilters', filters: [...this.filters] });
    this.events.changed();
  }

  /** Goes to the next frame, forward or backward, that the filter lets through. */
  goToMatch(direction: 1 | -1): Promise<void> {
    return this.moves.make(async () => {
      const { selected, table } = this;
      if (selected === undefined) return;
      const frame = await table.nextMatch(selected, direction);
      if (frame !== undefined && selected === this.selected) this.select(frame);
    });
  }

  /** Shows an expression as a track. */
  addTrack(text: string | undefined): void {
    if (text === undefined) return;
    this.setSection('canvas', true);
    void this.canvas.expressions.add(text);
  }

  /** Has the host do something at a place of the page. */
  act(act: HostAct, place: MenuPlace): void {
    this.post({ type: 'menu', act, place });
  }

  /** Keeps a frame to compare others with. */
  compareWith(frame: number | undefined): void {
    if (frame === undefined) return;
    this.compare.pin(frame);
    this.showTab('compare');
  }

  showTab(tab: TabName): void {
    this.remember({ tab });
    for (const each of [this.compare, this.intervals, this.transitions]) each.update();
    this.bytes.setShown(tab === 'bytes');
    this.events.changed();
  }

  /** Shows a range of the file in the tab “Bytes”. */
  showBytes(range: Readonly<{ offset: number; length: number }>): void {
    this.showTab('bytes');
    this.bytes.show(range);
  }

  /**
   * Selects the last frame, now and whenever the file grows; until the user selects another, or
   * scrolls.
   */
  setFollowsEnd(followsEnd: boolean): void {
    this.remember({ followsEnd });
    if (followsEnd) this.select(this.frameCount - 1);
    this.events.changed();
  }

  /** The user looks elsewhere. */
  stopFollowing(): void {
    if (this.saved.followsEnd) this.setFollowsEnd(false);
  }

  setSplit(split: number): void {
    this.remember({ split: limitSplit(split) });
  }

  setSection(name: string, open: boolean): void {
    if (this.saved.sections[name] === open) return;
    this.remember({ sections: { ...this.saved.sections, [name]: open } });
  }

  /**
   * The grid is at this row; until it has returned to the restored row, that one stays remembered.
   */
  setFirstRow(firstRow: number): void {
    // It is told while the page is drawn.
    if (this.destination?.firstRow === undefined) this.saved = { ...this.saved, firstRow };
  }

  private takeSummary(trace: TraceSummary): void {
    this.failure = undefined;
    this.trace = trace;
    const { frameCount, complete } = trace;
    this.indexing = { frameCount, complete, fraction: complete ? 1 : this.indexing.fraction };
    this.table.refresh(frameCount);
    if (!this.table.isArranged) this.destination ??= { firstRow: this.saved.firstRow };
    if (this.groups.grouping) void this.groups.refresh();
    this.bytes.take(trace);
    this.bytes.setShown(this.tab === 'bytes');
    this.canvas.grow(frameCount);
    this.canvas.refresh();
    this.sparklines.refresh();
    const { tracepoints, intervals, transitions, compare } = this;
    for (const each of [tracepoints, intervals, transitions, compare]) each.refresh();
    this.keepSelection();
    if (this.saved.followsEnd) this.destination = { frame: Infinity };
    this.arrive();
  }

  private takeIndexing({ frameCount, fraction, complete }: Indexing): void {
    this.indexing = { frameCount, fraction, complete };
    this.table.grow(frameCount);
    this.bytes.grow();
    this.canvas.grow(frameCount);
    this.arrive();
  }

  private takeDetails(details: FrameDetails): void {
    this.frameProblem = undefined;
    if (details.diagnostics.length === 0)
      this.table.refreshDamaged(this.selectedRow, details.frame);
    if (details.frame === this.selected) {
      this.details = details;
      this.frame.show(details);
      this.compare.update();
    }
  }

  /** After a new summary: the same frame, read again, or the last one where the file has shrunk. */
  private keepSelection(): void {
    if (this.selected === undefined) return;
    const last = this.frameCount - 1;
    if (last < 0) {
      this.selected = undefined;
      this.selectedRow = undefined;
      this.details = undefined;
      this.destination = { frame: 0 };
    } else {
      this.setSelected(Math.min(this.selected, last), false);
    }
  }

  /**
   * Goes to the destination once the index has reached it, or to the last frame if it ends before.
   * Rows are restored once the table is filtered and sorted.
   */
  private arrive(): void {
    const { destination, frameCount } = this;
    if (destination === undefined || frameCount === 0) return;
    const { frame, firstRow } = destination;
    if (Math.max(frame ?? 0, firstRow ?? 0) >= frameCount && !this.indexing.complete) return;
    this.destination = undefined;
    if (frame !== undefined) this.setSelected(Math.min(frame, frameCount - 1), false);
    if (firstRow === undefined) {
      void this.showRow();
    } else if (this.table.isArranged) {
      this.events.scrollTo(firstRow);
      void this.showRow(false);
    } else {
      this.destination = { firstRow };
    }
  }

  /** Finds the selected frame's row in the table, and brings it in sight unless told otherwise. */
  private async showRow(reveal = true): Promise<void> {
    const { selected, table } = this;
    if (selected === undefined) return;
    const known = table.isWhole ? selected : this.rowSeen(selected);
    const row = known ?? (await table.rowOf(selected).catch(() => undefined));
    if (selected !== this.selected || this.chosenRow) return;
    this.selectedRow = row;
    if (row !== undefined && reveal) this.events.reveal(row);
    this.events.changed();
  }

  /** The row at which the frame was selected last, if it is still there. */
  private rowSeen(frame: number): number | undefined {
    const { selectedRow: row, table } = this;
    return row !== undefined && table.frameAt(row) === frame ? row : undefined;
  }

  private setSelected(frame: number, byUser: boolean): void {
    this.selected = frame;
    if (this.table.isWhole && !this.chosenRow) this.selectedRow = frame;
    if (byUser && this.debuggedFrame !== undefined) this.debuggedFrame = frame;
    this.remember({ selected: frame });
    this.bytes.follow(frame);
    this.canvas.stand(frame, this.debuggedFrame);
    this.post({ type: 'select', frame, byUser });
  }

  private remember(change: Partial<PageState>): void {
    this.saved = { ...this.saved, ...change };
    this.events.changed();
  }
}
