// The packets that start, stop and set up a trace run: gdb manual, "Tracepoint Packets", QTStart, QTStop,
// QTDisconnected, QTBuffer, QTNotes, QTSave.
import { toHex } from '../../bytes/hex';
import { Fields, type MalformedPacket } from './fields';

/** A note of QTNotes. `type`: `user`, `notes` or `tstop`. */
export interface TraceNote {
  readonly type: string;
  readonly text: Uint8Array;
}

/** Starts, stops or sets up a run. */
export type RunPacket =
  | { readonly kind: 'start-trace' | 'stop-trace' }
  /** Whether the run goes on when gdb leaves. */
  | { readonly kind: 'disconnected-tracing'; readonly goesOn: boolean }
  | { readonly kind: 'circular-buffer'; readonly circular: boolean }
  /** Bytes; undefined for as many as the target likes. */
  | { readonly kind: 'buffer-size'; readonly size: number | undefined }
  | { readonly kind: 'notes'; readonly notes: readonly TraceNote[] }
  /** A file on the target's own file system. */
  | { readonly kind: 'save'; readonly file: Uint8Array };

/** Reads one of these packets; undefined where it is another. */
export function readRun(packet: string): RunPacket | MalformedPacket | undefined {
  if (packet === 'QTStart') return { kind: 'start-trace' };
  if (packet === 'QTStop') return { kind: 'stop-trace' };
  const fields = new Fields(packet);
  if (fields.skip('QTDisconnected:')) {
    const read = { kind: 'disconnected-tracing' as const, goesOn: fields.flag() };
    return fields.packet(read, packet, 'QTDisconnected:0 or QTDisconnected:1');
  }
  if (fields.skip('QTBuffer:circular:')) {
    const read = { kind: 'circular-buffer' as const, circular: fields.flag() };
    return fields.packet(read, packet, 'QTBuffer:circular:0 or QTBuffer:circular:1');
  }
  if (fields.skip('QTBuffer:size:')) {
    const size = fields.skip('-1') ? undefined : fields.count();
    return fields.packet({ kind: 'buffer-size', size }, packet, 'QTBuffer:size:n');
  }
  if (fields.skip('QTNotes:')) return readNotes(fields, packet);
  if (fields.skip('QTSave:')) {
    return fields.packet({ kind: 'save', file: fields.bytes() }, packet, 'QTSave:filename');
  }
  return undefined;
}

/** The packet, as gdb writes it. */
export function writeRun(packet: RunPacket): string {
  switch (packet.kind) {
    case 'start-trace':
      return 'QTStart';
    case 'stop-trace':
      return 'QTStop';
    case 'disconnected-tracing':
      return `QTDisconnected:${packet.goesOn ? '1' : '0'}`;
    case 'circular-buffer':
      return `QTBuffer:circular:${packet.circular ? '1' : '0'}`;
    case 'buffer-size':
      return `QTBuffer:size:${packet.size?.toString(16) ?? '-1'}`;
    case 'notes':
      return `QTNotes:${packet.notes.map(({ type, text }) => `${type}:${toHex(text)};`).join('')}`;
    case 'save':
      return `QTSave:${toHex(packet.file)}`;
  }
}

/** Each note ends with `;` as gdb sends it; the manual has it between them. */
function readNotes(fields: Fields, packet: string): RunPacket | MalformedPacket {
  const notes: TraceNote[] = [];
  while (!fields.atEnd && !fields.failed) {
    if (fields.skip(';')) continue;
    const type = fields.until(':');
    fields.expect(':');
    notes.push({ type, text: fields.bytes(';') });
  }
  return fields.packet({ kind: 'notes', notes }, packet, 'QTNotes:[type:text][;type:text]…');
}
