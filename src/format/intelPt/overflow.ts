// What follows an overflow of the buffer between processor and memory: where the record goes on,
// and whether anything is recorded there; also where errata of processors hide that.
import { DecodeError } from './decodeError';
import { type PacketQuestion, type Resumption, tellsNothing } from './packetScan';
import {
  type IpPacketKind,
  type PtPacket,
  type PacketKind,
  type PacketOf,
  readPtPacket,
} from './packets';

/** Packets in order, up to the first that cannot be read, which is the last. */
export function* packetsFrom(bytes: Uint8Array, position: number): Generator<PtPacket, void> {
  for (let at = position; at < bytes.length;) {
    const packet = readPtPacket(bytes, at);
    yield packet;
    if (packet.kind === 'bad') return;
    at += packet.size;
  }
}

const timing: readonly PacketKind[] = ['pad', 'mnt', 'cbr', 'tsc', 'tma', 'mtc', 'cyc'];

/** Packets that may come while nothing is recorded. */
const neutral: ReadonlySet<string> = new Set<PacketKind>(timing);
/** Those that tell of code, or end what did not begin. */
const impossible: ReadonlySet<string> = new Set<PacketKind>(['psbend', 'tip', 'tip.pgd', 'tnt']);
/** Those between an overflow and what says where the flow is, where erratum SKD010 hides a FUP. */
const skippedBySkd010: ReadonlySet<string> = new Set<PacketKind>([
  ...timing,
  'pip',
  'vmcs',
  'mode.exec',
  'pwre',
  'pwrx',
]);
/** Those between a FUP of a PSB and a TIP.PGE, where erratum BDM70 makes it mean nothing. */
const skippedByBdm70: ReadonlySet<string> = new Set<PacketKind>([
  ...timing,
  'psbend',
  'pip',
  'mode.exec',
  'mode.tsx',
  'vmcs',
]);

/**
 * Where the FUP ends that says where recording goes on; 0 where nothing is recorded, minus a
 * {@link DecodeError} where that cannot be.
 */
export const overflowFup: PacketQuestion<number> = {
  of: (packet) => {
    if (packet.kind === 'bad') return -packet.error;
    if (packet.kind === 'fup') return packet.offset + packet.size;
    if (impossible.has(packet.kind)) return -DecodeError.unexpectedContext;
    return neutral.has(packet.kind) ? tellsNothing : 0;
  },
  atEnd: -DecodeError.endOfStream,
};

/** Packets that are looked at between a PSB and its PSBEND: there are at most some ten. */
const maxHeaderPackets = 256;

/** The FUP of a PSB that ends before a position, or that there is none; or minus an error. */
function headerFup(bytes: Uint8Array, position: number): PacketOf<IpPacketKind> | 'none' | number {
  let packets = 0;
  for (const packet of packetsFrom(bytes, position)) {
    if (packet.kind === 'fup') return packet;
    if (packet.kind === 'psbend' || ++packets > maxHeaderPackets) return 'none';
    if (packet.kind === 'bad') return -packet.error;
  }
  return -DecodeError.endOfStream;
}

/** Erratum SKD010: the FUP is missing. Undefined where nothing says so; or minus an error. */
export const resumptionSkd010: PacketQuestion<Resumption | number | undefined> = {
  of: (packet, scan, bytes) => {
    const { clock, transaction } = scan;
    const { kind, offset, size } = packet;
    if (kind === 'bad') return endOr(packet.error, undefined);
    if (kind === 'tip.pgd') return { position: offset + size, ip: undefined, clock };
    if (kind === 'tip') return { position: offset + size, ip: packet, clock };
    if (kind === 'fup') return { position: offset, clock, ...transaction, ip: packet };
    if (kind === 'psbend') return -DecodeError.unexpectedContext;
    if (kind === 'psb') {
      const ip = headerFup(bytes, offset + size);
      if (typeof ip === 'number') return endOr(-ip, undefined);
      return ip === 'none' ? undefined : { position: offset, ip, clock };
    }
    const timed = clock.take(packet, false);
    if (timed < 0) return timed;
    if (kind === 'mode.tsx' && transaction === undefined) {
      scan.transaction = { position: offset, clock: clock.copy() };
    } else if (kind === 'exstop' || kind === 'ptw' ? packet.hasIp : !skippedBySkd010.has(kind)) {
      return undefined;
    }
    return tellsNothing;
  },
  atEnd: undefined,
};

/** Erratum APL11: a TIP.PGD too many. Undefined where there is none; or minus an error. */
export const resumptionApl11: PacketQuestion<Resumption | number | undefined> = {
  of: (packet, { clock }) => {
    if (packet.kind === 'bad') return -packet.error;
    if (packet.kind === 'tip.pgd') {
      return { position: packet.offset + packet.size, ip: undefined, clock };
    }
    if (impossible.has(packet.kind)) return -DecodeError.unexpectedContext;
    if (!neutral.has(packet.kind)) return undefined;
    const timed = clock.take(packet, false);
    return timed < 0 ? timed : tellsNothing;
  },
  atEnd: -DecodeError.endOfStream,
};

/** Where recording is off, behind packets that tell of nothing but time; or minus an error. */
export function resumptionBehind(end: number): PacketQuestion<Resumption | number> {
  return {
    of: (packet, { clock }) => {
      if (packet.offset >= end) return { position: end, ip: undefined, clock };
      const timed = clock.take(packet, false);
      return timed < 0 ? timed : tellsNothing;
    },
    // The FUP that ends there was read before.
    atEnd: -DecodeError.endOfStream,
  };
}

/**
 * Erratum APL12: whether nothing is recorded behind the FUP of an overflow; or minus an error.
 */
export const disabledByApl12: PacketQuestion<boolean | number> = {
  of: (packet, _, bytes) => {
    const { kind } = packet;
    if (kind === 'bad') return endOr(packet.error, false);
    if (kind === 'stop' || kind === 'tip.pge') return true;
    if (kind === 'tnt' || kind === 'tip' || kind === 'tip.pgd' || kind === 'ovf') return false;
    if (kind === 'psbend') return -DecodeError.unexpectedContext;
    if (kind === 'psb') {
      const ip = headerFup(bytes, packet.offset + packet.size);
      return typeof ip === 'number' ? endOr(-ip, false) : ip === 'none';
    }
    return tellsNothing;
  },
  atEnd: false,
};

/**
 * Erratum BDM70: whether recording only begins behind a FUP in a PSB, so that it means nothing; or
 * minus an error.
 */
export const headerFupIsVoid: PacketQuestion<boolean | number> = {
  of: (packet) => {
    if (packet.kind === 'bad') return endOr(packet.error, false);
    if (packet.kind === 'tip.pge') return true;
    return skippedByBdm70.has(packet.kind) ? tellsNothing : false;
  },
  atEnd: false,
};

/** Where the data ends, nothing says that an erratum applies. */
function endOr<End>(error: number, atEnd: End): End | number {
  return error === DecodeError.endOfStream ? atEnd : -error;
}
