// The trace buffer as gdb downloads it for `tsave` (qTBuffer): the frames, one behind the other. A file's
// frames may have damage between them; the buffer has none.
import { concat } from '../../bytes/concat';
import { TimeSlice } from '../../bytes/timeSlice';
import { frameHeaderLength } from '../../format/framing';
import type { Trace } from '../../trace/trace';
import { blockSizeInGdb } from './registers';

/** Reads the buffer; quick where one reading begins where the last ended. */
export class TraceBuffer {
  /** A frame, and where it begins in the buffer. */
  private at = { frame: 0, offset: 0 };
  private last: { readonly frame: number; readonly bytes: Uint8Array } | undefined;

  constructor(private readonly trace: Trace) {}

  /**
   * Why the frames cannot be downloaded: gdb writes into a file what it takes to be the size of a register
   * block, and reads the frames by that. Undefined where they can.
   */
  get problem(): string | undefined {
    const { layout, framing } = this.trace;
    if (!layout || framing.registerBlockSize === 0) return undefined;
    const inGdb = blockSizeInGdb(this.trace);
    if (framing.registerBlockSize === inGdb) return undefined;
    return `The trace has register blocks of ${framing.registerBlockSize} bytes and gdb would save them as of ${inGdb}: copy the file instead.`;
  }

  /** Up to `length` bytes from `offset`; none at the end. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    await this.moveTo(offset);
    const pieces: Uint8Array[] = [];
    let wanted = length;
    let skipped = offset - this.at.offset;
    for (let { frame } = this.at; wanted > 0 && (await this.trace.reach(frame)); frame++) {
      const piece = (await this.bytesOf(frame)).subarray(skipped, skipped + wanted);
      pieces.push(piece);
      wanted -= piece.length;
      skipped = 0;
    }
    return concat(pieces);
  }

  /** Goes to the frame that holds an offset, or to the end. */
  private async moveTo(offset: number): Promise<void> {
    if (offset < this.at.offset) this.at = { frame: 0, offset: 0 };
    const slice = new TimeSlice();
    while (this.at.frame < this.trace.index.count || (await this.trace.reach(this.at.frame))) {
      const end = this.at.offset + frameHeaderLength + this.trace.index.size(this.at.frame);
      if (end > offset) return;
      this.at = { frame: this.at.frame + 1, offset: end };
      if (slice.usedUp) await slice.breathe();
    }
  }

  /** A frame with its header, as it stands in a file. */
  private async bytesOf(frame: number): Promise<Uint8Array> {
    if (this.last?.frame === frame) return this.last.bytes;
    const { tracepoint, bytes, order } = await this.trace.frame(frame);
    const written = new Uint8Array(frameHeaderLength + bytes.length);
    const header = new DataView(written.buffer);
    header.setInt16(0, tracepoint, order === 'little');
    header.setUint32(2, bytes.length, order === 'little');
    written.set(bytes, frameHeaderLength);
    this.last = { frame, bytes: written };
    return written;
  }
}
