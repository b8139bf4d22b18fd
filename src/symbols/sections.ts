// The sections of a file, by name. What is read of them is counted: it measures the work done.
import type { ByteOrder } from '../bytes/cursor';
import type { ByteSource } from '../bytes/source';
import { CompressedSection, readCompression } from './compression';
import { SectionFlag, SectionType, type Elf, type SectionHeader } from './elf';
import type { Findings } from './findings';
import { StoredSection, noBytes, type SectionBytes } from './sectionBytes';

/** Sections of one file. */
export class Sections {
  /** Bytes that were read from sections so far. */
  bytesRead = 0;
  /** Whether code may lie at address 0. */
  readonly codeAtZero: boolean;
  private readonly open = new Map<string, Promise<SectionBytes>>();

  constructor(
    private readonly source: ByteSource,
    readonly elf: Elf,
    readonly findings: Findings,
  ) {
    this.codeAtZero = elf.sections.some(
      ({ flags, address, size }) =>
        flags & SectionFlag.alloc && flags & SectionFlag.executable && address === 0n && size > 0,
    );
  }

  get order(): ByteOrder {
    return this.elf.header.order;
  }

  get fileSize(): number {
    return this.source.size;
  }

  /** The section's bytes; none where the file has no such section. */
  get(name: string): Promise<SectionBytes> {
    let section = this.open.get(name);
    if (!section) {
      section = this.openSection(name).catch((error: unknown) => {
        this.open.delete(name);
        throw error;
      });
      this.open.set(name, section);
    }
    return section;
  }

  /** The bytes of the section at an index of the section header table. */
  async at(index: number): Promise<SectionBytes> {
    const header = this.elf.sections[index];
    return header ? this.bytesOf(header) : noBytes('');
  }

  private header(name: string): SectionHeader | undefined {
    const { sections } = this.elf;
    return (
      sections.find((section) => section.name === name) ??
      sections.find((section) => section.name === name.replace(/^\.debug_/, '.zdebug_'))
    );
  }

  private async openSection(name: string): Promise<SectionBytes> {
    const header = this.header(name);
    return header ? this.bytesOf(header) : noBytes(name);
  }

  private async bytesOf(header: SectionHeader): Promise<SectionBytes> {
    if (header.type === SectionType.nobits) return noBytes(header.name);
    const stored = new StoredSection(this.source, header);
    const compression = await readCompression(stored, header, this.elf);
    return this.metered(
      compression ? new CompressedSection(stored, compression, this.findings) : stored,
    );
  }

  private metered(section: SectionBytes): SectionBytes {
    const read = async (offset: number, length: number): Promise<Uint8Array> => {
      const bytes = await section.read(offset, length);
      this.bytesRead += bytes.length;
      return bytes;
    };
    const { name, fileOffset, size } = section;
    return { name, fileOffset, size, read };
  }
}
