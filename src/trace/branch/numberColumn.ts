// Numbers that are added one by one, as a column of typed memory: of millions of objects the thread
// would wait to look after them.

const pieceBits = 12;
const pieceMask = (1 << pieceBits) - 1;
/** Numbers that the first piece has room for: many columns stay as short. */
const firstRoom = 1 << 4;

/** Whole numbers of 32 bits, in pieces: to copy a long one into a longer one holds the thread. */
export class NumberColumn {
  length = 0;
  private readonly pieces: Int32Array[] = [];

  /** Adds a number; returns its place. */
  add(number: number): number {
    const place = this.length++;
    const room = this.pieces[place >> pieceBits]?.length ?? 0;
    if ((place & pieceMask) >= room) this.makeRoom(place >> pieceBits);
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

  /** The first piece grows; the others are as long as a piece can be. */
  private makeRoom(index: number): void {
    const piece = this.pieces[index] ?? new Int32Array();
    const room = index === 0 ? Math.max(firstRoom, 2 * piece.length) : 1 << pieceBits;
    const longer = new Int32Array(room);
    longer.set(piece);
    this.pieces[index] = longer;
  }
}
