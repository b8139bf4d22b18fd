// The fields of a packet, which have the syntax of a trace file's lines: one that cannot be read
// makes the packet malformed.
import { textOfUnits } from '../../bytes/text';
import { Lexer } from '../../format/lexer';

/** A packet of a known name whose fields cannot be read. */
export interface MalformedPacket {
  readonly kind: 'malformed';
  /** The packet's body. */
  readonly packet: string;
  /** The form that it should have, as the manual writes it. */
  readonly expected: string;
}

/** The fields of a packet, or of a reply. */
export class Fields extends Lexer {
  /** The packet that was read; malformed where a field failed or something is left over. */
  packet<T>(read: T, packet: string, expected: string): T | MalformedPacket {
    return this.failed || !this.atEnd ? { kind: 'malformed', packet, expected } : read;
  }
}

/** An address of a packet that gdb pads to 64 bits. */
export function paddedHex(value: bigint): string {
  return BigInt.asUintN(64, value).toString(16).padStart(16, '0');
}

/** A number as two's complement in 64 bits, without padding. */
export function hex64(value: bigint): string {
  return BigInt.asUintN(64, value).toString(16);
}

// Packets are bytes. They are kept as strings of one UTF-16 unit a byte, since nearly all of them
// are text.

/** A string of one unit a byte. */
export function fromBytes(bytes: Uint8Array): string {
  return textOfUnits(bytes);
}

/** The bytes of such a string; of a unit above 0xff the low byte. */
export function latin1Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

// Binary data in a packet: gdb manual, "Overview" of the remote protocol, "Binary Data". The
// characters that have a meaning in the framing follow a `}`, with their bit 0x20 changed.

const escape = '}';
const escapedBit = 0x20;

/** Data as it is in a body. */
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

// What any packet may be answered with: gdb manual, "Overview" of the remote protocol and
// "Standard Replies".

/** A reply, before the request's own form is looked at. */
export type Reply =
  | { readonly kind: 'ok' }
  /** The packet is not known to the target. */
  | { readonly kind: 'unsupported' }
  /** `code`: two digits; `text`: what the newer form `E.text` says. */
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'data'; readonly text: string };

/** Reads a reply. */
export function readReply(reply: string): Reply {
  if (reply === '') return { kind: 'unsupported' };
  if (reply === 'OK') return { kind: 'ok' };
  if (reply.startsWith('E.')) return { kind: 'error', text: reply.slice(2) };
  if (/^E[\da-f]{2}$/i.test(reply)) return { kind: 'error', code: reply.slice(1) };
  return { kind: 'data', text: reply };
}

/** The reply's body. */
export function writeReply(reply: Reply): string {
  switch (reply.kind) {
    case 'ok':
      return 'OK';
    case 'unsupported':
      return '';
    case 'error':
      return 'text' in reply ? `E.${reply.text}` : `E${reply.code}`;
    case 'data':
      return reply.text;
  }
}
