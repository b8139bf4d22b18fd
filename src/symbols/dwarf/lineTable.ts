// The rows of one line number program, searched by address and by line. As addr2line and gdb do,
// rows are grouped into sequences: between two of them is code of other programs.
import { t } from '@vscode/l10n';
import { AddressMap, upperBound } from '../addressMap';
import { TimeSlice } from '../../bytes/timeSlice';
import { isDiscarded, reportMalformed } from './debugSections';
import { readLineHeader, type LineFile, type LineProgramHeader } from './lineHeader';
import { LineStateMachine, RowFlag, type LineRow, LineRows, type RowSequence } from './lineProgram';
import type { Unit } from './unit';

/** The lines of a unit. */
export class LineTable {
  private readonly map: AddressMap;

  constructor(
    readonly header: LineProgramHeader,
    /** The rows that count, in the order of the program, dropped code included. */
    readonly rows: LineRows,
    private readonly uncounted: LineRows,
    /** The sequences of code that the linker kept. */
    private readonly sequences: readonly RecordedSequence[],
    private readonly definedFiles: readonly LineFile[],
  ) {
    const ranges = sequences.map(({ first, end }) => ({
      start: rows.addresses[first] ?? 0n,
      end: rows.addresses[end] ?? 0n,
    }));
    this.map = AddressMap.of(ranges, [...ranges.keys()]);
  }

  /** The file of a number that rows use. */
  file(number: number): LineFile | undefined {
    const { files } = this.header;
    return number < files.length ? files.file(number) : this.definedFiles[number - files.length];
  }

  /** The numbers of files, from 0. */
  get fileCount(): number {
    return this.header.files.length + this.definedFiles.length;
  }

  /**
   * The row that an address belongs to, with the address where its code ends: the last row at or
   * below it in its sequence. Where several are at one address, the last; but one that begins a
   * statement goes before one that does not, as in gdb. The column is that of the last row, also of
   * one that does not count. Undefined where no sequence holds the address.
   */
  rowAt(address: bigint): (LineRow & { readonly end: bigint }) | undefined {
    const sequence = this.sequenceAt(address);
    if (!sequence) return undefined;
    const { addresses } = this.rows;
    const next = upperBound(addresses, address, sequence.first, sequence.end);
    const row = this.rows.row(this.statementAmong(sequence.first, next - 1));
    const column = this.columnWithin(sequence, row, address);
    return { ...row, column, end: addresses[next] ?? 0n };
  }

  /**
   * The rows from the one at `address` to the end of its sequence, or to `end`, each with the
   * address where its code ends.
   */
  *rowsFrom(address: bigint, end: bigint): Generator<LineRow & { readonly end: bigint }> {
    const sequence = this.sequenceAt(address);
    if (!sequence) return;
    const { addresses } = this.rows;
    let index = upperBound(addresses, address, sequence.first, sequence.end) - 1;
    while (index > sequence.first && addresses[index - 1] === addresses[index]) index--;
    for (; index < sequence.end && (addresses[index] ?? 0n) < end; index++)
      yield { ...this.rows.row(index), end: addresses[index + 1] ?? 0n };
  }

  /** The rows at an address. */
  *rowsAt(address: bigint): Generator<LineRow> {
    for (const row of this.rowsFrom(address, address + 1n)) if (row.address === address) yield row;
  }

  /** Whether a statement begins in lines `[from, end)` of a file of a name, whatever its folder. */
  hasStatement(name: string, from: number, end: number): boolean {
    const { files, lines, flags } = this.rows;
    for (const { first, end: after } of this.sequences) {
      for (let index = first; index < after; index++) {
        const line = lines[index] ?? 0;
        if (line < from || line >= end || ((flags[index] ?? 0) & RowFlag.statement) === 0) continue;
        if (this.file(files[index] ?? 0)?.name === name) return true;
      }
    }
    return false;
  }

  /** The indices of rows that code has, end_sequence rows excluded, in no special order. */
  *liveRows(): Generator<number> {
    for (const { first, end } of this.sequences) {
      for (let index = first; index < end; index++) yield index;
    }
  }

  private sequenceAt(address: bigint): RecordedSequence | undefined {
    const found = this.map.find(address);
    return found && this.sequences[found.value];
  }

  private columnWithin(sequence: RecordedSequence, row: LineRow, address: bigint): number {
    const { addresses, columns } = this.uncounted;
    const { first, end } = sequence.uncounted;
    const last = upperBound(addresses, address, first, end) - 1;
    const isWithin = last >= first && (addresses[last] ?? 0n) > row.address;
    return isWithin ? (columns[last] ?? 0) : row.column;
  }

  /** Of the rows at the address of row `last`: the last statement, or `last` itself. */
  private statementAmong(first: number, last: number): number {
    const { addresses, flags } = this.rows;
    for (let i = last; i >= first && addresses[i] === addresses[last]; i--) {
      if ((flags[i] ?? 0) & RowFlag.statement) return i;
    }
    return last;
  }
}

/** How many opcodes run between two looks at the clock. */
const opcodesAtOnce = 20_000;

/** A line number program that was run. */
interface LineProgram extends SequencedRows {
  readonly header: LineProgramHeader;
  /** Files that the program itself defines, numbered on from the header's. */
  readonly definedFiles: readonly LineFile[];
}

