// Symbols: .symtab, or .dynsym in a stripped file (System V ABI, "Symbol Table"), and which of them
// gdb would name an address by.
import { Cursor } from '../bytes/cursor';
import { orderByAddress, upperBound, type AddressRange } from './addressMap';
import { RangeList } from './rangeList';
import { SectionSymbols, type BySection } from './sectionSymbols';
import { SectionFlag, SectionType, type SectionHeader } from './elf';
import { readLinkageStubs, stubAt, type LinkageStub } from './linkageStubs';
import { demangle } from './demangle';
import { splitName } from './dwarf/qualifiedName';
import { withoutParameters } from './demangle/withoutParameters';
import { LruCache } from '../bytes/cache';
import { lazy } from '../bytes/lazy';
import { TimeSlice } from '../bytes/timeSlice';
import { readMiniDebugInfo } from './miniDebugInfo';
import { joinedBytes, type SectionBytes } from './sectionBytes';
import type { Sections } from './sections';
import {
  SymbolBinding,
  SymbolType,
  emptyColumns,
  occupiesMemory,
  reservedSection,
  type Columns,
} from './symbolColumns';

/** One symbol. */
export interface ElfSymbol {
  readonly name: string;
  /**
   * Link-time address; of a function its first instruction, whatever marks the machine puts on it.
   */
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

const maxNameLength = 1 << 16;
/** Characters of the names in one list. Names may overlap in the strings, so that each is long. */
const maxNames = 1 << 27;
/** Bytes of strings in which a name is looked for at once. */
const searchedAtOnce = 1 << 20;
/** Bytes of names that are looked through for a text. */
const maxSearched = 1 << 24;
const keptTexts = 10_000;

const latin1 = new TextDecoder('latin1');
const utf8 = new TextEncoder();

/** The symbols of one file. */
export class SymbolTable {
  /** Rows by the name that was asked for. */
  private readonly byName = new LruCache<string, readonly number[]>(keptTexts);
  /** Whether texts that were asked for are in names. */
  private readonly texts = new LruCache<string, boolean>(keptTexts);

  private constructor(
    private readonly columns: Columns,
    /** Rows of symbols that name an address. */
    private readonly naming: Uint32Array,
    private readonly bySection: BySection,
    private readonly strings: SectionBytes,
    private readonly alloc: RangeList<SectionRange>,
    private readonly sections: Sections,
    private readonly stubs: () => Promise<readonly LinkageStub[]>,
    /** Whether they are those of .symtab. */
    private readonly isWhole: boolean,
  ) {}

