// The sections of a program, by name. What is read of them is counted: it measures the work done.
import type { ByteOrder } from '../bytes/cursor';
import type { ByteSource } from '../bytes/source';
import { CompressedSection, readCompression } from './compression';
import { isDebugSection, SectionFlag, SectionType, type Elf, type SectionHeader } from './elf';
import type { ProgramFindings } from './findings';
import { LruCache } from '../bytes/cache';
import { isRelocatable } from './relocatable';
import { withRelocations } from './relocations';
import { joinedBytes, noBytes, StoredSection, type SectionBytes } from './sectionBytes';
import { readColumns, type Columns, type IndexedSections } from './symbolColumns';

/** Tables that relocations are read with: they have none themselves, whatever their names say. */
const tables: readonly number[] = [
  SectionType.symtab,
  SectionType.dynsym,
  SectionType.symtabSectionIndices,
  SectionType.rela,
  SectionType.rel,
];

/** Whether a section may speak of addresses that are known when it is linked. */
function hasHoles(header: SectionHeader): boolean {
  return (isDebugSection(header) || header.name === '.eh_frame') && !tables.includes(header.type);
}

/** Sections of one file, and of the one with what was taken out of it. */
export class Sections implements IndexedSections {
  /** Whether code may lie at address 0. */
  readonly codeAtZero: boolean;
  private read = 0;
  private readonly open = new LruCache<string, SectionBytes>();
  private readonly symbols = new LruCache<number, Columns>();

  constructor(
    private readonly source: ByteSource,
    readonly elf: Elf,
    readonly findings: ProgramFindings,
    /** The file with what was taken out of this one. */
    readonly separate?: Sections,
  ) {
    this.codeAtZero = elf.sections.some(
      ({ flags, address, size }) =>
        flags & SectionFlag.alloc && flags & SectionFlag.executable && address === 0n && size > 0,
    );
  }

  get order(): ByteOrder {
    return this.elf.header.order;
  }

  /** Size of the file, and of the one with what was taken out of it. */
  get fileSize(): number {
    return this.source.size + (this.separate?.fileSize ?? 0);
  }

  /** Bytes that were read from sections so far. */
  get bytesRead(): number {
    return this.read + (this.separate?.bytesRead ?? 0);
  }

  /** The same sections, with those that were taken out into another file. */
  joinedWith(separate: Sections): Sections {
    return new Sections(this.source, this.elf, this.findings, separate);
  }

  /** The section's bytes; none where neither file has such a section. */
  get(name: string): Promise<SectionBytes> {
    return this.open.get(name, () => this.openSection(name));
  }

  /** The bytes of the section at an index of the section header table. */
  async at(index: number): Promise<SectionBytes> {
    const header = this.elf.sections[index];
    return header ? this.bytesOf(header) : noBytes('');
  }

  /** The rows of a symbol table. */
  symbolColumns(header: SectionHeader): Promise<Columns> {
    return this.symbols.get(header.index, () => readColumns(this, header));
  }

  /** Before linking there may be several of a name: one for each type unit. */
  private headers(name: string): SectionHeader[] {
    const { sections } = this.elf;
    const named = sections.filter((section) => section.name === name);
    if (named.length > 0) return named;
    return sections.filter((section) => section.name === name.replace(/^\.debug_/, '.zdebug_'));
  }

  private async openSection(name: string): Promise<SectionBytes> {
    const stored = this.headers(name).filter(({ type }) => type !== SectionType.nobits);
    if (stored.length > 0) {
      return joinedBytes(await this.whole(name, stored));
    }
    return this.separate?.get(name) ?? noBytes(name);
  }

  /**
   * Sections of one name. Together they are no longer than the file, or the same bytes are there
   * several times.
   */
  private async whole(name: string, headers: readonly SectionHeader[]): Promise<SectionBytes[]> {
    const found: SectionBytes[] = [];
    let left = this.source.size;
    for (const header of headers) {
      left -= header.flags & SectionFlag.compressed ? 0 : header.size;
      if (left < 0 && found.length > 0) {
        this.findings.add({
          severity: 'warning',
          code: 'sections-overlap',
          message: `Sections named ${name} lie over each other; the first ${found.length} are read.`,
          offset: header.offset,
        });
        break;
      }
      found.push(await this.bytesOf(header));
    }
    return found;
  }

  private async bytesOf(header: SectionHeader): Promise<SectionBytes> {
    if (header.type === SectionType.nobits) return noBytes(header.name);
    const stored = new StoredSection(this.source, header);
    const compression = await readCompression(stored, header, this.elf);
    const section = compression
      ? new CompressedSection(stored, compression, this.findings)
      : stored;
    return this.metered(
      isRelocatable(this.elf) && hasHoles(header)
        ? await withRelocations(section, header, this)
        : section,
    );
  }

  private metered(section: SectionBytes): SectionBytes {
    const { name, fileOffset, size } = section;
    const read = (offset: number, length: number): Promise<Uint8Array> => {
      if (offset < size) this.read += Math.min(length, size - offset);
      return section.read(offset, length);
    };
    return { name, fileOffset, size, read };
  }
}
