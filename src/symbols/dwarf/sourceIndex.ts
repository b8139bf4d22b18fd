// Which units have lines of a source file: the way from a line to addresses. It needs the file
// tables of all units, and so is made only when a line is asked for.
import { append, partitionPoint } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import { LruCache } from '../../bytes/cache';
import { lazy } from '../../bytes/lazy';
import { isAbsolute, joinSourcePath } from '../sourcePath';
import { DW_TAG } from './constants';
import { Allowance } from './debugSections';
import type { Dwarf } from './dwarf';
import { readLineHeader, type LineProgramHeader } from './lineHeader';
import { RowFlag } from './lineProgram';
import type { LineTable } from './lineTable';
import { readString } from './strings';
import { placedUnit, type Unit } from './unit';

/** A row of a file: where, and which line. */
export interface FileRow {
  readonly address: bigint;
  readonly line: number;
  readonly isStatement: boolean;
}

/** The rows of a file's code, by line. */
export class FileRows {
  private readonly rows: readonly FileRow[];
  private readonly statements: readonly FileRow[];

  constructor(rows: readonly FileRow[]) {
    this.rows = [...rows].sort((a, b) => a.line - b.line);
    this.statements = this.rows.filter(({ isStatement }) => isStatement);
  }

  get count(): number {
    return this.rows.length;
  }

  /** The lines that have code, ascending. */
  get lines(): number[] {
    return [...new Set(this.rows.map(({ line }) => line))];
  }

  ofLine(line: number): readonly FileRow[] {
    return rowsOfLine(this.rows, line);
  }

  /** Where the statements of a line begin, or else those of the nearest one after it. */
  nearestStatements(line: number): readonly FileRow[] {
    const { statements } = this;
    const nearest = statements[firstFrom(statements, line)]?.line;
    return nearest === undefined ? [] : rowsOfLine(statements, nearest);
  }
}

/** The place of the first row of a line or of one after it; rows are by line. */
function firstFrom(rows: readonly FileRow[], line: number): number {
  return partitionPoint(rows.length, (i) => (rows[i]?.line ?? 0) >= line);
}

function rowsOfLine(rows: readonly FileRow[], line: number): readonly FileRow[] {
  return rows.slice(firstFrom(rows, line), firstFrom(rows, line + 1));
}

/**
 * A file that the lines of a unit with code name, or the source of a unit without code: what gdb
 * calls a symbol table.
 */
export interface Symtab {
  /** Offset of the unit. */
  readonly unit: number;
  /** The compilation directory. */
  readonly directory: string | undefined;
  /** As recorded: joined with the directories. */
  readonly path: string;
  /** The name of a unit without code, as the compiler was given it. */
  readonly unitName?: string;
  /** Type units have none. */
  readonly hasCode: boolean;
  /** The rows of the file. */
  readonly rows: readonly FileRow[];
}

/** The path of a file as recorded: joined with its directory and the compilation directory. */
export function recordedPath(
  header: LineProgramHeader,
  file: { readonly name: string; readonly directory: number },
  compilationDirectory: string | undefined,
): string {
  return joinSourcePath(folderOf(header, file.directory, compilationDirectory), file.name);
}

/** The path of a file as the table writes it: after the entry of its folder, if it has one. */
export function writtenPathOf(
  { directories, encoding }: Pick<LineProgramHeader, 'directories' | 'encoding'>,
  { name, directory }: { readonly name: string; readonly directory: number },
): string {
  const folder = encoding.version < 5 && directory === 0 ? undefined : directories[directory];
  if (!folder || isAbsolute(name)) return name;
  return `${folder}${folder.endsWith('/') ? '' : '/'}${name}`;
}

