// What a target says of its experiment, piece by piece: gdb manual, "Tracepoint Packets", qTfP
// and qTsP, qTfV and qTsV. The manual leaves the pieces' syntax open; they are those of a trace
// file's `tp` lines.
import type { CounterDigits } from '../../format/description';
import {
  writeActions,
  readActionText,
  readSource,
  readTracepoint,
  readVariableDefinition,
  writeSource,
  writeTracepoint,
  writeVariable,
  type TracepointActions,
  type TracepointDefinition,
  type TracepointSource,
  type VariableDefinition,
} from './definitions';
import { Fields, hex64, type MalformedPacket } from './fields';
import { readHitsAndUsage, writeTracepointStatus } from './run';

/** Asks for the first piece, or the next. */
export interface UploadPacket {
  readonly kind: 'upload-tracepoints' | 'upload-variables';
  readonly next: boolean;
}

/** A piece of a tracepoint. An action piece of letter `S` holds stepping actions alone. */
export type TracepointPiece =
  | ({ readonly piece: 'T' } & TracepointDefinition)
  | ({ readonly piece: 'A' | 'S' } & TracepointActions)
  | ({ readonly piece: 'Z' } & TracepointSource)
  | ({ readonly piece: 'V'; readonly number: number; readonly address: bigint } & CounterDigits);

/** A reply to qTfV or qTsV. */
export type UploadedVariable = { readonly piece: 'variable' } & VariableDefinition;

/** There are no more pieces. */
interface EndOfUpload {
  readonly piece: 'end';
}

const packets: ReadonlyMap<string, UploadPacket> = new Map([
  ['qTfP', { kind: 'upload-tracepoints', next: false }],
  ['qTsP', { kind: 'upload-tracepoints', next: true }],
  ['qTfV', { kind: 'upload-variables', next: false }],
  ['qTsV', { kind: 'upload-variables', next: true }],
]);

/** Reads one of these packets; undefined where it is another. */
export function readUpload(packet: string): UploadPacket | undefined {
  return packets.get(packet);
}

/** The packet, as gdb writes it. */
export function writeUpload({ kind, next }: UploadPacket): string {
  return `qT${next ? 's' : 'f'}${kind === 'upload-tracepoints' ? 'P' : 'V'}`;
}

/** A reply to qTfP or qTsP. A target without tracepoints may answer with nothing. */
export function readTracepointPiece(
  reply: string,
): TracepointPiece | EndOfUpload | MalformedPacket {
  if (reply === 'l' || reply === '') return { piece: 'end' };
  const fields = new Fields(reply);
  return fields.packet(readPiece(fields), reply, 'T, A, S, Z or V, n:addr: and what belongs to it');
}

function readPiece(fields: Fields): TracepointPiece {
  if (fields.skip('T')) return { piece: 'T', ...readTracepoint(fields) };
  if (fields.skip('Z')) return { piece: 'Z', ...readSource(fields) };
  const piece = fields.skip('A') ? 'A' : fields.skip('S') ? 'S' : 'V';
  if (piece === 'V') fields.expect('V');
  const number = fields.count();
  fields.expect(':');
  const address = fields.number();
  fields.expect(':');
  if (piece !== 'V') return { piece, number, address, ...readActionText(fields.remainder()) };
  return { piece, number, address, ...readHitsAndUsage(fields) };
}

/** The reply, as gdbserver writes it. */
export function writeTracepointPiece(piece: TracepointPiece | EndOfUpload): string {
  switch (piece.piece) {
    case 'end':
      return 'l';
    case 'T':
      return `T${writeTracepoint(piece, hex64)}`;
    case 'Z':
      return `Z${writeSource(piece)}`;
    case 'V':
      return `V${placeOf(piece)}:${writeTracepointStatus(piece).slice(1)}`;
    case 'A':
    case 'S': {
      const stepping = `${piece.opensStepping ? 'S' : ''}${writeActions(piece.steppingActions)}`;
      return `${piece.piece}${placeOf(piece)}:${writeActions(piece.actions)}${stepping}`;
    }
  }
}

function placeOf({ number, address }: { number: number; address: bigint }): string {
  return `${number.toString(16)}:${hex64(address)}`;
}

/** A reply to qTfV or qTsV. */
export function readUploadedVariable(
  reply: string,
): UploadedVariable | EndOfUpload | MalformedPacket {
  if (reply === 'l' || reply === '') return { piece: 'end' };
  const fields = new Fields(reply);
  const read = { piece: 'variable' as const, ...readVariableDefinition(fields) };
  return fields.packet(read, reply, 'n:value:builtin:name');
}

/** The reply, as gdbserver writes it. */
export function writeUploadedVariable(variable: UploadedVariable | EndOfUpload): string {
  return variable.piece === 'end' ? 'l' : writeVariable(variable, hex64);
}

// Questions about static tracepoint markers and fast tracepoints: gdb manual, "Tracepoint
// Packets", qTfSTM, qTsSTM, qTSTMat and qTMinFTPILen.

/**
 * Asks for markers, or for the shortest instruction, in bytes, that a fast tracepoint can
 * replace.
 */
export type MarkerPacket =
  | { readonly kind: 'list-markers'; readonly next: boolean }
  | { readonly kind: 'marker-at'; readonly address: bigint }
  | { readonly kind: 'shortest-fast-instruction' };

/** Reads one of these packets; undefined where it is another. */
export function readMarkerPacket(packet: string): MarkerPacket | MalformedPacket | undefined {
  if (packet === 'qTfSTM') return { kind: 'list-markers', next: false };
  if (packet === 'qTsSTM') return { kind: 'list-markers', next: true };
  if (packet === 'qTMinFTPILen') return { kind: 'shortest-fast-instruction' };
  const fields = new Fields(packet);
  if (!fields.skip('qTSTMat:')) return undefined;
  return fields.packet({ kind: 'marker-at', address: fields.number() }, packet, 'qTSTMat:address');
}

/** The packet, as gdb writes it. */
export function writeMarkerPacket(packet: MarkerPacket): string {
  switch (packet.kind) {
    case 'list-markers':
      return packet.next ? 'qTsSTM' : 'qTfSTM';
    case 'marker-at':
      return `qTSTMat:${hex64(packet.address)}`;
    case 'shortest-fast-instruction':
      return 'qTMinFTPILen';
  }
}
