// How a hex view lays out bytes: ranges, each with rows of bytes, one below the other. A *place* is
// the number of a byte among all bytes of the view. No DOM in here.

/** Contiguous bytes. */
export interface HexRange {
  /** Of its first byte: an address, or an offset in the file. */
  readonly start: bigint;
  /** Bytes. */
  readonly length: number;
  /** Whether a row of text is above its bytes, and below them. */
  readonly head: boolean;
  readonly foot: boolean;
}

/** A row of the view; of one that is not bytes, `start` and `end` are the same. */
export interface HexRow {
  readonly kind: 'head' | 'bytes' | 'foot';
  /** Index of its range. */
  readonly range: number;
  /** Places; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

interface LaidRange extends HexRange {
  /** Its first byte. */
  readonly place: number;
  /** Its first row. */
  readonly row: number;
  /** Its first row of bytes, counted among rows of bytes. */
  readonly byteRow: number;
}

/** Rows of `rowBytes` bytes. */
export class HexLayout {
  /** Bytes of all ranges. */
  readonly size: number;
  readonly rowCount: number;
  private readonly byteRowCount: number;
  private readonly laid: readonly LaidRange[];

  constructor(
    readonly ranges: readonly HexRange[],
    readonly rowBytes: number,
  ) {
    let [place, row, byteRow] = [0, 0, 0];
    this.laid = ranges.map((range) => {
      const laid = { ...range, place, row, byteRow };
      const rows = Math.ceil(range.length / rowBytes);
      place += range.length;
      byteRow += rows;
      row += rows + Number(range.head) + Number(range.foot);
      return laid;
    });
    this.size = place;
    this.rowCount = row;
    this.byteRowCount = byteRow;
  }

  rowAt(row: number): HexRow {
    const index = lastAtMost(this.laid, row, (range) => range.row);
    const range = this.laid[index];
    if (!range) return { kind: 'bytes', range: -1, start: 0, end: 0 };
    const end = range.place + range.length;
    const inRange = row - range.row - Number(range.head);
    if (inRange < 0) return { kind: 'head', range: index, start: range.place, end: range.place };
    const start = range.place + inRange * this.rowBytes;
    if (start >= end) return { kind: 'foot', range: index, start: end, end };
    return { kind: 'bytes', range: index, start, end: Math.min(start + this.rowBytes, end) };
  }

  /** The row of a place. */
  rowOf(place: number): number {
    const range = this.laid[this.rangeOf(place)];
    if (!range) return 0;
    return range.row + Number(range.head) + Math.floor((place - range.place) / this.rowBytes);
  }

  /** Index of the range of a place; -1 where there are no bytes. */
  rangeOf(place: number): number {
    return lastAtMost(this.laid, place, (range) => range.place);
  }

  /** The places of a range, `end` exclusive. */
  placesOf(range: number): { readonly start: number; readonly end: number } {
    const { place, length } = this.laid[range] ?? { place: 0, length: 0 };
    return { start: place, end: place + length };
  }

  /** The address of a place. */
  addressOf(place: number): bigint {
    const range = this.laid[this.rangeOf(place)];
    return range ? BigInt.asUintN(64, range.start + BigInt(place - range.place)) : 0n;
  }

  /** The first place that has an address; -1 where none has. */
  placeOf(address: bigint): number {
    for (const { start, length, place } of this.laid) {
      const offset = address - start;
      if (offset >= 0n && offset < BigInt(length)) return place + Number(offset);
    }
    return -1;
  }

  /**
   * So many rows of bytes below a place, or above it, in the same column as far as the row is as
   * long.
   */
  placeByRows(place: number, rows: number): number {
    const range = this.laid[this.rangeOf(place)];
    if (!range) return place;
    const inRange = place - range.place;
    const column = inRange % this.rowBytes;
    const wanted = range.byteRow + Math.floor(inRange / this.rowBytes) + rows;
    const byteRow = Math.min(Math.max(wanted, 0), this.byteRowCount - 1);
    const to = this.laid[lastAtMost(this.laid, byteRow, (each) => each.byteRow)];
    if (!to) return place;
    const start = (byteRow - to.byteRow) * this.rowBytes;
    return to.place + Math.min(start + column, to.length - 1);
  }
}

/**
 * Index of the last element that is at most `wanted`, of elements in ascending order; -1 without
 * one.
 */
function lastAtMost<Element>(
  elements: readonly Element[],
  wanted: number,
  of: (element: Element) => number,
): number {
  let low = 0;
  let high = elements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const element = elements[middle];
    if (element !== undefined && of(element) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** What a row needs apart from its bytes. */
interface RowSpace {
  /** Characters of an address. */
  readonly addressWidth: number;
  /** Bytes of a group. */
  readonly groupSize: number;
  /** Whether names are next to the bytes. */
  readonly hasLabels: boolean;
}

/** Characters between address, bytes, text and names. */
const gaps = 6;
/** Characters that names need to be read. */
const labelWidth = 12;

/**
 * The most bytes that fit a row of so many characters; names have room next to 16 bytes and more.
 */
export function rowBytesIn(
  characters: number,
  { addressWidth, groupSize, hasLabels }: RowSpace,
): number {
  const needed = (bytes: number) => addressWidth + gaps + bytesWidth(bytes, groupSize) + bytes;
  const room = characters - (hasLabels ? labelWidth : 0);
  const wide = [32, 16].find((bytes) => needed(bytes) <= room);
  return wide ?? (needed(8) <= characters ? 8 : Math.max(4, groupSize));
}

/** Characters of so many bytes in groups. */
export function bytesWidth(bytes: number, groupSize: number): number {
  return (bytes / groupSize) * (2 * groupSize + 1);
}