/** The folder of a number. Since DWARF 5 the first one is the compilation directory itself. */
function folderOf(
  { directories, encoding }: LineProgramHeader,
  number: number,
  compilationDirectory: string | undefined,
): string {
  const first = encoding.version >= 5 ? directories[0] : undefined;
  const base = first === compilationDirectory ? first : joinSourcePath(compilationDirectory, first);
  return number === 0 ? (base ?? '') : joinSourcePath(base, directories[number]);
}

interface SourceFiles {
  /** Offsets of units, by the path of each file that their lines name. */
  readonly units: ReadonlyMap<string, readonly number[]>;
  /** Where the lines of type units are in .debug_line. */
  readonly ofTypes: ReadonlySet<number | undefined>;
}

/** Rows of files that are kept. */
const maxRows = 100_000;

/** Finds lines by file. */
export class SourceIndex {
  private readonly sourceFiles = lazy(() => this.readFiles());
  private readonly fileRows = new LruCache<string, FileRows>(maxRows, ({ count }) => count);

  constructor(private readonly dwarf: Dwarf) {}

  /** The paths of all files that lines name, as recorded, in the order of the file. */
  async files(): Promise<string[]> {
    return [...(await this.sourceFiles()).units.keys()];
  }

  /** Every row of a file's code. */
  rowsOf(file: string): Promise<FileRows> {
    return this.fileRows.get(file, async () => {
      const rows: FileRow[] = [];
      for await (const { table, numbers } of this.tablesOf(file)) addRows(rows, table, numbers);
      return new FileRows(rows);
    });
  }

  /** The MD5 checksum of a file in each unit that has one (DWARF 5), in hexadecimal digits. */
  async checksumsOf(file: string): Promise<string[]> {
    const checksums: string[] = [];
    for await (const { table, numbers } of this.tablesOf(file)) {
      for (const number of numbers) {
        const checksum = table.file(number)?.md5;
        if (checksum !== undefined) checksums.push(checksum);
      }
    }
    return checksums;
  }

  /**
   * The wanted files, for each unit, in the order of the program. A unit without code, as link-time
   * optimization leaves it, has only its source. All type units that share a unit's lines count as
   * one more unit without code.
   */
  async symtabs(isMeant: (path: string) => boolean): Promise<Symtab[]> {
    const { units, ofTypes } = await this.sourceFiles();
    const named: { offset: number; path: string }[] = [];
    for (const [path, offsets] of units) {
      if (isMeant(path))
        append(
          named,
          offsets.map((offset) => ({ offset, path })),
        );
    }
    const found: Symtab[] = [];
    const slice = new TimeSlice();
    for (const { offset, path } of named.sort((a, b) => a.offset - b.offset)) {
      const unit = await this.dwarf.unit(offset);
      const table = unit && (await this.dwarf.lines(unit));
      await slice.yieldIfDue();
      if (!unit || !table) continue;
      const { tag, statementList } = unit.root;
      const [live] = table.liveRows();
      const isOfTypes = tag === DW_TAG.type_unit;
      const directory = await this.directoryOf(unit);
      if (live === undefined && !isOfTypes) {
        // gdb 13 does not read the lines of a unit without code (read_file_scope).
        const unitName = await readString(unit, unit.root.name);
        if (unitName !== undefined && joinSourcePath(directory, unitName) === path) {
          found.push({ unit: offset, directory, path, unitName, hasCode: false, rows: [] });
        }
        continue;
      }
      const rows: FileRow[] = [];
      addRows(rows, table, await this.numbersOf(unit, table, path));
      const symtab = { unit: offset, directory, path, hasCode: live !== undefined };
      found.push({ ...symtab, rows });
      if (!isOfTypes && ofTypes.has(statementList)) found.push({ ...symtab, rows: [] });
    }
    return found;
  }

  /**
   * The lines of each unit that name a file, in the order of the program, with its numbers there.
   */
  private async *tablesOf(
    file: string,
  ): AsyncGenerator<{ table: LineTable; numbers: ReadonlySet<number> }> {
    const slice = new TimeSlice();
    for (const offset of (await this.sourceFiles()).units.get(file) ?? []) {
      const unit = await this.dwarf.unit(offset);
      const table = unit && (await this.dwarf.lines(unit));
      if (table) yield { table, numbers: await this.numbersOf(unit, table, file) };
      await slice.yieldIfDue();
    }
  }