/** The lines of a unit, by the line number program that it names. */
export async function readLineTable(unit: Unit): Promise<LineTable | undefined> {
  const program = await runLineProgram(unit);
  if (!program) return undefined;
  const { header, definedFiles } = program;
  const { rows, uncounted, sequences } = recordedRows(program, oneNumberEach(header));
  const { addressSize } = header.encoding;
  const kept = sequences.filter(({ first, end }) => {
    const start = rows.addresses[first] ?? 0n;
    const isCode = start < (rows.addresses[end] ?? 0n);
    return isCode && !isDiscarded(start, addressSize, unit.file.sections);
  });
  return new LineTable(header, rows, uncounted, kept, definedFiles);
}

/** Runs the line number program that a unit names: all of its rows. */
export async function runLineProgram(unit: Unit): Promise<LineProgram | undefined> {
  const header = await readLineHeader(unit);
  if (!header) return undefined;
  const { sections } = unit.file;
  const section = await sections.get('.debug_line');
  const length = Math.max(0, header.end - header.programOffset);
  const machine = new LineStateMachine(header, await section.read(header.programOffset, length));
  const slice = new TimeSlice();
  while (machine.run(opcodesAtOnce)) await slice.yieldIfDue();
  const { rows, sequences, definedFiles } = machine;
  if (rows.length > (sequences.at(-1)?.end ?? -1) + 1) {
    reportMalformed(
      sections,
      section,
      header.programOffset,
      'line-program-cut',
      t('A line number program ends inside a sequence; the lines of that sequence are lost'),
      { expected: t('an end of the sequence'), found: t('{0} rows without it', rows.length) },
    );
  }
  return { header, rows, sequences, definedFiles };
}

/** DWARF 5 gives the unit's own file two numbers, 0 and 1. */
function oneNumberEach({ files }: LineProgramHeader): (file: number) => number {
  const [own, first] = [files.file(0), files.file(1)];
  const twice = own && first && own.name === first.name && own.directory === first.directory;
  return (file) => (twice && file === 0 ? 1 : file);
}

// Which rows of a line number program give the line of an address and where a breakpoint may be, by
// gdb's rules (gdb 13, lnp_state_machine::record_line). Code without a line, which is line 0,
// belongs to the line before it; where several files have rows at one address, those of the last
// file count, unless it has no statement there.

/** Rows with the sequences that they form. */
export interface SequencedRows {
  readonly rows: LineRows;
  readonly sequences: readonly RowSequence[];
}

/** A sequence of rows that count. */
export interface RecordedSequence extends RowSequence {
  /** Rows `[first, end)` of `uncounted` are in it. */
  readonly uncounted: { readonly first: number; readonly end: number };
}

/** Rows that count, with the sequences that they form. */
export interface RecordedRows extends SequencedRows {
  readonly sequences: readonly RecordedSequence[];
  /**
   * Rows that only part a line that counts: they have its file and line, and columns of their own.
   */
  readonly uncounted: LineRows;
}

/**
 * The rows that count, in their order: those given make room for them. `fileOf`: the one number of
 * a file that may have several.
 */
function recordedRows(
  { rows, sequences }: SequencedRows,
  fileOf: (file: number) => number,
): RecordedRows {
  const recorder = new Recorder(rows, fileOf);
  for (const { first, end } of sequences) recorder.sequence(first, end);
  return recorder.finish();
}

/** Keeps rows, sequence by sequence, and moves them to the front. */
class Recorder {
  private readonly uncounted = new LineRows();
  private readonly sequences: RecordedSequence[] = [];
  /** How many rows were kept: never more than were looked at. */
  private kept = 0;

  constructor(
    private readonly rows: LineRows,
    private readonly fileOf: (file: number) => number,
  ) {}

  sequence(first: number, end: number): void {
    const { rows, uncounted, fileOf } = this;
    const { files, lines, flags } = rows;
    const begin = this.kept;
    const firstUncounted = uncounted.length;
    let [lastFile, lastLine] = [-1, 0];
    let hasStatement = false;
    for (let i = first; i < end; i++) {
      const line = lines[i] ?? 0;
      const file = fileOf(files[i] ?? 0);
      const flag = flags[i] ?? 0;
      const statement = (flag & RowFlag.statement) !== 0;
      const changed = file !== lastFile;
      if (hasStatement && !rows.isAt(i, i - 1)) hasStatement = false;
      const hidesStatement = changed && hasStatement && !statement;
      if (line !== 0 && !hidesStatement) {
        if (changed) this.dropRowsAt(i, begin);
        const parted = (flag & RowFlag.discriminated) !== 0;
        if (changed || line !== lastLine || !parted) rows.move(i, this.kept++);
        else uncounted.addFrom(rows, i);
        lastFile = file;
        lastLine = line;
      }
      hasStatement ||= statement;
    }
    this.dropRowsAt(end, begin);
    rows.move(end, this.kept++);
    const within = { first: firstUncounted, end: uncounted.length };
    this.sequences.push({ first: begin, end: this.kept - 1, uncounted: within });
  }

  finish(): RecordedRows {
    const { rows, uncounted, sequences } = this;
    rows.cutTo(this.kept);
    return { rows, uncounted, sequences };
  }

  /**
   * Code of a file ends where that of another begins: rows there have none. `begin`: of the
   * sequence.
   */
  private dropRowsAt(index: number, begin: number): void {
    while (this.kept > begin && this.rows.isAt(this.kept - 1, index)) this.kept--;
  }
}
