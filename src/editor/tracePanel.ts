// One page and its trace: answers the page's requests, and notifies it of changes.
import type { DebugSession, Event, Uri } from 'vscode';
import { t } from '@vscode/l10n';
import { ReadFailed } from '../bytes/source';
import type { Disposable } from '../trace/emitter';
import { evaluationContext } from '../trace/expressions';
import { completeExpression } from '../trace/expressionCompletion';
import { checkExpression } from '../trace/search/expressionCheck';
import type { Trace } from '../trace/trace';
import type { EditorServices } from './editorServices';
import { screenProblem, screenSentence } from '../ask/expressions';
import type { Run } from '../ask/run';
import {
  traceRequests,
  type Answers,
  type Reports,
  type RequestArguments,
  type RequestName,
  type TraceRequests,
} from '../ask/traceRequests';
import type { copyBytes } from '../ask/bytes/copyBytes';
import { traceQuestions } from '../ask/traceQuestions';
import { Views, type Asked } from '../ask/views';
import { HostWire } from '../wire/host';
import { messageOf } from '../bytes/requestFailed';
import { frameDetails, type FrameDetails } from '../ask/frame/frameDetails';
import { FrameMenu } from './frameMenu';
import { IntervalsView } from '../ask/time/intervalsView';
import { isHostAct, type HostAct, type MenuPlace, type PageAct } from './menuMessages';
import { pageAct, type Act, type HostEvent } from './pageMessages';
import { Overview, Plots } from '../ask/tracks/overview';
import { summarize } from '../ask/trace/summary';
import { TableView } from '../ask/table/tableView';
import { TransitionsView } from '../ask/time/transitionsView';
import { unavailableCells } from '../ask/table/frameRow';
import { rowsAtOnce, type FrameRow } from '../ask/table/tableMessages';

/** Names offered for an expression at once. */
const maxCompletions = 100;
/** The index reports many times a second; the page needs a few, in milliseconds. */
const progressInterval = 100;

/** How requests are answered. */
type Handlers = {
  readonly [Name in RequestName]: (
    asked: RequestArguments<Name>,
    run: Run<Reports[Name]>,
  ) => Promise<Answers[Name]>;
};

/** A question whose input the wire has checked. */
interface AnyQuestion {
  answer(on: Asked, input: never, run: Run<unknown>): Promise<unknown>;
}

/** VS Code around one page. */
export interface PageWindow {
  /** Hands a message to the page. */
  post(message: unknown): void;
  readonly onDidReceive: Event<unknown>;
  /** The page is no longer on the screen: VS Code keeps none that is not. */
  readonly onDidHide: Event<void>;
  /** Shows a sentence as an error of VS Code's. */
  showError(sentence: string): void;
  /** Writes to the clipboard. */
  copy(text: string): Promise<void>;
  /** Says in the status bar that something was copied. */
  showCopied(): void;
  /** Whether Microsoft's hex editor is installed. */
  hasHexEditor(): boolean;
  /** Opens a file there, and shows the offset to go to. */
  openInHexEditor(file: Uri, offset: number): Promise<void>;
  /** Calls `focus` once a debug session has stopped, with the page in front. */
  focusAfterStop(session: DebugSession, focus: () => void): Disposable;
}

