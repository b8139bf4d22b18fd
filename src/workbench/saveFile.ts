// Saving what is made piece by piece, by URI: on disk as it comes, elsewhere whole.
import * as vscode from 'vscode';
import type { OutputFile } from '../adapter/host';
import { concat } from '../bytes/concat';
import { runtime } from '../platform/runtime';
import type { Sink } from '../trace/export/sink';

/** The largest file that is held in memory, in bytes. */
const maxBufferedBytes = 256 * 1024 * 1024;

/** Writes a file's bytes; false if it was cancelled, and no file must be left. */
export type Make = (sink: Sink) => Promise<boolean>;

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
