// Lines of a program: from an address to the place in a source file, and the lines of a file that
// have code. Addresses are link-time addresses.
import type { Dwarf } from './dwarf/dwarf';
import { LruCache } from '../bytes/cache';
import { readMacros, type MacroEntry } from './dwarf/macros';
import { RowFlag, type LineRow } from './dwarf/lineProgram';
import type { LineTable } from './dwarf/lineTable';
import { recordedPath, writtenPathOf, type SourceIndex } from './dwarf/sourceIndex';
import { readString } from './dwarf/strings';
import type { Unit } from './dwarf/unit';
import type { UnitIndex } from './dwarf/unitIndex';
import { isAbsolute, joinSourcePath } from './sourcePath';

/** A place in a source file. */
export interface SourceLine {
  /** Path as recorded: the file joined with its directory and the compilation directory. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1; 0 where the compiler did not say. */
  readonly column: number;
}

/** A run of code of one source line. Link-time addresses. */
export interface LineSpan extends SourceLine {
  readonly start: bigint;
  /** Exclusive. */
  readonly end: bigint;
  /** False where the compiler recommends its start for no breakpoint. */
  readonly isStatement: boolean;
}

/** The macros of a unit. */
export interface UnitMacros {
  readonly entries: readonly MacroEntry[];
  /** The path of a file by its number in the entries. */
  pathOf(file: number): string | undefined;
}

/** Units whose macros are kept: each may have thousands. */
const maxMacroUnits = 4;

/** The lines of one program. */
export class ProgramLines {
  private readonly macros = new LruCache<Unit, UnitMacros | undefined>(maxMacroUnits);
  private readonly writtenFiles = new WeakMap<LineTable, ReadonlyMap<string, string>>();

  constructor(
    private readonly dwarf: Dwarf,
    private readonly units: UnitIndex,
    private readonly sources: SourceIndex,
  ) {}

  /** The source line of an address; undefined where the compiler names none. */
  async lineAt(address: bigint): Promise<SourceLine | undefined> {
    const unit = await this.units.ownUnitAt(address);
    const table = unit && (await this.dwarf.lines(unit));
    const row = table?.rowAt(address);
    return unit && table && row && this.sourceLine(unit, table, row);
  }

  /**
   * The source line of an address with the run of code around it; undefined where the compiler
   * names none.
   */
  async lineSpanAt(address: bigint): Promise<LineSpan | undefined> {
    const unit = await this.units.ownUnitAt(address);
    const table = unit && (await this.dwarf.lines(unit));
    const span = table?.rowAt(address);
    const source = unit && table && span && (await this.sourceLine(unit, table, span));
    const isStatement = ((span?.flags ?? 0) & RowFlag.statement) !== 0;
    return source && { ...source, start: span.address, end: span.end, isStatement };
  }

  /**
   * The path of a file as its unit and gdb write it: the unit's own as the compiler was given it,
   * another one after its entry in the table of folders. `address`: of the unit. Undefined where
   * the unit names no such file.
   */
  async writtenFile(address: bigint, file: string): Promise<string | undefined> {
    const unit = await this.units.ownUnitAt(address);
    return unit && this.writtenIn(unit, file);
  }

  /** The same, of the unit at an offset: several units may share the code at an address. */
  async writtenFileOfUnit(offset: number, file: string): Promise<string | undefined> {
    const unit = await this.dwarf.unit(offset);
    return unit && this.writtenIn(unit, file);
  }

  private async writtenIn(unit: Unit, file: string): Promise<string | undefined> {
    // The name of a unit that was split is in the other file.
    const described = await this.dwarf.complete(unit);
    const name = await readString(described, described.root.name);
    const directory = await this.sources.directoryOf(unit);
    if (name !== undefined && joinSourcePath(directory, name) === file) {
      return ownFile(name, directory, unit);
    }
    const table = await this.dwarf.lines(unit);
    if (!table) return undefined;
    let written = this.writtenFiles.get(table);
    if (!written) this.writtenFiles.set(table, (written = allWritten(table, directory)));
    return written.get(file);
  }

