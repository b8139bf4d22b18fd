// Lines of a program: from an address to the place in a source file, and the lines of a file that have code.
// Addresses are link-time addresses.
import type { Dwarf } from './dwarf/dwarf';
import { RowFlag, type LineRow } from './dwarf/lineProgram';
import type { LineTable } from './dwarf/lineTable';
import { pathOf, type SourceIndex } from './dwarf/sourceIndex';
import type { Unit } from './dwarf/unit';
import type { UnitIndex } from './dwarf/unitIndex';

/** A place in a source file. */
export interface SourceLine {
  /** Path as recorded: the file joined with its directory and the compilation directory. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1; 0 where the compiler did not say. */
  readonly column: number;
  /** MD5 of the file's contents, in hexadecimal digits (DWARF 5). */
  readonly md5?: string;
}

/** A run of code of one source line. Link-time addresses. */
export interface LineSpan extends SourceLine {
  readonly start: bigint;
  /** Exclusive. */
  readonly end: bigint;
  /** False where the compiler recommends its start for no breakpoint. */
  readonly isStatement: boolean;
}

/** The lines of one program. */
export class ProgramLines {
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

  /** The source line of an address with the run of code around it; undefined where the compiler names none. */
  async lineSpanAt(address: bigint): Promise<LineSpan | undefined> {
    const unit = await this.units.ownUnitAt(address);
    const table = unit && (await this.dwarf.lines(unit));
    const span = table?.rowAt(address);
    const source = unit && table && span && (await this.sourceLine(unit, table, span));
    const isStatement = ((span?.flags ?? 0) & RowFlag.statement) !== 0;
    return source && { ...source, start: span.address, end: span.end, isStatement };
  }

  /** The lines of a file that have code, ascending. */
  async linesWithCode(file: string): Promise<readonly number[]> {
    const lines = new Set((await this.sources.rowsOf(file)).map(({ line }) => line));
    return [...lines].sort((a, b) => a - b);
  }

  private async sourceLine(
    unit: Unit,
    table: LineTable,
    row: LineRow,
  ): Promise<SourceLine | undefined> {
    const file = table.file(row.file);
    if (!file) return undefined;
    const path = pathOf(table.header, file, await this.sources.directoryOf(unit));
    const { line, column } = row;
    return { file: path, line, column, ...(file.md5 === undefined ? {} : { md5: file.md5 }) };
  }
}