  /** The paths of the files that the lines of one unit name. */
  filesIn(unit: Unit): Promise<ReadonlySet<string>> {
    return this.pathsOf(placedUnit(unit), new JoinedPaths());
  }

  /** Every row of a file's code in one unit. */
  async rowsIn(unit: Unit, file: string): Promise<FileRows> {
    const rows: FileRow[] = [];
    const placed = placedUnit(unit);
    const table = await this.dwarf.lines(placed);
    if (table) addRows(rows, table, await this.numbersOf(placed, table, file));
    return new FileRows(rows);
  }

  /** The compilation directory of a unit. */
  directoryOf(unit: Unit): Promise<string | undefined> {
    const placed = placedUnit(unit);
    return readString(placed, placed.root.compilationDirectory);
  }

  /** The numbers by which a unit's rows name a file; there may be several. */
  private async numbersOf(unit: Unit, table: LineTable, file: string): Promise<Set<number>> {
    const directory = await this.directoryOf(unit);
    const numbers = new Set<number>();
    for (let number = 0; number < table.fileCount; number++) {
      const named = table.file(number);
      if (named && recordedPath(table.header, named, directory) === file) numbers.add(number);
    }
    return numbers;
  }

  private async readFiles(): Promise<SourceFiles> {
    const byFile = new Map<string, number[]>();
    const ofTypes = new Set<number | undefined>();
    const seen = new Set<number>();
    const known = new JoinedPaths();
    const allowance = new Allowance(this.dwarf.sections);
    for await (const unit of this.dwarf.ownUnits()) {
      const { tag, statementList } = unit.root;
      if (tag === DW_TAG.type_unit) ofTypes.add(statementList);
      if (statementList === undefined || seen.has(statementList)) continue;
      seen.add(statementList);
      for (const path of await this.pathsOf(unit, known)) {
        const units = byFile.get(path);
        if (units) units.push(unit.header.offset);
        else byFile.set(path, [unit.header.offset]);
      }
      if (allowance.spent) break;
    }
    return { units: byFile, ofTypes };
  }

  /** The paths of a unit's files. `known`: those that were joined before, by folder and name. */
  private async pathsOf(unit: Unit, known: JoinedPaths): Promise<Set<string>> {
    const header = await readLineHeader(unit);
    const paths = new Set<string>();
    if (!header) return paths;
    const directory = await this.directoryOf(unit);
    const folders: string[] = [];
    for (let number = 0; number < header.files.length; number++) {
      const file = header.files.file(number);
      if (!file) continue;
      const folder = (folders[file.directory] ??= folderOf(header, file.directory, directory));
      paths.add(known.join(folder, file.name));
    }
    return paths;
  }
}

/** Units name the same files over and over: what was joined for one serves the others. */
class JoinedPaths {
  private readonly byFolder = new Map<string, Map<string, string>>();

  join(folder: string, name: string): string {
    const inFolder = this.byFolder.get(folder) ?? new Map<string, string>();
    this.byFolder.set(folder, inFolder);
    const path = inFolder.get(name) ?? joinSourcePath(folder, name);
    inFolder.set(name, path);
    return path;
  }
}

function addRows(rows: FileRow[], table: LineTable, numbers: ReadonlySet<number>): void {
  const { addresses, files, lines, flags } = table.rows;
  for (const index of table.liveRows()) {
    const line = lines[index] ?? 0;
    if (line === 0 || !numbers.has(files[index] ?? 0)) continue;
    const isStatement = ((flags[index] ?? 0) & RowFlag.statement) !== 0;
    rows.push({ address: addresses[index] ?? 0n, line, isStatement });
  }
}
