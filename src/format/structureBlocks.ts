// Where the blocks of a frame are that touch a range of the file. A frame may be as long as 4 GiB and
// tells where a block is only by those before it, so what was walked over is remembered in strides.
import { firstWhere } from '../bytes/firstWhere';
import type { TimeSlice } from '../bytes/timeSlice';
import { blockLength, longestBlockHeader, readBlocks, type Block } from './blocks';
import type { FileWindow } from './fileWindow';
import type { Framing } from './framing';

/** A block with its place in the file. */
interface BlockPlace {
  /** Where its type stands in the file, in bytes. */
  readonly offset: number;
  /** Bytes, as far as the frame holds them. */
  readonly length: number;
  /** Offsets in it are bytes from {@link offset}. */
  readonly block: Block;
}

/** A stretch of the file: offsets in bytes, `end` exclusive. */
export interface FileRange {
  readonly start: number;
  readonly end: number;
}

/** What one look at the file is done with. */
export interface StructureReading {
  readonly window: FileWindow;
  readonly slice: TimeSlice;
  readonly signal?: AbortSignal | undefined;
}

/** Bytes between two offsets that are remembered. */
const stride = 64 * 1024;

/** Finds blocks in frames; remembers the way through the long frame that was asked for last. */
export class BlockPlaces {
  /** Offsets at which blocks of the frame begin, ascending. */
  private trail: number[] = [];

  constructor(private readonly framing: Framing) {}

  /** The blocks of a frame, given where its blocks are, that touch a range. Stops early where the signal says so. */
  async within(
    blocks: FileRange,
    range: FileRange,
    reading: StructureReading,
  ): Promise<BlockPlace[]> {
    const { window, slice, signal } = reading;
    const trail = this.trailThrough(blocks);
    const found: BlockPlace[] = [];
    const end = Math.min(blocks.end, range.end);
    const behind = firstWhere(trail.length, (i) => (trail[i] ?? 0) > range.start);
    for (let at = trail[behind - 1] ?? blocks.start; at < end;) {
      if (!window.holds(at, Math.min(longestBlockHeader, blocks.end - at))) await window.moveTo(at);
      if (window.end <= at || signal?.aborted) break;
      const place = this.blockAt(window, at, blocks.end);
      if (at + place.length > range.start) found.push(place);
      if (at - (trail.at(-1) ?? 0) >= stride) trail.push(at);
      at += place.length;
      await slice.breathe();
    }
    return found;
  }

  private trailThrough({ start, end }: FileRange): number[] {
    if (end - start <= stride) return [start];
    if (this.trail[0] !== start) this.trail = [start];
    return this.trail;
  }

  private blockAt({ view, start }: FileWindow, offset: number, end: number): BlockPlace {
    const at = offset - start;
    const there = Math.min(view.byteLength, at + longestBlockHeader, end - start);
    const { order, registerBlockSize } = this.framing;
    const claimed = blockLength(view, at, there, order === 'little', registerBlockSize);
    const length = claimed === 0 ? end - offset : Math.min(claimed, end - offset);
    const head = new Uint8Array(view.buffer, view.byteOffset + at, Math.min(length, there - at));
    const [block] = readBlocks(head, order, registerBlockSize).blocks;
    const read = block ?? { kind: 'unknown', offset: 0, length, type: 0 };
    return { offset, length, block: { ...read, length: length - read.offset } };
  }
}
