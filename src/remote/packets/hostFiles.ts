// Files of the target: gdb manual, "Host I/O Packets", the part that reads. gdb takes programs and shared
// objects from the target with them.
import { toHex } from '../../bytes/hex';
import { escapeBinary } from '../binary';
import { fromBytes } from '../latin1';
import { Fields, type MalformedPacket } from './fields';

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
