// The page of a trace in Chromium, over the host that it has in VS Code: the real panel on a real
// trace file, through the real wire. Only VS Code itself is not there; what it would be asked is
// kept for the tests.
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Memento, Uri } from 'vscode';
import type { Size } from '../../scripts/vscode/browser.mjs';
import type { AdapterHost } from '../../src/adapter/host';
import type { SourcePlace } from '../../src/ask/table/tableMessages';
import { nodeHost } from '../../src/commandLine/nodeHost';
import type { EditorServices } from '../../src/editor/editorServices';
import { TracePanel, type PageWindow } from '../../src/editor/tracePanel';
import { Emitter } from '../../src/trace/emitter';
import type { TraceLease } from '../../src/trace/openTraces';
import { Bookmarks } from '../../src/workbench/bookmarks';
import { TracePage, sample } from '../vscode/browser/tracePage';
import { chosenItem } from './contextMenu';
import type { ThemeName } from './themes';
import { english, WebView, type PageLanguage } from './webView';

interface PageOptions {
  /** A trace file, by its path; the sample unless given. Its program may lie beside it. */
  readonly file?: string;
  /** The page, or the one of bytes alone. */
  readonly name?: 'main' | 'bytes';
  readonly size?: Size;
  readonly theme?: ThemeName;
  readonly language?: PageLanguage;
}

/** What is left of a wide window beside the side bar. */
const usualSize = { width: 1700, height: 1000 };

/** What the page and its host asked of VS Code. */
export class AskedOfVscode {
  readonly sources: SourcePlace[] = [];
  readonly debugged: number[] = [];
  readonly copied: string[] = [];
  readonly errors: string[] = [];
  /** How often the bytes were to be opened in an editor of their own. */
  bytesOpened = 0;
  /** How often a program was to be chosen. */
  programs = 0;
}

/** What VS Code keeps of a trace while it is closed. */
export class KeptByVscode {
  /** What the page chose to keep, as JSON. */
  table: string | undefined;
  /** Where the user is on its page, as JSON. */
  place: string | undefined;
  private readonly values = new Map<string, unknown>();
  readonly memento = {
    get: (key: string, otherwise: unknown) => this.values.get(key) ?? otherwise,
    update: (key: string, value: unknown) => Promise.resolve(void this.values.set(key, value)),
  } as unknown as Memento;
}

/** A trace file that is open, with its program, for all its pages. */
class OpenedFile {
  readonly kept = new KeptByVscode();
  readonly asked = new AskedOfVscode();
  private readonly services = servicesOf(this.asked, this.kept);
  private pages = 0;

  private constructor(
    private readonly file: string,
    private readonly host: AdapterHost,
    private lease: TraceLease,
  ) {}

  static async of(file: string): Promise<OpenedFile> {
    const host = nodeHost(dirname(file));
    return new OpenedFile(file, host, await leased(host, file));
  }

  panelOf(view: WebView): TracePanel {
    this.pages++;
    const uri = { toString: () => `file://${this.file}` } as Uri;
    return new TracePanel(uri, this.lease.trace, windowOf(view, this.asked), this.services);
  }

  /** Opens the trace again, once all its pages are closed. */
  async reopen(): Promise<void> {
    this.lease = await leased(this.host, this.file);
  }

  /** Ends one of its pages; the trace is closed with the last one. */
  close(panel: TracePanel): void {
    panel.dispose();
    if (--this.pages === 0) this.lease.dispose();
  }
}

async function leased(host: AdapterHost, file: string): Promise<TraceLease> {
  const lease = await host.acquireTrace(file);
  if ('problem' in lease) throw new Error(lease.problem);
  await host.findProgram(lease.trace, file);
  return lease;
}

export class TestedPage extends TracePage {
  private constructor(
    readonly view: WebView,
    private readonly opened: OpenedFile,
    private panel: TracePanel,
    readonly asked: AskedOfVscode,
  ) {
    super(view.page.mainFrame());
  }

  /** Opens a trace in a page, which shows its table once its program is in use. */
  static async open(options: PageOptions = {}): Promise<TestedPage> {
    const { file = sample, name = 'main', size = usualSize, theme = 'Light Modern' } = options;
    const { language = english } = options;
    const opened = await OpenedFile.of(file);
    const place = () => opened.kept.place;
    const view = await WebView.open({ name, place, size, theme, language });
    const page = new TestedPage(view, opened, opened.panelOf(view), opened.asked);
    await view.load();
    return page;
  }

