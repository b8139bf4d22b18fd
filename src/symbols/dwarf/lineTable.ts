// The rows of one line number program, searched by address and by line. As addr2line and gdb do,
// rows are grouped into sequences: between two of them lies code of other programs.
import { AddressMap } from '../addressMap';
import { upperBound } from '../addressOrder';
import { TimeSlice } from '../../bytes/timeSlice';
import { isDiscarded, reportMalformed } from './debugSections';
import { readLineHeader, type LineFile, type LineProgramHeader } from './lineHeader';
import {
  LineStateMachine,
  RowFlag,
  type LineRow,
  type LineRows,
  type RowSequence,
} from './lineProgram';
import type { Unit } from './unit';

/** The lines of a unit. */
export class LineTable {
  private readonly map: AddressMap;

  constructor(
    readonly header: LineProgramHeader,
    /** All rows, in the order of the program, dropped code included. */
    readonly rows: LineRows,
    /** The sequences of code that the linker kept. */
    private readonly sequences: readonly RowSequence[],
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
    return number < files.length ? files[number] : this.definedFiles[number - files.length];
  }

  /** The numbers of files, from 0. */
  get fileCount(): number {
    return this.header.files.length + this.definedFiles.length;
  }

  row(index: number): LineRow {
    const { addresses, files, lines, columns, flags } = this.rows;
    return {
      address: addresses[index] ?? 0n,
      file: files[index] ?? 0,
      line: lines[index] ?? 0,
      column: columns[index] ?? 0,
      flags: flags[index] ?? 0,
    };
  }

  /**
   * The row that an address belongs to: the last one at or below it in its sequence. Where several
   * stand at one address, the last; but one that begins a statement goes before one that does not,
   * as in gdb. Undefined where no sequence holds the address, or its line is 0: no line.
   */
  rowAt(address: bigint): LineRow | undefined {
    const sequence = this.sequenceAt(address);
    if (!sequence) return undefined;
    const { addresses } = this.rows;
    const last = upperBound(addresses, address, sequence.first, sequence.end) - 1;
    const row = this.row(this.statementAmong(sequence.first, last));
    return row.line === 0 ? undefined : row;
  }

  /**
   * The run of a line that an address is in, as gdb sees it: from the last row at or below the address to the next one at
   * another address. Rows that only part a line by discriminators begin no run.
   */
  spanAt(address: bigint): (LineRow & { readonly end: bigint }) | undefined {
    const sequence = this.sequenceAt(address);
    if (!sequence) return undefined;
    const { addresses } = this.rows;
    let first = upperBound(addresses, address, sequence.first, sequence.end) - 1;
    while (first > sequence.first && this.continuesLine(first)) first--;
    let next = first + 1;
    while (next < sequence.end && !this.beginsAfter(first, next)) next++;
    const row = this.row(this.statementAmong(sequence.first, first));
    return row.line === 0 ? undefined : { ...row, end: addresses[next] ?? 0n };
  }

  /** The rows from the one at `address` to the end of its sequence, or to `end`. */
  *rowsFrom(address: bigint, end: bigint): Generator<LineRow> {
    const sequence = this.sequenceAt(address);
    if (!sequence) return;
    const { addresses } = this.rows;
    let index = upperBound(addresses, address, sequence.first, sequence.end) - 1;
    while (index > sequence.first && addresses[index - 1] === addresses[index]) index--;
    for (; index < sequence.end && (addresses[index] ?? 0n) < end; index++) yield this.row(index);
  }

  /** The indices of rows that code has, end_sequence rows excluded, in no special order. */
  *liveRows(): Generator<number> {
    for (const { first, end } of this.sequences) {
      for (let index = first; index < end; index++) yield index;
    }
  }

  private beginsAfter(row: number, next: number): boolean {
    const { addresses } = this.rows;
    return !this.continuesLine(next) && (addresses[next] ?? 0n) > (addresses[row] ?? 0n);
  }

  private continuesLine(row: number): boolean {
    const { files, lines, flags } = this.rows;
    const parted = ((flags[row] ?? 0) & RowFlag.discriminated) !== 0;
    return parted && lines[row] === lines[row - 1] && files[row] === files[row - 1];
  }

  private sequenceAt(address: bigint): RowSequence | undefined {
    const found = this.map.find(address);
    return found && this.sequences[found.value];
  }

  /** Of the rows at the address of row `last`: the last statement, or `last` itself. */
  private statementAmong(first: number, last: number): number {
    const { addresses, flags, lines } = this.rows;
    for (let i = last; i >= first && addresses[i] === addresses[last]; i--) {
      if ((flags[i] ?? 0) & RowFlag.statement && lines[i] !== 0) return i;
    }
    return last;
  }
}

/** How many opcodes run between two looks at the clock. */
const opcodesAtOnce = 20_000;

/** Runs the line number program that a unit names. */
export async function readLineTable(unit: Unit): Promise<LineTable | undefined> {
  const header = await readLineHeader(unit);
  if (!header) return undefined;
  const { sections } = unit.file;
  const section = await sections.get('.debug_line');
  const length = Math.max(0, header.end - header.programOffset);
  const machine = new LineStateMachine(header, await section.read(header.programOffset, length));
  const slice = new TimeSlice();
  while (machine.run(opcodesAtOnce)) await slice.breathe();
  const { rows, definedFiles } = machine;
  if (rows.length > (machine.sequences.at(-1)?.end ?? -1) + 1) {
    reportMalformed(
      sections,
      section,
      header.programOffset,
      'line-program-cut',
      'A line number program ends inside a sequence; the lines of that sequence are lost',
      { expected: 'an end of the sequence', found: `${rows.length} rows without it` },
    );
  }
  const { addressSize } = header.encoding;
  const kept = machine.sequences.filter(({ first, end }) => {
    const start = rows.addresses[first] ?? 0n;
    return start < (rows.addresses[end] ?? 0n) && !isDiscarded(start, addressSize, sections);
  });
  return new LineTable(header, rows, kept, definedFiles);
}
