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
    const { addresses, files, lines, flags } = this.from;
    this.begin = this.rows.length;
    let last = { file: -1, line: 0 };
    let at = { address: -1n, statement: false };
    for (let i = first; i < end; i++) {
      const [address, line] = [addresses[i] ?? 0n, lines[i] ?? 0];
      const file = this.fileOf(files[i] ?? 0);
      const statement = ((flags[i] ?? 0) & RowFlag.statement) !== 0;
      const changed = file !== last.file;
      if (at.address !== address) at = { address, statement: false };
      const hidesStatement = changed && at.statement && !statement;
      if (line !== 0 && !hidesStatement) {
        if (changed) this.dropRowsAt(address);
        const parted = ((flags[i] ?? 0) & RowFlag.discriminated) !== 0;
        if (changed || line !== last.line || !parted) this.take(i);
        last = { file, line };
      }
      at.statement ||= statement;
    }
    this.dropRowsAt(addresses[end] ?? 0n);
    this.take(end);
    this.sequences.push({ first: this.begin, end: this.rows.length - 1 });
  }

  private take(index: number): void {
    const { address, file, line, column, flags } = this.from.row(index);
    this.rows.add(address, file, line, column, flags);
  }

  /** Code of a file ends where that of another begins: rows there have none. */
  private dropRowsAt(address: bigint): void {
    const { rows } = this;
    while (rows.length > this.begin && rows.addresses[rows.length - 1] === address) rows.length--;
  }
}
