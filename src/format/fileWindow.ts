// A view of a source that moves along with its reader. Frames are walked in it without a copy and
// without an object each.
import type { ByteSource } from '../bytes/source';

/** Bytes that a window holds, unless the source ends before. */
const windowSize = 4 * 1024 * 1024;
/** Bytes of one window that the next one may begin with: most frames are smaller. */
const maxCarried = 256 * 1024;

/** Bytes that a medium gives or does not: the sectors of a disk. */
const minPiece = 512;

/** The bytes after a window, on their way. */
interface BytesAhead {
  /** Offset in the file, in bytes. */
  readonly offset: number;
  /** Bytes that were asked for. */
  readonly length: number;
  /** They come after {@link maxCarried} bytes, which are for the rest of the window before. */
  readonly buffer: Uint8Array<ArrayBuffer>;
  /** How many bytes came; undefined where the medium failed. */
  readonly read: Promise<number | undefined>;
}

/** Some megabytes of a source. */
export class FileWindow {
  /** The bytes; offset 0 is the file's {@link start}. */
  view: DataView = new DataView(new ArrayBuffer(0));
  /** Offset in the file of the first byte held. */
  start = 0;
  /** Where the source ends, in bytes: its size, or where reading has found it to end before. */
  sourceEnd: number;
  private ahead: BytesAhead | undefined;
  /** What {@link view} looks at, where it was read ahead. */
  private shown: Uint8Array<ArrayBuffer> | undefined;
  /** What it looked at before, to be read into again. */
  private spare: Uint8Array<ArrayBuffer> | undefined;

  /**
   * `readsAhead`: for a walk from the source's begin to its end. The bytes after the window are
   * read while those in it are looked at; a view is overwritten after the next move.
   */
  constructor(
    private readonly source: ByteSource,
    readonly size = windowSize,
    private readonly readsAhead = false,
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
    if (!(await this.goOnTo(offset))) await this.readAt(offset);
    if (this.readsAhead) this.readAhead();
  }

  /**
   * Joins the rest of the window, from `offset` on, to what was read ahead; false where that is not
   * to be had.
   */
  private async goOnTo(offset: number): Promise<boolean> {
    const { ahead } = this;
    this.ahead = undefined;
    const carried = ahead ? ahead.offset - offset : -1;
    if (!ahead || carried < 0 || carried > maxCarried || offset < this.start) return false;
    const length = await ahead.read;
    if (length === undefined) return false;
    const { view, shown } = this;
    const rest = new Uint8Array(view.buffer, view.byteOffset + offset - this.start, carried);
    ahead.buffer.set(rest, maxCarried - carried);
    this.spare = shown;
    this.shown = ahead.buffer;
    this.view = new DataView(ahead.buffer.buffer, maxCarried - carried, carried + length);
    this.start = offset;
    if (length < ahead.length) this.sourceEnd = this.end;
    return true;
  }

  private async readAt(offset: number): Promise<void> {
    const length = Math.max(0, Math.min(this.size, this.sourceEnd - offset));
    const bytes = await this.source.read(offset, length);
    this.shown = undefined;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.start = offset;
    if (bytes.length < length) this.sourceEnd = this.end;
  }

  /**
   * Makes the window begin at an offset in the file, where the medium fails, and hold what can be
   * read from there on.
   */
  async moveToReadable(offset: number): Promise<void> {
    this.ahead = undefined;
    this.shown = undefined;
    this.start = offset;
    this.view = new DataView(new ArrayBuffer(0));
    let failing = Math.max(0, Math.min(this.size, this.sourceEnd - offset));
    while (failing - this.view.byteLength > minPiece) {
      const { byteLength } = this.view;
      const length = byteLength === 0 ? minPiece : Math.floor((byteLength + failing) / 2);
      const bytes = await this.source.read(offset, length).catch(() => undefined);
      if (bytes?.length === length)
        this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      else failing = length;
    }
  }

  private readAhead(): void {
    const { source, size, end: offset } = this;
    const length = Math.min(size, this.sourceEnd - offset);
    if (!source.readInto || length <= 0) return;
    const buffer = this.spare ?? new Uint8Array(maxCarried + size);
    this.spare = undefined;
    const into = buffer.subarray(maxCarried, maxCarried + length);
    const read = source.readInto(offset, into).catch(() => undefined);
    this.ahead = { offset, length, buffer, read };
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
