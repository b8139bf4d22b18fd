// The traces of the workspace: files, folders with gdb's CTF, and branch traces.
import * as vscode from 'vscode';
import { ctfFileNames } from '../format/ctf/metadata';
import { tracePath } from '../trace/paths';
import { beginsAsTrace } from './files';

/** Files that are looked at, at most: `.tf` belongs to Terraform too. */
const mostFiles = 200;

/** The one that is shown comes first, then by path: VS Code finds files in no order. */
export async function workspaceTraces(shown: vscode.Uri | undefined): Promise<vscode.Uri[]> {
  const found = await vscode.workspace.findFiles(
    `**/{*.tf,*.tfile,*.btrace,${ctfFileNames.metadata}}`,
    '**/node_modules/**',
    mostFiles,
  );
  const traces: vscode.Uri[] = [];
  for (const file of found) {
    const uri = file.with({ path: tracePath(file.path) });
    if (uri.path.endsWith('.btrace') || (await beginsAsTrace(uri))) traces.push(uri);
  }
  const isShown = (uri: vscode.Uri) => Number(uri.toString() === shown?.toString());
  return traces.sort((a, b) => isShown(b) - isShown(a) || (a.path < b.path ? -1 : 1));
}
