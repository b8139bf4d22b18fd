// Where frames continue after damage. Only the chain of sizes separates frames: where it breaks
// (bytes lost or altered, or a wrapped circular buffer, of which gdbserver sends stale bytes), the
// next frame is searched for byte by byte, and accepted only where a run of frames is beyond doubt.
import type { TimeSlice } from '../bytes/timeSlice';
import { blockLength, frameHeaderLength, type FrameLayout } from './blocks';
import type { FileWindow } from './fileWindow';
import { numberInFrames } from './tracepointLines';

/** Headers that must follow each other to vouch for a chain whose blocks are damaged. */
const vouchingHeaders = 8;
/** Frames, empty ones left out, whose blocks fill them exactly, that make a run beyond doubt. */
const vouchingFrames = 2;
/** The same where the description defines no tracepoint by which to know a frame. */
const vouchingFramesUnknown = 3;
/** Bytes that a run beyond doubt takes at most. */
const maxRun = 1024 * 1024;
/** The end marker as gdb's test suite writes it; gdb writes 4 bytes, and reads 2. */
const maxEndMarker = 6;
/** Positions looked at between two looks at the clock. */
const positionsPerYield = 64 * 1024;
/**
 * Frames and blocks looked at for each byte searched, lest a hostile file make a search endless.
 */
const stepsPerByte = 8;
const stepsAtLeast = 1 << 20;

/** Tells where frames begin, by their tracepoint numbers, their sizes and their blocks. */
export class FrameSearch {
  /** True once a search ended for the work it took and not for the end of the file. */
  givenUp = false;
  private readonly little: boolean;
  private readonly registerBlockSize: number;
  private readonly known: Uint8Array | undefined;
  private vouchedUntil = 0;
  /** Frames and blocks that searches may still look at. */
  private stepsLeft = stepsAtLeast;

  constructor(
    private readonly window: FileWindow,
    frameLayout: FrameLayout,
    tracepoints: Iterable<number>,
  ) {
    this.little = frameLayout.order === 'little';
    this.registerBlockSize = frameLayout.registerBlockSize;
    this.known = markNumbers(tracepoints);
  }

  /** Whether a frame can be of this tracepoint. */
  isCredible(tracepoint: number): boolean {
    return tracepoint !== 0 && (this.known === undefined || this.known[tracepoint & 0xffff] === 1);
  }

  /**
   * Whether the headers of a chain that begins at this offset lead to the end of the file or far
   * enough, whatever the blocks are: so a file all of whose frames hold an unknown block stays
   * readable.
   */
  async chainHolds(offset: number): Promise<boolean> {
    if (offset < this.vouchedUntil) return true;
    let at = offset;
    let filled = 0;
    for (let headers = 0; headers < vouchingHeaders; headers++) {
      const left = this.window.sourceEnd - at;
      if (left === 0) break;
      const header = await this.window.peek(at, Math.min(left, frameHeaderLength));
      const tracepoint = header.byteLength >= 2 ? header.getInt16(0, this.little) : 0;
      if (tracepoint === 0) {
        if (left > maxEndMarker) return false;
        break;
      }
      if (!this.isCredible(tracepoint)) return false;
      const size =
        header.byteLength === frameHeaderLength ? header.getUint32(2, this.little) : left;
      if (size > left - frameHeaderLength) return filled > 0;
      if (size > 0) filled++;
      at += frameHeaderLength + size;
      if (headers === vouchingHeaders - 1 && filled === 0) return false;
    }
    this.vouchedUntil = at;
    return true;
  }

  /**
   * Offset in the file of the first run of frames beyond doubt at or after `from`; moves the
   * window.
   */
  async nextRun(from: number, slice: TimeSlice, signal?: AbortSignal): Promise<number | undefined> {
    const { window } = this;
    for (let at = from; at + frameHeaderLength <= window.sourceEnd;) {
      if (at < window.start || at > this.lastPosition) await window.moveTo(at);
      const last = this.lastPosition;
      for (; at <= last; at += positionsPerYield) {
        const found = this.scan(at, Math.min(at + positionsPerYield - 1, last));
        if (found !== undefined) return found;
        this.givenUp = this.stepsLeft <= 0;
        if (this.givenUp || signal?.aborted) return undefined;
        await slice.yieldIfDue();
      }
      at = last + 1;
    }
    return undefined;
  }

  /** Offset in the file of the last position from which the window holds the longest run. */
  private get lastPosition(): number {
    const { end, sourceEnd } = this.window;
    return end - (end >= sourceEnd ? frameHeaderLength : maxRun);
  }

  private scan(first: number, last: number): number | undefined {
    const { view, start } = this.window;
    for (let at = first - start; at <= last - start && this.stepsLeft > 0; at++) {
      this.stepsLeft += stepsPerByte;
      if (this.isCredible(view.getInt16(at, this.little)) && this.isRun(at)) return start + at;
    }
    return undefined;
  }

  /** Whether frames beyond doubt begin at an offset in the window. */
  private isRun(offset: number): boolean {
    const { view, start, sourceEnd } = this.window;
    const fileEnd = sourceEnd - start;
    const end = Math.min(view.byteLength, offset + maxRun);
    const needed = this.known ? vouchingFrames : vouchingFramesUnknown;
    let filled = 0;
    for (let at = offset; ; this.stepsLeft--) {
      if (filled >= needed) return true;
      if (at === fileEnd) return filled > 0;
      if (at + 2 > end) return false;
      const tracepoint = view.getInt16(at, this.little);
      if (tracepoint === 0) return filled > 0 && fileEnd - at <= maxEndMarker;
      if (!this.isCredible(tracepoint) || at + frameHeaderLength > end) return false;
      const size = view.getUint32(at + 2, this.little);
      at += frameHeaderLength;
      if (size > end - at || !this.isFilled(at, at + size)) return false;
      if (size > 0) filled++;
      at += size;
    }
  }

  private isFilled(from: number, end: number): boolean {
    const { view } = this.window;
    let at = from;
    while (at < end) {
      const length = blockLength(view, at, end, this.little, this.registerBlockSize);
      this.stepsLeft--;
      if (length === 0) return false;
      at += length;
    }
    return at === end;
  }
}

/** A table of the numbers by which frames name tracepoints; absent without any. */
function markNumbers(tracepoints: Iterable<number>): Uint8Array | undefined {
  const marks = new Uint8Array(1 << 16);
  let any = false;
  for (const number of tracepoints) {
    marks[numberInFrames(number) & 0xffff] = 1;
    any = true;
  }
  return any ? marks : undefined;
}
