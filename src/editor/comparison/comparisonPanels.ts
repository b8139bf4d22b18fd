// The pages that compare two traces: one for each pair. VS Code shows them again in another window.
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Both } from '../../trace/comparison/comparedTraces';
import { baseName } from '../../trace/paths';
import { pageHtml, pageOptions, tabIcon } from '../page';
import { pageWindow } from '../pageWindow';
import { comparisonViewType } from '../traceTabs';
import { ComparisonPanel, type ComparisonServices } from './comparisonPanel';
import { comparisonState } from './messages';

/** The pages that are open. */
export class ComparisonPanels implements vscode.WebviewPanelSerializer {
  private readonly open = new Map<string, vscode.WebviewPanel>();

  constructor(
    private readonly extension: vscode.Uri,
    private readonly services: ComparisonServices,
  ) {}

  /** Compares two traces in a page of theirs. */
  show(pair: Both<vscode.Uri>): void {
    const known = this.open.get(nameOf(pair));
    if (known) {
      known.reveal();
      return;
    }
    const title = `${baseName(pair.left.path)} ↔ ${baseName(pair.right.path)}`;
    const column = vscode.ViewColumn.Active;
    const options = { enableFindWidget: true };
    this.fill(vscode.window.createWebviewPanel(comparisonViewType, title, column, options), pair);
  }

  /** Compares again in a page that VS Code kept; one that has lost its traces is closed. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, saved: unknown): Promise<void> {
    const state = v.safeParse(comparisonState, saved);
    if (state.success) {
      const { left, right } = state.output.files;
      this.fill(panel, { left: vscode.Uri.parse(left), right: vscode.Uri.parse(right) });
    } else {
      panel.dispose();
    }
    return Promise.resolve();
  }

  private fill(panel: vscode.WebviewPanel, pair: Both<vscode.Uri>): void {
    const name = nameOf(pair);
    panel.webview.options = pageOptions(this.extension);
    panel.webview.html = pageHtml(panel.webview, this.extension, 'comparison');
    panel.iconPath = tabIcon(this.extension, 'trace');
    const window = {
      ...pageWindow(panel),
      get column() {
        return panel.viewColumn ?? vscode.ViewColumn.One;
      },
    };
    const shown = new ComparisonPanel(pair, window, this.services);
    this.open.set(name, panel);
    panel.onDidDispose(() => {
      if (this.open.get(name) === panel) this.open.delete(name);
      shown.dispose();
    });
  }
}

function nameOf({ left, right }: Both<vscode.Uri>): string {
  return `${left.toString()} ${right.toString()}`;
}
