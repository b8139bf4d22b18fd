// Debugging information that no linker has seen: where it speaks of addresses it has holes, and a
// table that says what belongs there (System V ABI, "Relocation"; the types are each processor's).
// The holes are filled when the bytes are read.
import { Cursor, type ByteOrder } from '../bytes/cursor';
import { partitionPoint } from '../bytes/arrays';
import { TimeSlice } from '../bytes/timeSlice';
import { FileType, Machine, SectionType, type Elf, type SectionHeader } from './elf';
import type { SectionBytes } from './sectionBytes';
import { reservedSection, type Columns, type IndexedSections } from './symbolColumns';

/** What a relocation writes: a symbol's address, or (`relative`) how far that is from the hole. */
interface Filling {
  readonly bytes: 4 | 8;
  readonly relative?: true;
}

const absolute32: Filling = { bytes: 4 };
const absolute64: Filling = { bytes: 8 };
const relative32: Filling = { bytes: 4, relative: true };
const relative64: Filling = { bytes: 8, relative: true };

/**
 * The types that compilers use in debugging information, by machine; holes of others stay as they
 * are.
 */
const fillings: readonly (readonly [machine: number, type: number, filling: Filling])[] = [
  [Machine.i386, 1, absolute32],
  [Machine.i386, 2, relative32],
  [Machine.ppc64, 1, absolute32],
  [Machine.ppc64, 26, relative32],
  [Machine.ppc64, 38, absolute64],
  [Machine.ppc64, 44, relative64],
  [Machine.s390, 4, absolute32],
  [Machine.s390, 5, relative32],
  [Machine.s390, 22, absolute64],
  [Machine.s390, 23, relative64],
  [Machine.arm, 2, absolute32],
  [Machine.arm, 3, relative32],
  [Machine.x86_64, 1, absolute64],
  [Machine.x86_64, 2, relative32],
  [Machine.x86_64, 10, absolute32],
  [Machine.x86_64, 11, absolute32],
  [Machine.x86_64, 24, relative64],
  [Machine.aarch64, 257, absolute64],
  [Machine.aarch64, 258, absolute32],
  [Machine.aarch64, 260, relative64],
  [Machine.aarch64, 261, relative32],
];

/** Whether the relocations of a machine are known. */
function understandsRelocations(machine: number): boolean {
  return fillings.some(([known]) => known === machine);
}

/** The most bytes that one relocation fills. */
const maxBytes = 8;
/** Rows read between two looks at the clock. */
const rowsAtOnce = 10_000;

/** The columns of a relocation table, one element for a relocation that is known, by offset. */
interface Relocations {
  /** Bytes from the start of the section. */
  readonly offsets: Float64Array;
  readonly values: BigUint64Array;
  /** Bytes. */
  readonly sizes: Uint8Array;
  /** 1 where what is in the section is added. */
  readonly addsPlace: Uint8Array;
}

const symbolTables: readonly number[] = [SectionType.symtab, SectionType.dynsym];

/** Sections with the rows of their symbol tables. */
interface LinkableSections extends IndexedSections {
  symbolColumns(header: SectionHeader): Promise<Columns>;
}

/** A section with its relocations applied; the section itself where it has none. */
export async function withRelocations(
  section: SectionBytes,
  header: SectionHeader,
  sections: LinkableSections,
): Promise<SectionBytes> {
  const table = sections.elf.sections.find(
    ({ type, info }) =>
      (type === SectionType.rela || type === SectionType.rel) && info === header.index,
  );
  const symbols = table && sections.elf.sections[table.link];
  if (!table || !symbols || !symbolTables.includes(symbols.type)) return section;
  const columns = await sections.symbolColumns(symbols);
  const relocations = await readRelocations(sections, table, columns, header.address);
  return new RelocatedSection(section, relocations, sections.order);
}

class RelocatedSection implements SectionBytes {
  readonly name: string;
  readonly size: number;
  readonly fileOffset: number | undefined;

  constructor(
    private readonly section: SectionBytes,
    private readonly relocations: Relocations,
    private readonly order: ByteOrder,
  ) {
    this.name = section.name;
    this.size = section.size;
    this.fileOffset = section.fileOffset;
  }

