// Numbers that are added one by one, as a column of typed memory: of millions of objects the thread
// would wait to look after them.

const pieceBits = 12;
const pieceMask = (1 << pieceBits) - 1;

/** Whole numbers of 32 bits, in pieces: to copy a long one into a longer one holds the thread. */
export class NumberColumn {
  length = 0;
  private readonly pieces: Int32Array[] = [];

  /** Adds a number; returns its place. */
  add(number: number): number {
    if ((this.length & pieceMask) === 0) this.pieces.push(new Int32Array(1 << pieceBits));
    const place = this.length++;
    this.set(place, number);
    return place;
  }

  /** The number at a place; 0 outside. */
  at(place: number): number {
    return this.pieces[place >> pieceBits]?.[place & pieceMask] ?? 0;
  }

  set(place: number, number: number): void {
    const piece = this.pieces[place >> pieceBits];
    if (piece) piece[place & pieceMask] = number;
  }
}
