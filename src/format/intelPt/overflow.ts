// What follows an overflow of the buffer between processor and memory: where the record goes on,
// and whether anything is recorded there; also where errata of processors hide that.
import { DecodeError } from './decodeError';
import { type IpPacketKind, type Packet, type PacketOf, readPacket } from './packets';

/** Where to go on after an overflow: at an address, or where nothing is recorded yet. */
export interface Resumption {
  /** Bytes from the beginning. */
  readonly position: number;
  readonly ip: PacketOf<IpPacketKind> | undefined;
}

/** Packets in order, up to the first that cannot be read, which is the last. */
export function* packetsFrom(bytes: Uint8Array, position: number): Generator<Packet, void> {
  for (let at = position; at < bytes.length;) {
    const packet = readPacket(bytes, at);
    yield packet;
    if (packet.kind === 'bad') return;
    at += packet.size;
  }
}

/**
 * Where the FUP ends that says where recording goes on; 0 where nothing is recorded, minus a
 * {@link DecodeError} where that cannot be.
 */
export function findOverflowFup(bytes: Uint8Array, position: number): number {
  for (const packet of packetsFrom(bytes, position)) {
    switch (packet.kind) {
      case 'fup':
        return packet.offset + packet.size;
      case 'bad':
        return -packet.error;
      case 'pad':
      case 'mnt':
      case 'cbr':
      case 'tsc':
      case 'tma':
      case 'mtc':
      case 'cyc':
        break;
      case 'psbend':
      case 'tip':
      case 'tip.pgd':
      case 'tnt':
        return -DecodeError.unexpectedContext;
      default:
        return 0;
    }
  }
  return -DecodeError.endOfStream;
}

/** Whether the FUP of a PSB at a position is before its end; undefined where the data ends first. */
function headerFup(bytes: Uint8Array, position: number): PacketOf<IpPacketKind> | 'none' | number {
  for (const packet of packetsFrom(bytes, position)) {
    if (packet.kind === 'fup') return packet;
    if (packet.kind === 'psbend') return 'none';
    if (packet.kind === 'bad') return -packet.error;
  }
  return -DecodeError.endOfStream;
}

/** Erratum SKD010: the FUP is missing. Undefined where nothing says so; or minus an error. */
export function resumeSkd010(bytes: Uint8Array, position: number): Resumption | number | undefined {
  let transaction: number | undefined;
  for (const packet of packetsFrom(bytes, position)) {
    const { offset, size } = packet;
    switch (packet.kind) {
      case 'tip.pgd':
        return { position: offset + size, ip: undefined };
      case 'tip':
        return { position: offset + size, ip: packet };
      case 'fup':
        return { position: transaction ?? offset, ip: packet };
      case 'mode.tsx':
        if (transaction !== undefined) return undefined;
        transaction = offset;
        break;
      case 'psb': {
        const ip = headerFup(bytes, offset + size);
        if (typeof ip === 'number') return ip === -DecodeError.endOfStream ? undefined : ip;
        return ip === 'none' ? undefined : { position: offset, ip };
      }
      case 'psbend':
        return -DecodeError.unexpectedContext;
      case 'bad':
        return packet.error === DecodeError.endOfStream ? undefined : -packet.error;
      case 'exstop':
      case 'ptw':
        if (packet.hasIp) return undefined;
        break;
      case 'pip':
      case 'vmcs':
      case 'mode.exec':
      case 'pad':
      case 'mnt':
      case 'pwre':
      case 'pwrx':
      case 'tsc':
      case 'cbr':
      case 'tma':
      case 'mtc':
      case 'cyc':
        break;
      default:
        return undefined;
    }
  }
  return undefined;
}

/** Erratum APL11: a TIP.PGD too many. Undefined where there is none; or minus an error. */
export function resumeApl11(bytes: Uint8Array, position: number): Resumption | number | undefined {
  for (const packet of packetsFrom(bytes, position)) {
    switch (packet.kind) {
      case 'tip.pgd':
        return { position: packet.offset + packet.size, ip: undefined };
      case 'bad':
        return -packet.error;
      case 'psbend':
      case 'tip':
      case 'tnt':
        return -DecodeError.unexpectedContext;
      case 'pad':
      case 'mnt':
      case 'tsc':
      case 'cbr':
      case 'tma':
      case 'mtc':
      case 'cyc':
        break;
      default:
        return undefined;
    }
  }
  return -DecodeError.endOfStream;
}

/**
 * Erratum APL12: whether nothing is recorded behind the FUP of an overflow; or minus an error.
 */
export function isDisabledByApl12(bytes: Uint8Array, position: number): boolean | number {
  for (const packet of packetsFrom(bytes, position)) {
    switch (packet.kind) {
      case 'stop':
      case 'tip.pge':
        return true;
      case 'tnt':
      case 'tip':
      case 'tip.pgd':
      case 'ovf':
        return false;
      case 'psb': {
        const ip = headerFup(bytes, packet.offset + packet.size);
        if (typeof ip === 'number') return ip === -DecodeError.endOfStream ? false : ip;
        return ip === 'none';
      }
      case 'psbend':
        return -DecodeError.unexpectedContext;
      case 'bad':
        return packet.error === DecodeError.endOfStream ? false : -packet.error;
      default:
        break;
    }
  }
  return false;
}

/**
 * Erratum BDM70: whether recording only begins behind a FUP in a PSB, so that it means nothing; or
 * minus an error.
 */
export function isHeaderFupVoid(bytes: Uint8Array, position: number): boolean | number {
  for (const packet of packetsFrom(bytes, position)) {
    switch (packet.kind) {
      case 'tip.pge':
        return true;
      case 'bad':
        return packet.error === DecodeError.endOfStream ? false : -packet.error;
      case 'pad':
      case 'tsc':
      case 'cbr':
      case 'psbend':
      case 'pip':
      case 'mode.exec':
      case 'mode.tsx':
      case 'vmcs':
      case 'tma':
      case 'mtc':
      case 'cyc':
      case 'mnt':
        break;
      default:
        return false;
    }
  }
  return false;
}
