// The bytes that the page holds, with the parts of the file that they belong to.
import type { BytesPart, BytesRange } from '../../src/editor/bytesMessages';
import { PageCache } from '../pageCache';

/** Bytes of one request. */
export const pageBytes = 4096;

interface Bytes {
  readonly bytes: Uint8Array;
  readonly parts: readonly BytesPart[];
}

/** Pages of the file, fetched as they are wanted. Offsets are bytes of the file. */
export class ByteCache {
  /** Bytes of the file. */
  size = 0;
  private readonly pages: PageCache<Bytes>;

  /** `changed`: bytes came. */
  constructor(ask: (offset: number, length: number) => Promise<BytesRange>, changed: () => void) {
    this.pages = new PageCache({
      pageSize: pageBytes,
      size: () => this.size,
      ask: async (page) => {
        const offset = page * pageBytes;
        const { hex, parts } = await ask(offset, Math.min(pageBytes, this.size - offset));
        return { bytes: bytesOf(hex), parts };
      },
      hasGrown: () => false,
      changed,
    });
  }

  /** Says which bytes are in sight, `end` exclusive; those that are not here are asked for. */
  want(start: number, end: number): void {
    this.pages.want(start, end);
  }

  /** The byte, where it is here. */
  byteAt(offset: number): number | undefined {
    return this.pages.pageOf(offset)?.bytes[offset % pageBytes];
  }

  /** The part that holds a byte, where it is here. */
  partAt(offset: number): BytesPart | undefined {
    const parts = this.pages.pageOf(offset)?.parts ?? [];
    let low = 0;
    let high = parts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((parts[middle]?.offset ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const part = parts[low - 1];
    return part && offset < part.offset + part.length ? part : undefined;
  }

  /** The parts that touch a range and are here, in their order. */
  partsIn(start: number, end: number): BytesPart[] {
    const found: BytesPart[] = [];
    for (let at = start; at < end;) {
      const part = this.partAt(at);
      if (part) found.push(part);
      at = part ? part.offset + part.length : at + 1;
    }
    return found;
  }

  /**
   * Fetches a range, which is then here if it is short; bytes that the file does not have are left
   * out.
   */
  async fetch(start: number, end: number): Promise<void> {
    const first = Math.floor(Math.max(0, start) / pageBytes);
    const last = Math.floor((Math.min(end, this.size) - 1) / pageBytes);
    for (let page = first; page <= last; page++) {
      if (!this.pages.has(page)) await this.pages.load(page);
    }
  }

  /** Fetches everything again when it is wanted; until then what is here stays. */
  refresh(): void {
    this.pages.refresh();
  }

  /** Fetches again what the index had not come to. */
  refreshUnread(): void {
    this.pages.refreshWhere(({ parts }) => parts.some(({ kind }) => kind === 'unread'));
  }
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  );
}
