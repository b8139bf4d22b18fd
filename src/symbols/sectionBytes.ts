// The bytes of one section as they are in the file.
import { concat } from '../bytes/cursor';
import { partitionPoint } from '../bytes/arrays';
import { MemorySource, type ByteSource } from '../bytes/source';
import type { SectionHeader } from './elf';

/** A section's bytes; offsets are relative to the section. */
export interface SectionBytes extends ByteSource {
  readonly name: string;
  /** Offset of the section in the file, in bytes; undefined where the file holds it compressed. */
  readonly fileOffset: number | undefined;
}

/** A section without bytes. */
export function noBytes(name: string): SectionBytes {
  return Object.assign(new MemorySource(new Uint8Array(0)), { name, fileOffset: undefined });
}

/** Sections as one, in their order. */
export function joinedBytes(all: readonly SectionBytes[]): SectionBytes {
  const filled = all.filter(({ size }) => size > 0);
  const [first, ...others] = filled.length > 0 ? filled : all;
  if (!first || others.length === 0) return first ?? noBytes('');
  const starts = new Float64Array(filled.length + 1);
  filled.forEach((section, i) => (starts[i + 1] = (starts[i] ?? 0) + section.size));
  const size = starts[filled.length] ?? 0;
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = [];
    const end = Math.min(offset + length, size);
    for (let i = holderOf(offset, starts), at = offset; offset >= 0 && at < end; i++) {
      const [section, start = 0] = [filled[i], starts[i]];
      if (!section) break;
      const wanted = Math.min(end - at, section.size - (at - start));
      pieces.push(await section.read(at - start, wanted));
      at += wanted;
    }
    return concat(pieces);
  };
  return { name: first.name, fileOffset: first.fileOffset, size, read };
}

/** The number of the section that holds an offset. `starts`: where each begins, ascending. */
function holderOf(offset: number, starts: Float64Array): number {
  return partitionPoint(starts.length, (section) => (starts[section] ?? 0) > offset) - 1;
}

/**
 * A section as it is in the file; a header that points past the end of the file is cut there.
 */
export class StoredSection implements SectionBytes {
  readonly name: string;
  readonly fileOffset: number;
  readonly size: number;

  constructor(
    private readonly source: ByteSource,
    header: SectionHeader,
  ) {
    this.name = header.name;
    this.fileOffset = header.offset;
    this.size = Math.max(0, Math.min(header.size, source.size - header.offset));
  }

  read(offset: number, length: number): Promise<Uint8Array> {
    const wanted = Math.min(length, this.size - offset);
    if (!(offset >= 0 && wanted > 0)) return Promise.resolve(new Uint8Array(0));
    return this.source.read(this.fileOffset + offset, wanted);
  }
}

// A walk over a program takes a few bytes here and a few there from a section, mostly forward: a
// range of the section is read at once and serves those that are in it.

/** Bytes in a range: as many as a file on disk gives at once, without leaving the thread. */
const stretchSize = 64 * 1024;

/** A section of which one range is held: what was read last, and what follows. */
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

  /** What is held from an offset on; empty where it is outside of the range. */
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
