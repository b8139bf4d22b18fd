// Which of the bytes on the page are selected. All memory that is shown is one sequence of rows of 16 bytes, as they
// stand one below the other; a place in it is `16 * row + column`. No DOM in here.
import type { MemoryRow, OriginName } from '../../src/editor/messages';

const rowBytes = 16;

/** A byte on the page. */
export interface PageByte {
  /** Its run-time address. */
  readonly address: bigint;
  /** Undefined where it is not known. */
  readonly value: number | undefined;
  readonly origin: OriginName;
}

/** A step of the cursor. */
export type ByteMove = 'left' | 'right' | 'up' | 'down' | 'rowStart' | 'rowEnd' | 'first' | 'last';

export class MemorySelection {
  private rows: readonly MemoryRow[] = [];
  /** Where the selection began, and where it has come to; -1 without one. */
  private anchor = -1;
  private at = -1;

  constructor(private readonly changed: () => void) {}

  /** Takes the rows that are shown now. The selection stays at its addresses, if they are shown still. */
  show(rows: readonly MemoryRow[]): void {
    const addresses = [this.anchor, this.at].map((place) => this.byteAt(place)?.address);
    this.rows = rows;
    [this.anchor = -1, this.at = -1] = addresses.map((address) => this.placeOf(address));
    if (this.anchor < 0) this.anchor = this.at;
  }

  /** The byte that the cursor is at. */
  get cursor(): number {
    return this.at;
  }

  /** Places from `start` to before `end`. */
  get stretch(): { readonly start: number; readonly end: number } {
    if (this.at < 0) return { start: -1, end: -1 };
    return { start: Math.min(this.anchor, this.at), end: Math.max(this.anchor, this.at) + 1 };
  }

  /** So many bytes from the first selected one on, as far as addresses go on. */
  bytes(count: number): PageByte[] {
    const { start } = this.stretch;
    const bytes: PageByte[] = [];
    for (let place = start; place >= 0 && place < start + count; place++) {
      const byte = this.byteAt(place);
      const previous = bytes.at(-1);
      if (!byte || (previous && byte.address !== previous.address + 1n)) break;
      bytes.push(byte);
    }
    return bytes;
  }

  /** Puts the cursor at a byte; `extend` keeps the other end of the selection. */
  put(place: number, extend: boolean): void {
    if (!this.byteAt(place)) return;
    this.at = place;
    if (!extend || this.anchor < 0) this.anchor = place;
    this.changed();
  }

  clear(): void {
    this.anchor = this.at = -1;
    this.changed();
  }

  /** Moves the cursor; `lineBytes` stand in a line. */
  move(move: ByteMove, lineBytes: number, extend: boolean): void {
    const last = rowBytes * this.rows.length - 1;
    if (last < 0) return;
    if (this.at < 0) {
      this.put(0, false);
      return;
    }
    const to = destination(move, this.at, lineBytes, last);
    this.put(Math.min(Math.max(to, 0), last), extend);
  }

  private byteAt(place: number): PageByte | undefined {
    const row = this.rows[Math.floor(place / rowBytes)];
    const column = place % rowBytes;
    const digits = row?.bytes[column];
    if (!row || digits === undefined) return undefined;
    return {
      address: BigInt.asUintN(64, BigInt(row.address) + BigInt(column)),
      value: digits === '??' ? undefined : Number.parseInt(digits, 16),
      origin: row.origins[column] ?? 'unavailable',
    };
  }

  private placeOf(address: bigint | undefined): number {
    if (address === undefined) return -1;
    const row = this.rows.findIndex((each) => BigInt(each.address) === (address & ~15n));
    return row < 0 ? -1 : rowBytes * row + Number(address & 15n);
  }
}

function destination(move: ByteMove, at: number, lineBytes: number, last: number): number {
  switch (move) {
    case 'left':
      return at - 1;
    case 'right':
      return at + 1;
    case 'up':
      return at < lineBytes ? at : at - lineBytes;
    case 'down':
      return at + lineBytes > last ? at : at + lineBytes;
    case 'rowStart':
      return at - (at % lineBytes);
    case 'rowEnd':
      return at - (at % lineBytes) + lineBytes - 1;
    case 'first':
      return 0;
    case 'last':
      return last;
  }
}
