// Pieces of bytes made one.

/** All pieces, one behind the other. A single piece is returned as it is, without a copy. */
export function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const [only, ...others] = pieces;
  if (only && others.length === 0) return only;
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
