// Symbols: .symtab, or .dynsym in a stripped file (System V ABI, "Symbol Table"), and which of them
// gdb would name an address by.
import { Cursor, type ByteOrder } from '../bytes/cursor';
import { orderByAddress, upperBound } from './addressOrder';
import { Machine, SectionFlag, SectionType, type SectionHeader } from './elf';
import { once } from './once';
import { Pause } from './pause';
import type { SectionBytes, Sections } from './sections';

/** Low four bits of st_info. */
export const SymbolType = {
  none: 0,
  object: 1,
  function: 2,
  section: 3,
  file: 4,
  common: 5,
  tls: 6,
  indirectFunction: 10,
} as const;

/** High four bits of st_info. */
export const SymbolBinding = { local: 0, global: 1, weak: 2 } as const;

/** Values of st_shndx that are no section. */
const reservedSection = { undefined: 0, absolute: 0xfff1, common: 0xfff2, extended: 0xffff };

/** One symbol. */
export interface ElfSymbol {
  readonly name: string;
  /** Link-time address; of a function its first instruction, whatever marks the machine puts on it. */
  readonly address: bigint;
  /** In bytes; 0 where it is not recorded. */
  readonly size: bigint;
  /** One of SymbolType. */
  readonly type: number;
  /** One of SymbolBinding. */
  readonly binding: number;
  /** Index of its section, or one of the reserved values. */
  readonly section: number;
}

/** Symbols beyond this are damage, or more than fits the memory. */
const mostSymbols = 1 << 24;
/** Candidates that are compared by name for one address. */
const mostCandidates = 64;
const longestName = 1 << 16;

/** The columns of the table, one element for a symbol. */
interface Columns {
  readonly addresses: BigUint64Array;
  readonly sizes: BigUint64Array;
  readonly names: Uint32Array;
  readonly infos: Uint8Array;
  readonly sections: Uint32Array;
}

/** The symbols of one file. */
export class SymbolTable {
  /** Rows of symbols that name an address, in ascending order of address. */
  private readonly sorted: Uint32Array;
  private readonly sortedAddresses: BigUint64Array;
  private readonly byName = once(() => this.readNames());

  private constructor(
    private readonly columns: Columns,
    private readonly strings: SectionBytes,
    private readonly alloc: readonly SectionHeader[],
    private readonly order: ByteOrder,
  ) {
    this.sorted = orderByAddress(columns.addresses).filter((row) => namesAddress(columns, row));
    this.sortedAddresses = new BigUint64Array(this.sorted.length);
    this.sorted.forEach((row, i) => (this.sortedAddresses[i] = columns.addresses[row] ?? 0n));
  }

  /** Reads the file's table; an empty one where the file has none. */
  static async read(sections: Sections): Promise<SymbolTable> {
    const headers = sections.elf.sections;
    const header =
      headers.find(({ type }) => type === SectionType.symtab) ??
      headers.find(({ type }) => type === SectionType.dynsym);
    const columns = header ? await readColumns(sections, header) : emptyColumns(0);
    const strings = await sections.at(header?.link ?? -1);
    const alloc = headers.filter(occupiesMemory);
    return new SymbolTable(columns, strings, alloc, sections.order);
  }

  /** Rows, from 0: those of the table in the order of the file, then any that were made for it. */
  get size(): number {
    return this.columns.infos.length;
  }

  /** The symbol in a row of the table. */
  async symbol(row: number): Promise<ElfSymbol> {
    const { addresses, sizes, infos, sections } = this.columns;
    const info = infos[row] ?? 0;
    return {
      name: await this.name(row),
      address: addresses[row] ?? 0n,
      size: sizes[row] ?? 0n,
      type: info & 0xf,
      binding: info >> 4,
      section: sections[row] ?? 0,
    };
  }

  /**
   * The symbol that gdb names an address by: in the same section, the nearest at or below it that
   * has a size and reaches it, else the nearest without a size. At one address the greatest name
   * goes first, so that `malloc` stands before `__libc_malloc`.
   */
  async nearest(address: bigint): Promise<ElfSymbol | undefined> {
    const section = this.alloc.find((each) => holds(each, address));
    if (!section) return undefined;
    const { sized, unsized } = this.candidates(address, section.index);
    if (sized.length > 0) return this.greatestName(sized);
    if (!(section.flags & SectionFlag.executable)) return undefined;
    return this.nearestLabel(unsized);
  }

  /** The functions and objects of a name. */
  async named(name: string): Promise<ElfSymbol[]> {
    const rows = (await this.byName()).get(name) ?? [];
    return Promise.all(rows.map((row) => this.symbol(row)));
  }

  /** Rows that may name an address, those nearest to it first. */
  private candidates(address: bigint, section: number): { sized: number[]; unsized: number[] } {
    const { sizes, sections } = this.columns;
    const unsized: number[] = [];
    let position = upperBound(this.sortedAddresses, address) - 1;
    for (; position >= 0; position--) {
      const row = this.sorted[position] ?? 0;
      if (sections[row] !== section) continue;
      if ((sizes[row] ?? 0n) > 0n) break;
      if (unsized.length < mostCandidates) unsized.push(row);
    }
    return { sized: this.reaching(position, address, section), unsized };
  }

