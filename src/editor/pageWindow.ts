// The web view of a page as the page's host needs it: what VS Code does for it.
import * as vscode from 'vscode';
import { escapeLinks } from '../bytes/text';
import { hasHexEditor, openInHexEditor } from './hexEditor';
import type { PageWindow } from './tracePanel';

/** How long the status bar says that something was copied, in milliseconds. */
const copiedShownFor = 4000;

export function pageWindow(panel: vscode.WebviewPanel): PageWindow {
  return {
    post: (message) => {
      void panel.webview.postMessage(message);
    },
    onDidReceive: panel.webview.onDidReceiveMessage,
    onDidHide: (listener: () => void) =>
      panel.onDidChangeViewState(() => {
        if (!panel.visible) listener();
      }),
    showError: (sentence) => {
      void vscode.window.showErrorMessage(escapeLinks(sentence));
    },
    copy: async (text) => {
      await vscode.env.clipboard.writeText(text);
    },
    showCopied: () => {
      vscode.window.setStatusBarMessage(vscode.l10n.t('Copied.'), copiedShownFor);
    },
    hasHexEditor,
    openInHexEditor,
    focusAfterStop: (session, focus) => {
      let isOver = false;
      const subscription = vscode.debug.onDidChangeActiveStackItem(async (item) => {
        if (!(item instanceof vscode.DebugStackFrame) || item.session.id !== session.id) return;
        if (!(await isOfThisStop(item)) || isOver) return;
        end();
        panel.reveal(panel.viewColumn);
        focus();
      });
      const end = () => {
        isOver = true;
        subscription.dispose();
      };
      return { dispose: end };
    },
  };
}

/**
 * VS Code may show the stop before while the debugger is already at the next one. The adapter
 * refuses what is asked of a stack frame of an earlier stop.
 */
async function isOfThisStop({ session, frameId }: vscode.DebugStackFrame): Promise<boolean> {
  try {
    await session.customRequest('scopes', { frameId });
    return true;
  } catch {
    return false;
  }
}
