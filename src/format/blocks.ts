// The blocks of one frame: gdb manual, "Trace File Format"; gdbserver adds S (static trace data).
// Nothing says how long a block of an unknown type is: from there on the frame cannot be read.
import { t } from '@vscode/l10n';
import { Cursor, type ByteOrder } from '../bytes/cursor';
import type { Diagnostic } from '../bytes/diagnostic';
import { atOnce, perStep, type Steps } from '../bytes/timeSlice';

/**
 * A block: its kind, and where its payload is. Offsets are bytes from the frame's first block.
 */
export type Block =
  /** Registers, laid out as a `g` packet. */
  | { readonly kind: 'R'; readonly offset: number; readonly length: number }
  /** Memory at a run-time address. */
  | {
      readonly kind: 'M';
      readonly offset: number;
      readonly length: number;
      readonly address: bigint;
    }
  /** A trace state variable's value. */
  | {
      readonly kind: 'V';
      readonly offset: number;
      readonly length: number;
      readonly variable: number;
      readonly value: bigint;
    }
  /** Static tracepoint data, as gdbserver records it. */
  | { readonly kind: 'S'; readonly offset: number; readonly length: number }
  /** Everything from a byte that begins no known block to the frame's end. */
  | {
      readonly kind: 'unknown';
      readonly offset: number;
      readonly length: number;
      readonly type: number;
    };

/** The types of blocks, as the byte that begins each. */
export const blockTypes = { R: 0x52, M: 0x4d, V: 0x56, S: 0x53 } as const;

/** What a frame holds, as bits. */
export enum FrameFlags {
  registers = 1,
  memory = 2,
  variables = 4,
  staticData = 8,
  /** The blocks do not fill the frame exactly. */
  damage = 16,
  /** The PC, which was read out of the first register block. */
  pc = 32,
}

/** Bytes before the data: type, address and length. */
const memoryHeader = 1 + 8 + 2;
/** Bytes of a V block: type, number and value. */
const variableLength = 1 + 4 + 8;
/** Bytes before the data: type and length. */
const staticHeader = 1 + 2;

/** Bytes that must be there for {@link blockLength} to be right. */
export const maxBlockHeader = variableLength;

/**
 * Bytes of the block that begins at `at`, its type included: what it claims, even where `end` comes
 * first; 0 where the type is unknown. Offsets are bytes in `view`; no object is made, for hot
 * loops.
 */
export function blockLength(
  view: DataView,
  at: number,
  end: number,
  little: boolean,
  registerBlockSize: number,
): number {
  switch (view.getUint8(at)) {
    case blockTypes.R:
      return 1 + registerBlockSize;
    case blockTypes.M:
      if (end - at < memoryHeader) return memoryHeader;
      return memoryHeader + view.getUint16(at + memoryHeader - 2, little);
    case blockTypes.V:
      return variableLength;
    case blockTypes.S:
      if (end - at < staticHeader) return staticHeader;
      return staticHeader + view.getUint16(at + 1, little);
    default:
      return 0;
  }
}

/**
 * The blocks of a frame, given the bytes after its header. A memory or register block that the
 * frame cuts off keeps the bytes that are there. Offsets of diagnostics are relative to `bytes`.
 */
export function readBlocks(
  bytes: Uint8Array,
  order: ByteOrder,
  registerBlockSize: number,
): BlocksRead {
  return atOnce(readingBlocks(bytes, order, registerBlockSize));
}

interface BlocksRead {
  readonly blocks: Block[];
  readonly diagnostics: Diagnostic[];
}

/** As {@link readBlocks}, in steps: a frame may have millions. */
export function* readingBlocks(
  bytes: Uint8Array,
  order: ByteOrder,
  registerBlockSize: number,
): Steps<BlocksRead> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const blocks: Block[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = blockLength(view, at, bytes.length, order === 'little', registerBlockSize);
    blocks.push(readBlock(bytes, order, at, length));
    const room = bytes.length - at;
    if (length === 0 || length > room) {
      return { blocks, diagnostics: [blockProblem(view.getUint8(at), at, length, room)] };
    }
    at += length;
    if (blocks.length % perStep === 0) yield;
  }
  return { blocks, diagnostics: [] };
}

/**
 * Says what is wrong with a block that claims `length` bytes where the frame has room for `room`.
 */
