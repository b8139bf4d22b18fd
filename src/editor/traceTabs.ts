// What tabs of traces are to VS Code: the editors' view types, and how a tab is told by them.
import * as vscode from 'vscode';

/**
 * The editor's view types: the first takes `*.tfile`, the second `*.tf` and the `metadata` of gdb’s
 * CTF when it is asked to.
 */
export const viewTypes = { always: 'tracefile.view', optional: 'tracefile.option' } as const;

/** The file of a trace as bytes, in an editor of its own. */
export const bytesViewType = 'tracefile.bytes';

/** The page of two compared traces. */
export const comparisonViewType = 'tracefile.comparison';

/** Of branch traces: the first takes `*.btrace`, the second `*.xml` when it is asked to. */
export const branchViewTypes = {
  always: 'tracefile.branch',
  optional: 'tracefile.branchOption',
} as const;

/** What a text tab shows, and the trace editor that takes it. */
export interface Claimable {
  uri: vscode.Uri;
  viewType: string;
}

export function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

/** The tabs in the column of a tab, which VS Code may have replaced by another object. */
export function tabsBeside({ group }: vscode.Tab): vscode.Tab[] {
  return allTabs().filter((other) => other.group.viewColumn === group.viewColumn);
}

export function isTextOf(tab: vscode.Tab, uri: vscode.Uri): boolean {
  return tab.input instanceof vscode.TabInputText && tab.input.uri.toString() === uri.toString();
}

export function isTraceEditor(tab: vscode.Tab, uri?: vscode.Uri): boolean {
  const { input } = tab;
  if (!(input instanceof vscode.TabInputCustom)) return false;
  const ours = Object.values<string>(viewTypes).includes(input.viewType);
  return ours && (!uri || input.uri.toString() === uri.toString());
}
