// Where a debugger stops in a program: at a line, or at a function, where gdb passes over the
// prologue. Addresses are link-time addresses.
import { DW_LANG } from './dwarf/constants';
import {
  type FunctionEntry,
  type FunctionReader,
  searchedNames,
  type FunctionIndex,
} from './dwarf/functions';
import type { LineTable } from './dwarf/lineTable';
import { endsWith, splitName } from './dwarf/qualifiedName';
import { recordedPath, type FileRow, type SourceIndex } from './dwarf/sourceIndex';
import { RowFlag, type LineRow } from './dwarf/lineProgram';
import { readString } from './dwarf/strings';
import type { Unit } from './dwarf/unit';
import type { UnitIndex } from './dwarf/unitIndex';
import type { ElfSymbol, SymbolTable } from './symbolTable';

/** An address where a line's code begins. */
export interface LineAddress {
  /** Link-time address. */
  readonly address: bigint;
  /** The line; a later one than was asked for where that has no code. */
  readonly line: number;
  /** False where the compiler recommends it for no breakpoint, and the line has no better one. */
  readonly isStatement: boolean;
  /** Where gdb stops instead, when the address is a function's entry: after the prologue. */
  readonly afterPrologue?: bigint;
}

/** Where a function begins. */
export interface FunctionAddress {
  /** Link-time address of the first instruction. */
  readonly entry: bigint;
  /** Link-time address where gdb's `break NAME` stops. */
  readonly afterPrologue: bigint;
}

/** A function of a name, or a place where it was inlined, with what names it. */
interface NamedFunctionAddress extends FunctionAddress {
  /** Offset in .debug_info of the entry that names it. */
  readonly namedBy: number;
  /** DW_LANG_… */
  readonly language: number | undefined;
}

/** The places of one program where a debugger may stop. */
export class ProgramPlaces {
  constructor(
    private readonly unitFunctions: FunctionReader,
    private readonly units: UnitIndex,
    private readonly sources: SourceIndex,
    private readonly functions: FunctionIndex,
    private readonly symbols: () => Promise<SymbolTable>,
    private readonly isCode: (address: bigint) => boolean,
    private readonly isAmd64: boolean,
    private readonly readCode: (address: bigint, length: number) => Promise<Uint8Array>,
  ) {}

  /**
   * Where a line of a file has code, ascending. `file` as `sourceFiles` gives it. A line without
   * code represents the nearest one after it where a statement begins, as in gdb.
   */
  async addressesOfLine(file: string, line: number): Promise<readonly LineAddress[]> {
    const rows = await this.sources.rowsOf(file);
    const statements = rows.nearestStatements(line);
    const own = rows.ofLine(line);
    return this.placesOf(own.length > 0 && statements[0]?.line !== line ? own : statements);
  }

  /**
   * The same where a line counts as one without code that begins no statement: where gdb's `break
   * FILE:LINE` stops.
   */
  async statementsOfLine(file: string, line: number): Promise<readonly LineAddress[]> {
    return this.placesOf((await this.sources.rowsOf(file)).nearestStatements(line));
  }

  /**
   * Where the functions of a name begin, in the order of their entries. The last parts of a
   * qualified name suffice, and template arguments may be left out; a symbol's name serves where
   * the debugging information knows none. `near`: an address whose unit's own function comes first.
   */
  async addressesOfFunction(name: string, near?: bigint): Promise<readonly FunctionAddress[]> {
    const described = await this.describedFunctions(name);
    if (described.length > 0) {
      const found = described.map(({ entry, afterPrologue }) => ({ entry, afterPrologue }));
      return near === undefined ? found : this.ownFirst(found, near);
    }
    return this.symbolAddresses(await (await this.symbols()).named(name));
  }

  private async ownFirst(
    found: readonly FunctionAddress[],
    near: bigint,
  ): Promise<readonly FunctionAddress[]> {
    const unit = found.length > 1 ? await this.units.unitAt(near) : undefined;
    const functions = unit && (await this.unitFunctions.of(unit));
    for (const each of functions ? found : []) {
      if ((await functions?.at(each.entry))?.range.start !== each.entry) continue;
      return [each, ...found.filter((other) => other !== each)];
    }
    return found;
  }

  /** The same of the functions whose names, as the linker has them, hold a text and are meant. */
  async linkedFunctions(
    text: string,
    isMeant: (name: string) => boolean,
  ): Promise<readonly FunctionAddress[]> {
    const symbols = await (await this.symbols()).withText(text);
    return this.symbolAddresses(symbols.filter(({ name }) => isMeant(name)));
  }