export function blockProblem(
  type: number,
  offset: number,
  length: number,
  room: number,
): Diagnostic {
  if (length === 0) {
    return {
      severity: 'error',
      code: 'unknown-block',
      message: t('A block is of an unknown type; the frame cannot be read from there on.'),
      offset,
      expected: 'R, M, V or S',
      found: typeText(type),
    };
  }
  return {
    severity: 'error',
    code: 'block-overrun',
    message: t('A block ({0}) is longer than what is left of its frame.', typeText(type)),
    offset,
    expected: `${length} bytes`,
    found: `${room} bytes`,
  };
}

/** `at` is the offset of the block's type, `length` what the block claims. */
function readBlock(bytes: Uint8Array, order: ByteOrder, at: number, length: number): Block {
  const type = bytes[at] ?? 0;
  const cursor = new Cursor(bytes, order, at + 1, Math.min(at + length, bytes.length));
  const data = (): { offset: number; length: number } => ({
    offset: cursor.offset,
    length: cursor.remaining,
  });
  switch (type) {
    case blockTypes.R:
      return { kind: 'R', ...data() };
    case blockTypes.M: {
      const address = cursor.u64();
      cursor.u16();
      return cursor.overrun ? rest(bytes, at) : { kind: 'M', address, ...data() };
    }
    case blockTypes.V: {
      const payload = data();
      const variable = cursor.i32();
      const value = cursor.i64();
      return cursor.overrun ? rest(bytes, at) : { kind: 'V', variable, value, ...payload };
    }
    case blockTypes.S:
      cursor.u16();
      return cursor.overrun ? rest(bytes, at) : { kind: 'S', ...data() };
    default:
      return rest(bytes, at);
  }
}

function rest(bytes: Uint8Array, at: number): Block {
  return { kind: 'unknown', offset: at, length: bytes.length - at, type: bytes[at] ?? 0 };
}

function typeText(type: number): string {
  const hex = `0x${type.toString(16).padStart(2, '0')}`;
  return type > 0x20 && type < 0x7f ? `${hex} '${String.fromCharCode(type)}'` : hex;
}

// Walks over a frame's blocks without an object for any: which kinds there are, the PC in the first
// register block, and whether the blocks fill the frame exactly.

/** The walk over one frame's blocks. The frame may extend beyond the bytes in `view`. */
export class BlockWalk {
  /** Bits of {@link FrameFlags}. */
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

  constructor(frameLayout: FrameLayout, pcField: PcField | undefined) {
    this.little = frameLayout.order === 'little';
    this.registerBlockSize = frameLayout.registerBlockSize;
    const { offset, size, mask = -1n } = pcField ?? { offset: 0, size: 0 };
    const fits = (size === 4 || size === 8) && offset + size <= frameLayout.registerBlockSize;
    this.pcOffset = offset;
    this.pcSize = fits ? size : 0;
    this.maskHigh = Number(BigInt.asUintN(32, mask >> 32n));
    this.maskLow = Number(BigInt.asUintN(32, mask));
    this.lookAhead = Math.max(maxBlockHeader, fits ? 1 + offset + size : 0);
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
   * Continues from `at` to the frame's end, both offsets in `view`, and returns the offset it
   * reached: `end` where all blocks are good; else where a bad block begins ({@link stopped} is
   * set), or where more bytes than `view` holds are needed.
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
        if ((this.holds & FrameFlags.registers) === 0) this.readPc(view, at + 1 + this.pcOffset);
        this.holds |= FrameFlags.registers;
        return;
      case blockTypes.M:
        this.holds |= FrameFlags.memory;
        return;
      case blockTypes.V:
        this.holds |= FrameFlags.variables;
        return;
      default:
        this.holds |= FrameFlags.staticData;
    }
  }

  private readPc(view: DataView, at: number): void {
    if (this.pcSize === 0 || at + this.pcSize > view.byteLength) return;
    const isWide = this.pcSize === 8;
    const lowAt = isWide && !this.little ? at + 4 : at;
    const highAt = this.little ? at + 4 : at;
    this.pcLow = (view.getUint32(lowAt, this.little) & this.maskLow) >>> 0;
    this.pcHigh = isWide ? (view.getUint32(highAt, this.little) & this.maskHigh) >>> 0 : 0;
    this.holds |= FrameFlags.pc;
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

/** How frames are read. */
export interface FrameLayout {
  readonly order: ByteOrder;
  /** Bytes. */
  readonly registerBlockSize: number;
}

/** Bytes of a frame before its blocks: tracepoint number (2) and size (4). */
export const frameHeaderLength = 6;
