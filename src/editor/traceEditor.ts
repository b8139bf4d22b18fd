// The custom editor for trace files: one trace for all tabs that show a file, a page for each tab.
import type * as vscode from 'vscode';
import type { TraceLease } from '../trace/openTraces';
import { tracePath } from '../trace/paths';
import { bytesViewType } from './traceTabs';
import { pageWindow } from './pageWindow';
import { failedPage } from './failedPage';
import { pageHtml, pageOptions, tabIcon } from './page';
import type { EditorServices } from './editorServices';
import { TracePanel } from './tracePanel';
import type { TableView } from '../ask/table/tableView';

/** A trace file that is open, or the reason why it is not, as a sentence. */
class TraceDocument implements vscode.CustomDocument {
  constructor(
    readonly uri: vscode.Uri,
    /**
     * What names the trace: the file that is shown, or the folder of gdb's CTF, whose metadata is.
     */
    readonly file: vscode.Uri,
    readonly opened: TraceLease | { problem: string },
    private readonly problems: vscode.Disposable | undefined,
  ) {}

  dispose(): void {
    this.problems?.dispose();
    if (!('problem' in this.opened)) this.opened.dispose();
  }
}

/** An expression, and a frame whose value of it is meant. */
interface FrameValueMeant {
  readonly frame: number;
  readonly expression: string;
}

/** Opens trace files in the editor. */
export class TraceEditorProvider implements vscode.CustomReadonlyEditorProvider<TraceDocument> {
  /** The pages with a table that are open, the one that was active last at the end. */
  private readonly panels = new Map<TracePanel, vscode.Uri>();

  constructor(
    private readonly extension: vscode.Uri,
    private readonly services: EditorServices,
  ) {}

  /** What the page of a trace that was active last shows; undefined if none is open. */
  tableOf(file: vscode.Uri): TableView | undefined {
    return this.panelOf(file)?.table;
  }

  /** Shows only frames like one at a place, on the page of a trace that was active last. */
  filterBy(file: vscode.Uri, { frame, expression }: FrameValueMeant): void {
    this.panelOf(file)?.takeMenu('onlyValue', { frame, value: expression });
  }

  /** Adds a track of an expression, on the page of a trace that was active last. */
  addTrack(file: vscode.Uri, expression: string): void {
    this.panelOf(file)?.takeMenu('addTrack', { value: expression });
  }

  /** The page that was active last. */
  get front(): TracePanel | undefined {
    return [...this.panels.keys()].at(-1);
  }

  /** The trace of the page that was active last. */
  get frontTrace(): vscode.Uri | undefined {
    return [...this.panels.values()].at(-1);
  }

  async openCustomDocument(uri: vscode.Uri): Promise<TraceDocument> {
    const file = uri.with({ path: tracePath(uri.path) });
    const opened = await this.services.traces.acquire(file.toString());
    const problems =
      'problem' in opened ? undefined : this.services.problems.follow(uri, opened.trace);
    return new TraceDocument(uri, file, opened, problems);
  }

  resolveCustomEditor(document: TraceDocument, panel: vscode.WebviewPanel): void {
    const { webview } = panel;
    webview.options = pageOptions(this.extension);
    const place = this.services.restoredPage(document.file);
    const isOfBytes = panel.viewType === bytesViewType;
    webview.html = pageHtml(webview, this.extension, isOfBytes ? 'bytes' : 'main', place);
    panel.iconPath = tabIcon(this.extension, isOfBytes ? 'bytes' : 'trace');
    if ('problem' in document.opened) {
      const failed = failedPage(webview, document.opened.problem, () =>
        this.services.openAsText(document.file),
      );
      panel.onDidDispose(() => {
        failed.dispose();
      });
      return;
    }
    const { trace } = document.opened;
    const shown = new TracePanel(document.file, trace, pageWindow(panel), this.services);
    if (!isOfBytes) this.bringToFront(shown, document.file);
    panel.onDidChangeViewState(() => {
      if (panel.active && !isOfBytes) this.bringToFront(shown, document.file);
    });
    panel.onDidDispose(() => {
      this.panels.delete(shown);
      shown.dispose();
    });
    void this.services.ensureProgram(trace, document.file);
  }

  /** The page of a trace that was active last. */
  private panelOf(file: vscode.Uri): TracePanel | undefined {
    const name = file.toString();
    return [...this.panels].filter(([, shown]) => shown.toString() === name).at(-1)?.[0];
  }

  private bringToFront(panel: TracePanel, file: vscode.Uri): void {
    this.panels.delete(panel);
    this.panels.set(panel, file);
  }
}
