// A program: what the rest of the extension asks of an ELF file. Addresses are link-time addresses;
// the caller knows where the program was loaded. Everything is read when asked for.
import type { Diagnostic } from '../bytes/diagnostic';
import type { ByteSource } from '../bytes/source';
import type { CodeName, DescribedFunction, FunctionName, SymbolOffset } from './codeNames';
import type { CallFrameRow } from './dwarf/cfi/program';
import { CallFrames } from './dwarf/cfi/callFrames';
import { withoutContents } from './dwarf/debugSections';
import type { Declarations } from './dwarf/declarations';
import { Dwarf, type SeparateFiles } from './dwarf/dwarf';
import { Entries } from './dwarf/entries';
import { FunctionReader, FunctionIndex } from './dwarf/functions';
import { miniDebugInfo } from './miniDebugInfo';
import type { NameColumns } from './dwarf/nameColumns';
import { NameIndex } from './dwarf/nameIndex';
import { SourceIndex, type Symtab } from './dwarf/sourceIndex';
import { readString } from './dwarf/strings';
import type { Enumerator, TypeTag } from './dwarf/typeNames';
import type { Unit, UnitShare } from './dwarf/unit';
import { UnitIndex } from './dwarf/unitIndex';
import {
  FileType,
  Machine,
  SectionFlag,
  allocatedSections,
  type AllocatedRange,
  loadedSections,
  loadedSegments,
  type ElfFacts,
  type LoadedRange,
} from './elf';
import { lazy } from '../bytes/lazy';
import { ProgramEntities } from './programEntities';
import { MacroScopes } from './macroScopes';
import { ProgramLines } from './programLines';
import { ProgramPlaces, type FunctionAddress, type LineAddress } from './programPlaces';
import { RangeList } from './rangeList';
import { hasAddresses } from './relocations';
import type {
  BlockSymbols,
  CallSite,
  EnclosingFunction,
  FunctionScope,
  GlobalVariable,
  Variable,
} from './scope';
import type { Sections } from './sections';
import {
  SymbolTable,
  type ElfSymbol,
  MappingSymbols,
  type ArmCodeRange,
  type NamedRange,
} from './symbolTable';
import { holds } from './symbolColumns';
import type { FunctionType, MethodSignature, StaticMember, Type } from './type';

/** What a unit says of how it was compiled. */
export interface Compilation {
  /** Its source file and the folder in which the compiler ran, as recorded. */
  readonly name: string | undefined;
  readonly directory: string | undefined;
  readonly producer: string | undefined;
  /** DW_LANG_… */
  readonly language: number | undefined;
  readonly dwarfVersion: number;
  /** Whether the macros of its preprocessor are described. */
  readonly hasMacros: boolean;
}

/** An opened program. */
export class Program {
  /**
   * True for a file without fixed addresses: the system, or for some sections the loader, chose
   * them.
   */
  readonly positionIndependent: boolean;
  /** What the file puts into memory, in its order. */
  readonly loadedRanges: readonly LoadedRange[];
  /** The same, by address. */
  readonly loaded: RangeList<LoadedRange>;
  /** Whether `loadedRanges` are sections or, in a file without section headers, segments. */
  readonly rangesFrom: 'sections' | 'segments';
  private readonly symbols = lazy(() => SymbolTable.read(this.sections));
  private readonly mappingSymbols = lazy(() => MappingSymbols.read(this.sections));
  private readonly dwarf: Dwarf;
  private readonly entries: Entries;
  private readonly functions: FunctionReader;
  private readonly units: UnitIndex;
  private readonly sources: SourceIndex;
  private readonly nameIndex: NameIndex;
  /** Lines of its sources. */
  readonly lines: ProgramLines;
  readonly macros: MacroScopes;
  private readonly places: ProgramPlaces;
  /** Whether its debugging information describes anything. */
  readonly hasDebugInformation: boolean;
  /** Whether some of its symbols are in another file, or in one that its own holds. */
  readonly hasSeparateSymbols: boolean;
  private readonly entities: ProgramEntities;
  private readonly callFrames: CallFrames | undefined;

