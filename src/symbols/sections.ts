// The sections of a program, by name. What is read of them is counted: it measures the work done.
import { t } from '@vscode/l10n';
import { type ByteOrder, Cursor } from '../bytes/cursor';
import type { ByteSource } from '../bytes/source';
import {
  isDebugSection,
  SectionFlag,
  SectionType,
  type Elf,
  type SectionHeader,
  isRelocatable,
} from './elf';
import type { ProgramFindings } from './findings';
import { LruCache } from '../bytes/cache';
import { lazy } from '../bytes/lazy';
import { withRelocations } from './relocations';
import { joinedBytes, noBytes, StoredSection, type SectionBytes } from './sectionBytes';
import { readColumns, type Columns, type IndexedSections } from './symbolColumns';
import { TimeSlice } from '../bytes/timeSlice';

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
  /** Whether code may be at address 0. */
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

  /** Before linking, several sections may have one name: one for each type unit. */
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
   * Sections of one name. Headers that together exceed the file list the same bytes repeatedly; the
   * rest is left out.
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
          message: t(
            'Sections named {0} lie over each other; the first {1} are read.',
            name,
            found.length,
          ),
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

// Compressed sections (System V ABI, "Section Compression"; GNU's older `.zdebug_` sections).

/** How a section is compressed. Sizes are in bytes. */
interface Compression {
  readonly kind: 'zlib' | 'zstd' | 'unknown';
  /** Where the compressed stream begins in the stored bytes. */
  readonly start: number;
  /** Size of the decompressed bytes. */
  readonly size: number;
}

const compressionKinds = ['unknown', 'zlib', 'zstd'] as const;
const oldMagic = 'ZLIB';

/** How a section is compressed; undefined where it is not. */
async function readCompression(
  stored: StoredSection,
  header: SectionHeader,
  elf: Elf,
): Promise<Compression | undefined> {
  if (header.flags & SectionFlag.compressed) return readCompressionHeader(stored, elf);
  if (header.name.startsWith('.zdebug_')) return readOldHeader(stored);
  return undefined;
}

/** Elf32_Chdr and Elf64_Chdr. */
async function readCompressionHeader(stored: StoredSection, elf: Elf): Promise<Compression> {
  const wide = elf.header.bits === 64;
  const cursor = new Cursor(await stored.read(0, 24), elf.header.order);
  const kind = compressionKinds[cursor.u32()] ?? 'unknown';
  if (wide) cursor.skip(4);
  const size = wide ? Number(cursor.u64()) : cursor.u32();
  return { kind, size, start: wide ? 24 : 12 };
}

/** `ZLIB` and the size, big endian on every machine. */
async function readOldHeader(stored: StoredSection): Promise<Compression | undefined> {
  const cursor = new Cursor(await stored.read(0, 12), 'big');
  if (new TextDecoder().decode(cursor.take(4)) !== oldMagic) return undefined;
  return { kind: 'zlib', size: Number(cursor.u64()), start: 12 };
}

/** The most that a section may unpack to: beyond it the header is damage, or an attack. */
const maxUnpacked = 2 ** 30;
const maxRatio = 256;
const alwaysUnpacked = 2 ** 20;

/** The same in bytes, of so many that are stored. */
export function mostUnpacked(stored: number): number {
  return Math.min(maxUnpacked, alwaysUnpacked + maxRatio * stored);
}

/** A section that is unpacked whole when first read, because compression allows no ranges. */
export class CompressedSection implements SectionBytes {
  readonly fileOffset = undefined;
  readonly size: number;
  private readonly unpacked = lazy(() => this.unpack());

  constructor(
    private readonly stored: StoredSection,
    private readonly compression: Compression,
    private readonly findings: ProgramFindings,
  ) {
    const most = mostUnpacked(stored.size);
    const { kind, size } = compression;
    this.size = size <= most && kind !== 'unknown' ? size : 0;
    if (kind === 'unknown') this.report(t('its compression is not known'), 0);
    else if (size > most)
      this.report(t('{0} bytes cannot hold as much as it promises', stored.size), 0);
  }

  get name(): string {
    return this.stored.name;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = await this.unpacked();
    return offset >= 0 ? bytes.subarray(offset, offset + length) : new Uint8Array(0);
  }

  private async unpack(): Promise<Uint8Array> {
    const { kind, start } = this.compression;
    const output = new Unpacked(this.size);
    if (kind === 'unknown' || this.size === 0) return output.bytes;
    const problem = await this.pump(start, await openStream(kind, output), output);
    if (!output.full) this.report(problem ?? t('it ends early'), output.length);
    return output.bytes;
  }

  private report(why: string, found: number): void {
    this.findings.add({
      severity: 'error',
      code: 'section-not-unpacked',
      message: t('Section {0} could not be decompressed whole: {1}.', this.name, why),
      offset: this.stored.fileOffset,
      expected: t('{0} bytes', this.compression.size),
      found: t('{0} bytes', found),
    });
  }

  /**
   * Feeds the stream piece by piece, so that no piece takes long. Returns what stopped it early.
   */
  private async pump(start: number, stream: Stream, output: Unpacked): Promise<string | undefined> {
    const slice = new TimeSlice();
    for (let at = start; at < this.stored.size && !output.full; at += pieceSize) {
      const piece = await this.stored.read(at, pieceSize);
      const problem = tryPush(stream, piece, at + pieceSize >= this.stored.size);
      if (problem !== undefined) return problem;
      await slice.yieldIfDue();
    }
    return undefined;
  }
}

/** Small enough that even a piece which unpacks a thousandfold does not take long. */
const pieceSize = 16 * 1024;

interface Stream {
  push(chunk: Uint8Array, final: boolean): void;
}

/** The libraries are loaded when they are needed: most programs are not compressed. */
async function openStream(kind: 'zlib' | 'zstd', output: Unpacked): Promise<Stream> {
  const take = (chunk: Uint8Array): void => {
    output.add(chunk);
  };
  if (kind === 'zlib') return new (await import('fflate/browser')).Unzlib(take);
  return new (await import('fzstd')).Decompress(take);
}

/**
 * The libraries throw on bad streams, and a full output stops them: a few bytes may represent
 * gigabytes.
 */
function tryPush(stream: Stream, piece: Uint8Array, final: boolean): string | undefined {
  try {
    stream.push(piece, final);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : t('the stream is damaged');
  }
}

/** Decompressed bytes, as many as were promised and no more; memory grows as they come. */
export class Unpacked {
  length = 0;
  private buffer: Uint8Array;

  constructor(private readonly promised: number) {
    this.buffer = new Uint8Array(Math.min(promised, 1 << 20));
  }

  get full(): boolean {
    return this.length >= this.promised;
  }

  get bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  /** Throws where there is more than was promised, which ends the stream. */
  add(chunk: Uint8Array): void {
    const kept = chunk.subarray(0, this.promised - this.length);
    if (this.length + kept.length > this.buffer.length) this.grow(this.length + kept.length);
    this.buffer.set(kept, this.length);
    this.length += kept.length;
    if (kept.length < chunk.length) throw new Error(t('there is more than it promises'));
  }

  private grow(least: number): void {
    const grown = new Uint8Array(Math.min(this.promised, Math.max(least, 2 * this.buffer.length)));
    grown.set(this.buffer);
    this.buffer = grown;
  }
}
