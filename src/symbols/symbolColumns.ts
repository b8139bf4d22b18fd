// The rows of .symtab or .dynsym (System V ABI, "Symbol Table"), as columns of numbers: big programs
// have hundreds of thousands of symbols.
import { Cursor } from '../bytes/cursor';
import { AddressMap } from './addressMap';
import {
  Machine,
  SectionFlag,
  SectionType,
  isDebugSection,
  type Elf,
  type SectionHeader,
} from './elf';
import { isRelocatable } from './relocatable';
import { TimeSlice } from '../bytes/timeSlice';
import type { Sections } from './sections';

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

/** Values of st_shndx that are no section. */
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
const mostSymbols = 1 << 24;

/** Whether a section lies at its address. Thread-local zeros (.tbss) have addresses, but those of the section after them. */
export function occupiesMemory({ flags, type }: SectionHeader): boolean {
  const threadZeros = flags & SectionFlag.tls && type === SectionType.nobits;
  return (flags & SectionFlag.alloc) !== 0 && !threadZeros;
}

/** Whether an address lies in a section. */
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

const rowsAtOnce = 10_000;

/** Reads the table that a section header describes. */
export async function readColumns(sections: Sections, header: SectionHeader): Promise<Columns> {
  const { bits } = sections.elf.header;
  const rowSize = bits === 64 ? 24 : 16;
  const table = await sections.at(header.index);
  const columns = emptyColumns(Math.min(mostSymbols, Math.floor(table.size / rowSize)));
  const slice = new TimeSlice();
  for (let first = 0; first < columns.infos.length; first += rowsAtOnce) {
    const last = Math.min(first + rowsAtOnce, columns.infos.length);
    const bytes = await table.read(first * rowSize, (last - first) * rowSize);
    const cursor = new Cursor(bytes, sections.order);
    for (let row = first; row < last; row++) readRow(cursor, bits, columns, row);
    await slice.breathe();
  }
  await readExtendedSections(sections, header, columns);
  if (isRelocatable(sections.elf)) moveToSections(sections.elf, columns);
  if (sections.elf.header.machine === Machine.arm) clearThumbBits(columns);
  if (sections.elf.header.machine !== Machine.ppc64) return columns;
  return withCodeOfDescriptors(sections, columns);
}

function readRow(cursor: Cursor, bits: 32 | 64, columns: Columns, row: number): void {
  columns.names[row] = cursor.u32();
  if (bits === 32) {
    columns.addresses[row] = BigInt(cursor.u32());
    columns.sizes[row] = BigInt(cursor.u32());
  }
  columns.infos[row] = cursor.u8();
  cursor.skip(1);
  columns.sections[row] = cursor.u16();
  if (bits === 64) {
    columns.addresses[row] = cursor.u64();
    columns.sizes[row] = cursor.u64();
  }
}

/** SHT_SYMTAB_SHNDX: section indices that do not fit the symbol. */
async function readExtendedSections(
  sections: Sections,
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
async function withCodeOfDescriptors(sections: Sections, columns: Columns): Promise<Columns> {
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