  /**
   * Reads the program's table: .symtab of the file, or of the one with what was taken out of it,
   * else .dynsym with what .gnu_debugdata has beside it. Empty if none exists.
   */
  static async read(program: Sections): Promise<SymbolTable> {
    const whole = [program, program.separate].find((each) => each && hasSymtab(each));
    const sections = whole ?? program;
    const headers = sections.elf.sections;
    const mini = whole ? undefined : await readMiniDebugInfo(program);
    const own = await readTable(sections);
    const { columns, strings } = mini ? joined(own, await readTable(mini), headers, mini) : own;
    const alloc = new RangeList(headers.filter(occupiesMemory).map(rangeOf));
    const slice = new TimeSlice();
    const naming = namingRows(columns);
    await slice.yieldIfDue();
    const bySection = await SectionSymbols.bySection(columns, naming, headers.length, slice);
    const stubs = lazy(() => readLinkageStubs(program));
    const isWhole = whole !== undefined;
    return new SymbolTable(columns, naming, bySection, strings, alloc, sections, stubs, isWhole);
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
   * goes first, so that `malloc` precedes `__libc_malloc`. Stubs for calls are named
   * `printf@plt`.
   */
  async nearest(address: bigint): Promise<ElfSymbol | undefined> {
    const section = this.alloc.at(address)?.header;
    if (!section) return undefined;
    const symbols = await this.bySection[section.index]?.();
    const { sized = [], unsized = [] } = symbols?.near(address) ?? {};
    if (sized.length > 0) return greatestName(await this.symbolsOf(sized));
    const isCode = (section.flags & SectionFlag.executable) !== 0;
    const labels = isCode ? (await this.symbolsOf(unsized)).filter(isNamed) : [];
    const named = greatestName(labels.filter((label) => label.address === labels[0]?.address));
    return named ?? this.stub(address, section);
  }

  /**
   * Where the code is of the function that an address is in: up to the next one where the symbol
   * has no size, as those of hand-written code often have none.
   */
  async functionAround(address: bigint): Promise<NamedRange | undefined> {
    const section = this.alloc.at(address)?.header;
    const symbols = section && (await this.bySection[section.index]?.());
    if (!section || !symbols) return undefined;
    const { sized, unsized } = symbols.near(address);
    const [whole] = sized.filter((row) => this.beginsFunction(row));
    if (whole !== undefined) {
      const { name, address: start, size } = await this.symbol(whole);
      return { name, start, end: start + size };
    }
    const label = unsized.find((row) => this.beginsFunction(row));
    if (label === undefined) return undefined;
    const { name, address: start } = await this.symbol(label);
    return { name, start, end: this.nextFunction(symbols, start) ?? rangeOf(section).end };
  }

  private nextFunction(symbols: SectionSymbols, start: bigint): bigint | undefined {
    for (const row of symbols.above(start)) {
      if (this.beginsFunction(row)) return this.columns.addresses[row];
    }
    return undefined;
  }

  /** Labels inside of functions are local and of no type. */
  private beginsFunction(row: number): boolean {
    const info = this.columns.infos[row] ?? 0;
    const [type, binding] = [info & 0xf, info >> 4];
    if (type === SymbolType.none) return binding !== SymbolBinding.local;
    return type !== SymbolType.object;
  }

  /** Of a stub for calls or its slot, which have no symbols in the file. */
  private async stub(address: bigint, section: SectionHeader): Promise<ElfSymbol | undefined> {
    const found = stubAt(await this.stubs(), address, section);
    const type = found?.size === 0n ? SymbolType.function : SymbolType.object;
    return found && { ...found, type, binding: SymbolBinding.global };
  }

  /**
   * Whether the name of a symbol may have a text in it: true as well where the file has lost its
   * symbols, or has so many that looking through them takes long.
   */
  async mayName(text: string): Promise<boolean> {
    const { size } = this.strings;
    if (!this.isWhole || size > maxSearched) return true;
    return this.texts.get(text, async () =>
      latin1.decode(await this.strings.read(0, size)).includes(text),
    );
  }

  /** The symbols of code or of data, by ascending address; of code with the stubs for calls. */
  async allOf(what: 'code' | 'data'): Promise<ElfSymbol[]> {
    const wanted = new Set<number>();
    const found: ElfSymbol[] = [];
    for (const { header } of this.alloc.all) {
      const { index, flags } = header;
      if (((flags & SectionFlag.executable) !== 0) !== (what === 'code')) continue;
      wanted.add(index);
      const rows = (await this.bySection[index]?.())?.rows ?? [];
      for (const symbol of await this.symbolsOf(rows)) if (isNamed(symbol)) found.push(symbol);
    }
    const stubs = (await this.stubs()).filter(
      ({ section, name }) => wanted.has(section) && name.endsWith('@plt'),
    );
    const type = SymbolType.function;
    for (const stub of stubs) found.push({ ...stub, type, binding: SymbolBinding.global });
    return found.sort((one, other) => {
      if (one.address !== other.address) return one.address < other.address ? -1 : 1;
      return one.name < other.name ? -1 : 1;
    });
  }

  /**
   * Link-time address of the stub through which a function of another program is called; by the
   * function's name or by the stub's.
   */
  async stubOf(name: string): Promise<bigint | undefined> {
    const wanted = name.endsWith('@plt') ? name : `${name}@plt`;
    return (await this.stubs()).find((each) => each.name === wanted)?.address;
  }

  /** The functions and objects of a name. */
  async named(name: string): Promise<ElfSymbol[]> {
    return this.symbolsOf(await this.byName.get(name, () => this.rowsNamed(name)));
  }

  private async symbolsOf(rows: Iterable<number>): Promise<ElfSymbol[]> {
    const slice = new TimeSlice();
    const found: ElfSymbol[] = [];
    let room = maxNames;
    for (const row of rows) {
      const symbol = await this.symbol(row);
      room -= symbol.name.length;
      if (room < 0) break;
      found.push(symbol);
      await slice.yieldIfDue();
    }
    return found;
  }

  private async name(row: number): Promise<string> {
    const offset = this.columns.names[row] ?? 0;
    for (let length = 64; ; length *= 8) {
      const bytes = await this.strings.read(offset, length);
      const cursor = new Cursor(bytes, this.sections.order);
      const name = cursor.cstring();
      if (!cursor.overrun || bytes.length < length || length >= maxNameLength) return name;
    }
  }

  /**
   * The functions and objects whose names have a text in them, in ascending order of address. Of a
   * name that the strings keep as the end of another one only the other is found.
   */
  async withText(text: string): Promise<ElfSymbol[]> {
    return this.symbolsOf(this.rowsAt(await this.startsAround(text)));
  }

  /**
   * Rows of a name, in ascending order of address: those whose name begins where the strings have
   * it, up to its end.
   */
  private async rowsNamed(name: string): Promise<readonly number[]> {
    const rows = this.rowsAt(await this.startsOf(name));
    if (rows.length > 0) return rows;
    const ofVersions = await this.rowsOfVersions(name);
    return ofVersions.length > 0 ? ofVersions : this.rowsWritten(name);
  }

  /** Rows of names that people write so, without parameters: of a program that was stripped. */
  private async rowsWritten(name: string): Promise<readonly number[]> {
    const last = splitName(name).at(-1);
    if (last === undefined) return [];
    // Both manglings of C++ and Rust have each part of a name behind its length.
    const rows = this.rowsAt(await this.startsAround(`${last.length}${last}`));
    const slice = new TimeSlice();
    const found: number[] = [];
    for (const row of rows) {
      const demangled = demangle(await this.name(row));
      if (demangled !== undefined && (withoutParameters(demangled) ?? demangled) === name) {
        found.push(row);
      }
      await slice.yieldIfDue();
    }
    return found;
  }

  /**
   * Rows of a name with a version behind it, the default one where there is one:
   * `stdout@GLIBC_2.2.5` is what linkers call the program's copy of a library's variable.
   */
  private async rowsOfVersions(name: string): Promise<readonly number[]> {
    const [versions, defaults] = [new Set<number>(), new Set<number>()];
    for await (const { at } of this.occurrencesOf(`${name}@`)) versions.add(at);
    for await (const { at } of this.occurrencesOf(`${name}@@`)) defaults.add(at);
    const rows = this.rowsAt(defaults);
    return rows.length > 0 ? rows : this.rowsAt(versions);
  }

  /** Rows whose names begin at offsets of the strings, in ascending order of address. */
  private rowsAt(starts: ReadonlySet<number>): readonly number[] {
    const { names, addresses } = this.columns;
    if (starts.size === 0) return [];
    const rows = [...this.naming.filter((row) => starts.has(names[row] ?? 0))];
    const own = BigUint64Array.from(rows, (row) => addresses[row] ?? 0n);
    return Array.from(orderByAddress(own), (i) => rows[i] ?? 0);
  }

  /** Where a name is in the strings: many times, as the end of other names too. */
  private async startsOf(name: string): Promise<ReadonlySet<number>> {
    const starts = new Set<number>();
    for await (const { at } of this.occurrencesOf(`${name}\0`)) starts.add(at);
    return starts;
  }

  /** Where the names begin that have a text in them. */
  private async startsAround(text: string): Promise<ReadonlySet<number>> {
    const starts = new Set<number>();
    for await (const { start } of this.occurrencesOf(text)) starts.add(start);
    return starts;
  }

  /** The offsets in the strings of a text, and of the name that it is in. */
  private async *occurrencesOf(text: string): AsyncGenerator<{ at: number; start: number }> {
    const wanted = latin1.decode(utf8.encode(text));
    const slice = new TimeSlice();
    for (let first = 0; first < this.strings.size; first += searchedAtOnce) {
      const begin = Math.max(0, first - maxNameLength);
      const end = first + searchedAtOnce + wanted.length - 1;
      const strings = latin1.decode(await this.strings.read(begin, end - begin));
      for (let i = strings.indexOf(wanted, first - begin); i >= 0;) {
        yield { at: begin + i, start: begin + strings.lastIndexOf('\0', i) + 1 };
        i = strings.indexOf(wanted, i + 1);
      }
      await slice.yieldIfDue();
    }
  }
}

/** Where the code or the data of a symbol are. Addresses are link-time addresses. */
export interface NamedRange extends AddressRange {
  readonly name: string;
}

/** Where a section is in memory. */
interface SectionRange extends AddressRange {
  readonly header: SectionHeader;
}

function rangeOf(header: SectionHeader): SectionRange {
  const { address: start, size } = header;
  return { header, start, end: start + BigInt(size) };
}

/** Rows of symbols that name an address. */
function namingRows(columns: Columns): Uint32Array {
  const rows = new Uint32Array(columns.infos.length);
  let count = 0;
  for (let row = 0; row < rows.length; row++) if (namesAddress(columns, row)) rows[count++] = row;
  return rows.subarray(0, count);
}

/** The rows of a table, and the strings of their names. */
interface NamedColumns {
  readonly columns: Columns;
  readonly strings: SectionBytes;
}

async function readTable(sections: Sections): Promise<NamedColumns> {
  const headers = sections.elf.sections;
  const header = headers.find(isSymtab) ?? headers.find(({ type }) => type === SectionType.dynsym);
  return {
    columns: header ? await sections.symbolColumns(header) : emptyColumns(0),
    strings: await sections.at(header?.link ?? -1),
  };
}

/** The rows of two tables, those of `further` as if they were of the file with `headers`. */
function joined(
  own: NamedColumns,
  further: NamedColumns,
  headers: readonly SectionHeader[],
  { elf }: Sections,
): NamedColumns {
  const section = elf.sections.map(({ name, address }) =>
    headers.findIndex((each) => each.name === name && each.address === address),
  );
  const [a, b] = [own.columns, further.columns];
  const columns = emptyColumns(a.infos.length + b.infos.length);
  columns.addresses.set(a.addresses);
  columns.addresses.set(b.addresses, a.infos.length);
  columns.sizes.set(a.sizes);
  columns.sizes.set(b.sizes, a.infos.length);
  columns.infos.set(a.infos);
  columns.infos.set(b.infos, a.infos.length);
  columns.names.set(a.names);
  columns.names.set(
    b.names.map((name) => name + own.strings.size),
    a.infos.length,
  );
  columns.sections.set(a.sections);
  columns.sections.set(
    b.sections.map((index) => (index < section.length ? Math.max(0, section[index] ?? 0) : index)),
    a.infos.length,
  );
  return { columns, strings: joinedBytes([own.strings, further.strings]) };
}

function hasSymtab({ elf }: Sections): boolean {
  return elf.sections.some(isSymtab);
}

function isSymtab({ type }: SectionHeader): boolean {
  return type === SectionType.symtab;
}

/** The symbol whose name is the last in the order of bytes. */
function greatestName(symbols: readonly ElfSymbol[]): ElfSymbol | undefined {
  return symbols.reduce<ElfSymbol | undefined>(
    (best, each) => (best && best.name >= each.name ? best : each),
    undefined,
  );
}

/** Compilers' own labels and the marks between code and data (`$a`, `$x`, `.L12`) name nothing. */
function isNamed({ name, binding }: ElfSymbol): boolean {
  if (name === '') return false;
  return binding !== SymbolBinding.local || !/^(\$[adtx](\.|$)|\.L|\$L)/.test(name);
}

/** Whether the symbol in a row represents an address. */
function namesAddress({ infos, sections }: Columns, row: number): boolean {
  const section = sections[row];
  if (section === reservedSection.undefined || section === reservedSection.absolute) return false;
  switch ((infos[row] ?? 0) & 0xf) {
    case SymbolType.section:
    case SymbolType.file:
    case SymbolType.common:
    case SymbolType.tls:
      return false;
    default:
      return true;
  }
}

// Which code of a 32-bit Arm program is A32, which is T32, and which is data among code: mapping
// symbols, and the lowest bit of a function's address (ELF for the Arm Architecture, "Mapping
// symbols" and "Symbol Values").

/** What is at an address. */
type ArmCode = 'arm' | 'thumb' | 'data';

/** A run of addresses with one kind of code. */
export interface ArmCodeRange {
  readonly kind: ArmCode;
  /** Link-time address. */
  readonly start: bigint;
  /** Exclusive; undefined where no symbol follows. */
  readonly end: bigint | undefined;
}

const rowSize = 16;
const rowsAtOnce = 10_000;
const kinds: Readonly<Record<string, ArmCode>> = { a: 'arm', t: 'thumb', d: 'data' };

/** The kinds of code of one program. */
export class MappingSymbols {
  private constructor(
    /** Ascending. */
    private readonly starts: BigUint64Array,
    private readonly kinds: readonly ArmCode[],
  ) {}