  /** Reads a little more on both sides, so that every hole that the range touches is whole. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    if (!(offset >= 0 && length > 0)) return new Uint8Array(0);
    const start = Math.max(0, offset - maxBytes);
    const bytes = (await this.section.read(start, offset - start + length + maxBytes)).slice();
    const { offsets, sizes } = this.relocations;
    for (let i = firstFrom(offsets, start); i < offsets.length; i++) {
      const at = (offsets[i] ?? 0) - start;
      if (at >= bytes.length) break;
      if (at + (sizes[i] ?? 0) <= bytes.length) this.fill(bytes, at, i);
    }
    return bytes.subarray(offset - start, offset - start + length);
  }

  private fill(bytes: Uint8Array, at: number, row: number): void {
    const { values, sizes, addsPlace } = this.relocations;
    const size = sizes[row] ?? 0;
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, size);
    const little = this.order === 'little';
    const place = size === 8 ? view.getBigUint64(0, little) : BigInt(view.getUint32(0, little));
    const value = (values[row] ?? 0n) + (addsPlace[row] ? place : 0n);
    if (size === 8) view.setBigUint64(0, BigInt.asUintN(64, value), little);
    else view.setUint32(0, Number(BigInt.asUintN(32, value)), little);
  }
}

async function readRelocations(
  sections: IndexedSections,
  table: SectionHeader,
  symbols: Columns,
  address: bigint,
): Promise<Relocations> {
  const { bits, machine } = sections.elf.header;
  const hasAddend = table.type === SectionType.rela;
  const rowSize = (bits / 8) * (hasAddend ? 3 : 2);
  const byType = new Map(
    fillings.filter(([known]) => known === machine).map(([, type, filling]) => [type, filling]),
  );
  const contents = await sections.at(table.index);
  const rows: Row[] = [];
  const slice = new TimeSlice();
  for (let offset = 0; offset + rowSize <= contents.size; offset += rowsAtOnce * rowSize) {
    const cursor = new Cursor(await contents.read(offset, rowsAtOnce * rowSize), sections.order);
    while (cursor.remaining >= rowSize) {
      const row = bits === 64 ? readRow64(cursor, hasAddend) : readRow32(cursor, hasAddend);
      if (byType.has(row.type)) rows.push(row);
    }
    await slice.yieldIfDue();
  }
  rows.sort((a, b) => a.offset - b.offset);
  return {
    offsets: Float64Array.from(rows, ({ offset }) => offset),
    values: BigUint64Array.from(rows, ({ offset, symbol, type, addend }) => {
      const from = byType.get(type)?.relative ? address + BigInt(offset) : 0n;
      return BigInt.asUintN(64, valueOf(symbols, symbol, addend) - from);
    }),
    sizes: Uint8Array.from(rows, ({ type }) => byType.get(type)?.bytes ?? 0),
    addsPlace: Uint8Array.from(rows, ({ symbol }) =>
      !hasAddend && isPlaced(symbols, symbol) ? 1 : 0,
    ),
  };
}

interface Row {
  readonly offset: number;
  readonly symbol: number;
  readonly type: number;
  readonly addend: bigint;
}

function readRow64(cursor: Cursor, hasAddend: boolean): Row {
  const offset = Number(cursor.u64());
  const info = cursor.u64();
  const addend = hasAddend ? cursor.i64() : 0n;
  return { offset, symbol: Number(info >> 32n), type: Number(info & 0xffff_ffffn), addend };
}

function readRow32(cursor: Cursor, hasAddend: boolean): Row {
  const offset = cursor.u32();
  const info = cursor.u32();
  const addend = hasAddend ? BigInt(cursor.i32()) : 0n;
  return { offset, symbol: info >>> 8, type: info & 0xff, addend };
}

/**
 * The address of what is not loaded: the greatest there is, as linkers write it for code that they
 * drop.
 */
const droppedAddress = 0xffff_ffff_ffff_ffffn;

function valueOf(symbols: Columns, symbol: number, addend: bigint): bigint {
  if (!isPlaced(symbols, symbol)) return droppedAddress;
  return BigInt.asUintN(64, (symbols.addresses[symbol] ?? 0n) + addend);
}

function isPlaced({ sections }: Columns, symbol: number): boolean {
  return (sections[symbol] ?? reservedSection.undefined) !== reservedSection.undefined;
}

function firstFrom(offsets: Float64Array, offset: number): number {
  return partitionPoint(offsets.length, (i) => (offsets[i] ?? 0) >= offset);
}

/**
 * Before linking, debugging information is full of holes that relocations fill, where they are
 * understood.
 */
export function hasAddresses({ type, machine }: Elf['header']): boolean {
  return type !== FileType.relocatable || understandsRelocations(machine);
}
