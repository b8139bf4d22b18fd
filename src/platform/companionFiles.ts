// Files next to a program that hold parts of its debugging information. There may be thousands of
// them, so only those that were read last stay open.
import type { ByteSource, FileStamp } from '../bytes/source';
import { FileSource } from './fileSource';

/** Where Linux distributions put debugging information of installed programs. */
export const systemDebugFolders: readonly string[] = ['/usr/lib/debug'];

const maxOpen = 32;

/** Opens files by path. Whoever made it closes it. */
export class CompanionFiles {
  /** By path, those read last at the end. */
  private readonly opened = new Map<string, OpenedFile>();
  private closed = false;

  /** `folders`: where debugging information of any program is. */
  constructor(readonly folders: readonly string[]) {}

  /** The file at a path; undefined where none can be read. */
  async open(path: string): Promise<ByteSource | undefined> {
    try {
      const { size } = await this.use(path, (source) => Promise.resolve(source));
      const read = (offset: number, length: number) => this.read(path, offset, length);
      const stamp = () => this.stamp(path);
      return { size, read, stamp };
    } catch {
      return undefined;
    }
  }

  /** Closes all files. What is read later is empty. */
  async close(): Promise<void> {
    this.closed = true;
    const files = [...this.opened.values()];
    this.opened.clear();
    await Promise.allSettled(files.map(async ({ source }) => (await source).close()));
  }

  private async read(path: string, offset: number, length: number): Promise<Uint8Array> {
    if (this.closed) return new Uint8Array(0);
    return this.use(path, (source) => source.read(offset, length));
  }

  private async stamp(path: string): Promise<FileStamp | undefined> {
    if (this.closed) return undefined;
    return this.use(path, (source) => source.stamp());
  }

  private async use<T>(path: string, action: (source: FileSource) => Promise<T>): Promise<T> {
    const file = this.opened.get(path) ?? { source: FileSource.open(path), users: 0 };
    this.opened.delete(path);
    this.opened.set(path, file);
    file.users++;
    try {
      return await action(await file.source);
    } catch (error) {
      if (this.opened.get(path) === file) this.opened.delete(path);
      throw error;
    } finally {
      file.users--;
      this.closeOldest();
    }
  }

  private closeOldest(): void {
    for (const [path, { source, users }] of this.opened) {
      if (this.opened.size <= maxOpen) return;
      if (users > 0) continue;
      this.opened.delete(path);
      void source.then((file) => file.close());
    }
  }
}

interface OpenedFile {
  readonly source: Promise<FileSource>;
  /** How many reads are under way. */
  users: number;
}
