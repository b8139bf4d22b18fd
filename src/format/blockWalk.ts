// Walks over a frame's blocks without an object for any: which kinds there are, the PC in the first
// register block, and whether the blocks fill the frame exactly.
import { blockLength, blockTypes, Holds, longestBlockHeader } from './blocks';
import type { Framing } from './framing';

/** The walk over one frame's blocks. The frame may reach beyond the bytes that are at hand. */
export class BlockWalk {
  /** Bits of {@link Holds}. */
  holds = 0;
  pcHigh = 0;
  pcLow = 0;
  /** Whether the walk stopped at a bad block. */
  stopped = false;
  /** What that block claims, in bytes; 0 where it is of an unknown type. */
  badLength = 0;
  private readonly little: boolean;
  private readonly registerBlockSize: number;
  private readonly pcOffset: number;
  private readonly pcSize: number;
  private readonly maskHigh: number;
  private readonly maskLow: number;
  private readonly lookAhead: number;

  constructor(framing: Framing, pcField: PcField | undefined) {
    this.little = framing.order === 'little';
    this.registerBlockSize = framing.registerBlockSize;
    const { offset, size, mask = -1n } = pcField ?? { offset: 0, size: 0 };
    const fits = (size === 4 || size === 8) && offset + size <= framing.registerBlockSize;
    this.pcOffset = offset;
    this.pcSize = fits ? size : 0;
    this.maskHigh = Number(BigInt.asUintN(32, mask >> 32n));
    this.maskLow = Number(BigInt.asUintN(32, mask));
    this.lookAhead = Math.max(longestBlockHeader, fits ? 1 + offset + size : 0);
  }

  /** Begins with the first block of a frame. */
  begin(): void {
    this.holds = 0;
    this.pcHigh = 0;
    this.pcLow = 0;
    this.stopped = false;
    this.badLength = 0;
  }

  /**
   * Goes on from `at` to the frame's end, both offsets in `view`, and returns how far it came: `end`
   * where all blocks are good; else where a bad block begins ({@link stopped} tells), or where more
   * bytes than `view` holds are needed.
   */
  advance(view: DataView, at: number, end: number): number {
    const cut = end > view.byteLength;
    while (at < end) {
      if (cut && at > 0 && at + this.lookAhead > view.byteLength) return at;
      if (at >= view.byteLength) return at;
      const length = blockLength(
        view,
        at,
        Math.min(end, view.byteLength),
        this.little,
        this.registerBlockSize,
      );
      if (length === 0 || length > end - at) {
        this.stopped = true;
        this.badLength = length;
        return at;
      }
      this.note(view, at);
      at += length;
    }
    return at;
  }

  private note(view: DataView, at: number): void {
    switch (view.getUint8(at)) {
      case blockTypes.R:
        if ((this.holds & Holds.registers) === 0) this.readPc(view, at + 1 + this.pcOffset);
        this.holds |= Holds.registers;
        return;
      case blockTypes.M:
        this.holds |= Holds.memory;
        return;
      case blockTypes.V:
        this.holds |= Holds.variables;
        return;
      default:
        this.holds |= Holds.staticData;
    }
  }

  private readPc(view: DataView, at: number): void {
    if (this.pcSize === 0 || at + this.pcSize > view.byteLength) return;
    const isWide = this.pcSize === 8;
    const lowAt = isWide && !this.little ? at + 4 : at;
    const highAt = this.little ? at + 4 : at;
    this.pcLow = (view.getUint32(lowAt, this.little) & this.maskLow) >>> 0;
    this.pcHigh = isWide ? (view.getUint32(highAt, this.little) & this.maskHigh) >>> 0 : 0;
    this.holds |= Holds.pc;
  }
}

/** Where a register block holds the PC. */
export interface PcField {
  /** Bytes from the start of a register block. */
  readonly offset: number;
  /** Bytes: 4 or 8. */
  readonly size: number;
  /** The bits of the register that are the PC; all of them without one. */
  readonly mask?: bigint;
}
