// The rows of one line number program, searched by address and by line. As addr2line and gdb do,
// rows are grouped into sequences: between two of them lies code of other programs.
import { AddressMap } from '../addressMap';
import { upperBound } from '../addressOrder';
import { TimeSlice } from '../../bytes/timeSlice';
import { isDiscarded, reportMalformed } from './debugSections';
import { readLineHeader, type LineFile, type LineProgramHeader } from './lineHeader';
import { LineStateMachine, RowFlag, type LineRow, type LineRows } from './lineProgram';
import { recordedRows, type RecordedSequence, type SequencedRows } from './recordedRows';
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
   * The row that an address belongs to, with the address where its code ends: the last row at or below it in
   * its sequence. Where several stand at one address, the last; but one that begins a statement goes before
   * one that does not, as in gdb. The column is that of the last row, also of one that does not count.
   * Undefined where no sequence holds the address.
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

  /** The rows from the one at `address` to the end of its sequence, or to `end`. */
  *rowsFrom(address: bigint, end: bigint): Generator<LineRow> {
    const sequence = this.sequenceAt(address);
    if (!sequence) return;
    const { addresses } = this.rows;
    let index = upperBound(addresses, address, sequence.first, sequence.end) - 1;
    while (index > sequence.first && addresses[index - 1] === addresses[index]) index--;
    for (; index < sequence.end && (addresses[index] ?? 0n) < end; index++)
      yield this.rows.row(index);
  }

  /** The rows at an address. */
  *rowsAt(address: bigint): Generator<LineRow> {
    for (const row of this.rowsFrom(address, address + 1n)) if (row.address === address) yield row;
  }

  /** Whether a statement begins in lines `[from, end)` of a file of a name, whatever its folder. */
  hasStatement(name: string, from: number, end: number): boolean {
    const { files, lines, flags } = this.rows;
    for (const index of this.liveRows()) {
      const line = lines[index] ?? 0;
      if (line < from || line >= end || ((flags[index] ?? 0) & RowFlag.statement) === 0) continue;
      if (this.file(files[index] ?? 0)?.name === name) return true;
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
  while (machine.run(opcodesAtOnce)) await slice.breathe();
  const { rows, sequences, definedFiles } = machine;
  if (rows.length > (sequences.at(-1)?.end ?? -1) + 1) {
    reportMalformed(
      sections,
      section,
      header.programOffset,
      'line-program-cut',
      'A line number program ends inside a sequence; the lines of that sequence are lost',
      { expected: 'an end of the sequence', found: `${rows.length} rows without it` },
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
