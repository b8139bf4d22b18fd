// Reading the fields of an instruction word.

/** The unsigned field of `width` bits from bit `low` on. */
export function bitField(word: number, low: number, width: number): number {
  return (word >>> low) & (2 ** width - 1);
}

/** The same, signed. */
export function signedBits(word: number, low: number, width: number): number {
  return (word << (32 - low - width)) >> (32 - width);
}

/** Whether the bits of a word that `mask` has are those of `value`. */
export function matches(word: number, mask: number, value: number): boolean {
  return (word & mask) >>> 0 === value;
}

/** The word of four bytes at a place of code; undefined where it is cut. */
export function instructionWordAt(
  code: Uint8Array,
  at: number,
  isLittle: boolean,
): number | undefined {
  if (at + 4 > code.length) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = code.subarray(at, at + 4);
  return (
    (isLittle ? a | (b << 8) | (c << 16) | (d << 24) : (a << 24) | (b << 16) | (c << 8) | d) >>> 0
  );
}

/** The word of two bytes at a place of code; undefined where it is cut. */
export function halfwordAt(code: Uint8Array, at: number, isLittle: boolean): number | undefined {
  if (at + 2 > code.length) return undefined;
  const [first = 0, second = 0] = code.subarray(at, at + 2);
  return isLittle ? first | (second << 8) : (first << 8) | second;
}
