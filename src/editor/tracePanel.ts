// One page and its trace: answers the page's requests, and notifies it of changes.
import type { DebugSession, Event, Uri } from 'vscode';
import { t } from '@vscode/l10n';
import { ReadFailed } from '../bytes/source';
import type { Disposable } from '../trace/emitter';
import type { Trace } from '../trace/trace';
import type { EditorServices } from './editorServices';
import { screenSentence } from '../ask/expressions';
import { answerByName } from '../ask/answerByName';
import type { copyBytes } from '../ask/bytes/copyBytes';
import { traceQuestions, type TraceQuestions } from '../ask/traceQuestions';
import { Views } from '../ask/views';
import { HostWire, type RequestRun } from '../wire/host';
import { messageOf, RequestFailed } from '../bytes/requestFailed';
import { frameDetails, type FrameDetails } from '../ask/frame/frameDetails';
import { FrameMenu } from './frameMenu';
import { isHostAct, type HostAct, type MenuPlace, type PageAct } from './menuMessages';
import { LatestSelection, type Selection } from './latestSelection';
import { pageAct, type Act, type HostEvent } from './pageMessages';
import { summarize } from '../ask/trace/summary';
import { TableView } from '../ask/table/tableView';
import { unavailableCells } from '../ask/table/frameRow';
import type { FrameRow } from '../ask/table/frameRow';
import { rowsAtOnce, type Column } from '../ask/table/tableMessages';

/** The index reports many times a second; the page needs a few, in milliseconds. */
const progressInterval = 100;

/** VS Code around one page. */
export interface PageWindow {
  /** Hands a message to the page. */
  readonly post: (message: unknown) => void;
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
  private readonly tableNumber: number;
  /** What the page has made: a table, intervals, a search. */
  private readonly views = new Views();
  private readonly menu: FrameMenu;
  private readonly selection = new LatestSelection((selection, isCurrent) =>
    this.show(selection, isCurrent).catch((error: unknown) => {
      this.reportError(error);
    }),
  );
  private readonly wire: HostWire<TraceQuestions, Act, HostEvent>;
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
    this.wire = new HostWire({ requests: traceQuestions, act: pageAct }, window.post, {
      // The wire has checked what is asked against the schema of that name.
      answer: (name, asked, run) => this.answer(name, asked, run),
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
    this.tableNumber = this.views.add(this.table);
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
    const sentence = error instanceof RequestFailed ? screenSentence(error) : messageOf(error);
    this.window.showError(t('{0}: {1}', this.trace.recording.name, sentence));
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
        this.select(act);
        break;
      case 'debug':
        await services.debug(file, act.frame);
        break;
      case 'openSource':
        await services.showSource(file, act.place);
        break;
      case 'locateSource':
        await services.locateSource(await trace.modules.current.recordedSource(act.place.file));
        this.select({ frame: trace.cursor.frame, byUser: true });
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
   * Moves the trace at once, so that F5 right after a click debugs from the frame that was clicked;
   * a page that selects by itself, a restored one, moves only a trace that was not moved yet.
   */
  private select(selection: Selection): void {
    const { frame, byUser } = selection;
    const { cursor, recording } = this.trace;
    const moves = byUser ? !this.services.debugSession(this.file) : !cursor.isMoved && frame > 0;
    if (moves && frame < recording.index.count) cursor.moveTo(frame, this);
    this.selection.select(selection);
  }

  /**
   * Shows a frame, and its source if the user selected it. Where a debugger follows, the source
   * comes first: the debugger then finds it open in the side editor.
   */
  private async show({ frame, byUser }: Selection, isCurrent: () => boolean): Promise<void> {
    const { trace, services, file } = this;
    const follower = byUser && services.selectionMovesDebugger && services.debugSession(file);
    const details = await this.details(frame);
    if (!details || !isCurrent()) return;
    const { place } = details;
    const sourceProblem =
      place &&
      (await (byUser ? services.showSource(file, place) : services.missingSource(file, place)));
    this.wire.tell({
      type: 'frame',
      details: { ...details, ...(sourceProblem !== undefined && { sourceProblem }) },
    });
    if (!follower || this.disposed || !isCurrent() || frame === trace.cursor.frame) return;
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

  /** Answers a question; VS Code hears what concerns it. */
  private async answer(name: string, asked: unknown, run: RequestRun): Promise<unknown> {
    const { trace, views } = this;
    const answer = await answerByName(traceQuestions, name, { trace, views }, asked, run);
    if (name === 'rows') {
      const { columns } = asked as { readonly columns: readonly Column[] };
      this.tellUnavailable(answer as readonly FrameRow[], columns);
    }
    if (name !== 'copyBytes') return answer;
    const { copied, text } = answer as Awaited<ReturnType<typeof copyBytes.answer>>;
    await this.window.copy(text);
    // The page needs only know how much it is.
    return { copied, text: '' };
  }

  /** Tells the debugger's views what rows show as not collected. */
  private tellUnavailable(rows: readonly FrameRow[], columns: readonly Column[]): void {
    for (const cell of unavailableCells(rows, columns)) {
      this.services.showsUnavailable(this.file, cell);
    }
  }

  /**
   * Sends the page its initial messages. VS Code keeps them until the page listens. Nothing else is
   * sent until then: the page would draw each message in turn.
   */
  private async sendInitial(): Promise<void> {
    const { services, file, table, trace } = this;
    this.wire.offer({
      type: 'remembered',
      view: this.tableNumber,
      table: parsed(services.remembered(file)),
      filters: services.savedFilters,
    });
    const hasHexEditor = !trace.recording.parts && this.window.hasHexEditor();
    if (hasHexEditor) this.wire.offer({ type: 'hexEditor' });
    this.postBookmarks();
    const summary = await this.postSummary();
    await trace.recording.reach(rowsAtOnce - 1);
    const rows = await table.rows(0, rowsAtOnce, []);
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
