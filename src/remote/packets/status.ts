// How a run, a tracepoint or a variable stands: gdb manual, "Tracepoint Packets", qTStatus, qTP, qTV.
import { toHex } from '../../bytes/hex';
import type { CounterDigits, StopReason, TraceStatus } from '../../format/description';
import { Findings } from '../../format/findings';
import { readStatusLine } from '../../format/statusLine';
import { Fields, hex64, type MalformedPacket } from './fields';

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

/** A reply to qTStatus; gdbserver's stray `:` behind the notes is read over. */
export function readStatusReply(reply: string): TraceStatusReply | MalformedPacket {
  const line = { offset: 0, text: `status ${reply.slice(1)}` };
  const findings = new Findings();
  const status = readStatusLine(line, findings);
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
 * A reply to qTP: hits, and bytes in the buffer. The digits stay as they came: gdbserver sends decimal
 * where hexadecimal is meant (format/counters.ts).
 */
export function readTracepointStatus(reply: string): CounterDigits | MalformedPacket {
  const match = /^V([\da-f]+):([\da-f]+)$/i.exec(reply);
  if (match) return { hits: match[1] ?? '', usage: match[2] ?? '' };
  return { kind: 'malformed', packet: reply, expected: 'Vhits:usage' };
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
