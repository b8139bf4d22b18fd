// Names, unit headers and list entries are a few bytes each, and are near one another: small reads
// are served from pages, so that they cost one read of the file for many. A walk over a whole
// section reads one piece after the other: a window runs before it.
import { concat } from '../bytes/cursor';
import type { ByteSource } from '../bytes/source';
import { LruCache } from '../bytes/cache';

/**
 * Bytes in a page, as systems keep files in memory: a walk over headers wants a few bytes of each
 * unit.
 */
const pageSize = 1024;
const keptPages = 8192;
/** A read of more bytes may be a step of a walk over a section. */
const largeRead = 16 * 1024;
/** Bytes in a window. */
const windowSize = 2 << 20;
/** A read that begins at most this many bytes after the one before continues it. */
const nearBy = 64 * 1024;

/** Bytes that were read ahead. */
interface Window {
  readonly start: number;
  readonly end: number;
  readonly bytes: Promise<Uint8Array>;
}

/** A source whose small reads go through a cache of pages. Large ones go straight to the file. */
export class PagedSource implements ByteSource {
  private readonly pages: LruCache<number, Uint8Array>;
  private window: Window | undefined;
  /** Where the last large read ended. */
  private lastEnd = -1;

  /** `kept`: how many pages stay in memory. */
  constructor(
    private readonly source: ByteSource,
    kept = keptPages,
  ) {
    this.pages = new LruCache(kept);
  }

  get size(): number {
    return this.source.size;
  }

  read(offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(offset + length, this.size);
    if (offset >= end) return Promise.resolve(new Uint8Array(0));
    const first = Math.floor(offset / pageSize);
    const last = Math.floor((end - 1) / pageSize);
    if (end - offset > largeRead) return this.readLarge(offset, end);
    const from = offset - first * pageSize;
    const known = first === last ? this.pages.known(first) : undefined;
    if (known) return Promise.resolve(known.subarray(from, from + end - offset));
    const ahead = this.fromWindow(offset, end);
    if (ahead) return ahead;
    return last > first + 1 ? this.source.read(offset, end - offset) : this.readPages(offset, end);
  }

  /** Bytes of one page or of two. */
  private async readPages(offset: number, end: number): Promise<Uint8Array> {
    const first = Math.floor(offset / pageSize);
    const last = Math.floor((end - 1) / pageSize);
    const page = await this.page(first);
    const from = offset - first * pageSize;
    if (last === first) return page.subarray(from, from + end - offset);
    const rest = (await this.page(last)).subarray(0, end - last * pageSize);
    return concat([page.subarray(from), rest]);
  }

  private page(index: number): Promise<Uint8Array> {
    return this.pages.get(index, () => this.source.read(index * pageSize, pageSize));
  }

  private readLarge(offset: number, end: number): Promise<Uint8Array> {
    const goesOn = offset >= this.lastEnd && offset < this.lastEnd + nearBy;
    this.lastEnd = end;
    const ahead = this.fromWindow(offset, end);
    if (ahead) return ahead;
    if (!goesOn || end - offset > windowSize) return this.source.read(offset, end - offset);
    const windowEnd = Math.min(offset + windowSize, this.size);
    const bytes = this.source.read(offset, windowEnd - offset);
    const window = { start: offset, end: windowEnd, bytes };
    this.window = window;
    bytes.catch(() => {
      if (this.window === window) this.window = undefined;
    });
    return bytes.then((all) => all.subarray(0, end - offset));
  }

  private fromWindow(offset: number, end: number): Promise<Uint8Array> | undefined {
    const { window } = this;
    if (!window || offset < window.start || end > window.end) return undefined;
    return window.bytes.then((bytes) => bytes.subarray(offset - window.start, end - window.start));
  }
}
