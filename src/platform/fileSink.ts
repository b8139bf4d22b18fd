// Writing a file so that it is there whole or not at all: bytes go beside it, and take its place at the end.
import { open, rename, rm, type FileHandle } from 'node:fs/promises';

/** A file that is written. Whoever opened it either keeps or discards it. */
export class FileSink {
  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  /** Begins a file; rejects with the system's error where that fails. The one that is there stays until {@link keep}. */
  static async create(path: string): Promise<FileSink> {
    return new FileSink(path, await open(besides(path), 'w'));
  }

  /** Writes the next bytes; rejects with the system's error where the disk is full. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let written = 0; written < bytes.length;) {
      written += (await this.handle.write(bytes, written)).bytesWritten;
    }
  }

  /** Puts what was written under its name. */
  async keep(): Promise<void> {
    await this.handle.close();
    await rename(besides(this.path), this.path);
  }

  /** Leaves everything as it was. */
  async discard(): Promise<void> {
    await this.handle.close();
    await rm(besides(this.path), { force: true });
  }
}

function besides(path: string): string {
  return `${path}.part`;
}
