// The lines of a description, kept as the file's bytes: there may be millions, which as texts would
// keep the garbage collector busy.
import { partitionPoint } from '../bytes/arrays';
import { concat } from '../bytes/cursor';
import { TimeSlice } from '../bytes/timeSlice';
import { decodeLine } from './lexer';

/** One line of the description, as it is in the file. */
export interface DescriptionLine {
  /** Offset in the file, in bytes. */
  readonly offset: number;
  /** The text without its line end (LF or CR LF). */
  readonly text: string;
}

/** Compared before the clock is looked at. */
const comparedBytes = 1 << 16;
const lf = 0x0a;

/** A line that may end in CR LF, without it; its LF is gone already. */
export function withoutCr(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Lines that follow each other in the file, in its order. */
export class DescriptionLines implements Iterable<DescriptionLine> {
  /** The bytes of the file from its first on. */
  private readonly chunks: Uint8Array[] = [];
  private readonly chunkEnds: number[] = [];
  /** Of each line, and room for more. A description ends long before 4 GiB. */
  private offsets = new Uint32Array(64);
  private count = 0;
  /** Where the last line ends in the file, its line end included, in bytes. */
  end = 0;

  get length(): number {
    return this.count;
  }

  /** Takes the file's next bytes. */
  take(chunk: Uint8Array): void {
    this.chunks.push(chunk);
    this.chunkEnds.push((this.chunkEnds.at(-1) ?? 0) + chunk.length);
  }

  /** Adds a line by where it begins in the file, in bytes. */
  add(offset: number): void {
    if (this.count === this.offsets.length) {
      const { offsets } = this;
      this.offsets = new Uint32Array(2 * offsets.length);
      this.offsets.set(offsets);
    }
    this.offsets[this.count++] = offset;
  }

  /** Where a line begins in the file, in bytes; {@link end} for the one after the last. */
  offset(line: number): number {
    return line < this.count ? (this.offsets[line] ?? 0) : this.end;
  }

  text(line: number): string {
    const bytes = this.bytes(this.offset(line), this.offset(line + 1));
    return withoutCr(decodeLine(bytes.at(-1) === lf ? bytes.subarray(0, -1) : bytes));
  }

  *[Symbol.iterator](): Iterator<DescriptionLine> {
    for (let line = 0; line < this.length; line++) {
      yield { offset: this.offset(line), text: this.text(line) };
    }
  }

  /** Whether other lines are the same ones at the same offsets. */
  async equals(other: DescriptionLines): Promise<boolean> {
    if (this.length !== other.length || this.end !== other.end) return false;
    const slice = new TimeSlice();
    for (let at = this.offset(0); at < this.end; at += comparedBytes) {
      const end = Math.min(at + comparedBytes, this.end);
      const bytes = other.bytes(at, end);
      if (!this.bytes(at, end).every((byte, i) => byte === bytes[i])) return false;
      await slice.yieldIfDue();
    }
    return true;
  }

  private bytes(start: number, end: number): Uint8Array {
    const { chunks, chunkEnds } = this;
    const pieces: Uint8Array[] = [];
    let i = partitionPoint(chunks.length, (chunk) => (chunkEnds[chunk] ?? 0) > start);
    for (let at = start; at < end && i < chunks.length; i++) {
      const begin = i === 0 ? 0 : (chunkEnds[i - 1] ?? 0);
      pieces.push((chunks[i] as Uint8Array).subarray(at - begin, end - begin));
      at = chunkEnds[i] ?? end;
    }
    return concat(pieces);
  }
}
