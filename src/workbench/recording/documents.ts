// Source documents as plans name them.
import * as vscode from 'vscode';
import type { NamedFile, PlannedLine } from './locations';
import { fileExists, workspaceFolders } from '../files';
import { joinPath } from '../../trace/paths';

/** A file as plans name it. */
export function namedFile(uri: vscode.Uri): NamedFile {
  return { path: uri.path, relative: vscode.workspace.asRelativePath(uri, false) };
}

/**
 * The document in which a line is: in a folder of the workspace, or of that name anywhere in it.
 */
export async function documentOf({ file }: PlannedLine): Promise<vscode.Uri | undefined> {
  const paths = [...workspaceFolders().map((folder) => joinPath(folder, [file])), file];
  for (const path of paths) if (await fileExists(path)) return vscode.Uri.file(path);
  const [found] = file.includes('/') ? [] : await vscode.workspace.findFiles(`**/${file}`, null, 1);
  return found;
}

/** Shows a line in a source editor; false where its file was not found. */
export async function showLine(at: PlannedLine): Promise<boolean> {
  const uri = await documentOf(at);
  if (!uri) return false;
  const selection = new vscode.Range(at.line - 1, 0, at.line - 1, 0);
  await vscode.window.showTextDocument(uri, { selection });
  return true;
}