/** Owns the wire to one page. */
export class TracePanel implements Disposable {
  private readonly subscriptions: Disposable[];
  /** The frames that the page shows, and its columns. */
  readonly table: TableView;
  /** What the page has made: a table, intervals, a search. */
  private readonly views = new Views();
  private readonly overview: Overview;
  private readonly plots: Plots;
  private readonly intervals: IntervalsView;
  private readonly transitions: TransitionsView;
  private readonly menu: FrameMenu;
  private readonly handlers: Handlers = {
    view: (asked, run) => this.table.arrange(asked, run),
    countMatches: (asked, run) => this.table.countMatches(asked, run),
    rows: (asked) => this.rows(asked),
    complete: (asked) => this.complete(asked),
    check: (asked, run) => this.check(asked, run.signal),
    rowOf: (asked) => Promise.resolve(this.table.rowOf(asked)),
    nextMatch: (asked, run) => this.table.nextMatch(asked, run),
    nextChange: (asked, run) => this.table.nextChange(asked, run),
    groups: (asked, run) => this.table.groups(asked, run),
    common: (asked) => this.table.common(asked),
    overview: (asked, run) => this.overview.window(asked, run),
    times: (_, run) => this.overview.times(run),
    timesOf: (asked) => Promise.resolve(this.overview.timesOf(asked)),
    nearestFrame: (asked) => Promise.resolve(this.overview.nearestFrame(asked)),
    nextOfLane: (asked) => Promise.resolve(this.overview.nextOfLane(asked)),
    plotValues: (asked, run) => this.plots.values(asked, run),
    plot: (asked, run) => this.plots.parts(asked, run),
    trackFrame: (asked) => this.plots.frame(asked),
    trackRange: (asked) => this.plots.range(asked),
    intervalSuggestions: (_, { signal: cancelled }) => this.intervals.suggestions(cancelled),
    intervals: (asked, run) => this.intervals.find(asked, run),
    arrangeIntervals: (asked, run) => this.intervals.arrange(asked, run),
    intervalRows: (asked) => this.intervals.rows(asked),
    intervalBars: (asked, run) => this.intervals.bars(asked, run),
    intervalAt: (asked) => this.intervals.at(asked),
    nextInterval: (asked) => this.intervals.next(asked),
    unpairedFrames: (asked) => Promise.resolve(this.intervals.unpaired(asked)),
    transitions: (asked, run) => this.transitions.find(asked, run),
    transitionFilter: (asked) => this.transitions.filter(asked),
  };
  private readonly wire: HostWire<TraceRequests, Act, HostEvent>;
  private lastProgress = 0;
  private focusRestore: Disposable | undefined;
  /** Counts the summaries begun: one that a later one overtook is not shown. */
  private summaries = 0;
  private disposed = false;
  /** What was chosen before the page listened. */
  private menuBefore: { readonly act: PageAct; readonly place: MenuPlace } | undefined;
  /** The trace was moved before the page listened. */
  private isMovedBefore = false;

  constructor(
    private readonly file: Uri,
    private readonly trace: Trace,
    private readonly window: PageWindow,
    private readonly services: EditorServices,
  ) {
    this.wire = new HostWire({ requests: traceRequests, act: pageAct }, window.post, {
      // The wire has checked what is asked against the schema of that name.
      answer: (name, asked, run) => {
        const questions: Readonly<Record<string, AnyQuestion>> = traceQuestions;
        const known = Object.hasOwn(questions, name) ? questions[name] : undefined;
        if (known) {
          const answer = known.answer({ trace, views: this.views }, asked as never, run);
          return name === 'copyBytes'
            ? this.copied(answer as ReturnType<typeof copyBytes.answer>)
            : answer;
        }
        return (
          this.handlers[name as keyof Handlers] as (
            asked: unknown,
            run: unknown,
          ) => Promise<unknown>
        )(asked, run);
      },
      act: (act) => {
        this.attempt(() => this.handle(act));
      },
      ready: (heard) => {
        this.attempt(() => this.begin(heard));
      },
      keep: (state) => {
        services.rememberPage(file, state);
      },
      failed: (error) => {
        this.reportError(error);
      },
      sentence: screenSentence,
    });
    this.table = new TableView(trace);
    this.overview = new Overview(trace, () => this.table.matches);
    this.plots = new Plots(this.overview, (text) => this.table.value(text));
    this.intervals = new IntervalsView(trace, this.table, this.overview);
    this.transitions = new TransitionsView(trace, this.table);
    this.menu = new FrameMenu(trace, this.table, {
      copy: (text) => window.copy(text),
      goToSource: async (place) => {
        await services.showSource(file, place);
      },
      debug: (frame) => services.debug(file, frame),
    });
    this.subscriptions = [
      this.wire,
      this.views,
      window.onDidReceive((message) => {
        this.wire.receive(message);
      }),
      window.onDidHide(() => {
        this.wire.cancelAll();
      }),
      trace.recording.onDidIndex(({ complete }) => {
        const now = Date.now();
        if (!complete && now - this.lastProgress < progressInterval) return;
        this.lastProgress = now;
        this.postProgress();
      }),
      trace.onDidChange(() => {
        this.table.reset();
        this.plots.reset();
        this.intervals.reset();
        this.transitions.reset();
        this.attempt(() => (this.wire.isHeard ? this.postSummary() : this.sendInitial()));
      }),
      services.bookmarks.onDidChange((changed) => {
        if (this.wire.isHeard && changed.toString() === file.toString()) this.postBookmarks();
      }),
      services.onDidChangeDebugged(() => {
        if (!services.debugSession(file)) this.focusRestore?.dispose();
        this.postPosition(trace.cursor.frame);
      }),
      trace.cursor.onDidMove(({ frame, mover }) => {
        if (mover === this) return;
        if (this.wire.isHeard) this.postPosition(frame);
        else this.isMovedBefore = true;
      }),
    ];
    this.attempt(() => this.sendInitial());
  }

