// A text tab becomes a trace editor, and no late word of VS Code about the text covers it.
import * as vscode from 'vscode';
import { type Claimable, isTextOf, isTraceEditor, tabsBeside } from './traceTabs';

/** Milliseconds after which VS Code may still find a text too large, one after the other. */
const lateTexts = [100, 400, 1500, 4000];

/** Bytes: the smallest limit for texts that VS Code has by itself, for a remote machine's files. */
const remoteTextLimit = 10 * 2 ** 20;

/**
 * Opens the trace editor in place of a text tab.
 * @param closings how often trace editors of this file were closed in the tab's group
 */
export async function moveTab(
  tab: vscode.Tab,
  claimed: Claimable,
  closings: () => number,
): Promise<void> {
  const { group } = tab;
  const { uri, viewType } = claimed;
  await vscode.commands.executeCommand('vscode.openWith', uri, viewType, {
    viewColumn: group.viewColumn,
    preview: tab.isPreview,
    preserveFocus: !group.isActive,
  });
  const now = tabsBeside(tab);
  // A text that another click opened in its place is claimed for itself.
  if (now.some((other) => isTraceEditor(other, uri))) {
    const text = now.filter((other) => isTextOf(other, uri));
    await vscode.window.tabGroups.close(text, true);
  }
  // Not waited for: meanwhile another click may open the text again, which is to be claimed too.
  coverLateText(group, claimed, closings).catch(() => undefined);
}

/**
 * Where VS Code finds only after the text was closed that it is too large, it says so over the
 * trace editor (`EditorPanes`: a pane that has its input begins no new operation, so that the one
 * of the text still counts). The trace editor is shown again, unless the user has left it.
 */
async function coverLateText(
  group: vscode.TabGroup,
  { uri, viewType }: Claimable,
  closings: () => number,
): Promise<void> {
  if (!(await mayBeTooLarge(uri))) return;
  for (const late of lateTexts) {
    await new Promise((resolve) => setTimeout(resolve, late));
    const { activeTab, viewColumn } = group;
    if (!activeTab || !isTraceEditor(activeTab, uri)) return;
    const before = closings();
    const options = { viewColumn, preview: activeTab.isPreview, preserveFocus: true };
    await vscode.commands.executeCommand('vscode.openWith', uri, viewType, options);
    if (closings() === before) continue;
    // The user had closed it, or reopened it as text, before VS Code did what it was told.
    const back = group.tabs.filter((other) => isTraceEditor(other, uri));
    await vscode.window.tabGroups.close(back, true);
    return;
  }
}

async function mayBeTooLarge(uri: vscode.Uri): Promise<boolean> {
  const workbench = vscode.workspace.getConfiguration('workbench', uri);
  const megabytes = workbench.get<number>('editorLargeFileConfirmation') ?? Infinity;
  const { size } = await vscode.workspace.fs.stat(uri);
  return size >= Math.min(remoteTextLimit, megabytes * 2 ** 20);
}
