// One pass over the frames of a file: gdb manual, "Trace File Format". Sound frames are taken in
// one tight loop over a window of the file; whatever stops that loop (the window's edge, a frame
// larger than the window, damage, the end) is looked at without hurry.
import type { Diagnostic } from '../bytes/diagnostic';
import type { ByteSource } from '../bytes/source';
import { TimeSlice } from '../bytes/timeSlice';
import {
  BlockWalk,
  type PcField,
  blockProblem,
  FrameFlags,
  frameHeaderLength,
  type FrameLayout,
} from './blocks';
import { FileWindow } from './fileWindow';
import {
  Findings,
  bytesAfterEnd,
  cutFrame,
  cutHeader,
  fewerFrames,
  missingEndMarker,
  passedOver,
  unrecognised,
  wrongSize,
} from './findings';
import type { FrameIndex } from './frameIndex';
import { FrameSearch } from './frameSearch';

/** Frames taken between two looks at the clock. */
const framesPerYield = 4_000;
/**
 * Milliseconds for which it keeps the thread: a launch meanwhile waits as long for each of its
 * reads.
 */
const share = 3;
/** Bytes read at once. */
const piece = 2 * 1024 * 1024;
/** Bytes after the end marker that are looked at for anything but zeros. */
const tailSize = 64 * 1024;

/** A header as it is in the file. */
interface Header {
  /** Offset in the file, in bytes. */
  readonly offset: number;
  readonly tracepoint: number;
  /** Bytes after the header, as it claims. */
  readonly size: number;
}

/** A frame whose blocks are not as they should be. */
interface DamagedFrame extends Header {
  /** Whether the file holds all the bytes that the header claims. */
  readonly fits: boolean;
  /** Offset in the file that the good blocks reach, in bytes. */
  readonly reached: number;
  /** What the good blocks hold. */
  readonly holds: number;
  /** Bytes that the bad block claims; 0 where it is of an unknown type. */
  readonly badLength: number;
}

/** Reads the frames of a file into an index, once. */
class IndexingPass {
  private readonly findings = new Findings();
  private readonly slice = new TimeSlice(share);
  private readonly window: FileWindow;
  private readonly walk: BlockWalk;
  private readonly search: FrameSearch;
  private readonly little: boolean;
  /** Offset in the file of the next header, in bytes. */
  private position: number;
  private ended = false;

  constructor(
    private readonly index: FrameIndex,
    source: ByteSource,
    private readonly framesOffset: number,
    frameLayout: FrameLayout,
    pcField: PcField | undefined,
    private readonly options: IndexOptions,
  ) {
    this.window = new FileWindow(source, piece, true);
    this.walk = new BlockWalk(frameLayout, pcField);
    this.search = new FrameSearch(this.window, frameLayout, options.tracepoints ?? []);
    this.little = frameLayout.order === 'little';
    this.position = framesOffset;
  }

  /** What was found wrong in the file, and why not all of it could be read. */
  async run(): Promise<{ diagnostics: Diagnostic[]; failure?: unknown }> {
    const { signal, onProgress } = this.options;
    while (!signal?.aborted) {
      const more = this.takeSoundFrames();
      onProgress?.(this.position - this.framesOffset, this.window.sourceEnd - this.framesOffset);
      await this.slice.yieldIfDue();
      if (more) continue;
      try {
        await this.takeNext();
      } catch (failure) {
        await this.takeReadable();
        return { diagnostics: this.findings.list, failure };
      }
      if (this.ended) {
        this.finish();
        break;
      }
    }
    return { diagnostics: this.findings.list };
  }

  /**
   * Takes the sound frames that are in the window, up to the first that is not or does not. True
   * where it only stopped to let others run.
   */
  private takeSoundFrames(): boolean {
    const { index, walk, little, window } = this;
    const { view, start, end } = window;
    if (this.position < start || this.position > end) return false;
    const length = view.byteLength;
    let at = this.position - start;
    let frames = 0;
    while (at + frameHeaderLength <= length && frames < framesPerYield) {
      const tracepoint = view.getInt16(at, little);
      const size = view.getUint32(at + 2, little);
      const blocks = at + frameHeaderLength;
      if (tracepoint === 0 || size > length - blocks) break;
      walk.begin();
      if (walk.advance(view, blocks, blocks + size) !== blocks + size) break;
      index.add(start + at, tracepoint, size, walk.holds, walk.pcHigh, walk.pcLow);
      at = blocks + size;
      frames++;
    }
    this.position = start + at;
    return frames === framesPerYield;
  }