  constructor(
    readonly path: string,
    readonly elf: ElfFacts,
    private readonly source: ByteSource,
    private readonly sections: Sections,
    others: SeparateFiles,
    readNames?: () => Promise<readonly NameColumns[] | undefined>,
  ) {
    const { elf: headers } = sections;
    const described = [headers, sections.separate?.elf].flatMap((elf) => elf?.sections ?? []);
    this.hasDebugInformation = described.some(({ name }) =>
      /^\.z?debug_(?:info|types)$/.test(name),
    );
    this.hasSeparateSymbols =
      sections.separate !== undefined ||
      headers.sections.some(({ name }) => name === miniDebugInfo);
    this.positionIndependent = elf.type === FileType.shared || elf.type === FileType.relocatable;
    this.rangesFrom = headers.sections.length > 0 ? 'sections' : 'segments';
    this.loadedRanges =
      this.rangesFrom === 'sections' ? loadedSections(headers) : loadedSegments(headers);
    this.loaded = new RangeList(this.loadedRanges);
    this.dwarf = new Dwarf(hasAddresses(elf) ? sections : withoutContents(sections), others);
    this.entries = new Entries(this.dwarf);
    this.functions = new FunctionReader(this.entries);
    this.units = new UnitIndex(this.dwarf);
    this.sources = new SourceIndex(this.dwarf);
    this.nameIndex = new NameIndex(this.dwarf, readNames);
    this.lines = new ProgramLines(this.dwarf, this.units, this.sources);
    this.macros = new MacroScopes(this.lines);
    this.places = new ProgramPlaces(
      this.functions,
      this.units,
      this.sources,
      new FunctionIndex(this.functions, this.nameIndex),
      this.symbols,
      (address) => this.isCode(address),
      elf.machine === Machine.x86_64,
      (address, length) => this.readLoaded(address, length),
    );
    this.entities = new ProgramEntities(this.functions, this.units, this.sources, this.nameIndex, {
      code: (name) => this.codeOfSymbol(name),
      data: (name) => this.dataOfSymbol(name),
      mayName: async (text) => (await this.symbols()).mayName(text),
    });
    this.callFrames = hasAddresses(elf)
      ? new CallFrames(sections, (address, length) => this.readLoaded(address, length))
      : undefined;
  }

  /** The sections that are in memory, those that begin as zeros too; by link-time addresses. */
  get allocatedSections(): readonly AllocatedRange[] {
    return this.rangesFrom === 'sections'
      ? allocatedSections(this.sections.elf)
      : this.loadedRanges;
  }

  /** The names of the whole program, by share of its units. */
  names(): Promise<readonly NameColumns[]> {
    return this.nameIndex.all();
  }

  /** The names of a share of its units: what one thread reads for another. */
  namesOfShare(share: UnitShare): Promise<NameColumns> {
    return this.nameIndex.ofShare(share);
  }

  /** What was found wrong so far; reading more of the program may add to it. */
  get diagnostics(): readonly Diagnostic[] {
    return this.sections.findings.list;
  }

  /**
   * Up to `length` bytes of what the file loads at an address. Shorter where the range ends that
   * holds the address; empty where none does.
   */
  async readLoaded(address: bigint, length: number): Promise<Uint8Array> {
    const range = this.loaded.at(address);
    if (!range) return new Uint8Array(0);
    const from = Number(address - range.start);
    const bytes = new Uint8Array(Math.min(length, Number(range.end - address)));
    const stored = Math.max(0, Math.min(bytes.length, range.fileSize - from));
    const read = await this.source.read(range.fileOffset + from, stored);
    bytes.set(read);
    return read.length < stored ? bytes.subarray(0, read.length) : bytes;
  }

  /**
   * The innermost function at an address, inlined ones among them: of the debugging information,
   * else of the symbols.
   */
  async functionAt(address: bigint): Promise<FunctionName | undefined> {
    const unit = await this.units.unitAt(address);
    const functions = unit && (await this.functions.of(unit));
    for (const found of [await functions?.inlinedAt(address), await functions?.at(address)]) {
      const names = unit && found && (await this.namesOf(unit, found.entry.offset));
      if (names) return { ...names, start: found.range.start, end: found.range.end, from: 'dwarf' };
    }
    return this.symbolFunction(address);
  }

