// Saving what is made piece by piece, by URI: on disk as it comes, elsewhere whole.
import * as vscode from 'vscode';
import { concat } from '../bytes/concat';
import { FileSink } from '../platform/fileSink';
import type { Sink } from '../trace/export/sink';

/** The largest file that is held in memory, in bytes. */
const largestHeld = 256 * 1024 * 1024;

/** Makes a file's bytes; false where it gave up, and no file shall be there. */
export type Make = (sink: Sink) => Promise<boolean>;

/** Saves a file, or leaves the one that is there where `make` gives up. Rejects where `make` or the file system does. */
export async function saveFile(uri: vscode.Uri, make: Make): Promise<boolean> {
  return uri.scheme === 'file' ? saveOnDisk(uri.fsPath, make) : saveWhole(uri, make);
}

async function saveOnDisk(path: string, make: Make): Promise<boolean> {
  const sink = await FileSink.create(path);
  let isMade = false;
  try {
    isMade = await make(sink);
  } finally {
    await (isMade ? sink.keep() : sink.discard());
  }
  return isMade;
}

async function saveWhole(uri: vscode.Uri, make: Make): Promise<boolean> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const isMade = await make({
    write: (bytes) => {
      size += bytes.length;
      pieces.push(bytes);
      if (size <= largestHeld) return Promise.resolve();
      const mebibytes = largestHeld / 1024 / 1024;
      const sentence = vscode.l10n.t(
        'More than {0} MiB can only be saved in a local folder.',
        mebibytes,
      );
      return Promise.reject(new Error(sentence));
    },
  });
  if (isMade) await vscode.workspace.fs.writeFile(uri, concat(pieces));
  return isMade;
}
