// What each byte of a trace file belongs to, for any range of it: nothing is read or kept but what
// the range needs, so that a file may be of any size.
import { append, partitionPoint } from '../bytes/arrays';
import type { ByteSource } from '../bytes/source';
import { TimeSlice } from '../bytes/timeSlice';
import type { Description } from './description';
import type { DescriptionLines } from './descriptionLines';
import { FileWindow } from './fileWindow';
import type { FrameIndex } from './frameIndex';
import {
  frameHeaderLength,
  type FrameLayout,
  blockLength,
  maxBlockHeader,
  readBlocks,
  type Block,
} from './blocks';

/** What a file's structure is found by. */
interface StructuredFile {
  readonly source: ByteSource;
  readonly description: Description;
  readonly index: FrameIndex;
  readonly frameLayout: FrameLayout;
  /** Where the file's end cuts off a frame, in bytes, if it does. */
  readonly cutFrame?: number;
}

/** Bytes read at once: blocks are mostly read near each other. */
const windowSize = 64 * 1024;
/** Bytes of an end marker as gdb writes it; it reads the first two. */
const endMarkerLength = 4;

/** Finds parts of a file. It knows the frames that the index has when it is asked. */
export class FileStructure {
  private readonly blocks: BlockLocator;

  constructor(private readonly file: StructuredFile) {
    this.blocks = new BlockLocator(file.frameLayout);
  }

  /**
   * The parts that touch the bytes from `start` to `end`, in their order. Offsets in bytes, `end`
   * exclusive. Where `signal` stops it, those found so far.
   */
  async partsIn(start: number, end: number, signal?: AbortSignal): Promise<StructurePart[]> {
    const { source, description } = this.file;
    const { framesOffset } = description;
    const range = { start, end: Math.min(end, source.size) };
    const parts =
      start < framesOffset
        ? descriptionParts(description, start, Math.min(range.end, framesOffset))
        : [];
    if (range.end > framesOffset) {
      const window = new FileWindow(source, windowSize);
      const reading = { window, slice: new TimeSlice(), signal };
      append(parts, await this.partsOfFrames(range, reading));
    }
    return parts;
  }

  private async partsOfFrames(
    range: FileRange,
    reading: StructureReading,
  ): Promise<StructurePart[]> {
    const { index, description } = this.file;
    const parts: StructurePart[] = [];
    const from = Math.max(range.start, description.framesOffset);
    let frame = frameAt(index, from) ?? -1;
    for (let at = from; at < range.end && !reading.signal?.aborted; frame++) {
      const end = frame < 0 ? description.framesOffset : endOf(index, frame);
      if (at < end) append(parts, await this.partsOfFrame(frame, range, reading));
      if (frame + 1 >= index.count) {
        if (end < range.end) append(parts, await this.partsBehind(end, range, reading));
        break;
      }
      const next = index.offset(frame + 1);
      if (end < next && at < next && end < range.end) {
        parts.push({ kind: 'passed-over', next: frame + 1, offset: end, length: next - end });
      }
      at = next;
    }
    return parts;
  }

  private partsOfFrame(
    frame: number,
    range: FileRange,
    reading: StructureReading,
  ): Promise<StructurePart[]> {
    const { index } = this.file;
    const tracepoint = index.tracepoint(frame);
    const size = index.size(frame);
    const header = {
      kind: 'header',
      frame,
      tracepoint,
      size,
      offset: index.offset(frame),
    } as const;
    return this.headerAndBlocks(header, endOf(index, frame), range, reading);
  }

  private async headerAndBlocks(
    header: Omit<StructurePart & { kind: 'header' }, 'length'>,
    end: number,
    range: FileRange,
    reading: StructureReading,
  ): Promise<StructurePart[]> {
    const { frame, offset } = header;
    const start = Math.min(offset + frameHeaderLength, end);
    const places = await this.blocks.within({ start, end }, range, reading);
    const blocks = places.map((place) => ({ kind: 'block', frame, ...place }) as const);
    const isIn = start > range.start && offset < range.end;
    return isIn ? [{ ...header, length: start - offset }, ...blocks] : blocks;
  }

