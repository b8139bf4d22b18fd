// What each byte of a trace file belongs to, for any range of it: nothing is read or kept but what the
// range needs, so that a file may be of any size.
import { firstWhere } from '../bytes/firstWhere';
import type { ByteSource } from '../bytes/source';
import { TimeSlice } from '../bytes/timeSlice';
import type { Description } from './description';
import { FileWindow } from './fileWindow';
import type { FrameIndex } from './frameIndex';
import { frameHeaderLength, type Framing } from './framing';
import { BlockPlaces, type StructureReading, type FileRange } from './structureBlocks';
import { descriptionParts } from './structureLines';
import type { StructurePart } from './structurePart';

/** What a file's structure is found by. */
interface StructuredFile {
  readonly source: ByteSource;
  readonly description: Description;
  readonly index: FrameIndex;
  readonly framing: Framing;
  /** Where the file's end cuts off a frame, in bytes, if it does. */
  readonly cutFrame?: number;
}

/** Bytes read at once: blocks are mostly read near each other. */
const windowSize = 64 * 1024;
/** Bytes of an end marker as gdb writes it; it reads the first two. */
const endMarkerLength = 4;

/** Finds parts of a file. It knows the frames that the index has when it is asked. */
export class FileStructure {
  private readonly blocks: BlockPlaces;

  constructor(private readonly file: StructuredFile) {
    this.blocks = new BlockPlaces(file.framing);
  }

  /**
   * The parts that touch the bytes from `start` to `end`, in their order. Offsets in bytes, `end` exclusive. Where
   * `signal` stops it, those found so far.
   */
  async partsIn(start: number, end: number, signal?: AbortSignal): Promise<StructurePart[]> {
    const { source, description } = this.file;
    const { framesOffset } = description;
    const range = { start, end: Math.min(end, source.size) };
    const parts =
      start < framesOffset
        ? await descriptionParts(source, description, start, Math.min(range.end, framesOffset))
        : [];
    if (range.end > framesOffset) {
      const window = new FileWindow(source, windowSize);
      const reading = { window, slice: new TimeSlice(), signal };
      parts.push(...(await this.partsOfFrames(range, reading)));
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
      if (at < end) parts.push(...(await this.partsOfFrame(frame, range, reading)));
      if (frame + 1 >= index.count) {
        if (end < range.end) parts.push(...(await this.partsBehind(end, range, reading)));
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

  /** What stands behind the last frame. */
  private async partsBehind(
    offset: number,
    range: FileRange,
    reading: StructureReading,
  ): Promise<StructurePart[]> {
    const { source, index, framing, cutFrame } = this.file;
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
    const little = framing.order === 'little';
    const tracepoint = view.getInt16(0, little);
    const size = view.getUint32(2, little);
    const header = { kind: 'header', frame: undefined, tracepoint, size, offset } as const;
    return this.headerAndBlocks(header, source.size, range, reading);
  }
}

/** The last frame that begins at or before an offset in the file, in bytes, in logarithmic time. */
export function frameAt(index: FrameIndex, offset: number): number | undefined {
  const after = firstWhere(index.count, (frame) => index.offset(frame) > offset);
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
