// Which rows of a line number program tell the line of code and where a breakpoint may be, by gdb's rules (gdb 13,
// lnp_state_machine::record_line). Code without a line, which is line 0, belongs to the line before it; where several
// files have rows at one address, those of the last file count, unless it has no statement there.
import { LineRows, RowFlag, type RowSequence } from './lineProgram';

/** Rows with the sequences that they form. */
export interface SequencedRows {
  readonly rows: LineRows;
  readonly sequences: readonly RowSequence[];
}

/** The rows that count, in their order. `fileOf`: the one number of a file that may have several. */
export function recordedRows(
  { rows, sequences }: SequencedRows,
  fileOf: (file: number) => number,
): SequencedRows {
  const recorder = new Recorder(rows, fileOf);
  for (const { first, end } of sequences) recorder.sequence(first, end);
  return recorder;
}

/** Takes over rows, sequence by sequence. */
class Recorder implements SequencedRows {
  readonly rows = new LineRows();
  readonly sequences: RowSequence[] = [];
  private begin = 0;

  constructor(
    private readonly from: LineRows,
    private readonly fileOf: (file: number) => number,
  ) {}

  sequence(first: number, end: number): void {
    const { files, lines, flags } = this.from;
    this.begin = this.rows.length;
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
        if (changed || line !== lastLine || !parted) this.rows.addFrom(this.from, i);
        lastFile = file;
        lastLine = line;
      }
      hasStatement ||= statement;
    }
    this.dropRowsAt(end);
    this.rows.addFrom(this.from, end);
    this.sequences.push({ first: this.begin, end: this.rows.length - 1 });
  }

  /** Code of a file ends where that of another begins: rows there have none. */
  private dropRowsAt(index: number): void {
    const { rows } = this;
    while (rows.length > this.begin && rows.isAt(rows.length - 1, index, this.from)) rows.length--;
  }
}
