// The packets of gdb's datastream: Common Trace Format 1.8, "Event Packet". The first holds what is defined, each other
// one a frame. A packet begins with the magic number, the size of its contents and of the whole (in bits), and the number
// of the frame's tracepoint; gdb aligns no packet in the file.
import type { ByteOrder } from '../../bytes/cursor';
import type { TimeSlice } from '../../bytes/timeSlice';
import type { FileWindow } from '../fileWindow';

/** A packet by its header. Offsets are bytes in the datastream. */
export interface Packet {
  readonly start: number;
  /** Where its events begin. */
  readonly events: number;
  /** Where its events end. */
  readonly contentEnd: number;
  /** Where the next packet begins. */
  readonly end: number;
  /** The frame's tracepoint; 0 for none. */
  readonly tracepoint: number;
}

/** Bytes of a packet before its events: magic, sizes, tracepoint. */
export const packetHeaderLength = 4 + 4 + 4 + 2;

const magic = 0xc1fc1fc1;
/** Places that are looked at between two looks at the clock. */
const placesPerBreath = 4096;
/** Places with a packet's magic that one search looks into. */
const mostCandidates = 65_536;

/** The byte order in which a datastream's first four bytes are a packet's magic; undefined where they are in none. */
export function magicOrder(bytes: Uint8Array): ByteOrder | undefined {
  if (bytes.length < 4) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (view.getUint32(0, true) === magic) return 'little';
  return view.getUint32(0, false) === magic ? 'big' : undefined;
}

/** Reads the header at `at` in `view`, whose first byte is the datastream's `viewStart`; undefined where there is none. */
export function readPacketHeader(
  view: DataView,
  at: number,
  viewStart: number,
  order: ByteOrder,
): Packet | undefined {
  if (at + packetHeaderLength > view.byteLength) return undefined;
  const little = order === 'little';
  if (view.getUint32(at, little) !== magic) return undefined;
  const contentBits = view.getUint32(at + 4, little);
  const packetBits = view.getUint32(at + 8, little);
  const isWhole = contentBits % 8 === 0 && packetBits % 8 === 0;
  if (!isWhole || contentBits < 8 * packetHeaderLength || packetBits < contentBits)
    return undefined;
  const start = viewStart + at;
  return {
    start,
    events: start + packetHeaderLength,
    contentEnd: start + contentBits / 8,
    end: start + packetBits / 8,
    tracepoint: view.getInt16(at + 12, little),
  };
}

/**
 * Where the next packet beyond doubt begins, from an offset in the datastream on: one that another follows, or the end.
 * Undefined where there is none, or too much that only looks like one.
 */
export async function findPacket(
  window: FileWindow,
  from: number,
  order: ByteOrder,
  slice: TimeSlice,
): Promise<number | undefined> {
  const first = order === 'little' ? magic & 0xff : magic >>> 24;
  let candidates = 0;
  for (let at = from; at + packetHeaderLength <= window.sourceEnd; at++) {
    if (!window.holds(at, packetHeaderLength)) await window.moveTo(at);
    if ((at - from) % placesPerBreath === 0) await slice.breathe();
    const { view, start } = window;
    if (at - start >= view.byteLength || view.getUint8(at - start) !== first) continue;
    const packet = readPacketHeader(view, at - start, start, order);
    if (!packet || packet.contentEnd > window.sourceEnd) continue;
    if (++candidates > mostCandidates) return undefined;
    if (packet.end + packetHeaderLength > window.sourceEnd) return at;
    const next = await window.peek(packet.end, packetHeaderLength);
    if (readPacketHeader(next, 0, packet.end, order)) return at;
  }
  return undefined;
}
