// The experiment as the target has it, so that a run can be looked at by who did not define it: gdb manual, "Tracepoint Packets",
// qTfP and qTsP.
import type { Action } from '../../format/description';
import { readReply } from '../packets/reply';
import {
  readTracepointPiece,
  writeUpload,
  type TracepointPiece,
  type UploadedVariable,
} from '../packets/upload';
import type { DefinitionPacket } from '../packets/definitions';
import { malformed, type Exchange } from './exchange';

/** Pieces that are read at most. */
const mostPieces = 1 << 17;

/** Every piece of every tracepoint, in the target's order; none where it does not tell. */
export async function uploadTracepoints(exchange: Exchange): Promise<TracepointPiece[]> {
  const pieces: TracepointPiece[] = [];
  for (let next = false; pieces.length < mostPieces; next = true) {
    const packet = writeUpload({ kind: 'upload-tracepoints', next });
    const reply = await exchange.ask(packet);
    if (readReply(reply).kind === 'error') break;
    const piece = readTracepointPiece(reply);
    if ('kind' in piece) throw malformed(packet, reply, piece.expected);
    if (piece.piece === 'end') break;
    pieces.push(piece);
  }
  return pieces;
}

/** What was defined, as a target would tell it that can. */
export function piecesOf(definitions: readonly DefinitionPacket[]): TracepointPiece[] {
  const stepping = new Set<string>();
  return definitions.flatMap((packet): TracepointPiece[] => {
    if (packet.kind === 'define-tracepoint') return [{ ...packet, piece: 'T' }];
    if (packet.kind === 'define-source') return [{ ...packet, piece: 'Z' }];
    if (packet.kind !== 'define-actions') return [];
    const { number, address, actions, steppingActions, opensStepping } = packet;
    const key = keyOf(packet);
    const first = stepping.has(key) ? 'S' : 'A';
    if (opensStepping) stepping.add(key);
    const pieces = (piece: 'A' | 'S', list: readonly Action[]) =>
      list.map((action) => ({
        ...{ piece, number, address, actions: [action] },
        ...{ opensStepping: false, steppingActions: [] },
      }));
    return [...pieces(first, actions), ...pieces('S', steppingActions)];
  });
}

/** The variables that were defined. */
export function variablesOf(definitions: readonly DefinitionPacket[]): UploadedVariable[] {
  return definitions.flatMap((packet) =>
    packet.kind === 'define-variable' ? [{ ...packet, piece: 'variable' as const }] : [],
  );
}

/** A tracepoint's number and address as one text. */
export function keyOf({ number, address }: { number: number; address: bigint }): string {
  return `${number}@${address}`;
}
