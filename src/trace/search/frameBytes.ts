// A frame's registers, memory and variables from a run of frames, without an object for any of its
// blocks. Blocks are walked only until the answer is found. Which block counts follows gdb: the
// first one that holds a byte of memory, the first one of registers, the last one of a variable.
import { LruCache } from '../../bytes/cache';
import type { ByteOrder } from '../../bytes/cursor';
import { blockLength, blockTypes } from '../../format/blocks';
import { type SearchFrame, needsIo } from '../../expressions/closures/searchFrame';
import type { Trace } from '../trace';
import type { FrameRun } from './frameRun';
import { FrameMemory, Origin, type MemorySpan, type TransparentRange } from '../../machine/memory';
import type { RangeList } from '../../symbols/rangeList';

const memoryHeader = 11;
const variableLength = 13;
const none = new DataView(new ArrayBuffer(0));

/** Decides whether an argument of `$_changed` changed. */
type HasChanged = (argument: number, bytes: Uint8Array) => boolean;

/** The current frame of a search; one object moves along. */
export class FrameBytes implements SearchFrame {
  view: DataView = none;
  at = 0;
  number = 0;
  tracepoint = 0;
  readonly order: ByteOrder;
  private readonly little: boolean;
  private readonly registerBlockSize: number;
  private run: DataView = none;
  /** The next block that was not looked at, and where the frame ends. */
  private next = 0;
  private end = 0;
  private registersAt = 0;
  private registersLength = -1;
  private readonly memoryHigh: number[] = [];
  private readonly memoryLow: number[] = [];
  private readonly memoryAt: number[] = [];
  private readonly memoryLength: number[] = [];
  private blocks = 0;
  private readonly variablesAt: number[] = [];
  private variables = 0;
  private scratch = new DataView(new ArrayBuffer(64));
  private filled = new Uint8Array(64);

  constructor(
    trace: Trace,
    private readonly pages: TransparentPages,
    readonly hasChanged: HasChanged,
  ) {
    const { order, registerBlockSize } = trace.recording.frameLayout;
    this.order = order;
    this.little = order === 'little';
    this.registerBlockSize = registerBlockSize;
  }

  /** Moves to a frame whose blocks begin at an offset in a run; without a run it has no blocks. */
  moveTo(
    number: number,
    tracepoint: number,
    run: FrameRun | undefined,
    at: number,
    size: number,
  ): void {
    this.number = number;
    this.tracepoint = tracepoint;
    this.run = run?.view ?? none;
    this.next = at;
    this.end = run ? at + size : at;
    this.registersLength = -1;
    this.blocks = 0;
    this.variables = 0;
  }

  reachRegisters(offset: number, size: number): boolean {
    while (this.registersLength < 0 && this.next < this.end) this.walk();
    this.view = this.run;
    this.at = this.registersAt + offset;
    return offset + size <= this.registersLength;
  }

  reachMemory(address: bigint, size: number): boolean {
    const high = Number((address >> 32n) & 0xffff_ffffn);
    const low = Number(address & 0xffff_ffffn);
    for (let block = 0; this.hasBlock(block); block++) {
      const shift = this.shiftInto(block, high, low);
      const length = this.memoryLength[block] ?? 0;
      if (shift >= length || shift + size <= 0) continue;
      if (shift < 0 || shift + size > length) return this.assemble(address, high, low, size, block);
      this.view = this.run;
      this.at = (this.memoryAt[block] ?? 0) + shift;
      return true;
    }
    return size === 0 || this.assemble(address, high, low, size, this.blocks);
  }

  isCollected(address: bigint, size: number): boolean {
    const high = Number((address >> 32n) & 0xffff_ffffn);
    const low = Number(address & 0xffff_ffffn);
    for (let block = 0; this.hasBlock(block); block++) {
      const shift = this.shiftInto(block, high, low);
      if (shift >= 0 && shift + size <= (this.memoryLength[block] ?? 0)) return true;
    }
    return this.gather(high, low, size, 0) === size;
  }

  variable(number: number): bigint | undefined {
    while (this.next < this.end) this.walk();
    for (let i = this.variables - 1; i >= 0; i--) {
      const at = this.variablesAt[i] ?? 0;
      if (this.run.getInt32(at, this.little) === number) {
        return this.run.getBigInt64(at + 4, this.little);
      }
    }
    return undefined;
  }

