// .eh_frame_hdr: a table sorted by address that says which description of .eh_frame holds it (Linux Standard
// Base, "The .eh_frame_hdr section"). It is searched where it lies: a few reads, however long it is.
import { omitted, pointerSize, readPointer } from './callFramePointer';
import { DwarfCursor } from './cursor';
import type { CallFrameSection } from './callFrameEntry';
import type { SectionBytes } from '../sectionBytes';

/** A table that can be searched. */
export interface CallFrameTable {
  readonly bytes: SectionBytes;
  /** Link-time address of its first byte. */
  readonly address: bigint;
  /** Link-time address of .eh_frame. */
  readonly ehFrame: bigint;
  /** Rows. */
  readonly count: number;
  /** Offset of the first row. */
  readonly start: number;
  /** Bytes in an address of a row, which is two of them. */
  readonly width: number;
  readonly encoding: number;
}

const headBytes = 64;
/** The search ends with so many rows read at once. */
const rowsAtOnce = 64;

/** Where the section lies, and how its numbers are written. */
export type TableSection = Pick<CallFrameSection, 'bytes' | 'address' | 'order' | 'addressSize'>;

/** The table of a section; undefined where it has none that can be searched. */
export async function readCallFrameTable(
  section: TableSection,
): Promise<CallFrameTable | undefined> {
  const { bytes, address, order, addressSize } = section;
  const cursor = new DwarfCursor(await bytes.read(0, headBytes), order);
  const version = cursor.u8();
  const [pointers, counts, encoding] = [cursor.u8(), cursor.u8(), cursor.u8()];
  if (version !== 1 || pointers === omitted) return undefined;
  const bases = basesOf(section, 0);
  const ehFrame = readPointer(cursor, pointers, addressSize, bases).address;
  const searchable = counts !== omitted && encoding !== omitted;
  const count = searchable ? Number(readPointer(cursor, counts, addressSize, bases).address) : 0;
  const width = pointerSize(encoding, addressSize) ?? 0;
  const start = cursor.offset;
  const fits = count > 0 && width > 0 && start + 2 * width * count <= bytes.size;
  if (cursor.overrun) return undefined;
  return { bytes, address, ehFrame, count: fits ? count : 0, start, width, encoding };
}

/** The address of the description whose function is the last to begin at or before an address. */
export async function searchTable(
  table: CallFrameTable,
  section: TableSection,
  address: bigint,
): Promise<bigint | undefined> {
  let low = 0;
  let high = table.count;
  while (high - low > rowsAtOnce) {
    const middle = (low + high) >>> 1;
    const [row] = await readRows(table, section, middle, 1);
    if (row && row.start <= address) low = middle;
    else high = middle;
  }
  const rows = await readRows(table, section, low, high - low);
  return rows.filter(({ start }) => start <= address).at(-1)?.description;
}

async function readRows(
  { bytes, start, width, encoding }: CallFrameTable,
  section: TableSection,
  first: number,
  count: number,
): Promise<{ start: bigint; description: bigint }[]> {
  const at = start + 2 * width * first;
  const cursor = new DwarfCursor(await bytes.read(at, 2 * width * count), section.order);
  const bases = basesOf(section, at);
  const read = (): bigint => readPointer(cursor, encoding, section.addressSize, bases).address;
  return Array.from({ length: Math.floor(cursor.remaining / (2 * width)) }, () => ({
    start: read(),
    description: read(),
  }));
}

function basesOf({ address }: TableSection, offset: number): Parameters<typeof readPointer>[3] {
  return { cursor: address + BigInt(offset), text: 0n, data: address };
}