  /**
   * Whether the debugging information, or else a symbol, knows a function that holds an address.
   */
  async isInFunction(address: bigint): Promise<boolean> {
    const unit = await this.units.unitAt(address);
    const found = unit && (await (await this.functions.of(unit)).at(address));
    return found !== undefined || (await this.symbolFunction(address)) !== undefined;
  }

  /** How the code at an address was compiled; undefined where no unit has it. */
  async compilationAt(address: bigint): Promise<Compilation | undefined> {
    const unit = await this.units.unitAt(address);
    if (!unit) return undefined;
    const [name, directory, producer] = await Promise.all([
      readString(unit, unit.root.name),
      this.sources.directoryOf(unit),
      readString(unit, unit.root.producer),
    ]);
    const { language, hasMacros } = unit.root;
    const dwarfVersion = unit.header.encoding.version;
    return { name, directory, producer, language, dwarfVersion, hasMacros };
  }

  /** Offset of the unit that has code at an address. */
  async unitOffsetAt(address: bigint): Promise<number | undefined> {
    return (await this.units.ownUnitAt(address))?.header.offset;
  }

  /**
   * What gdb writes in `<name+offset>` for an address of code or data: inlined functions play no
   * part.
   */
  async symbolAt(address: bigint): Promise<SymbolOffset | undefined> {
    const at = this.withoutMarks(address);
    const unit = await this.units.unitAt(at);
    const found = unit && (await (await this.functions.of(unit)).at(at));
    const names = found && (await this.namesOf(unit, found.entry.offset));
    const entry = names ? found.entry.entry : -1n;
    const symbol = await (await this.symbols()).nearest(at);
    if (symbol && (symbol.address > entry || (symbol.address === at && at !== entry))) {
      return { name: symbol.name, offset: at - symbol.address };
    }
    return names && { ...names, offset: at - entry };
  }

  /** The symbol of the symbol table that an address is in, by the linker's name. */
  async tableSymbolAt(address: bigint): Promise<SymbolOffset | undefined> {
    const at = this.withoutMarks(address);
    const symbol = await (await this.symbols()).nearest(at);
    return symbol && { name: symbol.name, offset: at - symbol.address };
  }

  /** Which instructions code of 32-bit Arm at an address is; undefined without a mapping symbol. */
  async armCodeAt(address: bigint): Promise<ArmCodeRange | undefined> {
    if (this.elf.machine !== Machine.arm) return undefined;
    return (await this.mappingSymbols()).at(address);
  }

  /**
   * The name of the section that is at an address in memory, filled from the file or with zeros.
   */
  sectionAt(address: bigint): string | undefined {
    const { sections } = this.sections.elf;
    return sections.find((each) => each.flags & SectionFlag.alloc && holds(each, address))?.name;
  }

  /** The paths of all source files that lines name, as recorded. */
  sourceFiles(): Promise<readonly string[]> {
    return this.sources.files();
  }

  /**
   * Where a line of a file has code, ascending. `file` as `sourceFiles` gives it. A line without
   * code represents the nearest one after it where a statement begins, as in gdb.
   */
  addressesOfLine(file: string, line: number): Promise<readonly LineAddress[]> {
    return this.places.addressesOfLine(file, line);
  }

  /**
   * The same where a line counts as one without code that begins no statement: where gdb's `break
   * FILE:LINE` stops.
   */
  statementsOfLine(file: string, line: number): Promise<readonly LineAddress[]> {
    return this.places.statementsOfLine(file, line);
  }

  /** The wanted files, for each unit that has code, in the order of the program. */
  symtabs(isMeant: (path: string) => boolean): Promise<readonly Symtab[]> {
    return this.sources.symtabs(isMeant);
  }

  /**
   * Where the functions of a name begin. The last parts of a qualified name suffice, and template
   * arguments may be left out; a symbol's name serves where the debugging information knows none.
   * `near`: an address whose unit's own function comes first.
   */
  addressesOfFunction(name: string, near?: bigint): Promise<readonly FunctionAddress[]> {
    return this.places.addressesOfFunction(name, near);
  }

