// The build id: the number that ties a program to its separate debugging information (the note
// NT_GNU_BUILD_ID; System V ABI, "Note Section").
import { Cursor } from '../bytes/cursor';
import type { ByteSource } from '../bytes/source';
import { SectionType, SegmentType, type Elf } from './elf';

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