  /** Reads the program's mapping symbols; where it has none, what its functions' addresses say. */
  static async read(program: Sections): Promise<MappingSymbols> {
    const sections = [program, program.separate].find((each) => each && hasSymtab(each)) ?? program;
    const { elf } = sections;
    const header =
      elf.sections.find(isSymtab) ?? elf.sections.find(({ type }) => type === SectionType.dynsym);
    const marks: { start: bigint; kind: ArmCode }[] = [];
    const functions: { start: bigint; kind: ArmCode }[] = [];
    if (header && elf.header.bits === 32) {
      const table = await sections.at(header.index);
      const strings = await sections.at(header.link);
      const names = await strings.read(0, strings.size);
      const slice = new TimeSlice();
      for (let offset = 0; offset < table.size; offset += rowsAtOnce * rowSize) {
        const cursor = new Cursor(await table.read(offset, rowsAtOnce * rowSize), sections.order);
        while (cursor.remaining >= rowSize) {
          const name = cursor.u32();
          const value = BigInt(cursor.u32());
          cursor.skip(4);
          const info = cursor.u8();
          cursor.skip(1);
          const section = cursor.u16();
          if (section === 0) continue;
          const kind = info === mappingInfo ? kindNamed(names, name) : undefined;
          if (kind) marks.push({ start: value, kind });
          else if ((info & 0xf) === SymbolType.function) {
            functions.push({ start: value & ~1n, kind: value & 1n ? 'thumb' : 'arm' });
          }
        }
        await slice.yieldIfDue();
      }
    }
    const found = marks.length > 0 ? marks : functions;
    found.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
    const starts = BigUint64Array.from(found, ({ start }) => start);
    return new MappingSymbols(
      starts,
      found.map(({ kind }) => kind),
    );
  }

  /** What is at a link-time address; undefined without a symbol that says so. */
  at(address: bigint): ArmCodeRange | undefined {
    const next = upperBound(this.starts, address);
    const kind = this.kinds[next - 1];
    const start = this.starts[next - 1];
    if (kind === undefined || start === undefined) return undefined;
    return { kind, start, end: this.starts[next] };
  }
}

/** st_info of a mapping symbol. */
const mappingInfo = (SymbolBinding.local << 4) | SymbolType.none;

/** `$a`, `$t`, `$d`, or one of them followed by a dot and anything. */
function kindNamed(names: Uint8Array, offset: number): ArmCode | undefined {
  const [dollar, letter = 0, end] = names.subarray(offset, offset + 3);
  if (dollar !== 0x24 || (end !== 0 && end !== 0x2e)) return undefined;
  return kinds[String.fromCharCode(letter)];
}