  /** What follows the last frame. */
  private async partsBehind(
    offset: number,
    range: FileRange,
    reading: StructureReading,
  ): Promise<StructurePart[]> {
    const { source, index, frameLayout, cutFrame } = this.file;
    const length = source.size - offset;
    if (!index.complete) return [{ kind: 'unread', offset, length }];
    const bytes = await source.read(offset, frameHeaderLength);
    const zeros = zerosIn(bytes.subarray(0, endMarkerLength));
    if (zeros >= 2) {
      const end: StructurePart = { kind: 'end', offset, length: zeros };
      const after: StructurePart = {
        kind: 'after-end',
        offset: offset + zeros,
        length: length - zeros,
      };
      return [end, after].filter((part) => part.length > 0 && touches(part, range));
    }
    if (offset !== cutFrame || bytes.length < frameHeaderLength) {
      return [{ kind: 'unrecognised', offset, length }];
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const little = frameLayout.order === 'little';
    const tracepoint = view.getInt16(0, little);
    const size = view.getUint32(2, little);
    const header = { kind: 'header', frame: undefined, tracepoint, size, offset } as const;
    return this.headerAndBlocks(header, source.size, range, reading);
  }
}

/** The last frame that begins at or before an offset in the file, in bytes, in logarithmic time. */
export function frameAt(index: FrameIndex, offset: number): number | undefined {
  const after = partitionPoint(index.count, (frame) => index.offset(frame) > offset);
  return after === 0 ? undefined : after - 1;
}

/** Where a frame's last block ends in the file. */
function endOf(index: FrameIndex, frame: number): number {
  return index.offset(frame) + frameHeaderLength + index.size(frame);
}

function touches({ offset, length }: StructurePart, { start, end }: FileRange): boolean {
  return offset < end && offset + length > start;
}

function zerosIn(bytes: Uint8Array): number {
  const other = bytes.findIndex((byte) => byte !== 0);
  return other < 0 ? bytes.length : other;
}

// The blocks of a frame that touch a range of the file. A frame may be 4 GiB long, and a block is
// found only by walking over those before it, so positions on the way are remembered.

/** A block with its place in the file. */
interface LocatedBlock {
  /** Where its type is in the file, in bytes. */
  readonly offset: number;
  /** Bytes, cut off at the frame's end. */
  readonly length: number;
  /** Offsets in it are bytes from {@link offset}. */
  readonly block: Block;
}

/** A range of the file: offsets in bytes, `end` exclusive. */
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
export class BlockLocator {
  /** Offsets at which blocks of the frame begin, ascending. */
  private trail: number[] = [];

  constructor(private readonly frameLayout: FrameLayout) {}

  /**
   * The blocks of a frame that touch a range, given where its blocks begin. Stops early if the
   * signal aborts.
   */
  async within(
    blocks: FileRange,
    range: FileRange,
    reading: StructureReading,
  ): Promise<LocatedBlock[]> {
    const { window, slice, signal } = reading;
    const trail = this.trailThrough(blocks);
    const found: LocatedBlock[] = [];
    const end = Math.min(blocks.end, range.end);
    const behind = partitionPoint(trail.length, (i) => (trail[i] ?? 0) > range.start);
    for (let at = trail[behind - 1] ?? blocks.start; at < end;) {
      if (!window.holds(at, Math.min(maxBlockHeader, blocks.end - at))) await window.moveTo(at);
      if (window.end <= at || signal?.aborted) break;
      const place = this.blockAt(window, at, blocks.end);
      if (at + place.length > range.start) found.push(place);
      if (at - (trail.at(-1) ?? 0) >= stride) trail.push(at);
      at += place.length;
      await slice.yieldIfDue();
    }
    return found;
  }

  private trailThrough({ start, end }: FileRange): number[] {
    if (end - start <= stride) return [start];
    if (this.trail[0] !== start) this.trail = [start];
    return this.trail;
  }

