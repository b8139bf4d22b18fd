// Documents of the target, read in parts: gdb manual, "General Query Packets", qXfer. Among its objects are
// traceframe-info, statictrace, btrace and btrace-conf, features and libraries-svr4; btrace is switched on
// and set up by the packets Qbtrace and Qbtrace-conf.
import { escapeBinary, unescapeBinary } from '../binary';
import { Fields, type MalformedPacket } from './fields';

/** How branches are recorded. */
export type BranchTraceFormat = 'bts' | 'pt';

/** Reads a document, or sets up what one will hold. */
export type TransferPacket =
  /** Asks for `length` bytes or fewer of a document from `offset` on. */
  | {
      readonly kind: 'read-object';
      readonly object: string;
      /** Which one of the object's documents; often empty. */
      readonly annex: string;
      readonly offset: number;
      readonly length: number;
    }
  | { readonly kind: 'branch-trace'; readonly format: BranchTraceFormat | 'off' }
  | {
      readonly kind: 'branch-buffer';
      readonly format: BranchTraceFormat;
      /** Bytes. */
      readonly size: number;
    };

/** A part of a document, one unit a byte. `last`: nothing comes after it. */
interface DocumentPart {
  readonly data: string;
  readonly last: boolean;
}

/** Reads one of these packets; undefined where it is another. */
export function readTransfer(packet: string): TransferPacket | MalformedPacket | undefined {
  const fields = new Fields(packet);
  if (fields.skip('qXfer:')) return readObject(packet, fields);
  if (fields.skip('Qbtrace:')) {
    const format = fields.remainder();
    if (format === 'bts' || format === 'pt' || format === 'off') {
      return { kind: 'branch-trace', format };
    }
    return { kind: 'malformed', packet, expected: 'Qbtrace:bts, Qbtrace:pt or Qbtrace:off' };
  }
  if (fields.skip('Qbtrace-conf:')) {
    const format: BranchTraceFormat = fields.skip('bts') ? 'bts' : 'pt';
    if (format === 'pt') fields.expect('pt');
    fields.expect(':size=');
    const read = { kind: 'branch-buffer' as const, format, size: fields.count() };
    return fields.packet(read, packet, 'Qbtrace-conf:bts:size=n or :pt:size=n');
  }
  return undefined;
}

/** An annex may hold colons; the numbers stand behind the last. A packet that writes is another one. */
function readObject(packet: string, fields: Fields): TransferPacket | MalformedPacket | undefined {
  const object = fields.until(':');
  fields.expect(':');
  if (!fields.skip('read:')) return undefined;
  const rest = fields.remainder();
  const colon = rest.lastIndexOf(':');
  const numbers = new Fields(rest.slice(colon + 1));
  const offset = numbers.count();
  numbers.expect(',');
  const length = numbers.count();
  if (colon < 0) numbers.failed = true;
  const annex = rest.slice(0, Math.max(colon, 0));
  const read = { kind: 'read-object' as const, object, annex, offset, length };
  return numbers.packet(read, packet, 'qXfer:object:read:annex:offset,length');
}

/** The packet, as gdb writes it. */
export function writeTransfer(packet: TransferPacket): string {
  switch (packet.kind) {
    case 'read-object': {
      const { object, annex, offset, length } = packet;
      return `qXfer:${object}:read:${annex}:${offset.toString(16)},${length.toString(16)}`;
    }
    case 'branch-trace':
      return `Qbtrace:${packet.format}`;
    case 'branch-buffer':
      return `Qbtrace-conf:${packet.format}:size=0x${packet.size.toString(16)}`;
  }
}

/** A reply to qXfer. */
export function readDocumentPart(reply: string): DocumentPart | MalformedPacket {
  if (/^[ml]/.test(reply)) {
    return { data: unescapeBinary(reply.slice(1)), last: reply.startsWith('l') };
  }
  return { kind: 'malformed', packet: reply, expected: 'm or l and data' };
}

/** The reply that {@link readDocumentPart} reads. */
export function writeDocumentPart({ data, last }: DocumentPart): string {
  return (last ? 'l' : 'm') + escapeBinary(data);
}
