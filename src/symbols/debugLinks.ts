// What a program says of the files that its debugging information is in: .gnu_debuglink and
// .gnu_debugaltlink (gdb's manual, "Debugging Information in Separate Files"), .debug_sup (DWARF 5,
// section 7.3.6).
import type { ByteSource } from '../bytes/source';
import { TimeSlice } from '../bytes/timeSlice';
import { DwarfCursor } from './dwarf/cursor';
import type { DebugSections } from './dwarf/debugSections';
import { Cursor } from '../bytes/cursor';
import { SectionType, SegmentType, type Elf } from './elf';

/** A file with the debugging information that was taken out of a program. */
interface DebugLink {
  /** Without a folder. */
  readonly name: string;
  /** CRC-32 of the file. */
  readonly crc: number;
}

/** A file with the debugging information that several programs have in common. */
interface SupplementaryLink {
  /** Relative to the file that names it, or absolute. */
  readonly name: string;
  /** What both files say to belong together. */
  readonly id: Uint8Array;
}

/** Paths are not longer. */
const maxBytes = 1 << 16;

/** What .gnu_debuglink says. */
export async function readDebugLink(sections: DebugSections): Promise<DebugLink | undefined> {
  const cursor = await open(sections, '.gnu_debuglink');
  const name = cursor.cstring();
  cursor.skip((4 - (cursor.offset % 4)) % 4);
  const crc = cursor.u32();
  return cursor.overrun || name === '' ? undefined : { name, crc };
}

/** What .gnu_debugaltlink or .debug_sup says. */
export async function readSupplementaryLink(
  sections: DebugSections,
): Promise<SupplementaryLink | undefined> {
  const cursor = await open(sections, '.gnu_debugaltlink');
  if (cursor.remaining === 0) return readSupplementary(sections, false);
  const name = cursor.cstring();
  const id = cursor.take(cursor.remaining);
  return cursor.overrun || name === '' ? undefined : { name, id };
}

/** What .debug_sup says: of the file that is shared, or of the one that it belongs to. */
export async function readSupplementary(
  sections: DebugSections,
  shared: boolean,
): Promise<SupplementaryLink | undefined> {
  const cursor = await open(sections, '.debug_sup');
  const version = cursor.u16();
  const isShared = cursor.u8() !== 0;
  const name = cursor.cstring();
  const id = cursor.take(cursor.uleb());
  return cursor.overrun || version !== 5 || isShared !== shared ? undefined : { name, id };
}

async function open(sections: DebugSections, name: string): Promise<DwarfCursor> {
  const section = await sections.get(name);
  return new DwarfCursor(await section.read(0, Math.min(section.size, maxBytes)), sections.order);
}

const piece = 1 << 20;

/** The CRC-32 of a file, as .gnu_debuglink has it: that of ISO 3309. */
export async function crc32(source: ByteSource): Promise<number> {
  const slice = new TimeSlice();
  let crc = 0xffff_ffff;
  for (let at = 0; at < source.size; at += piece) {
    for (const byte of await source.read(at, piece)) {
      crc = (crc >>> 8) ^ (crcOfByte[(crc ^ byte) & 0xff] ?? 0);
    }
    await slice.yieldIfDue();
  }
  return ~crc >>> 0;
}

const crcOfByte = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  return crc;
});

// The build id: the number that ties a program to its separate debugging information (the note
// NT_GNU_BUILD_ID; System V ABI, "Note Section").

/** A note longer than this is no build id. */
const maxNoteBytes = 1 << 16;
/** More sections and segments of notes than any linker writes. */
const maxNotes = 64;
const noteBuildId = 3;

/** The bytes of the build id; undefined where the file has none. */
export async function readBuildId(source: ByteSource, elf: Elf): Promise<Uint8Array | undefined> {
  const notes = [
    ...elf.sections.filter(({ type }) => type === SectionType.note),
    ...elf.segments
      .filter(({ type }) => type === SegmentType.note)
      .map(({ offset, fileSize }) => ({ offset, size: fileSize })),
  ];
  for (const { offset, size } of notes.slice(0, maxNotes)) {
    const bytes = await source.read(offset, Math.min(size, maxNoteBytes));
    const id = findBuildId(new Cursor(bytes, elf.header.order));
    if (id) return id;
  }
  return undefined;
}

function findBuildId(cursor: Cursor): Uint8Array | undefined {
  while (cursor.remaining > 0) {
    const nameSize = cursor.u32();
    const size = cursor.u32();
    const type = cursor.u32();
    const name = new TextDecoder().decode(cursor.take(padded(nameSize)));
    const content = cursor.take(padded(size)).subarray(0, size);
    if (cursor.overrun) return undefined;
    if (type === noteBuildId && name === 'GNU\0' && size > 0) return content;
  }
  return undefined;
}

/** Names and contents of notes are padded to four bytes. */
function padded(size: number): number {
  return Math.ceil(size / 4) * 4;
}
