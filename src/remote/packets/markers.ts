// Static tracepoint markers and fast tracepoints: gdb manual, "Tracepoint Packets", qTfSTM, qTsSTM, qTSTMat,
// qTMinFTPILen, and "Relocate instruction reply packet", in which the target asks and gdb answers.
import { toHex } from '../../bytes/hex';
import { Fields, hex64, type MalformedPacket } from './fields';

/** Asks for markers, or for the shortest instruction, in bytes, that a fast tracepoint can replace. */
export type MarkerPacket =
  | { readonly kind: 'list-markers'; readonly next: boolean }
  | { readonly kind: 'marker-at'; readonly address: bigint }
  | { readonly kind: 'shortest-fast-instruction' };

/** A marker in the program. gdbserver's `id` is `channel/name`. */
export interface StaticMarker {
  readonly address: bigint;
  readonly id: Uint8Array;
  readonly extra: Uint8Array;
}

/** A target asks gdb to copy the instruction at one address to another, adjusted to it. */
interface RelocateInstruction {
  readonly from: bigint;
  readonly to: bigint;
}

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

/** A reply with markers; none where the list ends. */
export function readMarkers(reply: string): { markers: StaticMarker[] } | MalformedPacket {
  const markers: StaticMarker[] = [];
  const fields = new Fields(reply);
  if (!fields.skip('l')) {
    fields.expect('m');
    do {
      const address = fields.number();
      fields.expect(':');
      const id = fields.bytes();
      fields.expect(':');
      markers.push({ address, id, extra: fields.bytes(',') });
    } while (!fields.failed && fields.skip(','));
  }
  return fields.packet({ markers }, reply, 'm address:id:extra[,…], or l');
}

/** The reply that {@link readMarkers} reads. */
export function writeMarkers(markers: readonly StaticMarker[]): string {
  if (markers.length === 0) return 'l';
  const written = markers.map(
    ({ address, id, extra }) => `${hex64(address)}:${toHex(id)}:${toHex(extra)}`,
  );
  return `m${written.join(',')}`;
}

/** A reply to qTMinFTPILen: bytes; 0 where the target does not know yet. */
export function readShortestInstruction(reply: string): { bytes: number } | MalformedPacket {
  const fields = new Fields(reply);
  return fields.packet({ bytes: fields.count() }, reply, 'a length');
}

/** The reply that {@link readShortestInstruction} reads. */
export function writeShortestInstruction(bytes: number): string {
  return bytes.toString(16);
}

/** Reads a target's qRelocInsn, which comes in place of a reply; undefined where it is none. */
export function readRelocateInstruction(
  reply: string,
): RelocateInstruction | MalformedPacket | undefined {
  const fields = new Fields(reply);
  if (!fields.skip('qRelocInsn:')) return undefined;
  const from = fields.number();
  fields.expect(';');
  return fields.packet({ from, to: fields.number() }, reply, 'qRelocInsn:from;to');
}

/** The packet that {@link readRelocateInstruction} reads. */
export function writeRelocateInstruction({ from, to }: RelocateInstruction): string {
  return `qRelocInsn:${hex64(from)};${hex64(to)}`;
}

/** gdb's answer to it: bytes of the adjusted instruction. */
export function readRelocated(answer: string): { bytes: number } | MalformedPacket {
  const fields = new Fields(answer);
  fields.expect('qRelocInsn:');
  return fields.packet({ bytes: fields.count() }, answer, 'qRelocInsn:adjusted_size');
}

/** The answer that {@link readRelocated} reads. */
export function writeRelocated(bytes: number): string {
  return `qRelocInsn:${bytes.toString(16)}`;
}