  /** Of the sized symbols at the address of `position` and at the one before, those that reach. */
  private reaching(position: number, address: bigint, section: number): number[] {
    const { sizes, sections } = this.columns;
    let groups = 0;
    let previous: bigint | undefined;
    const found: number[] = [];
    for (let at = position; at >= 0 && found.length < mostCandidates; at--) {
      const row = this.sorted[at] ?? 0;
      const size = sizes[row] ?? 0n;
      if (sections[row] !== section || size === 0n) continue;
      const start = this.sortedAddresses[at] ?? 0n;
      if (start !== previous && (++groups > 2 || found.length > 0)) break;
      previous = start;
      if (start + size > address) found.push(row);
    }
    return found;
  }

  private async greatestName(rows: readonly number[]): Promise<ElfSymbol | undefined> {
    const symbols = await Promise.all(rows.map((row) => this.symbol(row)));
    return symbols.reduce((best, each) => (each.name > best.name ? each : best));
  }

  private async nearestLabel(rows: readonly number[]): Promise<ElfSymbol | undefined> {
    const symbols = await Promise.all(rows.map((row) => this.symbol(row)));
    const named = symbols.filter(({ name, binding }) => isName(name, binding));
    const nearest = named[0]?.address;
    return named
      .filter(({ address }) => address === nearest)
      .reduce<ElfSymbol | undefined>(
        (best, each) => (best && best.name >= each.name ? best : each),
        undefined,
      );
  }

  private async name(row: number): Promise<string> {
    const offset = this.columns.names[row] ?? 0;
    for (let length = 64; ; length *= 8) {
      const bytes = await this.strings.read(offset, length);
      const cursor = new Cursor(bytes, this.order);
      const name = cursor.cstring();
      if (!cursor.overrun || bytes.length < length || length >= longestName) return name;
    }
  }

  private async readNames(): Promise<ReadonlyMap<string, readonly number[]>> {
    const byName = new Map<string, number[]>();
    const pause = new Pause();
    for (const row of this.sorted) {
      const name = await this.name(row);
      const known = byName.get(name);
      if (known) known.push(row);
      else byName.set(name, [row]);
      if (pause.due) await pause.breathe();
    }
    return byName;
  }
}

/** Thread-local zeros (.tbss) have addresses, but those of the section after them. */
function occupiesMemory({ flags, type }: SectionHeader): boolean {
  const threadZeros = flags & SectionFlag.tls && type === SectionType.nobits;
  return (flags & SectionFlag.alloc) !== 0 && !threadZeros;
}

function holds({ address, size }: SectionHeader, at: bigint): boolean {
  return at >= address && at < address + BigInt(size);
}

/** Compilers' own labels and the marks between code and data (`$a`, `$x`, `.L12`) name nothing. */
function isName(name: string, binding: number): boolean {
  if (name === '') return false;
  return binding !== SymbolBinding.local || !/^(\$[adtx](\.|$)|\.L|\$L)/.test(name);
}

const namelessTypes: ReadonlySet<number> = new Set([
  SymbolType.section,
  SymbolType.file,
  SymbolType.common,
  SymbolType.tls,
]);

/** Whether the symbol in a row stands for an address. */
function namesAddress({ infos, sections }: Columns, row: number): boolean {
  const section = sections[row];
  const placed = section !== reservedSection.undefined && section !== reservedSection.absolute;
  return placed && !namelessTypes.has((infos[row] ?? 0) & 0xf);
}

function emptyColumns(length: number): Columns {
  return {
    addresses: new BigUint64Array(length),
    sizes: new BigUint64Array(length),
    names: new Uint32Array(length),
    infos: new Uint8Array(length),
    sections: new Uint32Array(length),
  };
}

const rowsAtOnce = 10_000;

async function readColumns(sections: Sections, header: SectionHeader): Promise<Columns> {
  const { bits } = sections.elf.header;
  const rowSize = bits === 64 ? 24 : 16;
  const table = await sections.at(header.index);
  const columns = emptyColumns(Math.min(mostSymbols, Math.floor(table.size / rowSize)));
  const pause = new Pause();
  for (let first = 0; first < columns.infos.length; first += rowsAtOnce) {
    const last = Math.min(first + rowsAtOnce, columns.infos.length);
    const bytes = await table.read(first * rowSize, (last - first) * rowSize);
    const cursor = new Cursor(bytes, sections.order);
    for (let row = first; row < last; row++) readRow(cursor, bits, columns, row);
    await pause.breathe();
  }
  await readExtendedSections(sections, header, columns);
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
  const described: { row: number; address: bigint; section: number }[] = [];
  columns.sections.forEach((section, row) => {
    const offset = Number((columns.addresses[row] ?? 0n) - opd.address);
    if (section !== opd.index || !(offset >= 0 && offset < bytes.length)) return;
    const address = new Cursor(bytes, sections.order, offset).u64();
    const code = headers.find(
      (each) => each.flags & SectionFlag.executable && holds(each, address),
    );
    if (code) described.push({ row, address, section: code.index });
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
