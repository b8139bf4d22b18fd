// The sections of a .dwo file, or of one unit in a .dwp file, under the names that DWARF's readers
// ask for (DWARF 5, section 7.3.2 and annex F).
import { noBytes, type SectionBytes } from '../sectionBytes';
import type { DebugSections } from './debugSections';

/** What one unit has of each section of a .dwp file, in bytes. */
export type Shares = ReadonlyMap<string, { readonly offset: number; readonly size: number }>;

/** In a .dwp file all units have it in common. */
const common = '.debug_str';

/** `shares`: absent for a .dwo file, whose sections belong to its unit whole. */
export function splitSections(sections: DebugSections, shares?: Shares): DebugSections {
  const get = async (name: string): Promise<SectionBytes> => {
    const whole = await sections.get(`${name}.dwo`);
    if (!shares || name === common) return whole;
    const share = shares.get(name);
    return share ? part(whole, share.offset, share.size) : noBytes(name);
  };
  return {
    order: sections.order,
    findings: sections.findings,
    codeAtZero: sections.codeAtZero,
    fileSize: sections.fileSize,
    get bytesRead() {
      return sections.bytesRead;
    },
    get,
  };
}

/** A part of a section; what does not lie in it is left out. */
function part(whole: SectionBytes, start: number, length: number): SectionBytes {
  const size = Math.max(0, Math.min(length, whole.size - start));
  return {
    name: whole.name,
    fileOffset: whole.fileOffset === undefined ? undefined : whole.fileOffset + start,
    size,
    read: (offset, count) =>
      offset >= 0 && offset < size
        ? whole.read(start + offset, Math.min(count, size - offset))
        : Promise.resolve(new Uint8Array(0)),
  };
}