  /**
   * The line of the first row in `[address, end)`, where it is of the file that `address` has. gdb
   * begins the source text of a disassembly there.
   */
  async firstLineFrom(address: bigint, end: bigint): Promise<number | undefined> {
    const unit = await this.units.ownUnitAt(address);
    const table = unit && (await this.dwarf.lines(unit));
    const own = table?.rowAt(address);
    if (!table || !own) return undefined;
    for (const { address: at, file, line } of table.rowsFrom(address, end)) {
      if (at >= address) return file === own.file ? line : undefined;
    }
    return undefined;
  }

  /**
   * The runs of code that begin in `[address, end)` and are of the file that `address` has, in the
   * order of addresses; where one line has several at one address, the last.
   */
  async linesOfFileFrom(
    address: bigint,
    end: bigint,
  ): Promise<readonly Pick<LineSpan, 'line' | 'start' | 'end'>[]> {
    const unit = await this.units.ownUnitAt(address);
    const table = unit && (await this.dwarf.lines(unit));
    const own = table?.rowAt(address);
    if (!table || !own) return [];
    const rows = [...table.rowsFrom(address, end)].filter((row) => row.address >= address);
    const isRepeated = (i: number) =>
      rows[i]?.line === rows[i + 1]?.line && rows[i]?.address === rows[i + 1]?.address;
    return rows.flatMap(({ file, line, address: start, end: last }, i) =>
      file === own.file && !isRepeated(i) ? [{ line, start, end: last }] : [],
    );
  }

  /**
   * The macros of the unit that has code at an address, with the paths of its files; undefined
   * where it describes none.
   */
  async macrosAt(address: bigint): Promise<UnitMacros | undefined> {
    const unit = await this.units.ownUnitAt(address);
    return unit && this.macros.get(unit, () => this.readMacros(unit));
  }

  private async readMacros(unit: Unit): Promise<UnitMacros | undefined> {
    const entries = await readMacros(unit);
    const table = entries && (await this.dwarf.lines(unit));
    if (!table) return undefined;
    const directory = await this.sources.directoryOf(unit);
    const pathOf = (number: number) => {
      const file = table.file(number);
      return file && recordedPath(table.header, file, directory);
    };
    return { entries, pathOf };
  }

  /** The lines of a file that have code, ascending. */
  async linesWithCode(file: string): Promise<readonly number[]> {
    return (await this.sources.rowsOf(file)).lines;
  }

  /** The MD5 checksums that units have of a file, each once. */
  async checksumsOf(file: string): Promise<readonly string[]> {
    return [...new Set(await this.sources.checksumsOf(file))];
  }

  private async sourceLine(
    unit: Unit,
    table: LineTable,
    row: LineRow,
  ): Promise<SourceLine | undefined> {
    const file = table.file(row.file);
    if (!file) return undefined;
    const path = recordedPath(table.header, file, await this.sources.directoryOf(unit));
    return { file: path, line: row.line, column: row.column };
  }
}

/**
 * Since DWARF 5 the tables of lines name the folder of each file, and gdb writes one that is
 * relative.
 */
function ownFile(name: string, directory: string | undefined, { header }: Unit): string {
  const isPlain = header.encoding.version < 5 || isAbsolute(name) || isAbsolute(directory ?? '/');
  return isPlain ? name : `${directory ?? '.'}/${name}`;
}

/** What the files of a table are written as, by their paths. */
function allWritten(table: LineTable, directory: string | undefined): ReadonlyMap<string, string> {
  const { header, fileCount } = table;
  const found = new Map<string, string>();
  for (let number = 0; number < fileCount; number++) {
    const file = table.file(number);
    if (!file) continue;
    const path = recordedPath(header, file, directory);
    if (!found.has(path)) found.set(path, writtenPathOf(header, file));
  }
  return found;
}
