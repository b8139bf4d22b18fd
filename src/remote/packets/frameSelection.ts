// Selecting a frame and downloading the buffer of frames: gdb manual, "Tracepoint Packets",
// QTFrame and qTBuffer.
import { Fields, hex64, type MalformedPacket } from './fields';
import { fromHex, toHex } from '../../bytes/hex';

/** Which frame; all but a number look onward from the frame after the one selected. */
export type FrameSelection =
  /** Undefined: no frame any more. */
  | { readonly by: 'number'; readonly frame: number | undefined }
  | { readonly by: 'pc'; readonly address: bigint }
  | { readonly by: 'tracepoint'; readonly number: number }
  /** `end` belongs to the range. */
  | { readonly by: 'range' | 'outside'; readonly start: bigint; readonly end: bigint };

/** Selects a frame. */
export type FramePacket = { readonly kind: 'select-frame' } & FrameSelection;

/**
 * What was found: nothing where `frame` is absent. The tracepoint's number is the target's, and
 * signed.
 */
export interface FoundFrameReply {
  readonly frame?: number;
  readonly tracepoint?: number;
}

/** -1 in 32 bits: gdb's word for no frame. */
const noFrame = 0xffff_ffff;

/** Reads a QTFrame packet; undefined where it is another. */
export function readFramePacket(packet: string): FramePacket | MalformedPacket | undefined {
  const fields = new Fields(packet);
  if (!fields.skip('QTFrame:')) return undefined;
  const read = { kind: 'select-frame' as const, ...readSelection(fields) };
  return fields.packet(read, packet, 'QTFrame:n, :pc:a, :tdp:t, :range:a:b or :outside:a:b');
}

function readSelection(fields: Fields): FrameSelection {
  if (fields.skip('pc:')) return { by: 'pc', address: fields.number() };
  if (fields.skip('tdp:')) return { by: 'tracepoint', number: fields.count() };
  for (const by of ['range', 'outside'] as const) {
    if (!fields.skip(`${by}:`)) continue;
    const start = fields.number();
    fields.expect(':');
    return { by, start, end: fields.number() };
  }
  const frame = fields.skip('-1') ? noFrame : fields.count();
  return { by: 'number', frame: frame === noFrame ? undefined : frame };
}

/** The packet, as gdb writes it. */
export function writeFramePacket(packet: FramePacket): string {
  switch (packet.by) {
    case 'number':
      return `QTFrame:${(packet.frame ?? noFrame).toString(16)}`;
    case 'pc':
      return `QTFrame:pc:${hex64(packet.address)}`;
    case 'tracepoint':
      return `QTFrame:tdp:${packet.number.toString(16)}`;
    case 'range':
    case 'outside':
      return `QTFrame:${packet.by}:${hex64(packet.start)}:${hex64(packet.end)}`;
  }
}

/** A reply to QTFrame; gdbserver answers OK where no frame was asked for. */
export function readFoundFrame(reply: string): FoundFrameReply | MalformedPacket {
  if (reply === 'OK' || reply === 'F-1') return {};
  const fields = new Fields(reply);
  let found: FoundFrameReply = {};
  while (!fields.atEnd && !fields.failed) {
    if (fields.skip('F')) found = { ...found, frame: fields.count() };
    else {
      fields.expect('T');
      found = { ...found, tracepoint: fields.count() | 0 };
    }
  }
  return fields.packet(found, reply, 'Fn, Fn Tt or F-1');
}

/** The reply that {@link readFoundFrame} reads. */
export function writeFoundFrame({ frame, tracepoint }: FoundFrameReply): string {
  if (frame === undefined) return 'F-1';
  return `F${frame.toString(16)}${tracepoint === undefined ? '' : `T${(tracepoint >>> 0).toString(16)}`}`;
}

// Downloading the trace buffer: gdb manual, "Tracepoint Packets", qTBuffer. The buffer is the
// frames one after the other, without the marker that ends a file.

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
