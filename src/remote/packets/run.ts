// The packets that start, stop and set up a trace run, and those that say how it is: gdb manual,
// "Tracepoint Packets", QTStart, QTStop, QTDisconnected, QTBuffer, QTNotes, QTSave; qTStatus,
// qTP, qTV.
import { toHex } from '../../bytes/hex';
import { Fields, type MalformedPacket, hex64 } from './fields';
import type { CounterDigits, StopReason, TraceStatus } from '../../format/description';
import { Findings } from '../../format/findings';
import { readStatus } from '../../format/statusLine';

/** A note of QTNotes. `type`: `user`, `notes` or `tstop`. */
export interface TraceNote {
  readonly type: string;
  readonly text: Uint8Array;
}

/** Starts, stops or sets up a run. */
export type RunPacket =
  | { readonly kind: 'start-trace' | 'stop-trace' }
  /** Whether the run continues when gdb leaves. */
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
    const type = fields.field();
    notes.push({ type, text: fields.bytes(';') });
  }
  return fields.packet({ kind: 'notes', notes }, packet, 'QTNotes:[type:text][;type:text]…');
}

// The state of a run, a tracepoint or a variable: gdb manual, "Tracepoint Packets", qTStatus, qTP,
// qTV.

/** Asks for the state of the run, of a tracepoint or of a trace state variable. */
export type StatusPacket =
  | { readonly kind: 'trace-status' }
  | { readonly kind: 'tracepoint-status'; readonly number: number; readonly address: bigint }
  | { readonly kind: 'variable-value'; readonly number: number };

/** A trace run's status. */
export type TraceStatusReply = Omit<TraceStatus, 'line'>;

/** The reasons' words, where a status does not bring its own. */
const stopWords: Readonly<Record<StopReason, string>> = {
  unknown: 'tunknown',
  'not-run': 'tnotrun',
  'stop-command': 'tstop',
  'buffer-full': 'tfull',
  disconnected: 'tdisconnected',
  'pass-count': 'tpasscount',
  error: 'terror',
};

const utf8 = new TextEncoder();

/** Reads one of these packets; undefined where it is another. */
export function readStatusPacket(packet: string): StatusPacket | MalformedPacket | undefined {
  if (packet === 'qTStatus') return { kind: 'trace-status' };
  const fields = new Fields(packet);
  if (fields.skip('qTP:')) {
    const number = fields.count();
    fields.expect(':');
    const read = { kind: 'tracepoint-status' as const, number, address: fields.number() };
    return fields.packet(read, packet, 'qTP:tp:addr');
  }
  if (fields.skip('qTV:')) {
    return fields.packet({ kind: 'variable-value', number: fields.count() }, packet, 'qTV:var');
  }
  return undefined;
}

/** The packet, as gdb writes it. */
export function writeStatusPacket(packet: StatusPacket): string {
  switch (packet.kind) {
    case 'trace-status':
      return 'qTStatus';
    case 'tracepoint-status':
      return `qTP:${packet.number.toString(16)}:${hex64(packet.address)}`;
    case 'variable-value':
      return `qTV:${packet.number.toString(16)}`;
  }
}

/** A reply to qTStatus; gdbserver's stray `:` after the notes is ignored. */
export function readStatusReply(reply: string): TraceStatusReply | MalformedPacket {
  const findings = new Findings();
  const status = readStatus({ offset: 0, text: reply }, new Fields(reply), findings);
  if (/^T[01](;|$)/.test(reply) && findings.list.length === 0) return status;
  return { kind: 'malformed', packet: reply, expected: 'Trunning[;field]…' };
}

/** A reply to qTStatus with the fields that are there, in gdbserver's order. */
export function writeStatusReply(status: TraceStatusReply): string {
  const hex = (value: number | bigint | undefined) => value?.toString(16);
  const flag = (value: boolean | undefined) =>
    value === undefined ? undefined : value ? '1' : '0';
  const text = (value: string | undefined) => value !== undefined && toHex(utf8.encode(value));
  const fields = [
    ['tframes', hex(status.framesInBuffer)],
    ['tcreated', hex(status.framesCreated)],
    ['tfree', hex(status.bufferFree)],
    ['tsize', hex(status.bufferSize)],
    ['circular', flag(status.circularBuffer)],
    ['disconn', flag(status.disconnectedTracing)],
    ['starttime', hex(status.startTime)],
    ['stoptime', hex(status.stopTime)],
    ['username', text(status.userName)],
    ['notes', text(status.notes)],
  ] as const;
  const written = fields.flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [`${name}:${value}`],
  );
  const running = status.running ? 'T1' : 'T0';
  return [running, stopField(status), ...written, ...status.unknownFields].join(';');
}

function stopField({ stopReason, stopWord, stopText, stopTracepoint }: TraceStatusReply): string {
  const word = stopWord || stopWords[stopReason];
  const hasText = stopReason === 'stop-command' || stopReason === 'error';
  const text = hasText ? `${toHex(utf8.encode(stopText))}:` : '';
  return `${word}:${text}${hex64(BigInt(stopTracepoint))}`;
}

/**
 * A reply to qTP: hits, and bytes in the buffer. The digits stay as they came: gdbserver sends
 * decimal where hexadecimal is meant (format/counters.ts).
 */
export function readTracepointStatus(reply: string): CounterDigits | MalformedPacket {
  const fields = new Fields(reply);
  fields.expect('V');
  return fields.packet(readHitsAndUsage(fields), reply, 'Vhits:usage');
}

/** `hits:usage`, the digits as they are. */
export function readHitsAndUsage(fields: Fields): CounterDigits {
  const hits = fields.digits();
  fields.expect(':');
  return { hits, usage: fields.digits() };
}

/** The reply that {@link readTracepointStatus} reads. */
export function writeTracepointStatus({ hits, usage }: CounterDigits): string {
  return `V${hits}:${usage}`;
}

/** A reply to qTV; undefined where the value is not known. */
export function readVariableValue(reply: string): { value: bigint | undefined } | MalformedPacket {
  if (reply === 'U') return { value: undefined };
  const fields = new Fields(reply);
  fields.expect('V');
  return fields.packet({ value: BigInt.asIntN(64, fields.number()) }, reply, 'Vvalue or U');
}

/** The reply that {@link readVariableValue} reads. */
export function writeVariableValue(value: bigint | undefined): string {
  return value === undefined ? 'U' : `V${hex64(value)}`;
}