  /** The same, of only those that the debugging information describes, with their names. */
  async describedFunctions(name: string): Promise<readonly DescribedFunction[]> {
    const found = await this.places.describedFunctions(name);
    const described = found.map(async ({ namedBy: offset, language, ...address }) => {
      const names = await this.entries.functionNames(offset);
      const { qualified, linkageName } = names ?? { qualified: name, linkageName: undefined };
      const linked = linkageName === undefined ? {} : { linkageName };
      return { ...address, name: qualified, ...linked, offset, language };
    });
    return Promise.all(described);
  }

  /** Where the functions begin whose names, as the linker has them, hold a text and are meant. */
  linkedFunctions(
    text: string,
    isMeant: (name: string) => boolean,
  ): Promise<readonly FunctionAddress[]> {
    return this.places.linkedFunctions(text, isMeant);
  }

  /**
   * Link-time address of the stub through which a function of another program is called; by the
   * function's name or by the stub's, `malloc@plt`.
   */
  async stubOf(name: string): Promise<bigint | undefined> {
    return (await this.symbols()).stubOf(name);
  }

  /** Link-time address of what is not code and has a symbol of a name. */
  dataSymbol(name: string): Promise<bigint | undefined> {
    return this.symbolAddressOf(name, (address) => !this.isCode(address));
  }

  /**
   * True if the unit at the address shows that `addressesOfFunction` has it for a name; no other
   * unit is read. False decides nothing.
   */
  isAtFunction(address: bigint, name: string): Promise<boolean> {
    return this.places.isAtFunction(address, name);
  }

  /**
   * True if the rows at the address show that `addressesOfLine` has it for a line of a wanted file;
   * no other unit is read. False decides nothing.
   */
  isAtLine(address: bigint, line: number, isMeant: (file: string) => boolean): Promise<boolean> {
    return this.places.isAtLine(address, line, isMeant);
  }

  /**
   * How the caller of the code at an address is found; undefined without call frame information.
   */
  async callFrameAt(address: bigint): Promise<CallFrameRow | undefined> {
    return this.callFrames?.at(address);
  }

  /** Where the code is of the function that an address is in, by its symbol. */
  async symbolRangeAt(address: bigint): Promise<NamedRange | undefined> {
    return (await this.symbols()).functionAround(address);
  }

  /**
   * The functions that an address is in: innermost inlined first, the function with code of its own
   * last. None where the debugging information knows none.
   */
  scopesAt(address: bigint): Promise<readonly FunctionScope[]> {
    return this.entities.scopesAt(address);
  }

  /** The functions that one is nested in, innermost first. */
  enclosingFunctions(of: FunctionScope): Promise<readonly EnclosingFunction[]> {
    return this.entities.enclosingFunctions(of);
  }

  /** The function with code of its own that begins at an address. */
  async functionEnteredAt(entry: bigint): Promise<FunctionScope | undefined> {
    const own = (await this.scopesAt(entry)).at(-1);
    return own?.entry === entry ? own : undefined;
  }

  /** What the blocks of the innermost function at an address declare, the innermost block first. */
  symbolsAt(address: bigint): Promise<readonly BlockSymbols[]> {
    return this.entities.symbolsAt(address);
  }

  /** The calls in a function with code of its own. */
  callSitesOf(scope: FunctionScope): Promise<readonly CallSite[]> {
    return this.entities.callSitesOf(scope);
  }

  /** The type of the function whose entry is at an offset of .debug_info. */
  functionTypeAt(offset: number): Promise<FunctionType | undefined> {
    return this.entities.functionTypeAt(offset);
  }

  /** What the function whose entry is at an offset of .debug_info takes and gives. */
  functionSignatureAt(offset: number): Promise<MethodSignature> {
    return this.entities.functionSignatureAt(offset);
  }

  /** The variable whose entry is at an offset of .debug_info. */
  variableAt(offset: number): Promise<Variable | undefined> {
    return this.entities.variableAt(offset);
  }

  /**
   * The type that a name represents in a function, or anywhere: `size_t`, `unsigned long`,
   * `ns::Shape`. `tag`: the word before the name of a struct, union or enum in C, which go by no
   * other.
   */
  typeNamed(name: string, tag?: TypeTag, scope?: FunctionScope): Promise<Type | undefined> {
    return this.entities.typeNamed(name, tag, scope);
  }

