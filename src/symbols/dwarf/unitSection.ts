// Units stand in .debug_info, and type units of DWARF 4 in .debug_types (DWARF 4, section 7.5.1.2).
// The second follows the first here, so that one offset says where a unit or an entry is.
import { joinedBytes, type SectionBytes } from '../sectionBytes';
import type { DebugSections } from './debugSections';

/**
 * The offsets of a file begin at a multiple of this: more than any file has of debugging
 * information.
 */
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
  const both = joinedBytes([info, await sections.get('.debug_types')]);
  const { name, fileOffset } = both;
  return {
    name,
    fileOffset,
    size: start + both.size,
    typesStart: start + info.size,
    read: (offset, length) => both.read(offset - start, length),
  };
}
