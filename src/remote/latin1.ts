// Packets are bytes. They are kept as strings of one UTF-16 unit a byte, since nearly all of them are text.

/** A string of one unit a byte. */
export function fromBytes(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 4096) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 4096)));
  }
  return pieces.join('');
}

/** The bytes of such a string; of a unit above 0xff the low byte. */
export function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (unit) => unit.charCodeAt(0) & 0xff);
}
