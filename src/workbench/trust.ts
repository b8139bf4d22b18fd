// Connections, and what starts programs, are for workspaces that the user trusts.
import * as vscode from 'vscode';
import { showWarning } from './notify';

/** Whether the workspace is trusted; else says what it is needed for, with the way to it. */
export function isTrusted(purpose: string): boolean {
  if (vscode.workspace.isTrusted) return true;
  const manage = vscode.l10n.t('Manage Workspace Trust');
  void showWarning(untrusted(purpose), manage).then((chosen) => {
    if (chosen === manage) void vscode.commands.executeCommand('workbench.trust.manage');
  });
  return false;
}

/** What is said in a workspace that is not trusted. */
export function untrusted(purpose: string): string {
  return vscode.l10n.t('{0} only in a workspace that you trust.', purpose);
}
