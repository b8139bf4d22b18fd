// Hexadecimal text, as gdb's remote protocol and trace files use it: two digits a byte, no prefix.

/** The bytes that a string of hexadecimal digits encodes, up to the first pair that is not one. */
export function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1);
  for (let i = 0; i < bytes.length; i++) {
    const high = hexDigit(text.charCodeAt(2 * i));
    const low = hexDigit(text.charCodeAt(2 * i + 1));
    if (high < 0 || low < 0) return bytes.slice(0, i);
    bytes[i] = 16 * high + low;
  }
  return bytes;
}

/** The value of a hexadecimal digit, given as a UTF-16 code unit; -1 for any other character. */
export function hexDigit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}

/** The bytes as lower-case digits, two for each. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += digitPairs[byte] ?? '';
  return text;
}

const digitPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** An address or register as gdb prints it: `0x401159`. */
export function hexAddress(value: bigint): string {
  return `0x${value.toString(16)}`;
}