  /** The medium fails from somewhere on: takes the sound frames before that. */
  private async takeReadable(): Promise<void> {
    await this.window.moveToReadable(this.position);
    while (this.takeSoundFrames()) await this.slice.yieldIfDue();
  }

  /** Deals with what stopped {@link takeSoundFrames}: one step, after which that continues. */
  private async takeNext(): Promise<void> {
    const { window, position } = this;
    const left = Math.max(0, window.sourceEnd - position);
    if (!window.holds(position, Math.min(left, frameHeaderLength))) {
      await window.moveTo(position);
      return;
    }
    const at = position - window.start;
    const tracepoint = left >= 2 ? window.view.getInt16(at, this.little) : 0;
    if (left < 2) this.end(missingEndMarker(position, left));
    else if (tracepoint === 0) await this.endAtMarker();
    else if (left < frameHeaderLength) this.end(cutHeader(position, left));
    else {
      const size = window.view.getUint32(at + 2, this.little);
      await this.takeFrame({ offset: position, tracepoint, size });
    }
  }

  private async takeFrame(header: Header): Promise<void> {
    const { window, walk } = this;
    const { offset, size } = header;
    const end = endOf(header);
    const fits = end <= window.sourceEnd;
    if (fits && end - offset <= window.size && !window.holds(offset, end - offset)) {
      await window.moveTo(offset);
      return;
    }
    const blocksEnd = Math.min(end, window.sourceEnd);
    const reached = await this.walkBlocks(offset + frameHeaderLength, blocksEnd);
    if (fits && reached === end) {
      this.add(header, size, walk.holds);
      this.position = end;
    } else {
      const { holds, badLength } = walk;
      await this.passDamage({ ...header, fits, reached, holds, badLength });
    }
  }

  /**
   * Walks over blocks, moving the window along, and returns the file offset that the good ones
   * reach.
   */
  private async walkBlocks(from: number, end: number): Promise<number> {
    const { window, walk } = this;
    walk.begin();
    for (let at = from; ;) {
      at = window.start + walk.advance(window.view, at - window.start, end - window.start);
      if (at >= end || walk.stopped) return at;
      await this.slice.yieldIfDue();
      await window.moveTo(at);
      if (window.view.byteLength === 0) return at;
    }
  }

  /** Keeps what is a frame beyond doubt, and continues where the next one begins. */
  private async passDamage(frame: DamagedFrame): Promise<void> {
    const { search, slice } = this;
    const { signal } = this.options;
    const end = endOf(frame);
    const credible = search.isCredible(frame.tracepoint);
    if (credible && frame.fits && (await search.chainHolds(end))) {
      await this.addDamaged(frame, frame.size);
      this.position = end;
      return;
    }
    const next = await search.nextRun(credible ? frame.reached : frame.offset + 1, slice, signal);
    if (signal?.aborted) return;
    if (next === undefined && credible && !frame.fits) {
      this.endWithinFrame(frame);
      return;
    }
    if (credible) {
      const size = Math.min(frame.size, (next ?? end) - frame.offset - frameHeaderLength);
      await this.addDamaged(frame, size);
      this.position = frame.offset + frameHeaderLength + size;
    }
    if (next === undefined) await this.endUnrecognised();
    else this.passOver(next);
  }

  /** Adds a damaged frame, cut to `size` bytes where the next one begins before its claimed end. */
  private async addDamaged(damaged: DamagedFrame, size: number): Promise<void> {
    const { offset, reached, badLength } = damaged;
    const frame = this.index.count;
    this.add(damaged, size, damaged.holds | FrameFlags.damage);
    if (size < damaged.size) this.findings.add(wrongSize(frame, offset, damaged.size, size));
    const room = offset + frameHeaderLength + size - reached;
    const type = await this.window.peek(reached, 1);
    if (room <= 0 || type.byteLength === 0) return;
    this.findings.add({ ...blockProblem(type.getUint8(0), reached, badLength, room), frame });
  }