  /** Does what the user chose from the context menu of a place on the page. */
  takeMenu(act: HostAct | PageAct, place: MenuPlace): void {
    if (isHostAct(act)) this.attempt(() => this.runMenu(act, place));
    else if (this.wire.isHeard) this.wire.tell({ type: 'menu', act, place });
    else this.menuBefore = { act, place };
  }

  dispose(): void {
    this.disposed = true;
    this.focusRestore?.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private attempt(work: () => Promise<unknown>): void {
    work().catch((error: unknown) => {
      this.reportError(error);
    });
  }

  private reportError(error: unknown): void {
    if (this.disposed) return;
    this.window.showError(t('{0}: {1}', this.trace.recording.name, messageOf(error)));
  }

  /** The page listens. `heard`: it has its initial events. */
  private async begin(heard: boolean): Promise<void> {
    const { trace, services, file, wire } = this;
    this.table.reset();
    if (heard) this.catchUp();
    else await this.sendInitial();
    if (this.isMovedBefore || services.debugSession(file)) this.postPosition(trace.cursor.frame);
    this.isMovedBefore = false;
    if (this.menuBefore) wire.tell({ type: 'menu', ...this.menuBefore });
    this.menuBefore = undefined;
  }

  private async handle(act: Act): Promise<void> {
    const { trace, services, file } = this;
    switch (act.type) {
      case 'select':
        await (act.byUser ? this.select(act.frame) : this.show(act.frame));
        break;
      case 'debug':
        await services.debug(file, act.frame);
        break;
      case 'openSource':
        await services.showSource(file, act.place);
        break;
      case 'locateSource':
        await services.locateSource(await trace.modules.current.recordedSource(act.place.file));
        await this.select(trace.cursor.frame);
        break;
      case 'remember':
        services.remember(file, act.table);
        break;
      case 'saveFilters':
        services.savedFilters = act.filters;
        break;
      case 'selectRows':
        this.table.selectRows(act.ranges);
        break;
      case 'toggleBookmark':
        if (await trace.recording.reach(act.frame)) services.bookmarks.toggle(file, act.frame);
        break;
      case 'setNote':
        if (await trace.recording.reach(act.frame))
          services.bookmarks.setNote(file, act.frame, act.note);
        break;
      case 'menu':
        await this.runMenu(act.act, act.place);
        break;
      case 'chooseProgram':
        await services.chooseProgram(trace, file);
        break;
      case 'openAsText':
        await services.openAsText(file);
        break;
      case 'openBytes':
        await services.openBytes(file);
        break;
      case 'openInHexEditor':
        await this.window.openInHexEditor(file, act.offset);
        break;
    }
  }

  private async runMenu(act: HostAct, place: MenuPlace): Promise<void> {
    if ((await this.menu.run(act, place)) && act.startsWith('copy')) {
      this.window.showCopied();
    }
  }

  /**
   * Moves the trace at once, so that F5 right after a click debugs from the frame that was clicked.
   * Where a debugger follows, the source comes first: the debugger then finds it open in the side
   * editor.
   */
  private async select(frame: number): Promise<void> {
    const { trace, services, file } = this;
    const session = services.debugSession(file);
    const follower = services.selectionMovesDebugger ? session : undefined;
    if (!session && frame < trace.recording.index.count) trace.cursor.moveTo(frame, this);
    const details = await this.details(frame);
    if (!details) return;
    const sourceProblem = details.place && (await services.showSource(file, details.place));
    this.wire.tell({
      type: 'frame',
      details: { ...details, ...(sourceProblem !== undefined && { sourceProblem }) },
    });
    if (!follower || this.disposed || frame === trace.cursor.frame) return;
    this.restoreFocus(follower);
    trace.cursor.moveTo(frame, this);
  }

  /**
   * VS Code puts the focus into the source when a debugger stops (`debug.focusEditorOnBreak`); a
   * user who moves through this table with the keyboard gets it back. DAP's preserveFocusHint would
   * leave the Variables view and the marked line at the frame before.
   */
  private restoreFocus(session: DebugSession): void {
    this.focusRestore?.dispose();
    this.focusRestore = this.window.focusAfterStop(session, () => {
      this.wire.tell({ type: 'focus' });
    });
  }

  /**
   * Shows a frame that the page selected by itself; a restored page also moves a trace that was not
   * moved yet.
   */
  private async show(frame: number): Promise<void> {
    const { trace } = this;
    if (!trace.cursor.isMoved && frame > 0 && frame < trace.recording.index.count)
      trace.cursor.moveTo(frame, this);
    const details = await this.details(frame);
    if (details) this.wire.tell({ type: 'frame', details });
  }

  /** Undefined if there is no such frame, or if it cannot be read; the page is then notified. */
  private async details(frame: number): Promise<FrameDetails | undefined> {
    try {
      return (await this.trace.recording.reach(frame))
        ? await frameDetails(this.trace, frame)
        : undefined;
    } catch (error) {
      if (!(error instanceof ReadFailed)) throw error;
      this.wire.tell({ type: 'frameProblem', frame, problem: error.message });
      return undefined;
    }
  }

  /** Puts the text of an answer on the clipboard; the page needs only know how much it is. */
  private async copied(answer: ReturnType<typeof copyBytes.answer>) {
    const { copied, text } = await answer;
    await this.window.copy(text);
    return { copied, text: '' };
  }

  private async rows(asked: RequestArguments<'rows'>): Promise<FrameRow[]> {
    const rows = await this.table.rows(asked);
    for (const cell of unavailableCells(rows, asked.columns)) {
      this.services.showsUnavailable(this.file, cell);
    }
    return rows;
  }

  private async complete({ frame, text }: RequestArguments<'complete'>) {
    const { trace } = this;
    if (!(await trace.recording.reach(frame))) return [];
    const [innermost] = (await trace.callStack(frame)).frames;
    const context = await evaluationContext(trace, frame, innermost);
    const names = await completeExpression(text, trace.recording, innermost, context);
    return names.slice(0, maxCompletions).map(({ name, start }) => ({ name, start }));
  }

  private async check({ text }: RequestArguments<'check'>, cancelled: AbortSignal) {
    const mistake = await checkExpression(this.trace, text, cancelled);
    if (!mistake) return {};
    const isNameless =
      this.trace.modules.current.loaded.length === 0 && mistake.problem.startsWith('No symbol ');
    const problem = isNameless
      ? t('No program loaded, so variable names are unknown.')
      : screenProblem(mistake.problem);
    return { mistake: { ...mistake, problem } };
  }

  /**
   * Sends the page its initial messages. VS Code keeps them until the page listens. Nothing else is
   * sent until then: the page would draw each message in turn.
   */
  private async sendInitial(): Promise<void> {
    const { services, file, table, trace } = this;
    this.wire.offer({
      type: 'remembered',
      table: parsed(services.remembered(file)),
      filters: services.savedFilters,
    });
    const hasHexEditor = !trace.recording.parts && this.window.hasHexEditor();
    if (hasHexEditor) this.wire.offer({ type: 'hexEditor' });
    this.postBookmarks();
    const summary = await this.postSummary();
    await trace.recording.reach(rowsAtOnce - 1);
    const rows = await table.rows({ first: 0, count: rowsAtOnce, columns: [] });
    if (summary === this.summaries) this.wire.offer({ type: 'rows', rows });
  }

  /** Sends a page that has its initial messages what changed before it listened. */
  private catchUp(): void {
    this.postBookmarks();
    this.postProgress();
  }

  /** Returns the summary's number. */
  private async postSummary(): Promise<number> {
    const summary = ++this.summaries;
    const trace = await summarize(this.trace);
    if (summary === this.summaries) this.wire.offer({ type: 'summary', trace });
    return summary;
  }

  private postProgress(): void {
    const { frames, fraction, complete } = this.trace.recording.indexProgress;
    this.wire.tell({ type: 'indexing', frameCount: frames, fraction, complete });
  }

  private postBookmarks(): void {
    this.wire.offer({ type: 'bookmarks', bookmarks: this.services.bookmarks.of(this.file) });
  }

  private postPosition(frame: number): void {
    const debugging = this.services.debugSession(this.file) !== undefined;
    this.wire.tell({ type: 'position', frame, debugging });
  }
}

/** Saved JSON; undefined if it cannot be read. */
function parsed(kept: string | undefined): unknown {
  try {
    return kept === undefined ? undefined : JSON.parse(kept);
  } catch {
    return undefined;
  }
}
