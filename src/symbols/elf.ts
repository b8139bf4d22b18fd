// The frame of a program's file: ELF header, section headers and segments, after the System V ABI,
// chapter 4 "Object Files" and chapter 5 "Program Loading". Read by range; nothing else is touched.
import { t } from '@vscode/l10n';
import { Cursor, type ByteOrder } from '../bytes/cursor';
import type { ByteSource } from '../bytes/source';
import type { ProgramFindings } from './findings';

/** e_type: what kind of file it is. */
export enum FileType {
  relocatable = 1,
  executable = 2,
  shared = 3,
  core = 4,
}

/** e_machine of the processors whose files need a rule of their own. */
export enum Machine {
  i386 = 3,
  mips = 8,
  ppc = 20,
  ppc64 = 21,
  s390 = 22,
  arm = 40,
  x86_64 = 62,
  aarch64 = 183,
  riscv = 243,
}

/** sh_type of the sections that are read. */
export enum SectionType {
  symtab = 2,
  rela = 4,
  note = 7,
  nobits = 8,
  rel = 9,
  dynsym = 11,
  symtabSectionIndices = 18,
}

/** Bits of sh_flags. */
export enum SectionFlag {
  write = 0x1,
  alloc = 0x2,
  executable = 0x4,
  tls = 0x400,
  compressed = 0x800,
}

/** p_type of the segments that are read. */
export enum SegmentType {
  load = 1,
  note = 4,
}

/** Bits of p_flags. */
enum SegmentFlag {
  executable = 0x1,
  write = 0x2,
  read = 0x4,
}

/** What the ELF header says of the whole file. */
interface ElfHeader {
  readonly bits: 32 | 64;
  readonly order: ByteOrder;
  /** e_type, see `FileType`. */
  readonly type: number;
  /** e_machine: 62 for x86-64, 183 for aarch64, 22 for s390. */
  readonly machine: number;
  /** Link-time address where the program begins to run. */
  readonly entry: bigint;
  /** e_flags, whose meaning is the machine's. */
  readonly flags: number;
}

/**
 * One row of the section header table. Offsets and sizes are in bytes, as the file declares them.
 */
export interface SectionHeader {
  readonly index: number;
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  /** Link-time address; 0 for a section that is not loaded. */
  readonly address: bigint;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
  readonly info: number;
  readonly entrySize: number;
}

/** One row of the program header table. Offsets and sizes are in bytes. */
export interface Segment {
  readonly type: number;
  readonly flags: number;
  readonly offset: number;
  readonly address: bigint;
  readonly fileSize: number;
  readonly memorySize: number;
}

/** What the file's headers say. */
export interface ElfFacts {
  readonly bits: 32 | 64;
  readonly order: ByteOrder;
  /** e_machine: 62 for x86-64, 183 for aarch64, 22 for s390. */
  readonly machine: number;
  /** e_type: 2 for a program at fixed addresses, 3 for a position-independent one. */
  readonly type: number;
  /** Link-time address where the program begins to run. */
  readonly entry: bigint;
  /** e_flags. */
  readonly flags: number;
  /** In lower-case hexadecimal digits. */
  readonly buildId: string | undefined;
}

/** The headers of one ELF file. */
export interface Elf {
  readonly header: ElfHeader;
  readonly sections: readonly SectionHeader[];
  readonly segments: readonly Segment[];
}

/** The bytes that the longest ELF header takes. */
const headerSize = 64;
/** More sections or segments, or longer rows, than any linker writes are damage. */
const maxRows = 1 << 20;
const maxRowBytes = 256;

const magic = [0x7f, 0x45, 0x4c, 0x46];

/** Whether bytes begin like an ELF file; four are enough. */
export function isElf(bytes: Uint8Array): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}

/** Whether only debuggers read a section, so that it is not in memory. */
export function isDebugSection({ name }: SectionHeader): boolean {
  return /^\.z?debug_/.test(name);
}

/** Reads the headers. Undefined where the file has no whole ELF header. */
export async function readElf(
  source: ByteSource,
  findings: ProgramFindings,
): Promise<Elf | undefined> {
  const bytes = await source.read(0, headerSize);
  const bits = ([undefined, 32, 64] as const)[bytes[4] ?? 0];
  const order = ([undefined, 'little', 'big'] as const)[bytes[5] ?? 0];
  if (!isElf(bytes) || !bits || !order || bytes.length < (bits === 64 ? 64 : 52)) return undefined;
  const { header, tables } = readHeader(new ElfCursor(bytes, order, bits));
  const layout: Layout = { source, findings, bits, order };
  const nulSection = await readRow(layout, tables.sections, readSectionHeader);
  return {
    header,
    sections: await readSections(layout, tables, nulSection),
    segments: await readSegments(layout, tables, nulSection),
  };
}

