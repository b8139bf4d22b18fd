// Expressions of one operation with a number, as which compilers write offsets and slots (DWARF 5, section 2.5.1).

/** The number behind an operation (DW_OP_…), where the expression is nothing else. */
export function operandOf(bytes: Uint8Array, operation: number): bigint | undefined {
  if (bytes[0] !== operation) return undefined;
  let value = 0n;
  for (let i = 1; i < bytes.length && i <= 10; i++) {
    const byte = bytes[i] ?? 0;
    value |= BigInt(byte & 0x7f) << BigInt(7 * (i - 1));
    if (byte < 0x80) return i === bytes.length - 1 ? value : undefined;
  }
  return undefined;
}
