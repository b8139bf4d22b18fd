// Where gdb's `break FUNCTION` stops: behind the prologue, as far as the line table shows it. The rules
// are those of gdb's skip_prologue_using_linetable and skip_prologue_using_sal.
import { RowFlag, type LineRow } from './dwarf/lineProgram';

/**
 * The link-time address behind the prologue of a function. `rows`: its rows from the entry on, in
 * order. `isInlined`: whether code was inlined from another function. The prologue ends where the
 * compiler says so, else where the second line begins; code of earlier lines still belongs to it,
 * unless it was inlined.
 */
export function afterPrologue(
  entry: bigint,
  rows: readonly LineRow[],
  isInlined: (address: bigint) => boolean,
): bigint {
  const lines = rows.filter(({ line }) => line !== 0);
  const [first, second] = lines;
  if (!first) return entry;
  const marked = lines.find(
    ({ flags, file }) => flags & RowFlag.prologueEnd && file === first.file,
  );
  if (marked) return marked.address;
  // Two lines at the entry: the prologue is empty.
  if (second?.address === first.address) return entry;
  const body = lines.findIndex(
    (row, i) => i > 0 && beginsBody(lines[i - 1] ?? first, row, isInlined),
  );
  const found = lines[body];
  // gdb 13 stays at the entry where the body begins with what was inlined from another file.
  if (!found || (found.file !== first.file && isInlined(found.address))) return entry;
  return found.address;
}

function beginsBody(
  previous: LineRow,
  row: LineRow,
  isInlined: (address: bigint) => boolean,
): boolean {
  if (row.address === previous.address) return false;
  const earlier = row.line < previous.line && row.file === previous.file;
  return !earlier || isInlined(row.address);
}
