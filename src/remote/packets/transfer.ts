// Documents of the target, read in parts: gdb manual, "General Query Packets", qXfer. Among its
// objects are traceframe-info, statictrace, btrace and btrace-conf, features and libraries-svr4;
// btrace is switched on and set up by the packets Qbtrace and Qbtrace-conf.
import { escapeBinary, unescapeBinary, Fields, type MalformedPacket, fromBytes } from './fields';
import { toHex } from '../../bytes/hex';

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

/**
 * An annex may hold colons; the numbers follow the last. A packet that writes is another
 * one.
 */
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

// Files of the target: gdb manual, "Host I/O Packets", the part that reads. gdb takes programs
// and shared objects from the target with them.

/** Opens, reads and closes files of the target; `file` is the number that opening one gave. */
export type HostFilePacket =
  /** Whose file system: a process, or the target's own for 0. */
  | { readonly kind: 'file-system'; readonly process: number }
  | { readonly kind: 'open-file'; readonly path: Uint8Array; readonly flags: number }
  /** Asks for `length` bytes or fewer from `offset` on. */
  | {
      readonly kind: 'read-file';
      readonly file: number;
      readonly length: number;
      readonly offset: number;
    }
  | { readonly kind: 'file-status' | 'close-file'; readonly file: number }
  | { readonly kind: 'read-link'; readonly path: Uint8Array };

/** Reasons why a file is not there for gdb: the protocol's own numbers. */
export const FileError = { noEntry: 2, badFile: 9, readOnly: 30 } as const;

const prefix = 'vFile:';
/** A regular file that anyone may read. */
const regularMode = 0o100444;

/** Reads one of these packets; undefined where it is another. */
export function readHostFilePacket(packet: string): HostFilePacket | MalformedPacket | undefined {
  const fields = new Fields(packet);
  if (!fields.skip(prefix)) return undefined;
  const read = readOperation(fields);
  return read && fields.packet(read, packet, 'vFile:operation:parameter[,parameter]…');
}

function readOperation(fields: Fields): HostFilePacket | undefined {
  if (fields.skip('setfs:')) return { kind: 'file-system', process: fields.count() };
  if (fields.skip('readlink:')) return { kind: 'read-link', path: fields.bytes() };
  if (fields.skip('fstat:')) return { kind: 'file-status', file: fields.count() };
  if (fields.skip('close:')) return { kind: 'close-file', file: fields.count() };
  if (fields.skip('open:')) {
    const path = fields.bytes(',');
    fields.expect(',');
    const flags = fields.count();
    fields.expect(',');
    fields.count();
    return { kind: 'open-file', path, flags };
  }
  if (!fields.skip('pread:')) return undefined;
  const file = fields.count();
  fields.expect(',');
  const length = fields.count();
  fields.expect(',');
  return { kind: 'read-file', file, length, offset: fields.count() };
}

/** The packet, as gdb writes it. */
export function writeHostFilePacket(packet: HostFilePacket): string {
  const hex = (value: number) => value.toString(16);
  switch (packet.kind) {
    case 'file-system':
      return `${prefix}setfs:${hex(packet.process)}`;
    case 'open-file':
      return `${prefix}open:${toHex(packet.path)},${hex(packet.flags)},0`;
    case 'read-file':
      return `${prefix}pread:${hex(packet.file)},${hex(packet.length)},${hex(packet.offset)}`;
    case 'file-status':
      return `${prefix}fstat:${hex(packet.file)}`;
    case 'close-file':
      return `${prefix}close:${hex(packet.file)}`;
    case 'read-link':
      return `${prefix}readlink:${toHex(packet.path)}`;
  }
}

/** A reply that says that a call went well, with its result. */
export function writeFileResult(result: number): string {
  return `F${result.toString(16)}`;
}

/** A reply that says that a call failed, with one of {@link FileError}. */
export function writeFileError(error: number): string {
  return `F-1,${error.toString(16)}`;
}

/** A reply with bytes of a file. */
export function writeFileBytes(bytes: Uint8Array): string {
  return `F${bytes.length.toString(16)};${escapeBinary(fromBytes(bytes))}`;
}

/** A reply with the status of a file of `size` bytes: `struct stat` of the protocol, big-endian. */
export function writeFileStatus(size: number): string {
  const status = new DataView(new ArrayBuffer(64));
  status.setUint32(8, regularMode);
  status.setUint32(12, 1);
  status.setBigUint64(28, BigInt(size));
  return writeFileBytes(new Uint8Array(status.buffer));
}