  private add({ offset, tracepoint }: Header, size: number, holds: number): void {
    const { pcHigh, pcLow } = this.walk;
    this.index.add(offset, tracepoint, size, holds, pcHigh, pcLow);
  }

  private passOver(next: number): void {
    const passed = next - this.position;
    if (passed > 0) this.findings.add(passedOver(this.position, passed, this.index.count));
    this.position = next;
  }

  /** An end marker, unless more frames should follow and can be found after it. */
  private async endAtMarker(): Promise<void> {
    const after = this.position + 2;
    const left = this.window.sourceEnd - after;
    const tail = await this.window.peek(after, Math.min(tailSize, left));
    let zeros = 0;
    while (zeros < tail.byteLength && tail.getUint8(zeros) === 0) zeros++;
    if (zeros < left && this.missingFrames > 0) {
      const { signal } = this.options;
      const next = await this.search.nextRun(this.position + 1, this.slice, signal);
      if (next !== undefined) this.passOver(next);
      if (next !== undefined || signal?.aborted) return;
    }
    if (zeros < left) this.findings.conclude(bytesAfterEnd(after + zeros, left - zeros));
    this.ended = true;
  }

  /** Frames that the status counts and that have not come. */
  private get missingFrames(): number {
    return (this.options.framesInBuffer ?? 0) - this.index.count;
  }

  /** After damage, the rest of the file holds no frame beyond doubt. */
  private async endUnrecognised(): Promise<void> {
    const offset = this.position;
    const left = Math.max(0, this.window.sourceEnd - offset);
    const header = await this.window.peek(offset, Math.min(left, frameHeaderLength));
    if (header.byteLength === frameHeaderLength) {
      const tracepoint = header.getInt16(0, this.little);
      const size = header.getUint32(2, this.little);
      if (tracepoint === 0) {
        await this.endAtMarker();
        return;
      }
      if (this.search.isCredible(tracepoint) && size > left - frameHeaderLength) {
        this.endWithinFrame({ offset, tracepoint, size });
        return;
      }
    }
    this.end(unrecognised(offset, left, this.search.givenUp));
  }

  private endWithinFrame({ offset, tracepoint, size }: Header): void {
    const there = Math.max(0, this.window.sourceEnd - offset - frameHeaderLength);
    this.end(cutFrame(offset, tracepoint, size, there));
  }

  private finish(): void {
    this.index.finish();
    const { count } = this.index;
    if (this.missingFrames > 0)
      this.findings.conclude(fewerFrames(count, count + this.missingFrames));
  }

  private end(finding: Diagnostic): void {
    this.findings.conclude(finding);
    this.ended = true;
  }
}

function endOf({ offset, size }: Header): number {
  return offset + frameHeaderLength + size;
}

/** How the frames are indexed. */
export interface IndexOptions {
  /** Stops the work; the index keeps what it has and is never complete. */
  readonly signal?: AbortSignal;
  /** Called now and then, with bytes of the file's frames. */
  readonly onProgress?: (bytesDone: number, bytesTotal: number) => void;
  /** The numbers of the tracepoints described, by which frames are recognised after damage. */
  readonly tracepoints?: Iterable<number>;
  /** Frames that the status counts: an end marker that comes before them is doubted. */
  readonly framesInBuffer?: number;
}

/**
 * Adds the frames of a file to an index, from the offset of the first one on, in bytes. Frames are
 * numbered as gdb numbers them up to the first damage that breaks the chain of their sizes. After
 * it, only what is certainly a frame is added, and skipped bytes are reported. Where the medium
 * fails, the frames before are kept, and `failure` says why the rest is missing.
 */
export async function indexFrames(
  index: FrameIndex,
  source: ByteSource,
  framesOffset: number,
  frameLayout: FrameLayout,
  pcField: PcField | undefined,
  options: IndexOptions = {},
): Promise<{ diagnostics: Diagnostic[]; failure?: unknown }> {
  return new IndexingPass(index, source, framesOffset, frameLayout, pcField, options).run();
}