  private hasBlock(block: number): boolean {
    while (block >= this.blocks && this.next < this.end) this.walk();
    return block < this.blocks;
  }

  /** Bytes from a memory block's start to an address; exact where they are few. */
  private shiftInto(block: number, high: number, low: number): number {
    const apart = high - (this.memoryHigh[block] ?? 0);
    return apart * 2 ** 32 + (low - (this.memoryLow[block] ?? 0));
  }

  /** Puts bytes of several blocks, and of transparent ranges, side by side. */
  private assemble(
    address: bigint,
    high: number,
    low: number,
    size: number,
    from: number,
  ): boolean {
    const collected = this.gather(high, low, size, from);
    this.view = this.scratch;
    this.at = 0;
    return collected === size || this.pages.fill(address, size, this.scratch, this.filled);
  }

  /** Copies what the blocks from `from` on hold of some memory; how many bytes that is. */
  private gather(high: number, low: number, size: number, from: number): number {
    if (this.filled.length < size) {
      this.scratch = new DataView(new ArrayBuffer(2 * size));
      this.filled = new Uint8Array(2 * size);
    }
    const { filled, scratch, run } = this;
    filled.fill(0, 0, size);
    let count = 0;
    for (let block = from; count < size && this.hasBlock(block); block++) {
      const shift = this.shiftInto(block, high, low);
      const start = Math.max(0, -shift);
      const end = Math.min(size, (this.memoryLength[block] ?? 0) - shift);
      for (let i = start; i < end; i++) {
        if (filled[i] === 1) continue;
        filled[i] = 1;
        scratch.setUint8(i, run.getUint8((this.memoryAt[block] ?? 0) + shift + i));
        count++;
      }
    }
    return count;
  }

  /**
   * Takes note of the next block. A block that the frame cuts off keeps the bytes that are there.
   */
  private walk(): void {
    const { run, next: at, end, little } = this;
    const length = blockLength(run, at, end, little, this.registerBlockSize);
    const stop = Math.min(at + length, end);
    switch (run.getUint8(at)) {
      case blockTypes.R:
        if (this.registersLength >= 0) break;
        this.registersAt = at + 1;
        this.registersLength = stop - at - 1;
        break;
      case blockTypes.M:
        if (end - at >= memoryHeader) this.noteMemory(at, stop);
        break;
      case blockTypes.V:
        if (end - at >= variableLength) this.variablesAt[this.variables++] = at + 1;
        break;
    }
    this.next = length === 0 ? end : stop;
  }

  private noteMemory(at: number, stop: number): void {
    const { run, little, blocks } = this;
    const first = run.getUint32(at + 1, little);
    const second = run.getUint32(at + 5, little);
    this.memoryLow[blocks] = little ? first : second;
    this.memoryHigh[blocks] = little ? second : first;
    this.memoryAt[blocks] = at + memoryHeader;
    this.memoryLength[blocks] = stop - at - memoryHeader;
    this.blocks++;
  }
}

// What programs answer for where a frame did not collect it, in pages that were read once.

const pageBytes = 4096n;
/** Pages kept at most: 16 MiB. */
const maxPages = 4096;

/** Pages of transparent memory. */
export class TransparentPages {
  private readonly pages = new LruCache<bigint, MemorySpan>(maxPages);
  private readonly wanted = new Set<bigint>();
  private readonly memory: FrameMemory;

  constructor(private readonly ranges: RangeList<TransparentRange>) {
    this.memory = new FrameMemory({ blocks: [], bytes: new Uint8Array(0) }, ranges);
  }

  /**
   * Fills in the bytes at a run-time address that are not marked as filled; false where one is not
   * known. Throws {@link needsIo} where a page must be read first; {@link load} reads it.
   */
  fill(address: bigint, size: number, into: DataView, filled: Uint8Array): boolean {
    if (!this.ranges.touches(address, address + BigInt(size))) return false;
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
      const address = number * pageBytes;
      await this.pages.get(number, () => this.memory.read(address, Number(pageBytes)));
    }
  }

  private page(number: bigint): MemorySpan {
    const page = this.pages.known(number);
    if (page) return page;
    this.wanted.add(number);
    throw needsIo;
  }
}