  private blockAt({ view, start }: FileWindow, offset: number, end: number): LocatedBlock {
    const at = offset - start;
    const there = Math.min(view.byteLength, at + maxBlockHeader, end - start);
    const { order, registerBlockSize } = this.frameLayout;
    const claimed = blockLength(view, at, there, order === 'little', registerBlockSize);
    const length = claimed === 0 ? end - offset : Math.min(claimed, end - offset);
    const head = new Uint8Array(view.buffer, view.byteOffset + at, Math.min(length, there - at));
    const [block] = readBlocks(head, order, registerBlockSize).blocks;
    const read = block ?? { kind: 'unknown', offset: 0, length, type: 0 };
    return { offset, length, block: { ...read, length: length - read.offset } };
  }
}

// Where the lines of the description are: gdb manual, "Trace File Format".

/** Bytes of the longest line end: CR LF. */
const maxLineEnd = 2;

/**
 * The parts of the description that touch a range of the file; offsets in bytes, `end` exclusive.
 */
function descriptionParts(
  { lines, framesOffset }: Description,
  start: number,
  end: number,
): StructurePart[] {
  const parts: StructurePart[] = [];
  const add = (part: StructurePart): void => {
    if (part.length > 0 && part.offset < end && part.offset + part.length > start) parts.push(part);
  };
  add({ kind: 'magic', offset: 0, length: lines.offset(0) });
  for (let line = firstLineBehind(lines, start); line < lines.length; line++) {
    const offset = lines.offset(line);
    if (offset >= end) break;
    add({ kind: 'line', line, offset, length: lines.offset(line + 1) - offset });
  }
  const left = framesOffset - lines.end;
  const kind = left <= maxLineEnd ? 'empty-line' : 'unread';
  add({ kind, offset: lines.end, length: left });
  return parts;
}

/** The line that holds an offset, or the first one after it. */
function firstLineBehind(lines: DescriptionLines, offset: number): number {
  const { length } = lines;
  return partitionPoint(length, (line) => line + 1 >= length || lines.offset(line + 1) > offset);
}

// What the bytes of a trace file are, part by part: gdb manual, "Trace File Format". The parts
// follow each other without a gap from the file's first byte to its last.

/** What a part is. */
type PartContent =
  /** The first line: the magic and the version. */
  | { readonly kind: 'magic' }
  /**
   * A line of the description, its line end included; `line` is its place in `Description.lines`.
   */
  | { readonly kind: 'line'; readonly line: number }
  /** The empty line that ends the description. */
  | { readonly kind: 'empty-line' }
  /** What a frame begins with. A frame that the file's end cuts off has no number. */
  | {
      readonly kind: 'header';
      readonly frame: number | undefined;
      readonly tracepoint: number;
      /** Bytes of its blocks, as it says. */
      readonly size: number;
    }
  /** A block of a frame; offsets in `block` are bytes from where the part begins. */
  | { readonly kind: 'block'; readonly frame: number | undefined; readonly block: Block }
  /** Bytes before frame `next` that belong to no frame. */
  | { readonly kind: 'passed-over'; readonly next: number }
  /** The tracepoint number 0 after the last frame. */
  | { readonly kind: 'end' }
  | { readonly kind: 'after-end' }
  /** The rest of the file, in which no frame was recognised. */
  | { readonly kind: 'unrecognised' }
  /** What the index has not reached yet, or the rest of a description that is too long. */
  | { readonly kind: 'unread' };

/** A range of the file and what it is. */
export type StructurePart = PartContent & {
  /** Where it begins in the file, in bytes. */
  readonly offset: number;
  /** Bytes; at least 1. */
  readonly length: number;
};

/** A named range of a part. */
export interface StructureField {
  readonly name: string;
  /** Bytes from where the part begins. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
}

/** The fields of a part up to what it holds of them; none where it has only itself. */
export function fieldsOf(part: StructurePart): StructureField[] {
  const fields =
    part.kind === 'header' ? headerFields : part.kind === 'block' ? blockFields(part) : [];
  return fields
    .filter(({ offset }) => offset < part.length)
    .map((field) => ({ ...field, length: Math.min(field.length, part.length - field.offset) }));
}

const headerFields: readonly StructureField[] = [
  { name: 'tracepoint', offset: 0, length: 2 },
  { name: 'size', offset: 2, length: frameHeaderLength - 2 },
];

function blockFields({ block, length }: StructurePart & { kind: 'block' }): StructureField[] {
  const type = { name: 'type', offset: 0, length: 1 };
  const payload = (name: string) => ({ name, offset: block.offset, length: length - block.offset });
  switch (block.kind) {
    case 'R':
      return [type, payload('registers')];
    case 'M':
      return [
        type,
        { name: 'address', offset: 1, length: 8 },
        { name: 'length', offset: 9, length: 2 },
        payload('data'),
      ];
    case 'V':
      return [
        type,
        { name: 'variable', offset: 1, length: 4 },
        { name: 'value', offset: 5, length: 8 },
      ];
    case 'S':
      return [type, { name: 'length', offset: 1, length: 2 }, payload('data')];
    case 'unknown':
      return [type];
  }
}
