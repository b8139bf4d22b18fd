// Files as the workbench names them, by URI: those on disk are read by range, others whole.
import * as vscode from 'vscode';
import { TRACE_MAGIC } from '../format/descriptionReader';
import type { OwnedSource } from '../trace/openTraces';
import { baseName } from '../trace/paths';
import { openFile } from '../platform/openFile';
import { openWholeFile } from '../platform/wholeFile';

/** Opens the bytes of a file. */
export async function openUri(uri: vscode.Uri): Promise<OwnedSource | { problem: string }> {
  if (uri.scheme === 'file') return openFile(uri.fsPath);
  const source = await openWholeFile(vscode.workspace.fs, uri, baseName(uri.path));
  if ('problem' in source) return source;
  return {
    size: source.size,
    read: (offset, length) => source.read(offset, length),
    close: () => Promise.resolve(),
  };
}

/** The first bytes of a file; undefined where it cannot be read. */
async function readStart(uri: vscode.Uri, length: number): Promise<Uint8Array | undefined> {
  const source = await openUri(uri);
  if ('problem' in source) return undefined;
  try {
    return await source.read(0, length);
  } catch {
    return undefined;
  } finally {
    await source.close();
  }
}

/** Whether there is a file at a path of this machine. */
export async function fileExists(path: string): Promise<boolean> {
  try {
    const { type } = await vscode.workspace.fs.stat(vscode.Uri.file(path));
    return (type & vscode.FileType.File) !== 0;
  } catch {
    return false;
  }
}

/** The text of a file of this machine; undefined where there is none that can be read. */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(path)));
  } catch {
    return undefined;
  }
}

/** The folders of the workspace that lie on disk, as paths. */
export function workspaceFolders(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}

/** Whether a file begins as a trace file does. */
export async function beginsAsTrace(uri: vscode.Uri): Promise<boolean> {
  const start = await readStart(uri, TRACE_MAGIC.length);
  return start !== undefined && TRACE_MAGIC.every((byte, i) => start[i] === byte);
}
