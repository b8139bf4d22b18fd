// The custom editor for branch traces: one trace for all tabs that show a file, a page for each
// tab.
import type * as vscode from 'vscode';
import type { BranchTrace } from '../../trace/branch/branchTrace';
import type { BranchTraceLease, OpenBranchTraces } from '../../trace/branch/openBranchTraces';
import { failedPage } from '../failedPage';
import { pageHtml, pageOptions, tabIcon } from '../page';
import { pageWindow } from '../pageWindow';
import { BranchPanel, type BranchPanelServices } from './branchPanel';

/** What the editor needs from the rest of the extension. */
export interface BranchEditorServices extends BranchPanelServices {
  readonly traces: OpenBranchTraces;
  /**
   * Finds the program of a trace that has none yet. Never rejects: the trace says what went wrong.
   */
  ensureProgram(trace: BranchTrace, file: vscode.Uri): Promise<void>;
}

/** An open document, or the reason why it is not open, as a sentence. */
class BranchDocument implements vscode.CustomDocument {
  constructor(
    readonly uri: vscode.Uri,
    readonly opened: BranchTraceLease | { problem: string },
  ) {}

  dispose(): void {
    if (!('problem' in this.opened)) this.opened.dispose();
  }
}

/** Opens branch traces in the editor. */
export class BranchEditorProvider implements vscode.CustomReadonlyEditorProvider<BranchDocument> {
  constructor(
    private readonly extension: vscode.Uri,
    private readonly services: BranchEditorServices,
  ) {}

  async openCustomDocument(uri: vscode.Uri): Promise<BranchDocument> {
    return new BranchDocument(uri, await this.services.traces.acquire(uri.toString()));
  }

  resolveCustomEditor({ uri, opened }: BranchDocument, panel: vscode.WebviewPanel): void {
    const { webview } = panel;
    const { services, extension } = this;
    webview.options = pageOptions(extension);
    webview.html = pageHtml(webview, extension, 'branch');
    panel.iconPath = tabIcon(extension, 'branch');
    const shown =
      'problem' in opened
        ? failedPage(webview, opened.problem, (line) => services.openAsText(uri, line))
        : new BranchPanel(uri, opened.trace, pageWindow(panel), services);
    panel.onDidDispose(() => {
      shown.dispose();
    });
    if (!('problem' in opened)) void services.ensureProgram(opened.trace, uri);
  }
}
