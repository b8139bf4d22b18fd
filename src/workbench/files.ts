// Files as the workbench names them, by URI: those on disk are read by range, others whole.
import * as vscode from 'vscode';
import { ctfFileNames } from '../format/ctf/metadata';
import { isTraceFile, openTraceFile, type TraceFiles } from '../trace/openTraceFile';
import type { OwnedSource } from '../trace/openTraces';
import { baseName, isUri } from '../trace/paths';
import { runtime } from '../platform/runtime';
import { maxTextBytes } from '../platform/textFile';
import { openWholeFile } from '../platform/wholeFile';

/** Opens the bytes of a file. */
export async function openUri(uri: vscode.Uri): Promise<OwnedSource | { problem: string }> {
  if (uri.scheme === 'file' && runtime.disk) return runtime.disk.open(uri.fsPath);
  const source = await openWholeFile(vscode.workspace.fs, uri, baseName(uri.path));
  if ('problem' in source) return source;
  return {
    size: source.size,
    read: (offset, length) => source.read(offset, length),
    close: () => Promise.resolve(),
  };
}

const files: TraceFiles<vscode.Uri> = {
  open: openUri,
  isFolder: async (uri) => ((await typeOf(uri)) & vscode.FileType.Directory) !== 0,
  fileIn: (folder, name) => vscode.Uri.joinPath(folder, name),
};

/**
 * Opens the bytes of a trace: of its file, or of a folder with gdb's CTF as those of a trace file.
 */
export function openTraceUri(uri: vscode.Uri): Promise<OwnedSource | { problem: string }> {
  return openTraceFile(files, uri);
}

/** Whether a file begins as a trace file does, or a folder holds gdb's CTF. */
export function beginsAsTrace(uri: vscode.Uri): Promise<boolean> {
  return isTraceFile(files, uri);
}

/** What the tab of a trace shows: of gdb's CTF, which its folder names, the metadata there. */
export async function tabOfTrace(trace: vscode.Uri): Promise<vscode.Uri> {
  const isFolder = await files.isFolder(trace);
  return isFolder ? files.fileIn(trace, ctfFileNames.metadata) : trace;
}

async function typeOf(uri: vscode.Uri): Promise<vscode.FileType> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type;
  } catch {
    return vscode.FileType.Unknown;
  }
}

/** The files in the folder of a file. */
export async function filesInFolderOf(uri: vscode.Uri): Promise<vscode.Uri[]> {
  const folder = vscode.Uri.joinPath(uri, '..');
  try {
    const entries = await vscode.workspace.fs.readDirectory(folder);
    return entries
      .filter(([, type]) => (type & vscode.FileType.File) !== 0)
      .map(([name]) => vscode.Uri.joinPath(folder, name));
  } catch {
    return [];
  }
}

/** Whether there is a file under a path. */
export async function fileExists(path: string): Promise<boolean> {
  return ((await typeOf(uriOf(path))) & vscode.FileType.File) !== 0;
}

/** The text of a file, by its path; undefined as `readTextFile` has it. */
export async function readText(path: string): Promise<string | undefined> {
  const bytes = await readTextBytes(uriOf(path));
  return bytes && new TextDecoder().decode(bytes);
}

/**
 * The bytes of a text, as VS Code reads them; undefined if there is no file that can be read, or it
 * is no text by its size.
 */
export async function readTextBytes(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.File) === 0 || size > maxTextBytes) return undefined;
    return await vscode.workspace.fs.readFile(uri);
  } catch {
    return undefined;
  }
}

/** The folders of the workspace, by their paths. */
export function workspaceFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => pathOf(uri));
}

/** The path of a file where it is on disk, else its URI as text. */
export function pathOf(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString();
}

/** The file that the core names so. */
export function uriOf(path: string): vscode.Uri {
  return isUri(path) ? vscode.Uri.parse(path) : vscode.Uri.file(path);
}
