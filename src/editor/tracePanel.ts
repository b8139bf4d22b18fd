// One page and the trace that it shows: answers what the page asks, and tells it what changed.
import * as vscode from 'vscode';
import { hexAddress } from '../bytes/hex';
import type { Disposable } from '../trace/emitter';
import { evaluationContext } from '../trace/evaluationContext';
import { evaluateAddress, problemText } from '../trace/expressions';
import type { Trace } from '../trace/trace';
import { frameDetails } from './frameDetails';
import { frameRows } from './frameRows';
import { memoryAt } from './memoryRows';
import type { FrameDetails, HostMessage, PageMessage } from './messages';
import type { EditorServices } from './services';
import { summarize } from './summary';

/** Bytes shown where the user asks for memory. */
const memoryBytes = 256;
/** The most rows that one message may ask for. */
const mostRows = 1000;
/** The index reports many times a second; the page needs a few, in milliseconds. */
const progressInterval = 100;

/** Owns the conversation with one page. */
export class TracePanel implements Disposable {
  private readonly subscriptions: Disposable[];
  private lastProgress = 0;
  private focusReturn: Disposable | undefined;
  /** Counts the summaries begun: one that a later one overtook is not shown. */
  private summaries = 0;
  private disposed = false;

  constructor(
    private readonly file: vscode.Uri,
    private readonly trace: Trace,
    private readonly panel: vscode.WebviewPanel,
    private readonly services: EditorServices,
  ) {
    this.subscriptions = [
      panel.webview.onDidReceiveMessage((message: PageMessage) => {
        this.attempt(() => this.answer(message));
      }),
      trace.onDidIndex(({ frames, fraction, complete }) => {
        const now = Date.now();
        if (!complete && now - this.lastProgress < progressInterval) return;
        this.lastProgress = now;
        this.post({ type: 'indexing', frameCount: frames, fraction, complete });
      }),
      trace.onDidChange(() => {
        this.attempt(() => this.postSummary());
      }),
      services.onDidChangeDebugged(() => {
        if (!services.debugSession(file)) this.focusReturn?.dispose();
        this.postPosition(trace.position);
      }),
      trace.onDidMove(({ frame, mover }) => {
        if (mover !== this) this.postPosition(frame);
      }),
    ];
  }

  dispose(): void {
    this.disposed = true;
    this.focusReturn?.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (this.disposed) return;
      const reason = error instanceof Error ? error.message : String(error);
      void vscode.window.showErrorMessage(vscode.l10n.t('{0}: {1}', this.trace.name, reason));
    });
  }

  private async answer(message: PageMessage): Promise<void> {
    const { trace, services, file } = this;
    switch (message.type) {
      case 'ready':
        await this.postSummary();
        if (services.debugSession(file)) this.postPosition(trace.position);
        break;
      case 'rows': {
        const { request, first } = message;
        const rows = await frameRows(trace, first, Math.min(message.count, mostRows));
        this.post({ type: 'rows', request, first, rows });
        break;
      }
      case 'select':
        await (message.byUser ? this.select(message.frame) : this.show(message.frame));
        break;
      case 'memory':
        await this.showMemory(message);
        break;
      case 'debug':
        await services.debug(file, message.frame);
        break;
      case 'openSource':
        await services.showSource(file, message.place);
        break;
      case 'locateSource':
        await services.locateSource(message.place.file);
        await this.select(trace.position);
        break;
      case 'chooseProgram':
        await services.chooseProgram(trace, file);
        break;
      case 'openAsText':
        await services.openAsText(file);
        break;
    }
  }

  /**
   * Moves the trace at once, so that F5 right after a click debugs from the frame that was clicked. Where a debugger follows, the
   * source comes first: the debugger then finds it open beside the trace.
   */
  private async select(frame: number): Promise<void> {
    const { trace, services, file } = this;
    const follower = services.debugSession(file);
    if (!follower) trace.moveTo(frame, this);
    const details = await this.details(frame);
    if (!details) return;
    const sourceProblem = details.place && (await services.showSource(file, details.place));
    this.post({
      type: 'frame',
      details: { ...details, ...(sourceProblem !== undefined && { sourceProblem }) },
    });
    if (!follower || this.disposed) return;
    this.keepFocus(follower);
    trace.moveTo(frame, this);
  }

  /**
   * VS Code puts the focus into the source when a debugger stops (`debug.focusEditorOnBreak`); a
   * user who moves through this table with the keyboard gets it back. DAP's preserveFocusHint would
   * leave the Variables view and the marked line at the frame before.
   */
  private keepFocus(session: vscode.DebugSession): void {
    this.focusReturn?.dispose();
    this.focusReturn = vscode.debug.onDidChangeActiveStackItem((item) => {
      if (!(item instanceof vscode.DebugStackFrame) || item.session.id !== session.id) return;
      this.focusReturn?.dispose();
      this.panel.reveal(this.panel.viewColumn);
      this.post({ type: 'focus' });
    });
  }

  private async show(frame: number): Promise<void> {
    const details = await this.details(frame);
    if (details) this.post({ type: 'frame', details });
  }

  private async details(frame: number): Promise<FrameDetails | undefined> {
    return (await this.trace.reach(frame)) ? frameDetails(this.trace, frame) : undefined;
  }

  private async showMemory(asked: PageMessage & { type: 'memory' }): Promise<void> {
    const { trace } = this;
    const { request } = asked;
    if (!(await trace.reach(asked.frame))) return;
    const [innermost] = (await trace.callStack(asked.frame)).frames;
    const context = await evaluationContext(trace, asked.frame, innermost);
    const at = await evaluateAddress(asked.address, context);
    if ('problem' in at) {
      this.post({ type: 'memory', request, problem: problemText(at) });
    } else {
      const island = await memoryAt(trace, context.machine, at.address, memoryBytes);
      const label = `${asked.address} = ${hexAddress(at.address)}`;
      this.post({ type: 'memory', request, island: { ...island, label } });
    }
  }

  private async postSummary(): Promise<void> {
    const summary = ++this.summaries;
    const trace = await summarize(this.trace);
    if (summary === this.summaries) this.post({ type: 'summary', trace });
  }

  private postPosition(frame: number): void {
    const debugging = this.services.debugSession(this.file) !== undefined;
    this.post({ type: 'position', frame, debugging });
  }

  private post(message: HostMessage): void {
    if (!this.disposed) void this.panel.webview.postMessage(message);
  }
}
