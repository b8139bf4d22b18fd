// Downloading the trace buffer: gdb manual, "Tracepoint Packets", qTBuffer. The buffer is the frames one
// behind the other, without the marker that ends a file.
import { fromHex, toHex } from '../../bytes/hex';
import { Fields, type MalformedPacket } from './fields';

/** Asks for `length` bytes or fewer from `offset` on. */
export interface BufferPacket {
  readonly kind: 'read-buffer';
  readonly offset: number;
  readonly length: number;
}

/** Reads a qTBuffer packet; undefined where it is another. */
export function readBufferPacket(packet: string): BufferPacket | MalformedPacket | undefined {
  const fields = new Fields(packet);
  if (!fields.skip('qTBuffer:')) return undefined;
  const offset = fields.count();
  fields.expect(',');
  const read = { kind: 'read-buffer' as const, offset, length: fields.count() };
  return fields.packet(read, packet, 'qTBuffer:offset,len');
}

/** The packet, as gdb writes it. */
export function writeBufferPacket({ offset, length }: BufferPacket): string {
  return `qTBuffer:${offset.toString(16)},${length.toString(16)}`;
}

/** A reply to qTBuffer; no bytes where the buffer ends. */
export function readBufferReply(reply: string): { bytes: Uint8Array } | MalformedPacket {
  if (reply === 'l') return { bytes: new Uint8Array(0) };
  const bytes = fromHex(reply);
  if (reply !== '' && 2 * bytes.length === reply.length) return { bytes };
  return { kind: 'malformed', packet: reply, expected: 'bytes as hexadecimal digits, or l' };
}

/** The reply that {@link readBufferReply} reads. */
export function writeBufferReply(bytes: Uint8Array): string {
  return bytes.length === 0 ? 'l' : toHex(bytes);
}
