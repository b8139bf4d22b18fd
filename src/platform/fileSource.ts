// A file on disk, read by range. A read that leaves the thread costs ten times what the system takes to
// copy a few bytes that it has in memory, and a walk through a program takes thousands of them: where the
// reads before were quick, a small one is made at once.
import { readSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { ByteSource } from '../bytes/source';

/** Bytes that are read at once. */
const smallRead = 64 * 1024;
/** A medium that takes longer, in milliseconds, is not waited for. */
const quick = 1;

/** An open file. Whoever opened it closes it; a read under way then, or later, finds the file empty. */
export class FileSource implements ByteSource {
  private closed = false;
  /** Whether the last read was quick. */
  private isQuick = false;

  private constructor(
    private readonly handle: FileHandle,
    readonly size: number,
  ) {}

  /** Opens a regular file for reading; rejects with the system's error where that fails. */
  static async open(path: string): Promise<FileSource> {
    const handle = await open(path, 'r');
    const stat = await handle.stat();
    if (!stat.isFile()) {
      await handle.close();
      throw new Error('it is not a file');
    }
    return new FileSource(handle, stat.size);
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)));
    return bytes.subarray(0, await this.readInto(offset, bytes));
  }

  async readInto(offset: number, into: Uint8Array): Promise<number> {
    const wanted = Math.max(0, Math.min(into.length, this.size - offset));
    const begin = performance.now();
    let done = 0;
    while (done < wanted && !this.closed) {
      const bytesRead =
        this.isQuick && wanted <= smallRead
          ? readSync(this.handle.fd, into, done, wanted - done, offset + done)
          : (await this.handle.read(into, done, wanted - done, offset + done)).bytesRead;
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    this.isQuick = performance.now() - begin < quick;
    return done;
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.handle.close();
  }
}