  /**
   * The qualified name of the namespace that a name, an alias perhaps, represents in a function, or
   * anywhere.
   */
  namespaceNamed(name: string, scope?: FunctionScope): Promise<string | undefined> {
    return this.entities.namespaceNamed(name, scope);
  }

  /** The enumerator that a name represents in a function, or anywhere. */
  enumeratorNamed(name: string, scope?: FunctionScope): Promise<Enumerator | undefined> {
    return this.entities.enumeratorNamed(name, scope);
  }

  /**
   * The variables outside of functions that a name represents in a function, or anywhere: those of
   * its file first, then those that all files see, then those of other files.
   */
  globalsNamed(name: string, scope?: FunctionScope): Promise<readonly GlobalVariable[]> {
    return this.entities.globalsNamed(name, scope);
  }

  /**
   * The variable that is a static member of a class of this program or another; undefined where
   * this one defines none.
   */
  staticMember(owner: string, member: StaticMember): Promise<GlobalVariable | undefined> {
    return this.entities.staticMember(owner, member);
  }

  /** The linker's name of a static member that is defined here, and of which nothing was kept. */
  symbolOfLost(owner: string, member: StaticMember): Promise<string | undefined> {
    return this.entities.symbolOfLost(owner, member);
  }

  /**
   * The variables outside of functions that a source file defines. `file` as GlobalVariable gives
   * it.
   */
  globalsOf(file: string): Promise<readonly GlobalVariable[]> {
    return this.entities.globalsOf(file);
  }

  /** The variables outside of functions of the file that was compiled to the code at an address. */
  globalsAt(address: bigint): Promise<readonly GlobalVariable[]> {
    return this.entities.globalsAt(address);
  }

  /** All variables outside of functions, file by file. */
  globals(): AsyncIterable<GlobalVariable> {
    return this.entities.globals();
  }

  /** What is declared, for lists of the whole program. */
  get declarations(): Declarations {
    return this.entities.declarations;
  }

  /** The symbols of code, stubs for calls among them, or of data, by ascending address. */
  async symbolsOf(what: 'code' | 'data'): Promise<readonly ElfSymbol[]> {
    return (await this.symbols()).allOf(what);
  }

  /** Whether the debugging information has a unit for the code at an address. */
  async isDescribed(address: bigint): Promise<boolean> {
    return (await this.units.unitAt(address)) !== undefined;
  }

  /** Where the code begins that a symbol's name represents: a link-time address. */
  codeOfSymbol(name: string): Promise<bigint | undefined> {
    return this.symbolAddressOf(name, (address) => this.isCode(address));
  }

  /** Where the data begin that a symbol's name represents: a link-time address. */
  dataOfSymbol(name: string): Promise<bigint | undefined> {
    return this.symbolAddressOf(name, (address) => !this.isCode(address));
  }

  /** On ARM the lowest bit of a pointer to code says that the code is Thumb. */
  private withoutMarks(address: bigint): bigint {
    return this.elf.machine === Machine.arm && this.isCode(address) ? address & ~1n : address;
  }

  isCode(address: bigint): boolean {
    return [...this.loaded.within(address, address + 1n)].some(({ executable }) => executable);
  }

  private async namesOf({ root }: Unit, offset: number): Promise<CodeName | undefined> {
    const names = await this.entries.functionNames(offset);
    if (!names) return undefined;
    const { qualified: name, linkageName } = names;
    const linked = linkageName !== undefined && linkageName !== name ? { linkageName } : {};
    return { name, ...linked, function: { offset, language: root.language } };
  }

  private async symbolFunction(address: bigint): Promise<FunctionName | undefined> {
    if (!this.isCode(address)) return undefined;
    const symbol = await (await this.symbols()).nearest(address);
    if (!symbol) return undefined;
    const { name, address: start, size } = symbol;
    return { name, start, end: size > 0n ? start + size : undefined, from: 'symbols' };
  }

  /** The address of the first symbol of a name that is `wanted`. */
  private async symbolAddressOf(
    name: string,
    wanted: (address: bigint) => boolean,
  ): Promise<bigint | undefined> {
    const named = await (await this.symbols()).named(name);
    return named.find(({ address }) => wanted(address))?.address;
  }
}
