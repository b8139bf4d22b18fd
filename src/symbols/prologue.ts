// Where gdb's `break FUNCTION` stops: behind the prologue, as far as the line table shows it. The rule
// is that of gdb's skip_prologue_using_sal.
import type { LineRow } from './dwarf/lineProgram';

/**
 * The link-time address behind the prologue of a function. `rows`: its rows from the entry on, in
 * order. The prologue ends where the second line begins; lines that go backward belong to it.
 */
export function afterPrologue(entry: bigint, rows: Iterable<LineRow>): bigint {
  let first: LineRow | undefined;
  let previous: LineRow | undefined;
  for (const row of rows) {
    if (row.line === 0) continue;
    first ??= row;
    // Two lines at the entry: the prologue is empty.
    if (row !== first && row.address === first.address) return entry;
    if (previous && endsPrologue(previous, row)) return row.address;
    if (!previous || row.address > previous.address) previous = row;
  }
  return entry;
}

function endsPrologue(previous: LineRow, row: LineRow): boolean {
  return (
    row.address > previous.address && (row.line >= previous.line || row.file !== previous.file)
  );
}
