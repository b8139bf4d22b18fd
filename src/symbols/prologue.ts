// Where gdb's `break FUNCTION` stops: behind the prologue. The rules are those of gdb's skip_prologue_using_linetable, then
// of skip_prologue_using_sal where it trusts the compiler's lines, or of amd64_skip_prologue where it reads the code.
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
  return lines[body]?.address ?? entry;
}

/**
 * The same where the code of x86-64 says it, as in what GCC compiled: a function that sets no frame pointer up has no
 * prologue. `code`: its first bytes, `setUpLength` of them or fewer.
 */
export function afterFrameSetUp(entry: bigint, code: Uint8Array, rows: readonly LineRow[]): bigint {
  const lines = rows.filter(({ line }) => line !== 0);
  const [first] = lines;
  const marked = lines.find(
    ({ flags, file }) => flags & RowFlag.prologueEnd && file === first?.file,
  );
  if (marked) return marked.address;
  const length = setUps.find((bytes) => bytes.every((byte, i) => code[i] === byte))?.length;
  if (length === undefined) return entry;
  const end = entry + BigInt(length);
  return lines.find(({ address }) => address >= end)?.address ?? end;
}

const endbr64 = [0xf3, 0x0f, 0x1e, 0xfa];
/** `push %rbp; mov %rsp,%rbp`, in both encodings. */
const frames = [
  [0x55, 0x48, 0x89, 0xe5],
  [0x55, 0x48, 0x8b, 0xec],
];
const setUps = [...frames, ...frames.map((bytes) => [...endbr64, ...bytes])];
export const setUpLength = 8;

function beginsBody(
  previous: LineRow,
  row: LineRow,
  isInlined: (address: bigint) => boolean,
): boolean {
  if (row.address === previous.address) return false;
  const earlier = row.line < previous.line && row.file === previous.file;
  return !earlier || isInlined(row.address);
}
