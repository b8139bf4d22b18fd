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

/** The rows that count, in their order: those given make room for them. `fileOf`: the one number of a file that may have several. */
export function recordedRows(
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

  /** Code of a file ends where that of another begins: rows there have none. `begin`: of the sequence. */
  private dropRowsAt(index: number, begin: number): void {
    while (this.kept > begin && this.rows.isAt(this.kept - 1, index)) this.kept--;
  }
}
