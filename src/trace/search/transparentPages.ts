// What programs answer for where a frame did not collect it, in pages that were read once.
import { FrameMemory, Origin, type MemorySpan, type TransparentRange } from '../../machine/memory';
import { needsIo } from '../../expressions/closures/searchFrame';

const pageBytes = 4096n;
/** Pages kept at most: 16 MiB. */
const mostPages = 4096;

/** Pages of transparent memory. */
export class TransparentPages {
  private readonly pages = new Map<bigint, MemorySpan>();
  private readonly wanted = new Set<bigint>();
  private readonly memory: FrameMemory;

  constructor(private readonly ranges: readonly TransparentRange[]) {
    this.memory = new FrameMemory({ blocks: [], bytes: new Uint8Array(0) }, ranges);
  }

  /**
   * Fills in the bytes at a run-time address that are not marked as filled; false where one is not known. Throws
   * {@link needsIo} where a page must be read first; {@link load} reads it.
   */
  fill(address: bigint, size: number, into: DataView, filled: Uint8Array): boolean {
    if (!this.ranges.some(({ start, end }) => address < end && address + BigInt(size) > start)) {
      return false;
    }
    for (let i = 0; i < size; i++) {
      if (filled[i] === 1) continue;
      const at = address + BigInt(i);
      const page = this.page(at / pageBytes);
      const offset = Number(at % pageBytes);
      if (page.origins[offset] === Origin.unavailable) return false;
      into.setUint8(i, page.bytes[offset] ?? 0);
    }
    return true;
  }

  /** Reads the pages that were asked for. */
  async load(): Promise<void> {
    for (const number of this.wanted) {
      this.wanted.delete(number);
      if (this.pages.size >= mostPages) this.pages.clear();
      this.pages.set(number, await this.memory.read(number * pageBytes, Number(pageBytes)));
    }
  }

  private page(number: bigint): MemorySpan {
    const page = this.pages.get(number);
    if (page) return page;
    this.wanted.add(number);
    throw needsIo;
  }
}
