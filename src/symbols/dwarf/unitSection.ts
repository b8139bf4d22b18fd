// Units stand in .debug_info, and type units of DWARF 4 in .debug_types (DWARF 4, section 7.5.1.2). The
// second follows the first here, so that one offset says where a unit or an entry is.
import { concat } from '../../bytes/concat';
import type { SectionBytes } from '../sectionBytes';
import type { DebugSections } from './debugSections';

/** The offsets of a file begin at a multiple of this: more than any file has of debugging information. */
const fileSpan = 2 ** 33;

/** Where the offsets of the file with a number begin. */
export function startOfFile(number: number): number {
  return number * fileSpan;
}

/** The number of the file that an offset belongs to. */
export function fileNumber(offset: number): number {
  return Math.floor(offset / fileSpan);
}

/** The bytes of both sections; offsets count from where the file's offsets begin. */
export interface UnitSection extends SectionBytes {
  /** Where .debug_types begins. */
  readonly typesStart: number;
}

/** The section or sections that hold a file's units. */
export async function openUnitSection(
  sections: DebugSections,
  start: number,
): Promise<UnitSection> {
  const info = await sections.get('.debug_info');
  const types = await sections.get('.debug_types');
  const { name, fileOffset } = info;
  const typesStart = start + info.size;
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    if (offset >= typesStart) return types.read(offset - typesStart, length);
    const bytes = await info.read(offset - start, length);
    const rest = Math.min(length, typesStart + types.size - offset) - bytes.length;
    return rest > 0 && offset + bytes.length === typesStart
      ? concat([bytes, await types.read(0, rest)])
      : bytes;
  };
  return { name, fileOffset, size: typesStart + types.size, typesStart, read };
}
