// Questions about static tracepoint markers and fast tracepoints: gdb manual, "Tracepoint Packets", qTfSTM, qTsSTM,
// qTSTMat and qTMinFTPILen.
import { Fields, hex64, type MalformedPacket } from './fields';

/** Asks for markers, or for the shortest instruction, in bytes, that a fast tracepoint can replace. */
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
