// Memory as a frame knows it, byte by byte: what the frame collected; else, inside a transparent
// range, what the program's file holds there; else nothing. gdb applies the same rule when it reads
// a trace file (the executable's read-only sections), and asks a target for it with QTro.
import type { Frame } from '../format/frame';

/** Where a byte comes from. The values are those in {@link MemorySpan.origins}. */
export enum Origin {
  unavailable = 0,
  collected = 1,
  transparent = 2,
}

/** A run of memory with the origin of each byte. */
export interface MemorySpan {
  readonly address: bigint;
  /** Zero where unavailable. */
  readonly bytes: Uint8Array;
  /** An {@link Origin} for each byte. */
  readonly origins: Uint8Array;
}

/** A range of run-time addresses whose bytes a program's file answers for. */
export interface TransparentRange {
  readonly start: bigint;
  /** Exclusive. */
  readonly end: bigint;
  /** What the file holds from a run-time address inside the range on. */
  read(address: bigint, length: number): Promise<MemorySpan>;
}

/** Consecutive addresses that a frame collected. */
export interface MemoryRange {
  readonly address: bigint;
  /** Bytes. */
  readonly length: number;
}

/** The memory of one frame. */
export class FrameMemory {
  private readonly blocks: readonly MemorySpan[];

  constructor(
    frame: Pick<Frame, 'blocks' | 'bytes'>,
    private readonly transparent: readonly TransparentRange[],
  ) {
    this.blocks = collectedBlocks(frame);
  }

  /** Collected memory in ascending order, touching and overlapping blocks joined. */
  get ranges(): readonly MemoryRange[] {
    const sorted = this.blocks
      .filter((block) => block.bytes.length > 0)
      .sort((a, b) => (a.address < b.address ? -1 : a.address > b.address ? 1 : 0));
    const ranges: { address: bigint; end: bigint }[] = [];
    for (const { address, bytes } of sorted) {
      const end = address + BigInt(bytes.length);
      const last = ranges.at(-1);
      if (last && address <= last.end) {
        if (end > last.end) last.end = end;
      } else {
        ranges.push({ address, end });
      }
    }
    return ranges.map(({ address, end }) => ({ address, length: Number(end - address) }));
  }

  /** Reads `length` bytes at a run-time address; every byte has its own origin. */
  async read(address: bigint, length: number): Promise<MemorySpan> {
    const span = {
      address,
      bytes: new Uint8Array(length),
      origins: new Uint8Array(length),
    };
    for (const block of this.blocks) fill(span, block);
    const end = address + BigInt(length);
    for (const range of this.transparent) {
      if (!span.origins.includes(Origin.unavailable)) break;
      const from = range.start > address ? range.start : address;
      const to = range.end < end ? range.end : end;
      if (from >= to) continue;
      fill(span, await range.read(from, Number(to - from)));
    }
    return span;
  }
}

/** The first block that holds an address wins, as in gdb, so nothing is filled twice. */
function fill(span: MemorySpan, from: MemorySpan): void {
  const shift = Number(from.address - span.address);
  const start = Math.max(0, shift);
  const end = Math.min(span.bytes.length, shift + from.bytes.length);
  for (let i = start; i < end; i++) {
    const origin = from.origins[i - shift] ?? Origin.unavailable;
    if (origin === Origin.unavailable || span.origins[i] !== Origin.unavailable) continue;
    span.bytes[i] = from.bytes[i - shift] ?? 0;
    span.origins[i] = origin;
  }
}

function collectedBlocks(frame: Pick<Frame, 'blocks' | 'bytes'>): MemorySpan[] {
  const blocks: MemorySpan[] = [];
  for (const block of frame.blocks) {
    if (block.kind !== 'M') continue;
    const bytes = frame.bytes.subarray(block.offset, block.offset + block.length);
    const origins = new Uint8Array(bytes.length).fill(Origin.collected);
    blocks.push({ address: block.address, bytes, origins });
  }
  return blocks;
}