/** Reads the fields whose width is the file's class. */
class ElfCursor extends Cursor {
  constructor(
    bytes: Uint8Array,
    order: ByteOrder,
    readonly bits: 32 | 64,
  ) {
    super(bytes, order);
  }

  address(): bigint {
    return this.bits === 64 ? this.u64() : BigInt(this.u32());
  }

  word(): number {
    return this.bits === 64 ? Number(this.u64()) : this.u32();
  }
}

/** Where a table of headers is in the file. */
interface TableLocation {
  readonly name: string;
  readonly offset: number;
  readonly rowSize: number;
  readonly rows: number;
}

interface Tables {
  readonly sections: TableLocation;
  readonly segments: TableLocation;
  /** Index of the section that holds the section names. */
  readonly names: number;
}

interface Layout {
  readonly source: ByteSource;
  readonly findings: ProgramFindings;
  readonly bits: 32 | 64;
  readonly order: ByteOrder;
}

function readHeader(cursor: ElfCursor): { header: ElfHeader; tables: Tables } {
  cursor.skip(16);
  const type = cursor.u16();
  const machine = cursor.u16();
  cursor.skip(4);
  const entry = cursor.address();
  const segmentsOffset = cursor.word();
  const sectionsOffset = cursor.word();
  const flags = cursor.u32();
  cursor.skip(2);
  const [segmentSize, segments, sectionSize, sections] = [
    cursor.u16(),
    cursor.u16(),
    cursor.u16(),
    cursor.u16(),
  ];
  return {
    header: { bits: cursor.bits, order: cursor.order, type, machine, entry, flags },
    tables: {
      sections: table(t('section header table'), sectionsOffset, sectionSize, sections),
      segments: table(t('program header table'), segmentsOffset, segmentSize, segments),
      names: cursor.u16(),
    },
  };
}

function table(name: string, offset: number, rowSize: number, rows: number): TableLocation {
  return { name, offset, rowSize, rows };
}

const reserved = { manySegments: 0xffff, manySections: 0, farNames: 0xffff };

/**
 * The section headers. A count that does not fit the ELF header is in the first section header
 * ("extended section numbering").
 */
async function readSections(
  layout: Layout,
  { sections, names }: Tables,
  nulSection: SectionHeader | undefined,
): Promise<SectionHeader[]> {
  if (sections.offset === 0) return [];
  const rows = sections.rows === reserved.manySections ? (nulSection?.size ?? 1) : sections.rows;
  const headers = await readRows(layout, { ...sections, rows }, readSectionHeader);
  const namesIndex = names === reserved.farNames ? nulSection?.link : names;
  return withNames(layout, headers, namesIndex ? headers[namesIndex] : undefined);
}

async function readSegments(
  layout: Layout,
  { segments }: Tables,
  nulSection: SectionHeader | undefined,
): Promise<Segment[]> {
  if (segments.offset === 0) return [];
  const many = segments.rows === reserved.manySegments && nulSection && nulSection.info > 0;
  return readRows(layout, many ? { ...segments, rows: nulSection.info } : segments, readSegment);
}

async function readRow<T>(
  layout: Layout,
  location: TableLocation,
  read: (cursor: ElfCursor, index: number) => T,
): Promise<T | undefined> {
  if (location.offset === 0) return undefined;
  const bytes = await layout.source.read(location.offset, location.rowSize);
  const cursor = new ElfCursor(bytes, layout.order, layout.bits);
  const row = read(cursor, 0);
  return cursor.overrun ? undefined : row;
}

/** Every whole row of a table. */
async function readRows<T>(
  layout: Layout,
  { name, offset, rowSize, rows }: TableLocation,
  read: (cursor: ElfCursor, index: number) => T,
): Promise<T[]> {
  const sane = rowSize > 0 && rowSize <= maxRowBytes;
  const bytes = await layout.source.read(offset, sane ? Math.min(rows, maxRows) * rowSize : 0);
  const result: T[] = [];
  for (let at = 0; at + rowSize <= bytes.length && bytes.length > 0; at += rowSize) {
    const cursor = new ElfCursor(bytes.subarray(at, at + rowSize), layout.order, layout.bits);
    const row = read(cursor, result.length);
    if (cursor.overrun) break;
    result.push(row);
  }
  if (result.length < rows) {
    layout.findings.add({
      severity: 'error',
      code: 'elf-table-cut',
      message: t({
        message: "The {0} ends early: the program's file is cut or damaged.",
        args: [name],
        comment: ['{0}: “section header table” or “program header table” of an ELF file'],
      }),
      offset: offset + result.length * rowSize,
      expected: t('{0} rows of {1} bytes', rows, rowSize),
      found: t('{0} rows', result.length),
    });
  }
  return result;
}

interface UnnamedSection extends SectionHeader {
  readonly nameOffset: number;
}

