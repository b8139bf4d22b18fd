// How the core, which knows nothing of VS Code's URIs, names a file.
import * as vscode from 'vscode';
import { isUri } from '../trace/paths';

/** The path of a file where it is on disk, else its URI as text. */
export function pathOf(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString();
}

/** The file that the core names so. */
export function uriOf(path: string): vscode.Uri {
  return isUri(path) ? vscode.Uri.parse(path) : vscode.Uri.file(path);
}
