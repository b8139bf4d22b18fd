// The page of a trace without a browser: the real panel on one end of the real wire, a test on the
// other.
import * as v from 'valibot';
import type { Uri } from 'vscode';
import { traceQuestions, type TraceQuestions } from '../src/ask/traceQuestions';
import type { EditorServices } from '../src/editor/editorServices';
import type { Act, HostEvent } from '../src/editor/pageMessages';
import { TracePanel, type PageWindow } from '../src/editor/tracePanel';
import { Emitter } from '../src/trace/emitter';
import type { Trace } from '../src/trace/trace';
import type { AnswerOf, InputOf, RequestName } from '../src/wire/contract';
import { PageWire } from '../src/wire/page';
import type { Bookmarks } from '../src/workbench/bookmarks';

/** What a page may ask. */
export type TraceQuestionName = RequestName<TraceQuestions>;

type FrameEvent = Extract<HostEvent, { type: 'frame' | 'frameProblem' }>;

const changes = new Emitter<undefined>();

export class TracePage {
  private readonly panel: TracePanel;
  private readonly wire: PageWire<TraceQuestions, Act, HostEvent>;
  /** The page has its summary. */
  readonly summarized: Promise<void>;
  private tableView = 0;
  /** Called with what a selection comes to: a frame's details, or why there are none. */
  private selected: (event: FrameEvent) => void = () => undefined;

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
      missingSource: () => Promise.resolve(undefined),
      showsUnavailable: () => undefined,
      remembered: () => undefined,
      bookmarks,
      savedFilters: [],
      selectionMovesDebugger: true,
    };
    const fromPage = new Emitter<unknown>();
    const fromHost = new Emitter<unknown>();
    const window: PageWindow = {
      post: (message) => {
        fromHost.fire(message);
      },
      onDidReceive: fromPage.event,
      onDidHide: changes.event,
      showError: (sentence) => {
        throw new Error(sentence);
      },
      copy: () => Promise.resolve(),
      showCopied: () => undefined,
      hasHexEditor: () => false,
      openInHexEditor: () => Promise.resolve(),
      focusAfterStop: () => ({ dispose: () => undefined }),
    };
    const file = { toString: () => `file:///${trace.recording.name}` };
    let begin: () => void = () => undefined;
    this.wire = new PageWire({
      post: (message) => {
        this.onMessage();
        fromPage.fire(message);
      },
      listen: (receive, loaded) => {
        fromHost.event(receive);
        begin = loaded;
      },
      savedState: undefined,
      save: () => undefined,
    });
    this.summarized = new Promise((resolve) => {
      this.wire.listen((event) => {
        if (event.type === 'remembered') this.tableView = event.view;
        if (event.type === 'summary') resolve();
        if (event.type === 'frame' || event.type === 'frameProblem') this.selected(event);
      });
    });
    this.panel = new TracePanel(file as Uri, trace, window, services as unknown as EditorServices);
    begin();
  }

  /** The number of its table, for requests. */
  get view(): number {
    return this.tableView;
  }

  say(act: Act): void {
    this.wire.act(act);
  }

  /** Selects a frame by itself; resolves once it is shown. Another may not be selected before. */
  select(frame: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.selected = (event) => {
        if (event.type === 'frameProblem') reject(new Error(event.problem));
        else if (event.details.frame === frame) resolve();
      };
      this.say({ type: 'select', frame, byUser: false });
    });
  }

  /** Asks as the page does. */
  ask<Name extends TraceQuestionName>(
    name: Name,
    asked: InputOf<TraceQuestions, Name>,
  ): Promise<AnswerOf<TraceQuestions, Name>> {
    // The host ignores what no schema describes.
    if (!v.is(traceQuestions[name].input, asked))
      return Promise.reject(new Error(`${name} ${JSON.stringify(asked)} is no request`));
    return this.wire.ask(name, asked);
  }

  dispose(): void {
    this.panel.dispose();
  }
}
