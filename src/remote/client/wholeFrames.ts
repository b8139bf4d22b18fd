// The frames in bytes of a trace buffer that come in pieces: GDB manual, "Trace File Format". Only whole frames go on, so that
// what was saved of a broken download is a trace file that ends well.
import { concat } from '../../bytes/concat';
import type { ByteOrder } from '../../bytes/cursor';
import { frameHeaderLength } from '../../format/framing';

/** Cuts a stream of bytes after whole frames. */
export class WholeFrames {
  /** Frames that were whole so far. */
  count = 0;
  private rest: Uint8Array[] = [];
  private restLength = 0;
  /** Bytes that must be there before anything is whole. */
  private wanted = frameHeaderLength;
  private isOver = false;

  constructor(private readonly order: ByteOrder) {}

  /** Bytes that are not yet a whole frame, or belong to none. */
  get leftOver(): number {
    return this.restLength;
  }

  /** Takes the next bytes, and gives those of the frames that they complete. */
  take(bytes: Uint8Array): Uint8Array {
    this.rest.push(bytes);
    this.restLength += bytes.length;
    if (this.restLength < this.wanted || this.isOver) return none;
    const all = concat(this.rest);
    const end = this.walk(all);
    this.rest = end === all.length ? [] : [all.subarray(end)];
    this.restLength = all.length - end;
    return all.subarray(0, end);
  }

  /** The end of the last whole frame. */
  private walk(all: Uint8Array): number {
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    const little = this.order === 'little';
    let at = 0;
    this.wanted = frameHeaderLength;
    while (at + frameHeaderLength <= all.length) {
      // A frame of tracepoint 0 is the end of a trace file.
      this.isOver = view.getInt16(at, little) === 0;
      if (this.isOver) return at;
      const length = frameHeaderLength + view.getUint32(at + 2, little);
      this.wanted = length;
      if (at + length > all.length) return at;
      at += length;
      this.count++;
      this.wanted = frameHeaderLength;
    }
    return at;
  }
}

const none = new Uint8Array(0);
