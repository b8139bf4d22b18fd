// The rows of .symtab or .dynsym (System V ABI, "Symbol Table"), as columns of numbers: big
// programs have hundreds of thousands of symbols.
import { Cursor, type ByteOrder } from '../bytes/cursor';
import { TimeSlice } from '../bytes/timeSlice';
import { AddressMap, halvesOf, littleHost } from './addressMap';
import {
  isDebugSection,
  Machine,
  SectionFlag,
  SectionType,
  type Elf,
  type SectionHeader,
  isRelocatable,
} from './elf';
import type { SectionBytes } from './sectionBytes';

/** Low four bits of st_info. */
export enum SymbolType {
  none = 0,
  object = 1,
  function = 2,
  section = 3,
  file = 4,
  common = 5,
  tls = 6,
  indirectFunction = 10,
}

/** High four bits of st_info. */
export enum SymbolBinding {
  local = 0,
  global = 1,
  weak = 2,
}

/** Values of st_shndx that do not number a section. */
export const reservedSection = { undefined: 0, absolute: 0xfff1, common: 0xfff2, extended: 0xffff };

/** The columns of the table, one element for a symbol. */
export interface Columns {
  readonly addresses: BigUint64Array;
  readonly sizes: BigUint64Array;
  readonly names: Uint32Array;
  readonly infos: Uint8Array;
  readonly sections: Uint32Array;
}

/** Symbols beyond this are damage, or more than fits the memory. */
const maxSymbols = 1 << 24;

/**
 * Whether a section is at its address. Thread-local zeros (.tbss) have addresses, but those of
 * the section after them.
 */
export function occupiesMemory({ flags, type }: SectionHeader): boolean {
  const threadZeros = flags & SectionFlag.tls && type === SectionType.nobits;
  return (flags & SectionFlag.alloc) !== 0 && !threadZeros;
}

/** Whether an address is in a section. */
export function holds({ address, size }: SectionHeader, at: bigint): boolean {
  return at >= address && at < address + BigInt(size);
}

/** Columns of so many rows, all zero. */
export function emptyColumns(length: number): Columns {
  return {
    addresses: new BigUint64Array(length),
    sizes: new BigUint64Array(length),
    names: new Uint32Array(length),
    infos: new Uint8Array(length),
    sections: new Uint32Array(length),
  };
}

/** The sections of one file, by their index. */
export interface IndexedSections {
  readonly elf: Elf;
  readonly order: ByteOrder;
  /** The bytes of the section at an index of the section header table. */
  at(index: number): Promise<SectionBytes>;
}

const rowsAtOnce = 10_000;
/** Bytes of a row, by the class of the file. */
const rowSizes = { 32: 16, 64: 24 };

/** Reads the table that a section header describes. */
export async function readColumns(
  sections: IndexedSections,
  header: SectionHeader,
): Promise<Columns> {
  const { bits } = sections.elf.header;
  const rowSize = rowSizes[bits];
  const table = await sections.at(header.index);
  const columns = emptyColumns(Math.min(maxSymbols, Math.floor(table.size / rowSize)));
  const slice = new TimeSlice();
  for (let first = 0; first < columns.infos.length; first += rowsAtOnce) {
    const last = Math.min(first + rowsAtOnce, columns.infos.length);
    const bytes = await table.read(first * rowSize, (last - first) * rowSize);
    readRows(bytes, sections.order, bits, columns, first, last);
    await slice.yieldIfDue();
  }
  await readExtendedSections(sections, header, columns);
  if (isRelocatable(sections.elf)) moveToSections(sections.elf, columns);
  if (sections.elf.header.machine === Machine.arm) clearThumbBits(columns);
  if (sections.elf.header.machine !== Machine.ppc64) return columns;
  return withCodeOfDescriptors(sections, columns);
}

/**
 * Reads rows `[first, last)`, which `bytes` hold. No number becomes a bigint: there are a hundred
 * thousand.
 */
