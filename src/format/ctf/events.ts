// The events of gdb's datastream, one behind the other in a packet: Common Trace Format 1.8, "Event Structure", with the
// fields that gdb's metadata describes. A field stands at a multiple of its size, counted from where the packet begins,
// and a structure at that of its largest field.
import { Cursor } from '../../bytes/cursor';
import { skipTracepointDefinition, skipVariableDefinition } from './definitions';
import type { CtfMetadata, EventName } from './metadata';

/** Bytes of a definition: more is damage. */
const longestDefinition = 64 * 1024;

/** The first offset from `at` on that is a multiple of `size` bytes behind `start`; both in bytes. */
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
   * Passes the event at `at` and returns the offset after it; -1 where it is of an unknown kind or does not end before
   * `end`. All are offsets in `view`, in bytes; `packet`, where the packet begins, may lie before it.
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
    const cursor = cursorOver(view, metadata, fields, Math.min(end, fields + longestDefinition));
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
