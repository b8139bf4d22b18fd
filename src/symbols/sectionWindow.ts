// A walk over a program takes a few bytes here and a few there from a section, mostly forward: a
// stretch of the section is read at once and serves those that lie in it.
import type { SectionBytes } from './sectionBytes';

/** Bytes in a stretch: as many as a file on disk gives at once, without leaving the thread. */
const stretchSize = 64 * 1024;

/** A section of which one stretch is held: what was read last, and what follows. */
export class SectionWindow implements SectionBytes {
  readonly name: string;
  readonly fileOffset: number | undefined;
  readonly size: number;
  private start = 0;
  private bytes: Uint8Array = new Uint8Array(0);

  constructor(private readonly section: SectionBytes) {
    this.name = section.name;
    this.fileOffset = section.fileOffset;
    this.size = section.size;
  }

  /** What is held from an offset on; empty where it lies outside of the stretch. */
  known(offset: number): Uint8Array {
    const from = offset - this.start;
    return from >= 0 ? this.bytes.subarray(from) : this.bytes.subarray(0, 0);
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(offset + length, this.size);
    if (offset < this.start || end > this.start + this.bytes.length) {
      this.bytes = await this.section.read(offset, Math.max(length, stretchSize));
      this.start = offset;
    }
    const from = offset - this.start;
    return this.bytes.subarray(from, Math.max(from, end - this.start));
  }
}
