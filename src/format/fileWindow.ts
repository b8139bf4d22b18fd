// A view of a source that moves along with its reader. Frames are walked in it without a copy and
// without an object each.
import type { ByteSource } from '../bytes/source';

/** Bytes that a window holds, unless the source ends before. */
const windowSize = 4 * 1024 * 1024;

/** Some megabytes of a source. */
export class FileWindow {
  /** The bytes; offset 0 is the file's {@link start}. */
  view: DataView = new DataView(new ArrayBuffer(0));
  /** Offset in the file of the first byte held. */
  start = 0;
  /** Where the source ends, in bytes: its size, or where reading has found it to end before. */
  sourceEnd: number;

  constructor(
    private readonly source: ByteSource,
    readonly size = windowSize,
  ) {
    this.sourceEnd = source.size;
  }

  /** Offset in the file after the last byte held. */
  get end(): number {
    return this.start + this.view.byteLength;
  }

  holds(offset: number, length: number): boolean {
    return offset >= this.start && offset + length <= this.end;
  }

  /** Makes the window begin at an offset in the file. */
  async moveTo(offset: number): Promise<void> {
    const length = Math.max(0, Math.min(this.size, this.sourceEnd - offset));
    const bytes = await this.source.read(offset, length);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.start = offset;
    if (bytes.length < length) this.sourceEnd = this.end;
  }

  /** A few bytes, which need not be in the window. */
  async peek(offset: number, length: number): Promise<DataView> {
    if (this.holds(offset, length)) {
      return new DataView(this.view.buffer, this.view.byteOffset + offset - this.start, length);
    }
    const bytes = await this.source.read(offset, length);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}
