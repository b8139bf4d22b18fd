// Where every frame is and what it holds, in typed arrays: ten million frames take 150 MB, and a
// search runs over columns. Columns come in segments, so that nothing is copied while the index
// grows.
import { t } from '@vscode/l10n';
import { append, partitionPoint } from '../bytes/arrays';
import { FrameFlags, frameHeaderLength } from './blocks';
import { numberInFrames } from './tracepointLines';
import { TimeSlice } from '../bytes/timeSlice';

/** Frames in a segment. */
export const segmentFrames = 1 << 14;
/** Frames between two remembered offsets; those between are summed up. */
const checkpointFrames = 64;

/** The columns of {@link segmentFrames} frames. */
class IndexSegment {
  readonly tracepoints = new Int16Array(segmentFrames);
  /** Bytes after the header. */
  readonly sizes = new Uint32Array(segmentFrames);
  readonly pcsHigh = new Uint32Array(segmentFrames);
  readonly pcsLow = new Uint32Array(segmentFrames);
  readonly holds = new Uint8Array(segmentFrames);
  readonly checkpoints = new Float64Array(segmentFrames / checkpointFrames);

  copy(): IndexSegment {
    const copy = new IndexSegment();
    copy.tracepoints.set(this.tracepoints);
    copy.sizes.set(this.sizes);
    copy.pcsHigh.set(this.pcsHigh);
    copy.pcsLow.set(this.pcsLow);
    copy.holds.set(this.holds);
    copy.checkpoints.set(this.checkpoints);
    return copy;
  }
}

/** The frames of a trace file. Readable while it grows: frames below `count` do not change. */
export class FrameIndex {
  private readonly segments: IndexSegment[] = [];
  private frames = 0;
  private isComplete = false;
  private nextOffset = 0;
  /** Frames that do not begin where the one before ended, ascending, and their offsets. */
  private readonly displaced: number[] = [];
  private readonly displacedOffsets: number[] = [];
  private readonly framesByTracepoint = new Float64Array(1 << 16);
  private readonly bytesByTracepoint = new Float64Array(1 << 16);

  /** Frames so far. */
  get count(): number {
    return this.frames;
  }

  /** True when the whole file has been read. */
  get complete(): boolean {
    return this.isComplete;
  }

  /** The file's tracepoint number. */
  tracepoint(frame: number): number {
    return this.segmentOf(frame).tracepoints[frame % segmentFrames] ?? 0;
  }

  /** Bytes after the 6-byte header. */
  size(frame: number): number {
    return this.segmentOf(frame).sizes[frame % segmentFrames] ?? 0;
  }

  /** Offset in the file of the frame's header, in bytes. */
  offset(frame: number): number {
    const segment = this.segmentOf(frame);
    const slot = frame % segmentFrames;
    let at = slot - (slot % checkpointFrames);
    let offset = segment.checkpoints[at / checkpointFrames] ?? 0;
    const { displaced } = this;
    const last = partitionPoint(displaced.length, (i) => (displaced[i] ?? 0) > frame) - 1;
    if ((displaced[last] ?? -1) > frame - slot + at) {
      at = (displaced[last] ?? 0) % segmentFrames;
      offset = this.displacedOffsets[last] ?? 0;
    }
    for (; at < slot; at++) offset += frameHeaderLength + (segment.sizes[at] ?? 0);
    return offset;
  }

  /** The offset of the next frame, given that of a frame: without summing up sizes, for walks. */
  offsetAfter(frame: number, offset: number): number {
    const isNear = this.displaced.length === 0 && (frame + 1) % checkpointFrames !== 0;
    return isNear ? offset + frameHeaderLength + this.size(frame) : this.offset(frame + 1);
  }

  /** The offset of the frame before, given that of a frame. */
  offsetBefore(frame: number, offset: number): number {
    const isNear = this.displaced.length === 0 && frame % checkpointFrames !== 0;
    return isNear ? offset - frameHeaderLength - this.size(frame - 1) : this.offset(frame - 1);
  }

  /** The collected PC. */
  pc(frame: number): bigint | undefined {
    const segment = this.segmentOf(frame);
    const slot = frame % segmentFrames;
    if (((segment.holds[slot] ?? 0) & FrameFlags.pc) === 0) return undefined;
    return (BigInt(segment.pcsHigh[slot] ?? 0) << 32n) | BigInt(segment.pcsLow[slot] ?? 0);
  }

  /** Whether the collected PC is the one with these two halves, 32 bits each; for hot loops. */
  pcIs(frame: number, high: number, low: number): boolean {
    const segment = this.segmentOf(frame);
    const slot = frame % segmentFrames;
    return (
      segment.pcsLow[slot] === low &&
      segment.pcsHigh[slot] === high &&
      ((segment.holds[slot] ?? 0) & FrameFlags.pc) !== 0
    );
  }