  private symbolAddresses(symbols: readonly ElfSymbol[]): Promise<readonly FunctionAddress[]> {
    const entries = new Set(symbols.map(({ address }) => address).filter(this.isCode));
    return Promise.all(
      [...entries].map(async (entry) => {
        const { afterPrologue = await this.afterSetUp(entry) } = await this.prologueAt(entry);
        return { entry, afterPrologue };
      }),
    );
  }

  /**
   * The same, of only those that the debugging information describes, with what names them. What
   * the linker left out is described at addresses without code.
   */
  async describedFunctions(name: string): Promise<readonly NamedFunctionAddress[]> {
    const found = (await this.functions.find(name))
      .filter(({ function: { entry } }) => this.isCode(entry))
      .sort((a, b) => a.function.offset - b.function.offset);
    return Promise.all(
      found.map(async ({ unit, function: each }) => ({
        ...(await this.addressOf(unit, each)),
        namedBy: each.namedBy,
        language: unit.root.language,
      })),
    );
  }

  private async placesOf(rows: readonly FileRow[]): Promise<readonly LineAddress[]> {
    const found = new Map<bigint, LineAddress>();
    for (const row of rows) {
      found.set(row.address, { ...row, ...(await this.prologueAt(row.address)) });
    }
    return [...found.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
  }

  /**
   * True if the unit at the address shows that `addressesOfFunction` has it for a name; no other
   * unit is read. False decides nothing.
   */
  async isAtFunction(address: bigint, name: string): Promise<boolean> {
    const unit = await this.units.unitAt(address);
    const functions = unit && (await this.unitFunctions.of(unit));
    const own = (await functions?.at(address))?.entry;
    if (!unit || !functions || !own) return false;
    const wanted = splitName(name);
    const { functions: inlined } = await functions.inlinedIn(own);
    for (const each of [own, ...inlined.filter(({ entry }) => entry === address)]) {
      const names = await searchedNames(this.unitFunctions.entries, each, each !== own);
      if (!names.some((parts) => endsWith(parts, wanted))) continue;
      if (each.entry === address) return true;
      if ((await this.addressOf(unit, each)).afterPrologue === address) return true;
    }
    return false;
  }

  /**
   * True if the rows at the address show that `addressesOfLine` has it for a line of a wanted file;
   * no other unit is read. False decides nothing.
   */
  async isAtLine(
    address: bigint,
    line: number,
    isMeant: (file: string) => boolean,
  ): Promise<boolean> {
    const unit = await this.units.unitAt(address);
    const table = unit && (await this.lines(unit));
    if (!unit || !table) return false;
    const directory = await this.sources.directoryOf(unit);
    const own = (await (await this.unitFunctions.of(unit)).at(address))?.entry;
    const isAfterPrologue = own && (await this.addressOf(unit, own)).afterPrologue === address;
    const starts = isAfterPrologue ? [address, own.entry] : [address];
    const isThere = starts.some((start) =>
      [...table.rowsAt(start)].some((row) => {
        const file = table.file(row.file);
        if (!file || row.line < line || (row.flags & RowFlag.statement) === 0) return false;
        const isNearest = row.line === line || !table.hasStatement(file.name, line, row.line);
        return isNearest && isMeant(recordedPath(table.header, file, directory));
      }),
    );
    return isThere || this.isAtLineOf(unit, address, line, isMeant);
  }

  /** True where `addressesOfLine` would have an address if the program had only this unit. */
  private async isAtLineOf(
    unit: Unit,
    address: bigint,
    line: number,
    isMeant: (file: string) => boolean,
  ): Promise<boolean> {
    for (const file of await this.sources.filesIn(unit)) {
      if (!isMeant(file)) continue;
      const rows = (await this.sources.rowsIn(unit, file)).nearestStatements(line);
      const places = await this.placesOf(rows);
      if (places.some((each) => (each.afterPrologue ?? each.address) === address)) return true;
    }
    return false;
  }

  /**
   * Where gdb moves an address to that is in a function's prologue, or in a part of it that was
   * laid out before its entry (gdb 13, skip_prologue_sal): never back.
   */
  private async prologueAt(address: bigint): Promise<{ afterPrologue?: bigint }> {
    const unit = await this.units.unitAt(address);
    const found = unit && (await (await this.unitFunctions.of(unit)).at(address));
    if (!found) return {};
    const { afterPrologue } = await this.addressOf(unit, found.entry);
    return address <= afterPrologue ? { afterPrologue } : {};
  }

  private async addressOf(unit: Unit, { entry }: FunctionEntry): Promise<FunctionAddress> {
    const functions = await this.unitFunctions.of(unit);
    const own = await functions.at(entry);
    // An inlined function has no prologue.
    const begins = own?.range.start === entry;
    const table = begins ? await this.lines(unit) : undefined;
    if (!begins || !table || (await this.trustsEntry(unit))) return { entry, afterPrologue: entry };
    const rows = [...table.rowsFrom(entry, own.range.end)];
    if (await this.isReadFromCode(unit)) {
      const code = await this.readCode(entry, setUpLength);
      return { entry, afterPrologue: afterFrameSetUp(entry, code, rows) };
    }
    const inlined = await functions.inlinedIn(own.entry);
    const isInlined = (address: bigint): boolean => inlined.at(address) !== undefined;
    return { entry, afterPrologue: afterPrologue(entry, rows, isInlined) };
  }

  /** Where gdb stops in a function that only a symbol describes. */
  private async afterSetUp(entry: bigint): Promise<bigint> {
    if (!this.isAmd64) return entry;
    return afterFrameSetUp(entry, await this.readCode(entry, setUpLength), []);
  }

  /** gdb reads the code of x86-64, unless LLVM made it, whose lines it trusts. */
  private async isReadFromCode(unit: Unit): Promise<boolean> {
    if (!this.isAmd64) return false;
    const producer = await readString(unit, unit.root.producer);
    return producer?.startsWith('clang ') !== true;
  }

  private lines(unit: Unit): Promise<LineTable | undefined> {
    return this.unitFunctions.entries.dwarf.lines(unit);
  }

  /**
   * gdb stops at the very entry of assembly, and where GCC says at each address where variables
   * are.
   */
  private async trustsEntry(unit: Unit): Promise<boolean> {
    if (unit.root.language === DW_LANG.Mips_Assembler) return true;
    if (!(await (await this.unitFunctions.of(unit)).hasLocationLists())) return false;
    const producer = await readString(unit, unit.root.producer);
    const version = /^GNU .*?(?<!\d)(\d+)\.(\d+)/.exec(producer ?? '');
    const [major, minor] = [Number(version?.[1] ?? 0), Number(version?.[2] ?? 0)];
    return major > 4 || (major === 4 && minor >= 5);
  }
}

// Where gdb's `break FUNCTION` stops: after the prologue. The rules are those of gdb's
// skip_prologue_using_linetable, then of skip_prologue_using_sal where it trusts the compiler's
// lines, or of amd64_skip_prologue where it reads the code.

/**
 * The link-time address after the prologue of a function. `rows`: its rows from the entry on, in
 * order. `isInlined`: whether code was inlined from another function. The prologue ends where the
 * compiler says so, else where the second line begins; code of earlier lines still belongs to it,
 * unless it was inlined.
 */
export function afterPrologue(
  entry: bigint,
  rows: readonly LineRow[],
  isInlined: (address: bigint) => boolean,
): bigint {
  const lines = rows.filter(({ line }) => line !== 0);
  const [first, second] = lines;
  if (!first) return entry;
  const marked = lines.find(
    ({ flags, file }) => flags & RowFlag.prologueEnd && file === first.file,
  );
  if (marked) return marked.address;
  // Two lines at the entry: the prologue is empty.
  if (second?.address === first.address) return entry;
  const body = lines.findIndex(
    (row, i) => i > 0 && beginsBody(lines[i - 1] ?? first, row, isInlined),
  );
  return lines[body]?.address ?? entry;
}

/**
 * The same by the code of x86-64, as for GCC's programs: a function that sets up no frame pointer
 * has no prologue. `code`: its first bytes, `setUpLength` of them or fewer.
 */
export function afterFrameSetUp(entry: bigint, code: Uint8Array, rows: readonly LineRow[]): bigint {
  const lines = rows.filter(({ line }) => line !== 0);
  const [first] = lines;
  const marked = lines.find(
    ({ flags, file }) => flags & RowFlag.prologueEnd && file === first?.file,
  );
  if (marked) return marked.address;
  const length = setUps.find((bytes) => bytes.every((byte, i) => code[i] === byte))?.length;
  if (length === undefined) return entry;
  const end = entry + BigInt(length);
  return lines.find(({ address }) => address >= end)?.address ?? end;
}

const endbr64 = [0xf3, 0x0f, 0x1e, 0xfa];
/** `push %rbp; mov %rsp,%rbp`, in both encodings. */
const frames = [
  [0x55, 0x48, 0x89, 0xe5],
  [0x55, 0x48, 0x8b, 0xec],
];
const setUps = [...frames, ...frames.map((bytes) => [...endbr64, ...bytes])];
const setUpLength = 8;

function beginsBody(
  previous: LineRow,
  row: LineRow,
  isInlined: (address: bigint) => boolean,
): boolean {
  if (row.address === previous.address) return false;
  const earlier = row.line < previous.line && row.file === previous.file;
  return !earlier || isInlined(row.address);
}
