// The cursor of the memory view: a group of bytes, moved by keys over all sections, with a selection behind it.
import type { GroupSize, MemorySection } from '../../src/workbench/memoryView/messages';

/** A byte of a section. */
export interface Spot {
  readonly section: number;
  /** Bytes from the section's start. */
  readonly offset: number;
}

/** A move of the cursor. */
export type CursorMove =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'rowStart'
  | 'rowEnd'
  | 'pageUp'
  | 'pageDown'
  | 'first'
  | 'last';

/** Rows that a page up or down goes over. */
const pageRows = 8;

/** Where a move leads; the spot itself at the ends. */
export function movedSpot(
  spot: Spot,
  move: CursorMove,
  sections: readonly MemorySection[],
  rowBytes: number,
  groupSize: GroupSize,
): Spot {
  const row = spot.offset - (spot.offset % rowBytes);
  const length = sections[spot.section]?.bytes.length ?? 0;
  switch (move) {
    case 'left':
      return beside(spot, -groupSize, sections, groupSize);
    case 'right':
      return beside(spot, groupSize, sections, groupSize);
    case 'up':
      return byRows(spot, -1, sections, rowBytes);
    case 'down':
      return byRows(spot, 1, sections, rowBytes);
    case 'pageUp':
      return byRows(spot, -pageRows, sections, rowBytes);
    case 'pageDown':
      return byRows(spot, pageRows, sections, rowBytes);
    case 'rowStart':
      return { ...spot, offset: row };
    case 'rowEnd':
      return { ...spot, offset: Math.min(row + rowBytes, length) - groupSize };
    case 'first':
      return { section: 0, offset: 0 };
    case 'last':
      return lastOf(sections.length - 1, sections, groupSize);
  }
}

function beside(
  { section, offset }: Spot,
  by: number,
  sections: readonly MemorySection[],
  groupSize: GroupSize,
): Spot {
  const to = offset + by;
  const length = sections[section]?.bytes.length ?? 0;
  if (to >= 0 && to < length) return { section, offset: to };
  if (by < 0 && section > 0) return lastOf(section - 1, sections, groupSize);
  if (by > 0 && section + 1 < sections.length) return { section: section + 1, offset: 0 };
  return { section, offset };
}

/** Up or down by rows, over the sections as they stand one below the other; the column stays. */
function byRows(
  { section, offset }: Spot,
  rows: number,
  sections: readonly MemorySection[],
  rowBytes: number,
): Spot {
  const column = offset % rowBytes;
  const lines = sections.flatMap(({ bytes }, index) =>
    Array.from({ length: Math.ceil(bytes.length / rowBytes) }, (_, row) => ({
      section: index,
      start: row * rowBytes,
      end: Math.min((row + 1) * rowBytes, bytes.length),
    })),
  );
  const at = lines.findIndex((line) => line.section === section && line.start === offset - column);
  const line = lines[Math.min(Math.max(at + rows, 0), lines.length - 1)];
  if (!line) return { section, offset };
  const to = line.start + column;
  return { section: line.section, offset: to < line.end ? to : line.start };
}

function lastOf(section: number, sections: readonly MemorySection[], groupSize: GroupSize): Spot {
  const length = sections[section]?.bytes.length ?? 0;
  return { section: Math.max(section, 0), offset: Math.max(0, length - groupSize) };
}

/** The spot that has this address in other sections, so that the cursor stays where it is when the frame changes. */
export function spotAt(
  address: bigint,
  sections: readonly MemorySection[],
  groupSize: GroupSize,
): Spot | undefined {
  for (const [section, { start, bytes }] of sections.entries()) {
    const offset = address - BigInt(start);
    if (offset >= 0n && offset < BigInt(bytes.length)) {
      const at = Number(offset);
      return { section, offset: at - (at % groupSize) };
    }
  }
  return undefined;
}

/** The bytes from one spot to another, whole groups; `end` exclusive. Of one section: the second spot's. */
export function selectedBytes(
  anchor: Spot,
  cursor: Spot,
  groupSize: GroupSize,
): { readonly section: number; readonly start: number; readonly end: number } {
  const from = anchor.section === cursor.section ? anchor.offset : cursor.offset;
  return {
    section: cursor.section,
    start: Math.min(from, cursor.offset),
    end: Math.max(from, cursor.offset) + groupSize,
  };
}
