// Names, unit headers and list entries are a few bytes each, and lie near one another: small reads
// are served from pages, so that they cost one read of the file for many.
import { concat } from '../bytes/concat';
import type { ByteSource } from '../bytes/source';
import { Recent } from './once';

/** Bytes in a page: about the headers, abbreviations or names that one lookup needs. */
const pageSize = 16 * 1024;
const keptPages = 512;

/** A source whose small reads go through a cache of pages. Large ones go straight to the file. */
export class PagedSource implements ByteSource {
  private readonly pages: Recent<number, Uint8Array>;

  /** `kept`: how many pages stay in memory. */
  constructor(
    private readonly source: ByteSource,
    kept = keptPages,
  ) {
    this.pages = new Recent(kept, () => 1);
  }

  get size(): number {
    return this.source.size;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(offset + length, this.size);
    if (offset >= end) return new Uint8Array(0);
    const first = Math.floor(offset / pageSize);
    const last = Math.floor((end - 1) / pageSize);
    if (last > first + 1) return this.source.read(offset, end - offset);
    const page = await this.page(first);
    const from = offset - first * pageSize;
    if (last === first) return page.subarray(from, from + end - offset);
    const rest = (await this.page(last)).subarray(0, end - last * pageSize);
    return concat([page.subarray(from), rest]);
  }

  private page(index: number): Promise<Uint8Array> {
    return this.pages.get(index, () => this.source.read(index * pageSize, pageSize));
  }
}
