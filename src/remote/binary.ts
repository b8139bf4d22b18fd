// Binary data in a packet: gdb manual, "Overview" of the remote protocol, "Binary Data". The characters
// that have a meaning in the framing stand behind a `}`, with their bit 0x20 changed.

const escape = '}';
const escapedBit = 0x20;

/** Data as it stands in a body. */
export function escapeBinary(data: string): string {
  return data.replace(/[#$}*]/g, (character) => escape + changed(character));
}

/** The data of a body; a `}` at its end, which says nothing, is left out. */
export function unescapeBinary(text: string): string {
  return text.replace(/\}([^]?)/g, (_, character: string) => changed(character));
}

function changed(character: string): string {
  return character === '' ? '' : String.fromCharCode(character.charCodeAt(0) ^ escapedBit);
}
