// Memory laid out: rows of groups, each group a number of so many bytes in one byte order.
import {
  origins,
  type Endian,
  type GroupSize,
  type MemoryLabel,
  type MemorySection,
  type ShownOrigin,
} from '../../src/workbench/memoryView/messages';

/** One byte as it is shown. */
export interface ShownByte {
  /** Bytes from the section's start. */
  readonly offset: number;
  /** Two digits, `??` where it is unavailable. */
  readonly text: string;
  readonly origin: ShownOrigin;
  /** What it was at the stop before, where it has changed. */
  readonly before?: number;
}

/** Bytes that make one number, in the order of its digits. */
export interface Group {
  /** Of its first byte in memory. */
  readonly offset: number;
  readonly bytes: readonly ShownByte[];
}

/** A line of the view. */
export interface Row {
  readonly offset: number;
  readonly address: bigint;
  readonly groups: readonly Group[];
  /** A character for each byte in memory. */
  readonly text: string;
  readonly labels: readonly MemoryLabel[];
}

/** How memory is laid out. */
export interface Layout {
  readonly rowBytes: number;
  readonly groupSize: GroupSize;
  readonly endian: Endian;
}

/** A section's rows. */
export function rowsOf(section: MemorySection, { rowBytes, groupSize, endian }: Layout): Row[] {
  const before = new Map(section.before);
  const start = BigInt(section.start);
  const rows: Row[] = [];
  for (let offset = 0; offset < section.bytes.length; offset += rowBytes) {
    const end = Math.min(offset + rowBytes, section.bytes.length);
    const bytes = Array.from({ length: end - offset }, (_, i) =>
      byteAt(section, offset + i, before),
    );
    rows.push({
      offset,
      address: start + BigInt(offset),
      groups: groupsOf(bytes, groupSize, endian),
      text: bytes.map((byte) => character(section, byte)).join(''),
      labels: section.labels.filter((label) => label.offset >= offset && label.offset < end),
    });
  }
  return rows;
}

function byteAt(
  section: MemorySection,
  offset: number,
  before: ReadonlyMap<number, number>,
): ShownByte {
  const origin = originAt(section, offset);
  const value = section.bytes[offset] ?? 0;
  const was = before.get(offset);
  return {
    offset,
    text: origin === 'unavailable' ? '??' : digits(value),
    origin,
    ...(was !== undefined && { before: was }),
  };
}

function groupsOf(bytes: readonly ShownByte[], size: GroupSize, endian: Endian): Group[] {
  const groups: Group[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const group = bytes.slice(at, at + size);
    const [first] = group;
    if (!first) break;
    groups.push({
      offset: first.offset,
      bytes: endian === 'little' ? group.reverse() : group,
    });
  }
  return groups;
}

/** Where a byte comes from. */
export function originAt(section: MemorySection, offset: number): ShownOrigin {
  return origins[section.origins[offset] ?? 0] ?? 'unavailable';
}

/** Two hexadecimal digits. */
export function digits(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

function character(section: MemorySection, { offset, origin }: ShownByte): string {
  const code = section.bytes[offset] ?? 0;
  if (origin === 'unavailable') return ' ';
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '.';
}

/** Characters of a row's address, and of the gaps in it. */
const besideBytes = 23;
/** Characters that names beside a row need to be read. */
const namesBeside = 12;

/** The most bytes that fit a row of so many characters, names beside them where there is room for 16 bytes. */
export function rowBytesIn(characters: number, groupSize: GroupSize): number {
  const needed = (bytes: number) => besideBytes + bytes * 3 + bytes / groupSize;
  const wide = [32, 16].find((bytes) => needed(bytes) + namesBeside <= characters);
  return wide ?? (needed(8) <= characters ? 8 : Math.max(4, groupSize));
}
