// Which rows of a line number program tell the line of code and where a breakpoint may be, by gdb's rules (gdb 13,
// lnp_state_machine::record_line). Code without a line, which is line 0, belongs to the line before it; where several
// files have rows at one address, those of the last file count, unless it has no statement there.
import { LineRows, RowFlag, type RowSequence } from './lineProgram';

/** Rows with the sequences that they form. */
export interface SequencedRows {
  readonly rows: LineRows;
  readonly sequences: readonly RowSequence[];
}

/** A sequence of rows that count. */
export interface RecordedSequence extends RowSequence {
  /** Rows `[first, end)` of `uncounted` lie in it. */
  readonly uncounted: { readonly first: number; readonly end: number };
}

/** Rows that count, with the sequences that they form. */
export interface RecordedRows extends SequencedRows {
  readonly sequences: readonly RecordedSequence[];
  /** Rows that only part a line that counts: they have its file and line, and columns of their own. */
  readonly uncounted: LineRows;
}

/** The rows that count, in their order. `fileOf`: the one number of a file that may have several. */
export function recordedRows(
  { rows, sequences }: SequencedRows,
  fileOf: (file: number) => number,
): RecordedRows {
  const recorder = new Recorder(rows, fileOf);
  for (const { first, end } of sequences) recorder.sequence(first, end);
  return recorder;
}

/** Takes over rows, sequence by sequence. */
class Recorder implements RecordedRows {
  readonly rows: LineRows;
  readonly uncounted = new LineRows();
  readonly sequences: RecordedSequence[] = [];
  private begin = 0;

  constructor(
    private readonly from: LineRows,
    private readonly fileOf: (file: number) => number,
  ) {
    this.rows = new LineRows(from.length);
  }

  sequence(first: number, end: number): void {
    const { files, lines, flags } = this.from;
    this.begin = this.rows.length;
    const firstUncounted = this.uncounted.length;
    let [lastFile, lastLine] = [-1, 0];
    let hasStatement = false;
    for (let i = first; i < end; i++) {
      const line = lines[i] ?? 0;
      const file = this.fileOf(files[i] ?? 0);
      const statement = ((flags[i] ?? 0) & RowFlag.statement) !== 0;
      const changed = file !== lastFile;
      if (i === first || !this.from.isAt(i, i - 1)) hasStatement = false;
      const hidesStatement = changed && hasStatement && !statement;
      if (line !== 0 && !hidesStatement) {
        if (changed) this.dropRowsAt(i);
        const parted = ((flags[i] ?? 0) & RowFlag.discriminated) !== 0;
        const isCounted = changed || line !== lastLine || !parted;
        (isCounted ? this.rows : this.uncounted).addFrom(this.from, i);
        lastFile = file;
        lastLine = line;
      }
      hasStatement ||= statement;
    }
    this.dropRowsAt(end);
    this.rows.addFrom(this.from, end);
    const uncounted = { first: firstUncounted, end: this.uncounted.length };
    this.sequences.push({ first: this.begin, end: this.rows.length - 1, uncounted });
  }

  /** Code of a file ends where that of another begins: rows there have none. */
  private dropRowsAt(index: number): void {
    const { rows } = this;
    while (rows.length > this.begin && rows.isAt(rows.length - 1, index, this.from)) rows.length--;
  }
}
