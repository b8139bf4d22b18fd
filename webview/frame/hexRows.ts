// Rows of memory as the page lays them out: by origin and by what changed, and as wide as the pane allows.
import type { MemoryRow, OriginName } from '../../src/editor/messages';

/** What is to be seen of a byte beside its digits and its origin. */
interface ByteMarks {
  /** Its digits in the frame compared with, where they are known to be others. */
  readonly was?: string | undefined;
  readonly selected?: boolean;
  /** The cursor is at it. */
  readonly cursor?: boolean;
}

/** Bytes that stand side by side in a row and look the same. */
export interface ByteRun {
  readonly origin: OriginName;
  readonly changed: boolean;
  readonly selected: boolean;
  readonly cursor: boolean;
  /** `67 70 00`. */
  readonly bytes: string;
  /** What they were, of those that changed. */
  readonly was: string;
}

/** The row's bytes, joined where they look the same; `marks` by the byte's place in the row. */
export function byteRuns(
  row: MemoryRow,
  marks: (column: number) => ByteMarks = () => ({}),
): readonly ByteRun[] {
  const runs: { -readonly [Key in keyof ByteRun]: ByteRun[Key] }[] = [];
  row.bytes.forEach((bytes, i) => {
    const origin = row.origins[i] ?? 'unavailable';
    const { was = '', selected = false, cursor = false } = marks(i);
    const changed = was !== '';
    const last = runs.at(-1);
    const isSame =
      last?.origin === origin &&
      last.changed === changed &&
      last.selected === selected &&
      !last.cursor &&
      !cursor;
    if (isSame) {
      last.bytes += ` ${bytes}`;
      if (changed) last.was += ` ${was}`;
    } else runs.push({ origin, changed, selected, cursor, bytes, was });
  });
  return runs;
}

/** The row in pieces of at most `width` bytes, for a pane that is too narrow for the whole. */
export function splitRow(row: MemoryRow, width: number): readonly MemoryRow[] {
  const pieces: MemoryRow[] = [];
  for (let start = 0; start < row.bytes.length; start += width) {
    const end = start + width;
    pieces.push({
      address: addressPlus(row.address, start),
      bytes: row.bytes.slice(start, end),
      origins: row.origins.slice(start, end),
      text: Array.from(row.text).slice(start, end).join(''),
    });
  }
  return pieces;
}

function addressPlus(address: string, offset: number): string {
  if (!/^0x[0-9a-f]+$/i.test(address)) return address;
  const digits = (BigInt(address) + BigInt(offset)).toString(16);
  return `0x${digits.padStart(address.length - 2, '0')}`;
}
