// Rows of memory as the page lays them out: by origin, and as wide as the pane allows.
import type { MemoryRow, Origin } from '../src/editor/messages';

/** Bytes of the same origin that stand side by side in a row. */
export interface ByteRun {
  readonly origin: Origin;
  /** `67 70 00`. */
  readonly bytes: string;
}

/** The row's bytes, joined where they come from the same place. */
export function byteRuns(row: MemoryRow): readonly ByteRun[] {
  const runs: { origin: Origin; bytes: string }[] = [];
  row.bytes.forEach((byte, i) => {
    const origin = row.origins[i] ?? 'unavailable';
    const last = runs.at(-1);
    if (last?.origin === origin) last.bytes += ` ${byte}`;
    else runs.push({ origin, bytes: byte });
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