function readSectionHeader(cursor: ElfCursor, index: number): UnnamedSection {
  const nameOffset = cursor.u32();
  const type = cursor.u32();
  const flags = cursor.word();
  const address = cursor.address();
  const offset = cursor.word();
  const size = cursor.word();
  const link = cursor.u32();
  const info = cursor.u32();
  cursor.word();
  const entrySize = cursor.word();
  return { index, name: '', nameOffset, type, flags, address, offset, size, link, info, entrySize };
}

function readSegment(cursor: ElfCursor): Segment {
  const type = cursor.u32();
  const early = cursor.bits === 64 ? cursor.u32() : undefined;
  const offset = cursor.word();
  const address = cursor.address();
  cursor.address();
  const fileSize = cursor.word();
  const memorySize = cursor.word();
  return { type, flags: early ?? cursor.u32(), offset, address, fileSize, memorySize };
}

/** Section names are short; a name, or all of them together, beyond this is damage. */
const maxNameBytes = 1 << 26;
const maxNameLength = 4096;

async function withNames(
  { source, order }: Layout,
  headers: readonly UnnamedSection[],
  names: UnnamedSection | undefined,
): Promise<SectionHeader[]> {
  const size = Math.min(names?.size ?? 0, maxNameBytes);
  const bytes = await source.read(names?.offset ?? 0, size);
  let left = maxNameBytes;
  return headers.map(({ nameOffset, ...header }) => {
    const most = Math.min(maxNameLength, left);
    const name = new Cursor(bytes.subarray(nameOffset, nameOffset + most), order).cstring();
    left -= name.length;
    return { ...header, name };
  });
}

// What of a file is in memory when the program runs, and where: gdb's loadable sections, from
// which it also decides which memory a trace need not hold (QTro).

/** A range of memory whose first contents are the file's. */
export interface LoadedRange {
  /** The section's name; of a segment `LOAD` and its number among the program headers. */
  readonly name: string;
  /** Link-time address. */
  readonly start: bigint;
  /** Exclusive. */
  readonly end: bigint;
  /** Where its bytes begin in the file. */
  readonly fileOffset: number;
  /** Bytes that are in the file; the rest of the range is zero. */
  readonly fileSize: number;
  readonly writable: boolean;
  readonly executable: boolean;
}

/** The sections that are loaded from the file: allocated, and not filled with zeros at start. */
export function loadedSections({ sections }: Elf): LoadedRange[] {
  return sections.filter(isLoaded).map(({ name, address, offset, size, flags }) => ({
    name,
    start: address,
    end: address + BigInt(size),
    fileOffset: offset,
    fileSize: size,
    writable: (flags & SectionFlag.write) !== 0,
    executable: (flags & SectionFlag.executable) !== 0,
  }));
}

function isLoaded(section: SectionHeader): boolean {
  return isAllocated(section) && section.type !== SectionType.nobits && section.size > 0;
}

function isAllocated({ flags }: SectionHeader): boolean {
  return (flags & SectionFlag.alloc) !== 0;
}

/** A section that is in memory, whatever its first contents are; by link-time addresses. */
export type AllocatedRange = Pick<LoadedRange, 'name' | 'start' | 'end'>;

/** The sections that are in memory when the program runs. */
export function allocatedSections({ sections }: Elf): AllocatedRange[] {
  return sections
    .filter(isAllocated)
    .map(({ name, address, size }) => ({ name, start: address, end: address + BigInt(size) }));
}

/** The PT_LOAD segments. */
export function loadedSegments({ segments }: Elf): LoadedRange[] {
  return segments.flatMap((segment, index) =>
    segment.type === SegmentType.load && segment.memorySize > 0 ? [asRange(segment, index)] : [],
  );
}

function asRange(segment: Segment, index: number): LoadedRange {
  const { address, memorySize, offset, fileSize, flags } = segment;
  return {
    name: `LOAD ${index}`,
    start: address,
    end: address + BigInt(memorySize),
    fileOffset: offset,
    fileSize: Math.min(fileSize, memorySize),
    writable: (flags & SegmentFlag.write) !== 0,
    executable: (flags & SegmentFlag.executable) !== 0,
  };
}

// Files that no linker has seen (ET_REL): object files, and a kernel's modules, which the kernel
// lays out itself. Their sections have no addresses; given some, the rest reads them as linked
// ones.

/** Where sections were loaded, by name, as link-time addresses. */
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
  if (!isRelocatable(elf)) return t('is linked: its sections cannot be placed one by one');
  const names = new Set(elf.sections.map(({ name }) => name));
  const unknown = [...addresses.keys()].find((name) => !names.has(name));
  return unknown === undefined ? undefined : t('has no section {0}', unknown);
}

function placed(section: SectionHeader, addresses: SectionAddresses): SectionHeader {
  if ((section.flags & SectionFlag.alloc) === 0) return section;
  const address = addresses.get(section.name);
  return address === undefined
    ? { ...section, flags: section.flags & ~SectionFlag.alloc }
    : { ...section, address };
}
