// What follows an overflow of the buffer between processor and memory: where the record goes on,
// and whether anything is recorded there; also where errata of processors hide that.
import type { PtClock } from './clock';
import { DecodeError } from './decodeError';
import {
  type IpPacketKind,
  type PtPacket,
  type PacketKind,
  type PacketOf,
  readPtPacket,
} from './packets';

/** Where to go on after an overflow: at an address, or where nothing is recorded yet. */
export interface Resumption {
  /** Bytes from the beginning. */
  readonly position: number;
  readonly ip: PacketOf<IpPacketKind> | undefined;
  /** The time there. */
  readonly clock: PtClock;
}

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
export function findOverflowFup(bytes: Uint8Array, position: number): number {
  for (const packet of packetsFrom(bytes, position)) {
    if (packet.kind === 'bad') return -packet.error;
    if (packet.kind === 'fup') return packet.offset + packet.size;
    if (impossible.has(packet.kind)) return -DecodeError.unexpectedContext;
    if (!neutral.has(packet.kind)) return 0;
  }
  return -DecodeError.endOfStream;
}

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
export function resumeSkd010(bytes: Uint8Array, from: Resumption): Resumption | number | undefined {
  let transaction: Omit<Resumption, 'ip'> | undefined;
  const clock = from.clock.copy();
  for (const packet of packetsFrom(bytes, from.position)) {
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
      transaction = { position: offset, clock: clock.copy() };
    } else if (kind === 'exstop' || kind === 'ptw' ? packet.hasIp : !skippedBySkd010.has(kind)) {
      return undefined;
    }
  }
  return undefined;
}

/** Erratum APL11: a TIP.PGD too many. Undefined where there is none; or minus an error. */
export function resumeApl11(bytes: Uint8Array, from: Resumption): Resumption | number | undefined {
  const clock = from.clock.copy();
  for (const packet of packetsFrom(bytes, from.position)) {
    if (packet.kind === 'bad') return -packet.error;
    if (packet.kind === 'tip.pgd') {
      return { position: packet.offset + packet.size, ip: undefined, clock };
    }
    if (impossible.has(packet.kind)) return -DecodeError.unexpectedContext;
    if (!neutral.has(packet.kind)) return undefined;
    const timed = clock.take(packet, false);
    if (timed < 0) return timed;
  }
  return -DecodeError.endOfStream;
}

/** Where recording is off, behind packets that tell of nothing but time; or minus an error. */
export function resumeBehind(
  bytes: Uint8Array,
  { position, clock }: Resumption,
  end: number,
): Resumption | number {
  for (const packet of packetsFrom(bytes, position)) {
    if (packet.offset >= end) break;
    const timed = clock.take(packet, false);
    if (timed < 0) return timed;
  }
  return { position: end, ip: undefined, clock };
}

/**
 * Erratum APL12: whether nothing is recorded behind the FUP of an overflow; or minus an error.
 */
export function isDisabledByApl12(bytes: Uint8Array, position: number): boolean | number {
  for (const packet of packetsFrom(bytes, position)) {
    const { kind } = packet;
    if (kind === 'bad') return endOr(packet.error, false);
    if (kind === 'stop' || kind === 'tip.pge') return true;
    if (kind === 'tnt' || kind === 'tip' || kind === 'tip.pgd' || kind === 'ovf') return false;
    if (kind === 'psbend') return -DecodeError.unexpectedContext;
    if (kind === 'psb') {
      const ip = headerFup(bytes, packet.offset + packet.size);
      return typeof ip === 'number' ? endOr(-ip, false) : ip === 'none';
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
    if (packet.kind === 'bad') return endOr(packet.error, false);
    if (packet.kind === 'tip.pge') return true;
    if (!skippedByBdm70.has(packet.kind)) return false;
  }
  return false;
}

/** Where the data ends, nothing says that an erratum applies. */
function endOr<End>(error: number, atEnd: End): End | number {
  return error === DecodeError.endOfStream ? atEnd : -error;
}
