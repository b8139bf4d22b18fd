// The bytes that the page holds, with the parts of the file that they belong to. The host has the file; pages of it are
// fetched as they come in sight, and the least recently shown are forgotten.
import type { BytesPart, BytesRange } from '../../src/editor/bytesMessages';

/** Bytes of one request. */
export const pageBytes = 4096;
const pagesKept = 64;
/** Requests under way at once; what scrolled by meanwhile is then never asked for. */
const requestsAtOnce = 3;

interface Page {
  readonly bytes: Uint8Array;
  readonly parts: readonly BytesPart[];
  /** True once the host may know better. */
  stale: boolean;
}

/** Pages of the file, fetched as they are wanted. Offsets are bytes of the file. */
export class ByteCache {
  /** Bytes of the file. */
  size = 0;
  private readonly pages = new Map<number, Page>();
  /** Those asked for; new with each {@link refresh}, so that older answers are told apart. */
  private underWay = new Set<number>();
  private wanted = { start: 0, end: 0 };

  constructor(
    private readonly ask: (offset: number, length: number) => Promise<BytesRange>,
    /** Bytes came. */
    private readonly changed: () => void,
  ) {}

  /** Says which bytes are in sight, `end` exclusive; those that are not here are asked for. */
  want(start: number, end: number): void {
    this.wanted = { start, end };
    this.askForWanted();
  }

  /** The byte, where it is here. */
  byteAt(offset: number): number | undefined {
    return this.pageOf(offset)?.bytes[offset % pageBytes];
  }

  /** The part that holds a byte, where it is here. */
  partAt(offset: number): BytesPart | undefined {
    const parts = this.pageOf(offset)?.parts ?? [];
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

  /** Fetches a range, which is then here if it is short; bytes that the file does not have are left out. */
  async fetch(start: number, end: number): Promise<void> {
    const first = Math.floor(Math.max(0, start) / pageBytes);
    const last = Math.floor((Math.min(end, this.size) - 1) / pageBytes);
    for (let page = first; page <= last; page++) {
      if (!this.pages.has(page)) await this.load(page);
    }
  }

  /** Fetches everything anew as it is wanted; until then what is here stays. */
  refresh(): void {
    this.underWay = new Set();
    for (const page of this.pages.values()) page.stale = true;
    this.askForWanted();
  }

  /** Fetches anew what the index had not come to. */
  refreshUnread(): void {
    for (const page of this.pages.values()) {
      if (page.parts.some(({ kind }) => kind === 'unread')) page.stale = true;
    }
    this.askForWanted();
  }

  private pageOf(offset: number): Page | undefined {
    return this.pages.get(Math.floor(offset / pageBytes));
  }

  private askForWanted(): void {
    for (const page of this.pagesToHave()) {
      this.touch(page);
      const here = this.pages.get(page);
      if (this.underWay.size >= requestsAtOnce || this.underWay.has(page)) continue;
      if (here === undefined || here.stale) void this.load(page);
    }
  }

  /** The pages in sight, then those that would come in sight next. */
  private pagesToHave(): number[] {
    const first = Math.floor(this.wanted.start / pageBytes);
    const end = Math.ceil(Math.min(this.wanted.end, this.size) / pageBytes);
    if (first >= end) return [];
    const inSight = Array.from({ length: end - first }, (_, i) => first + i);
    return [...inSight, end, first - 1].filter((page) => page >= 0 && page * pageBytes < this.size);
  }

  /** A page whose request fails stays missing, and is asked for when it is wanted again. */
  private async load(page: number): Promise<void> {
    const { underWay } = this;
    const offset = page * pageBytes;
    underWay.add(page);
    const range = await this.ask(offset, Math.min(pageBytes, this.size - offset)).catch(
      () => undefined,
    );
    underWay.delete(page);
    if (range === undefined || underWay !== this.underWay) return;
    this.keep(page, { bytes: bytesOf(range.hex), parts: range.parts, stale: false });
    this.askForWanted();
    this.changed();
  }

  /** A Map keeps the order of insertion: the page used last goes to the end. */
  private touch(page: number): void {
    const here = this.pages.get(page);
    if (here !== undefined) this.keep(page, here);
  }

  private keep(page: number, content: Page): void {
    this.pages.delete(page);
    this.pages.set(page, content);
    for (const oldest of this.pages.keys()) {
      if (this.pages.size <= pagesKept) break;
      this.pages.delete(oldest);
    }
  }
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  );
}
