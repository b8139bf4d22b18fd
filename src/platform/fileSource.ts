// A file on disk, read by range.
import { open, type FileHandle } from 'node:fs/promises';
import type { ByteSource } from '../bytes/source';

/** An open file. Whoever opened it closes it; a read under way then, or later, finds the file empty. */
export class FileSource implements ByteSource {
  private closed = false;

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
    const wanted = Math.max(0, Math.min(length, this.size - offset));
    const bytes = new Uint8Array(wanted);
    let done = 0;
    while (done < wanted && !this.closed) {
      const { bytesRead } = await this.handle.read(bytes, done, wanted - done, offset + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return bytes.subarray(0, done);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.handle.close();
  }
}
