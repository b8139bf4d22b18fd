// The page of a trace as its host sees it: the real panel, spoken to without a browser. Test files
// that use it say what `vscode` is.
import * as v from 'valibot';
import type * as vscode from 'vscode';
import type { HostEvent } from '../src/editor/pageMessages';
import { requestArguments, type Answers, type RequestArguments, type RequestName } from '../src/ask/traceRequests';
import { type Act } from '../src/editor/pageMessages';
import type { EditorServices } from '../src/editor/editorServices';
import { TracePanel } from '../src/editor/tracePanel';
import { Emitter } from '../src/trace/emitter';
import type { Trace } from '../src/trace/trace';
import type { Bookmarks } from '../src/workbench/bookmarks';

const changes = new Emitter<undefined>();

export class TracePage {
  private readonly panel: TracePanel;
  private readonly fromPage = new Emitter<unknown>();
  private readonly answers = new Map<number, (message: HostEvent) => void>();
  private lastId = 0;
  /** The page has its summary. */
  readonly summarized: Promise<void>;

  /** `onMessage` is called before each message of the page. */
  constructor(
    trace: Trace,
    bookmarks: Bookmarks,
    private readonly onMessage: () => void = () => undefined,
  ) {
    const services = {
      onDidChangeDebugged: changes.event,
      debugSession: () => undefined,
      showSource: () => Promise.resolve(undefined),
      showsUnavailable: () => undefined,
      remembered: () => undefined,
      bookmarks,
      savedFilters: [],
      selectionMovesDebugger: true,
    };
    let summarized: () => void = () => undefined;
    this.summarized = new Promise((resolve) => (summarized = resolve));
    const webview = {
      onDidReceiveMessage: this.fromPage.event,
      postMessage: (message: HostEvent) => {
        if (message.type === 'summary') summarized();
        if ('id' in message && message.type !== 'report') this.answers.get(message.id)?.(message);
      },
    };
    const panel = { webview, visible: true, onDidChangeViewState: changes.event };
    const file = { toString: () => `file:///${trace.recording.name}` };
    this.panel = new TracePanel(
      file as vscode.Uri,
      trace,
      panel as unknown as vscode.WebviewPanel,
      services as unknown as EditorServices,
    );
    this.say({ type: 'ready', heard: false });
  }

  say(message: Act): void {
    this.onMessage();
    this.fromPage.fire(message);
  }

  /** Asks as the page does; resolves with the answer. */
  ask<Name extends RequestName>(name: Name, asked: RequestArguments<Name>): Promise<Answers[Name]> {
    // The host ignores what no schema describes.
    const { success } = v.safeParse(requestArguments[name], asked);
    if (!success)
      return Promise.reject(new Error(`${name} ${JSON.stringify(asked)} is no request`));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.answers.set(id, (message) => {
        this.answers.delete(id);
        if (message.type === 'answer') resolve(message.answer as Answers[Name]);
        else reject(new Error(`${name}: ${JSON.stringify(message)}`));
      });
      this.say({ type: 'request', id, name, arguments: asked });
    });
  }

  dispose(): void {
    this.panel.dispose();
  }
}