  get keyboard() {
    return this.view.page.keyboard;
  }

  get mouse() {
    return this.view.page.mouse;
  }

  /** Gives the page another size, as where a source opens beside it. */
  resize(size: Size): Promise<void> {
    return this.view.page.setViewportSize(size);
  }

  /** Where the user is, as the page has its host keep it. */
  place(): Promise<string> {
    return Promise.resolve(this.opened.kept.place ?? '');
  }

  /** What was copied last. */
  copied(): Promise<string> {
    return Promise.resolve(this.asked.copied.at(-1) ?? '');
  }

  /** Chooses from the context menu of a place. */
  pick(on: Locator, item: string): Promise<void> {
    return this.pickIn(() => on.click({ button: 'right' }), item);
  }

  /** Chooses from the context menu that a gesture opens. */
  async pickIn(open: () => Promise<void>, item: string): Promise<void> {
    const { act, place } = chosenItem(await this.view.menuOf(open), item);
    this.panel.takeMenu(act, place);
  }

  /** Opens another page over the same trace. */
  async beside(name: 'main' | 'bytes'): Promise<TestedPage> {
    const place = () => this.opened.kept.place;
    const view = await WebView.open({ name, place, size: usualSize, theme: 'Light Modern' });
    const page = new TestedPage(view, this.opened, this.opened.panelOf(view), this.asked);
    await view.load();
    return page;
  }

  /** Closes the trace, opens it again, and loads the page, as when VS Code is loaded again. */
  async reload(): Promise<void> {
    this.opened.close(this.panel);
    await this.opened.reopen();
    this.panel = this.opened.panelOf(this.view);
    await this.view.load();
  }

  /** Closes the trace, and opens it again in a tab of its own, as after View: Close Editor. */
  async reopened(): Promise<TestedPage> {
    await this.close();
    await this.opened.reopen();
    return this.beside('main');
  }

  /** Ends the page; fails where an error was reported on it, or by its host. */
  async close(): Promise<void> {
    await this.view.close();
    this.opened.close(this.panel);
    assert.deepEqual([...this.view.errors, ...this.asked.errors], []);
  }
}

export function windowOf(view: WebView, asked: AskedOfVscode): PageWindow {
  return {
    post: (message) => {
      view.post(message);
    },
    onDidReceive: view.onDidReceive,
    onDidHide: view.onDidHide,
    showError: (sentence) => asked.errors.push(sentence),
    copy: (text) => {
      asked.copied.push(text);
      return Promise.resolve();
    },
    showCopied: () => undefined,
    hasHexEditor: () => false,
    openInHexEditor: () => Promise.resolve(),
    focusAfterStop: () => ({ dispose: () => undefined }),
  };
}

/** The extension around the editor, for one trace: nobody debugs, and every source is found. */
function servicesOf(asked: AskedOfVscode, kept: KeptByVscode): EditorServices {
  return {
    bookmarks: new Bookmarks(kept.memento),
    savedFilters: [],
    selectionMovesDebugger: true,
    debugSession: () => undefined,
    onDidChangeDebugged: new Emitter<void>().event,
    showSource: (_, place) => {
      asked.sources.push(place);
      return Promise.resolve(undefined);
    },
    missingSource: () => Promise.resolve(undefined),
    showsUnavailable: () => undefined,
    locateSource: () => Promise.resolve(),
    remembered: () => kept.table,
    remember: (_, table) => (kept.table = table),
    rememberPage: (_, place) => (kept.place = place),
    restoredPage: () => kept.place,
    debug: (_, frame) => {
      asked.debugged.push(frame);
      return Promise.resolve();
    },
    chooseProgram: () => {
      asked.programs++;
      return Promise.resolve();
    },
    openBytes: () => {
      asked.bytesOpened++;
      return Promise.resolve();
    },
  } satisfies Omit<EditorServices, NotOfPages> as unknown as EditorServices;
}

/** What the editor uses that its pages do not; a page that did would fail. */
type NotOfPages = 'traces' | 'problems' | 'ensureProgram' | 'openAsText';
