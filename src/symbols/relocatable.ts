// Files that no linker has seen (ET_REL): object files, and a kernel's modules, which the kernel
// lays out itself. Their sections have no addresses; given some, the rest reads them as linked
// ones.
import { FileType, SectionFlag, type Elf, type SectionHeader } from './elf';

/** Where sections lay, by name: link-time addresses. */
export type SectionAddresses = ReadonlyMap<string, bigint>;

/** Of a file whose layout is not known, the code that moves as one. */
const codeAtZero: SectionAddresses = new Map([['.text', 0n]]);

/** Whether a linker still has to give the file addresses. */
export function isRelocatable({ header }: Elf): boolean {
  return header.type === FileType.relocatable;
}

/**
 * The file with its sections at these addresses, or with `.text` at 0. Sections without an address
 * are not loaded.
 */
export function laidOut(elf: Elf, addresses: SectionAddresses = codeAtZero): Elf {
  return { ...elf, sections: elf.sections.map((section) => placed(section, addresses)) };
}

/** What makes a layout impossible, in a sentence; undefined where it fits the file. */
export function layoutProblem(elf: Elf, addresses: SectionAddresses): string | undefined {
  if (!isRelocatable(elf)) return 'is linked: its sections cannot be placed one by one';
  const names = new Set(elf.sections.map(({ name }) => name));
  const unknown = [...addresses.keys()].find((name) => !names.has(name));
  return unknown === undefined ? undefined : `has no section ${unknown}`;
}

function placed(section: SectionHeader, addresses: SectionAddresses): SectionHeader {
  if ((section.flags & SectionFlag.alloc) === 0) return section;
  const address = addresses.get(section.name);
  return address === undefined
    ? { ...section, flags: section.flags & ~SectionFlag.alloc }
    : { ...section, address };
}
