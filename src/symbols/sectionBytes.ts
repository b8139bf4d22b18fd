// The bytes of one section as they stand in the file.
import { concat } from '../bytes/concat';
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
  const sections = filled.length > 0 ? filled : all;
  const [first, ...others] = sections;
  if (!first || others.length === 0) return first ?? noBytes('');
  const size = sections.reduce((sum, section) => sum + section.size, 0);
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = [];
    let start = 0;
    for (const section of sections) {
      const from = Math.max(offset, start) - start;
      const to = Math.min(offset + length - start, section.size);
      if (offset >= 0 && from < to) pieces.push(await section.read(from, to - from));
      start += section.size;
    }
    return concat(pieces);
  };
  return { name: first.name, fileOffset: first.fileOffset, size, read };
}

/** A section as it stands in the file; a header that points past the end of the file is cut there. */
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
