// The packets of gdb's datastream: Common Trace Format 1.8, "Event Packet". The first holds what is
// defined, each other one a frame. A packet begins with the magic number, the size of its contents
// and of the whole (in bits), and the number of the frame's tracepoint; gdb aligns no packet in the
// file.
import { type ByteOrder, Cursor } from '../../bytes/cursor';
import type { TimeSlice } from '../../bytes/timeSlice';
import type { FileWindow } from '../fileWindow';
import type { CtfMetadata, EventName } from './metadata';

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
const candidatesPerYield = 4096;
/** Places with a packet's magic that one search looks into. */
const maxCandidates = 65_536;

/**
 * The byte order in which a datastream's first four bytes are a packet's magic; undefined where
 * they are in none.
 */
export function magicOrder(bytes: Uint8Array): ByteOrder | undefined {
  if (bytes.length < 4) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (view.getUint32(0, true) === magic) return 'little';
  return view.getUint32(0, false) === magic ? 'big' : undefined;
}

/**
 * Reads the header at `at` in `view`, whose first byte is the datastream's `viewStart`; undefined
 * if none begins there.
 */
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
 * Where the next packet beyond doubt begins, from an offset in the datastream on: one that another
 * follows, or the end. Undefined if none does, or too much that only looks like one.
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
    if ((at - from) % candidatesPerYield === 0) await slice.yieldIfDue();
    const { view, start } = window;
    if (at - start >= view.byteLength || view.getUint8(at - start) !== first) continue;
    const packet = readPacketHeader(view, at - start, start, order);
    if (!packet || packet.contentEnd > window.sourceEnd) continue;
    if (++candidates > maxCandidates) return undefined;
    if (packet.end + packetHeaderLength > window.sourceEnd) return at;
    const next = await window.peek(packet.end, packetHeaderLength);
    if (readPacketHeader(next, 0, packet.end, order)) return at;
  }
  return undefined;
}

// The events of gdb's datastream, one after the other in a packet: Common Trace Format 1.8, "Event
// Structure", with the fields that gdb's metadata describes. A field is aligned to its size,
// counted from the start of the packet, and a structure to its largest field.

/** Bytes of a definition: more is damage. */
const maxDefinition = 64 * 1024;

/** The first offset from `at` on that is a multiple of `size` bytes after `start`; all in bytes. */
function aligned(start: number, at: number, size: number): number {
  return start + Math.ceil((at - start) / size) * size;
}

/** Goes from event to event without making an object for each. */
export class EventWalk {
  /** The event that {@link advance} passed. */
  name: EventName = 'frame';
  /** Offset of its first field, in bytes; of a `memory` event, its data come 10 bytes later. */
  fields = 0;

  private readonly little: boolean;
  private readonly names: (EventName | undefined)[] = [];

  constructor(private readonly metadata: CtfMetadata) {
    this.little = metadata.order === 'little';
    for (const [id, name] of metadata.events) if (id < 256) this.names[id] = name;
  }

  /**
   * Passes the event at `at` and returns the offset after it; -1 where it is of an unknown kind or
   * does not end before `end`. All are offsets in `view`, in bytes; `packet`, where the packet
   * begins, may be before it.
   */
  advance(view: DataView, packet: number, at: number, end: number): number {
    const header = aligned(packet, at, 4);
    if (header + 4 > end) return -1;
    const name = this.names[view.getUint32(header, this.little)];
    if (name === undefined) return -1;
    this.name = name;
    const next = this.passFields(view, packet, header + 4, end);
    return next <= end ? next : -1;
  }

  /** May return more than `end` where the event does not fit. */
  private passFields(view: DataView, packet: number, at: number, end: number): number {
    switch (this.name) {
      case 'register':
        this.fields = at;
        return at + this.metadata.registerBlockSize;
      case 'memory':
        this.fields = aligned(packet, at, 8);
        if (this.fields + memoryHeader > end) return -1;
        return this.fields + memoryHeader + view.getUint16(this.fields + 8, this.little);
      case 'tsv':
        this.fields = aligned(packet, at, 8);
        return this.fields + 12;
      case 'frame':
        this.fields = at;
        return at;
      case 'status':
        this.fields = aligned(packet, at, 4);
        return this.fields + 8 * 4;
      case 'tsv_def':
      case 'tp_def':
        return this.passDefinition(view, packet, at, end);
    }
  }

  private passDefinition(view: DataView, packet: number, at: number, end: number): number {
    this.fields = aligned(packet, at, 8);
    const { metadata, fields } = this;
    const cursor = cursorOver(view, metadata, fields, Math.min(end, fields + maxDefinition));
    if (this.name === 'tp_def') skipTracepointDefinition(cursor, packet);
    else skipVariableDefinition(cursor);
    return cursor.overrun ? -1 : cursor.offset;
  }
}

/** Bytes of a `memory` event's fields before its data: address and length. */
export const memoryHeader = 8 + 2;

/** Reads the fields of an event, from an offset in `view` on, in bytes. */
export function cursorOver(
  { buffer, byteOffset, byteLength }: DataView,
  { order }: CtfMetadata,
  at: number,
  end: number,
): Cursor {
  return new Cursor(new Uint8Array(buffer, byteOffset, byteLength), order, at, end);
}

/** Skips a variable without making its line. */
function skipVariableDefinition(cursor: Cursor): void {
  cursor.skip(8 + 4 + 4);
  readCtfText(cursor);
}

/** Skips a tracepoint without making its lines. */
function skipTracepointDefinition(cursor: Cursor, packet: number): void {
  cursor.skip(8 + 8 + 6 * 4);
  readCtfText(cursor);
  skipTexts(cursor, packet);
  skipTexts(cursor, packet);
  readCtfText(cursor);
  readCtfText(cursor);
  skipTexts(cursor, packet);
}

/**
 * Texts in a list, and bytes in a text: more is damage. gdb's own are shorter than a trace file's
 * lines.
 */
const maxTexts = 4096;
const maxText = 8 * 1024;

function skipTexts(cursor: Cursor, packet: number): void {
  for (let left = textCount(cursor, packet); left > 0 && !cursor.overrun; left--)
    readCtfText(cursor);
}

/** The number of texts in a list. It is aligned to 4 bytes from where the packet begins. */
export function textCount(cursor: Cursor, packet: number): number {
  cursor.skip((4 - ((cursor.offset - packet) % 4)) % 4);
  const texts = cursor.u32();
  if (texts > maxTexts) cursor.skip(cursor.remaining + 1);
  return texts;
}

/** The bytes up to a NUL, which is passed. */
export function readCtfText(cursor: Cursor): Uint8Array {
  const end = Math.min(cursor.end, cursor.offset + maxText);
  const rest = cursor.bytes.subarray(cursor.offset, end);
  const length = rest.indexOf(0);
  cursor.skip(length < 0 ? cursor.remaining + 1 : length + 1);
  return rest.subarray(0, Math.max(0, length));
}
