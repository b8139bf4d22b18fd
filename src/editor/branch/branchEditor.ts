// The custom editor for branch traces: one trace for all tabs that show a file, a page for each
// tab.
import * as v from 'valibot';
import type * as vscode from 'vscode';
import type { BranchTrace } from '../../trace/branch/branchTrace';
import type { BranchTraceLease } from '../../trace/branch/openBranchTraces';
import { pageHtml, pageOptions } from '../page';
import { BranchPanel, type BranchEditorServices } from './branchPanel';
import { branchPageMessage, type BranchHostMessage } from './messages';

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
    webview.options = pageOptions(this.extension);
    webview.html = pageHtml(webview, this.extension, 'branch');
    if ('problem' in opened) this.showProblem(panel, uri, opened.problem);
    else this.show(panel, uri, opened.trace);
  }

  private show(panel: vscode.WebviewPanel, uri: vscode.Uri, trace: BranchTrace): void {
    const shown = new BranchPanel(uri, trace, panel, this.services);
    panel.onDidDispose(() => {
      shown.dispose();
    });
    void this.services.ensureProgram(trace, uri);
  }

  /** A page that says why there is no trace to show. */
  private showProblem(panel: vscode.WebviewPanel, uri: vscode.Uri, message: string): void {
    const failed: BranchHostMessage = { type: 'failed', message };
    const subscription = panel.webview.onDidReceiveMessage((given: unknown) => {
      if (!v.is(branchPageMessage, given)) return;
      if (given.type === 'ready') void panel.webview.postMessage(failed);
      if (given.type === 'openAsText') void this.services.openAsText(uri, given.line);
    });
    panel.onDidDispose(() => {
      subscription.dispose();
    });
  }
}