function readRows(
  { buffer, byteOffset, byteLength }: Uint8Array,
  order: ByteOrder,
  bits: 32 | 64,
  columns: Columns,
  first: number,
  last: number,
): void {
  const view = new DataView(buffer, byteOffset, byteLength);
  const little = order === 'little';
  const { names, infos, sections } = columns;
  const [addresses, sizes] = [halvesOf(columns.addresses), halvesOf(columns.sizes)];
  const [low, high] = [littleHost ? 0 : 1, littleHost ? 1 : 0];
  const [lowAt, highAt] = little ? [0, 4] : [4, 0];
  const rowSize = rowSizes[bits];
  const end = Math.min(last, first + Math.floor(byteLength / rowSize));
  for (let row = first, at = 0; row < end; row++, at += rowSize) {
    names[row] = view.getUint32(at, little);
    if (bits === 64) {
      infos[row] = view.getUint8(at + 4);
      sections[row] = view.getUint16(at + 6, little);
      addresses[2 * row + low] = view.getUint32(at + 8 + lowAt, little);
      addresses[2 * row + high] = view.getUint32(at + 8 + highAt, little);
      sizes[2 * row + low] = view.getUint32(at + 16 + lowAt, little);
      sizes[2 * row + high] = view.getUint32(at + 16 + highAt, little);
    } else {
      addresses[2 * row + low] = view.getUint32(at + 4, little);
      sizes[2 * row + low] = view.getUint32(at + 8, little);
      infos[row] = view.getUint8(at + 12);
      sections[row] = view.getUint16(at + 14, little);
    }
  }
}

/** SHT_SYMTAB_SHNDX: section indices that do not fit the symbol. */
async function readExtendedSections(
  sections: IndexedSections,
  { index }: SectionHeader,
  columns: Columns,
): Promise<void> {
  const extension = sections.elf.sections.find(
    ({ type, link }) => type === SectionType.symtabSectionIndices && link === index,
  );
  if (!extension) return;
  const table = await sections.at(extension.index);
  const cursor = new Cursor(await table.read(0, 4 * columns.sections.length), sections.order);
  columns.sections.forEach((section, row) => {
    const extended = cursor.u32();
    if (section === reservedSection.extended) columns.sections[row] = extended;
  });
}

/** Before linking, a symbol's value counts from its section; what is not loaded has no address. */
function moveToSections({ sections }: Elf, columns: Columns): void {
  columns.sections.forEach((index, row) => {
    const section = sections[index];
    if (!section) return;
    if (section.flags & SectionFlag.alloc) {
      columns.addresses[row] = BigInt.asUintN(64, (columns.addresses[row] ?? 0n) + section.address);
    } else if (!isDebugSection(section)) {
      columns.sections[row] = reservedSection.undefined;
    }
  });
}

/** The lowest bit of a function's address on ARM says that its code is Thumb. */
function clearThumbBits({ addresses, infos }: Columns): void {
  infos.forEach((info, row) => {
    if ((info & 0xf) === SymbolType.function) addresses[row] = (addresses[row] ?? 0n) & ~1n;
  });
}

/**
 * 64-bit PowerPC, first ABI: a function's symbol names a descriptor in .opd, whose first doubleword
 * is the address of the code. The code gets a symbol of its own, of the same name.
 */
async function withCodeOfDescriptors(
  sections: IndexedSections,
  columns: Columns,
): Promise<Columns> {
  const { sections: headers } = sections.elf;
  const opd = headers.find(({ name }) => name === '.opd');
  if (!opd) return columns;
  const bytes = await (await sections.at(opd.index)).read(0, opd.size);
  const code = headers.filter(({ flags }) => flags & SectionFlag.executable);
  const ranges = code.map(({ address, size }) => ({ start: address, end: address + BigInt(size) }));
  const codeAt = AddressMap.of(
    ranges,
    code.map(({ index }) => index),
  );
  const described: { row: number; address: bigint; section: number }[] = [];
  columns.sections.forEach((section, row) => {
    const offset = Number((columns.addresses[row] ?? 0n) - opd.address);
    if (section !== opd.index || !(offset >= 0 && offset < bytes.length)) return;
    const address = new Cursor(bytes, sections.order, offset).u64();
    const found = codeAt.find(address);
    if (found) described.push({ row, address, section: found.value });
  });
  const rows = columns.infos.length;
  const all = emptyColumns(rows + described.length);
  all.addresses.set(columns.addresses);
  all.sizes.set(columns.sizes);
  all.names.set(columns.names);
  all.infos.set(columns.infos);
  all.sections.set(columns.sections);
  described.forEach(({ row, address, section }, i) => {
    all.addresses[rows + i] = address;
    all.sizes[rows + i] = columns.sizes[row] ?? 0n;
    all.names[rows + i] = columns.names[row] ?? 0;
    all.infos[rows + i] = columns.infos[row] ?? 0;
    all.sections[rows + i] = section;
  });
  return all;
}
