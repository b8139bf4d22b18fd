// A file on disk, read by range. A read that leaves the thread costs ten times what the system
// takes to copy a few bytes that it has in memory, and a walk through a program takes thousands of
// them: where the reads just before were quick, a small one is made at once. A medium that was not
// asked for a while may have fallen asleep, or be gone: it is never waited for.
import { t } from '@vscode/l10n';
import { constants, fstatSync, readSync, type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { ReadFailed, type ByteSource, type FileStamp } from '../bytes/source';
import { join } from 'node:path';
import { reasonOf } from './systemErrors';

/** Bytes that are read at once. */
const smallRead = 256 * 1024;
/** A medium that takes longer, in milliseconds, is not waited for. */
const quick = 1;
/** Milliseconds for which a quick read vouches for the next one. */
const moment = 100;

const notAFile = () => t('it is not a file');
/** Windows knows no O_NONBLOCK, and no pipes among its files. */
const openedAtOnce = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * An open file. Whoever opened it closes it; a read under way then, or later, finds the file empty.
 */
export class FileSource implements ByteSource {
  private closed = false;
  /** When the last read ended, if it was quick. */
  private quickAt = -Infinity;

  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
    readonly size: number,
  ) {}

  /**
   * Opens a regular file for reading; rejects with the system's error where that fails. Opening a
   * device may do something, and opening a pipe waits for a writer: so it is looked at before, and
   * nothing is waited for if it became another meanwhile.
   */
  static async open(path: string): Promise<FileSource> {
    if (!(await stat(path)).isFile()) throw new Error(notAFile());
    const handle = await open(path, openedAtOnce);
    try {
      const opened = await handle.stat();
      if (!opened.isFile()) throw new Error(notAFile());
      return new FileSource(path, handle, opened.size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)));
    return bytes.subarray(0, await this.readInto(offset, bytes));
  }

  async readInto(offset: number, into: Uint8Array): Promise<number> {
    const wanted = Math.max(0, Math.min(into.length, this.size - offset));
    const begin = performance.now();
    const atOnce = this.isQuick && wanted <= smallRead;
    let done = 0;
    try {
      while (done < wanted && !this.closed) {
        const bytesRead = atOnce
          ? readSync(this.handle.fd, into, done, wanted - done, offset + done)
          : (await this.handle.read(into, done, wanted - done, offset + done)).bytesRead;
        if (bytesRead === 0) break;
        done += bytesRead;
      }
    } catch (error) {
      this.quickAt = -Infinity;
      throw new ReadFailed(
        t('{0} cannot be read at byte {1}: {2}.', this.path, offset + done, reasonOf(error)),
      );
    }
    const end = performance.now();
    this.quickAt = end - begin < quick ? end : -Infinity;
    return done;
  }

  async stamp(): Promise<FileStamp | undefined> {
    if (this.closed) return undefined;
    try {
      return stampOf(this.isQuick ? fstatSync(this.handle.fd) : await this.handle.stat());
    } catch (error) {
      throw new ReadFailed(t('{0} cannot be looked at: {1}.', this.path, reasonOf(error)));
    }
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.handle.close();
  }

  private get isQuick(): boolean {
    return performance.now() - this.quickAt < moment;
  }
}

/**
 * POSIX: the time of a file's status changes with whatever happens to the file, that of its
 * contents when it is written.
 */
function stampOf({ size, mtimeMs, ctimeMs }: Stats): FileStamp {
  const contents = `${size} ${mtimeMs}`;
  return { size, contents, file: `${contents} ${ctimeMs}` };
}

// Opening files whose absence is not a bug: a sentence says what is wrong.

/** Opens a file that must be there, or says in a sentence why it cannot be read. */
export async function openFile(path: string): Promise<FileSource | { problem: string }> {
  try {
    return await FileSource.open(path);
  } catch (error) {
    return { problem: t('{0} cannot be read: {1}.', path, reasonOf(error)) };
  }
}

/** Files and folders of this machine, by their paths. */
export const filesOnDisk = {
  open: openFile,
  isFolder: async (path: string): Promise<boolean> =>
    (await stat(path).catch(() => undefined))?.isDirectory() ?? false,
  fileIn: (folder: string, name: string): string => join(folder, name),
};
