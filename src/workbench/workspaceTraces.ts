// The trace files of the workspace.
import * as vscode from 'vscode';
import { beginsAsTrace } from './files';

/** Files that are looked at, at most: `.tf` belongs to Terraform too. */
const mostFiles = 200;

/** Traces on disk, the one that is shown first. */
export async function workspaceTraces(shown: vscode.Uri | undefined): Promise<vscode.Uri[]> {
  const found = await vscode.workspace.findFiles(
    '**/*.{tf,tfile}',
    '**/node_modules/**',
    mostFiles,
  );
  const traces: vscode.Uri[] = [];
  for (const uri of found) {
    if (uri.scheme === 'file' && (await beginsAsTrace(uri))) traces.push(uri);
  }
  const isShown = (uri: vscode.Uri) => Number(uri.toString() === shown?.toString());
  return traces.sort((a, b) => isShown(b) - isShown(a));
}
