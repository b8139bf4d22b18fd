// Files as the workbench names them, by URI: those on disk are read by range, others whole.
import * as vscode from 'vscode';
import { ctfFileNames } from '../format/ctf/metadata';
import {
  isDamagedTraceFile,
  isTraceFile,
  openTraceFile,
  type TraceFiles,
} from '../trace/openTraceFile';
import type { OwnedSource } from '../trace/validatedSource';
import { baseName, folderOf, isUri } from '../trace/paths';
import { runtime } from '../platform/runtime';
import { maxTextBytes, openWholeFile } from '../platform/wholeFile';
import type { OutputFile } from '../adapter/host';
import { concat } from '../bytes/cursor';

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
  // The extension host may have been killed while it wrote there: the window opens traces again.
  if (uri.scheme === 'file') void runtime.disk?.removeAbandoned(folderOf(uri.fsPath));
  return openTraceFile(files, uri);
}

/** Whether a file begins as a trace file does, or a folder holds gdb's CTF. */
export function isTraceUri(uri: vscode.Uri): Promise<boolean> {
  return isTraceFile(files, uri);
}

/** Whether a file begins nearly so. */
export function isDamagedTraceUri(uri: vscode.Uri): Promise<boolean> {
  return isDamagedTraceFile(files, uri);
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

// Saving what is made piece by piece, by URI: on disk as it comes, elsewhere whole.

/** The largest file that is held in memory, in bytes. */
const maxBufferedBytes = 256 * 1024 * 1024;

/** Writes a file's bytes; false if it was cancelled, and no file must be left. */
export type Make = (file: OutputFile) => Promise<boolean>;

/** What is said of a file that could not be saved. */
export function saveProblem(file: vscode.Uri, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return vscode.l10n.t('{0} was not written: {1}', baseName(file.path), reason);
}

/**
 * Saves a file, or leaves an existing one unchanged if `make` is cancelled. Rejects if `make` or
 * the file system does.
 */
export async function saveFile(uri: vscode.Uri, make: Make): Promise<boolean> {
  const file = await createFile(uri);
  let isMade = false;
  try {
    isMade = await make(file);
  } finally {
    await (isMade ? file.keep() : file.discard());
  }
  return isMade;
}

/** Begins a file; rejects if the file system does. */
export async function createFile(uri: vscode.Uri): Promise<OutputFile> {
  const { disk } = runtime;
  return uri.scheme === 'file' && disk ? disk.create(uri.fsPath) : new BufferedFile(uri);
}

/** A file that is held until it is whole, for a file system that takes whole ones. */
class BufferedFile implements OutputFile {
  private pieces: Uint8Array[] = [];
  private size = 0;

  constructor(private readonly uri: vscode.Uri) {}

  write(bytes: Uint8Array): Promise<void> {
    this.size += bytes.length;
    this.pieces.push(bytes);
    if (this.size <= maxBufferedBytes) return Promise.resolve();
    const mebibytes = maxBufferedBytes / 1024 / 1024;
    const sentence = vscode.l10n.t(
      'More than {0} MiB can only be saved in a local folder.',
      mebibytes,
    );
    return Promise.reject(new Error(sentence));
  }

  async keep(): Promise<void> {
    await vscode.workspace.fs.writeFile(this.uri, concat(this.pieces));
  }

  discard(): Promise<void> {
    this.pieces = [];
    return Promise.resolve();
  }
}
