// What of a file lies in memory when the program runs, and where: gdb's loadable sections, from
// which it also decides which memory a trace need not hold (QTro).
import {
  SectionFlag,
  SectionType,
  SegmentFlag,
  SegmentType,
  type Elf,
  type SectionHeader,
  type Segment,
} from './elf';

/** A range of memory whose first contents are the file's. */
export interface LoadedRange {
  /** The section's name; of a segment `LOAD` and its number among the program headers. */
  readonly name: string;
  /** Link-time address. */
  readonly start: bigint;
  /** Exclusive. */
  readonly end: bigint;
  /** Where its bytes begin in the file. */
  readonly fileOffset: number;
  /** Bytes that stand in the file; the rest of the range is zero. */
  readonly fileSize: number;
  readonly writable: boolean;
  readonly executable: boolean;
}

/** The sections that are loaded from the file: allocated, and not filled with zeros at start. */
export function loadedSections({ sections }: Elf): LoadedRange[] {
  return sections.filter(isLoaded).map(({ name, address, offset, size, flags }) => ({
    name,
    start: address,
    end: address + BigInt(size),
    fileOffset: offset,
    fileSize: size,
    writable: (flags & SectionFlag.write) !== 0,
    executable: (flags & SectionFlag.executable) !== 0,
  }));
}

function isLoaded({ type, flags, size }: SectionHeader): boolean {
  return (flags & SectionFlag.alloc) !== 0 && type !== SectionType.nobits && size > 0;
}

/** The PT_LOAD segments. */
export function loadedSegments({ segments }: Elf): LoadedRange[] {
  return segments.flatMap((segment, index) =>
    segment.type === SegmentType.load && segment.memorySize > 0 ? [asRange(segment, index)] : [],
  );
}

function asRange(segment: Segment, index: number): LoadedRange {
  const { address, memorySize, offset, fileSize, flags } = segment;
  return {
    name: `LOAD ${index}`,
    start: address,
    end: address + BigInt(memorySize),
    fileOffset: offset,
    fileSize: Math.min(fileSize, memorySize),
    writable: (flags & SegmentFlag.write) !== 0,
    executable: (flags & SegmentFlag.executable) !== 0,
  };
}