  /** The upper 32 bits of the collected PC; 0 without one. */
  pcHigh(frame: number): number {
    return this.segmentOf(frame).pcsHigh[frame % segmentFrames] ?? 0;
  }

  /** The lower 32 bits of the collected PC; 0 without one. */
  pcLow(frame: number): number {
    return this.segmentOf(frame).pcsLow[frame % segmentFrames] ?? 0;
  }

  /**
   * Which kinds of blocks the frame holds, and whether it is damaged: bits of {@link FrameFlags}.
   */
  flags(frame: number): number {
    return this.segmentOf(frame).holds[frame % segmentFrames] ?? 0;
  }

  /** Frames of a tracepoint so far. */
  framesOf(tracepoint: number): number {
    return this.framesByTracepoint[numberInFrames(tracepoint) & 0xffff] ?? 0;
  }

  /**
   * Bytes of a tracepoint's frames so far, without their headers, as gdbserver counts its usage.
   */
  bytesOf(tracepoint: number): number {
    return this.bytesByTracepoint[numberInFrames(tracepoint) & 0xffff] ?? 0;
  }

  /**
   * The columns that hold a frame, at `frame % segmentFrames`; frames from `count` on are empty.
   */
  segmentOf(frame: number): IndexSegment {
    const segment = this.segments[Math.floor(frame / segmentFrames)];
    if (!segment || frame >= this.frames) throw new RangeError(t('There is no frame {0}.', frame));
    return segment;
  }

  /**
   * Adds the next frame of the file; `offset` and `size` in bytes, `holds` as {@link FrameFlags}.
   */
  add(
    offset: number,
    tracepoint: number,
    size: number,
    holds: number,
    pcHigh: number,
    pcLow: number,
  ): void {
    const frame = this.frames;
    const slot = frame % segmentFrames;
    const segment = this.segmentFor(slot);
    segment.tracepoints[slot] = tracepoint;
    segment.sizes[slot] = size;
    segment.holds[slot] = holds;
    segment.pcsHigh[slot] = pcHigh;
    segment.pcsLow[slot] = pcLow;
    if (slot % checkpointFrames === 0) segment.checkpoints[slot / checkpointFrames] = offset;
    else if (offset !== this.nextOffset) {
      this.displaced.push(frame);
      this.displacedOffsets.push(offset);
    }
    this.nextOffset = offset + frameHeaderLength + size;
    const key = tracepoint & 0xffff;
    this.framesByTracepoint[key] = (this.framesByTracepoint[key] ?? 0) + 1;
    this.bytesByTracepoint[key] = (this.bytesByTracepoint[key] ?? 0) + size;
    this.frames = frame + 1;
  }

  /**
   * Another index with these frames, to which more can be added; what is full is shared with this
   * one.
   */
  startOfGrown(): FrameIndex {
    const grown = new FrameIndex();
    append(grown.segments, this.segments);
    const last = this.segments.at(-1);
    if (last && this.frames % segmentFrames !== 0) grown.segments.splice(-1, 1, last.copy());
    grown.frames = this.frames;
    grown.nextOffset = this.nextOffset;
    append(grown.displaced, this.displaced);
    append(grown.displacedOffsets, this.displacedOffsets);
    grown.framesByTracepoint.set(this.framesByTracepoint);
    grown.bytesByTracepoint.set(this.bytesByTracepoint);
    return grown;
  }

  /** Says that no frame comes any more. */
  finish(): void {
    this.isComplete = true;
  }

  private segmentFor(slot: number): IndexSegment {
    const last = this.segments.at(-1);
    if (last && slot > 0) return last;
    const segment = new IndexSegment();
    this.segments.push(segment);
    return segment;
  }
}

// The PCs of an index's frames: a trace has millions of frames and few PCs.

/** A hostile trace must not fill the memory with PCs; those beyond are left out. */
const maxPcs = 100_000;
/** Frames looked at between two looks at the clock. */
const framesPerYield = 4096;

/**
 * The PCs that the frames before `end` collected, and the tracepoints of those that collected none.
 */
export async function distinctPcs(
  index: FrameIndex,
  end: number,
): Promise<{ pcs: Set<bigint>; withoutPc: ReadonlySet<number> }> {
  const pcs = new Set<bigint>();
  const seen = new Map<number, Set<number>>();
  const withoutPc = new Set<number>();
  const slice = new TimeSlice();
  for (let frame = 0; frame < end && pcs.size < maxPcs; frame++) {
    if (frame % framesPerYield === 0) await slice.yieldIfDue();
    if ((index.flags(frame) & FrameFlags.pc) === 0) {
      withoutPc.add(index.tracepoint(frame));
      continue;
    }
    const low = index.pcLow(frame);
    const high = index.pcHigh(frame);
    const highs = seen.get(low);
    if (highs?.has(high)) continue;
    seen.set(low, (highs ?? new Set()).add(high));
    pcs.add((BigInt(high) << 32n) | BigInt(low));
  }
  return { pcs, withoutPc };
}
