// A line of the description is UTF-8, and is written back byte by byte as it was. A line that is not
// UTF-8 is kept as one UTF-16 unit a byte, those above 0x7f as lone low surrogates, which no UTF-8
// decodes to (Python's "surrogateescape").

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const utf8 = new TextEncoder();
const escapeBase = 0xdc00;
/** Under `u` a surrogate of a pair does not match. */
const escapedByte = /[\udc80-\udcff]/u;
const escapedBytes = new RegExp(escapedByte, 'gu');

/** The text of a line's bytes. */
export function decodeLine(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return escapeBytes(bytes);
  }
}

/** The bytes that {@link decodeLine} read. */
export function encodeLine(text: string): Uint8Array {
  if (!escapedByte.test(text)) return utf8.encode(text);
  return Uint8Array.from(text, (unit) => unit.charCodeAt(0) & 0xff);
}

/** The text with the usual replacement character where bytes were no UTF-8. */
export function readableText(text: string): string {
  return text.replace(escapedBytes, '\ufffd');
}

function escapeBytes(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 4096) {
    const units = Uint16Array.from(bytes.subarray(at, at + 4096), (byte) =>
      byte < 0x80 ? byte : escapeBase + byte,
    );
    pieces.push(String.fromCharCode(...units));
  }
  return pieces.join('');
}
