// The packets of Intel Processor Trace as plain data: Intel SDM volume 3, "Intel Processor Trace",
// "Packet Definitions". A packet begins with an opcode of one to three bytes; where the bytes after
// it end too early or are not allowed, the packet is bad, and says of which kind it would be.
import { DecodeError } from './decodeError';

/** How a packet shortens an instruction's address. */
export const IpCompression = {
  suppressed: 0,
  update16: 1,
  update32: 2,
  signExtended48: 3,
  update48: 4,
  full: 6,
} as const;

/** The width of code, in bits; undefined where MODE.Exec says what there is not. */
export type ExecutionMode = 16 | 32 | 64 | undefined;

/** A packet that has the address of an instruction. */
export type IpPacketKind = 'tip' | 'tip.pge' | 'tip.pgd' | 'fup';

/** What a packet says. */
type Payload =
  | { readonly kind: 'pad' | 'psb' | 'psbend' | 'ovf' | 'stop' }
  | { readonly kind: IpPacketKind; readonly compression: number; readonly ip: bigint }
  /** Taken or not, of the oldest of `count` branches in the highest bit. */
  | { readonly kind: 'tnt'; readonly bits: number; readonly count: number }
  | { readonly kind: 'mode.exec'; readonly mode: ExecutionMode }
  | { readonly kind: 'mode.tsx'; readonly inTransaction: boolean; readonly aborted: boolean }
  | { readonly kind: 'pip'; readonly cr3: bigint; readonly nonRoot: boolean }
  | { readonly kind: 'vmcs'; readonly base: bigint }
  | { readonly kind: 'cbr'; readonly ratio: number }
  | { readonly kind: 'tsc'; readonly tsc: bigint }
  | { readonly kind: 'tma'; readonly ctc: number; readonly fastCounter: number }
  | { readonly kind: 'mtc'; readonly ctc: number }
  | { readonly kind: 'cyc'; readonly cycles: bigint }
  | { readonly kind: 'mnt'; readonly payload: bigint }
  | { readonly kind: 'exstop'; readonly hasIp: boolean }
  | { readonly kind: 'mwait'; readonly hints: number; readonly extensions: number }
  | {
      readonly kind: 'pwre';
      readonly byHardware: boolean;
      readonly state: number;
      readonly subState: number;
    }
  | {
      readonly kind: 'pwrx';
      readonly last: number;
      readonly deepest: number;
      readonly wakeReason: number;
    }
  | { readonly kind: 'ptw'; readonly hasIp: boolean; readonly payload: bigint }
  | { readonly kind: 'bbp'; readonly type: number; readonly itemSize: 4 | 8 }
  | { readonly kind: 'bip'; readonly id: number; readonly payload: bigint }
  | { readonly kind: 'bep'; readonly hasIp: boolean }
  | {
      readonly kind: 'cfe';
      readonly hasIp: boolean;
      readonly type: number;
      readonly vector: number;
    }
  | { readonly kind: 'evd'; readonly type: number; readonly payload: bigint };

export type PacketKind = Payload['kind'];

/** A packet with its place in the data; `size` in bytes. */
export type PtPacket = (Payload | BadPacket) & { readonly offset: number; readonly size: number };

/** A packet of a kind, without a problem. */
export type PacketOf<Kind extends PacketKind> = Extract<PtPacket, { kind: Kind }>;

interface BadPacket {
  readonly kind: 'bad';
  /** What it would be; undefined where the opcode is of none, or cut. */
  readonly of: PacketKind | undefined;
  readonly error: DecodeError;
}

/** The size of the items of the block that is open; 0 outside of blocks. */
export type OpenBlock = 0 | 4 | 8;

/** Bytes of a PSB. */
export const psbSize = 16;

const opcodes = new Map<number, PacketKind>([
  [0x00, 'pad'],
  [0x99, 'mode.exec'],
  [0x19, 'tsc'],
  [0x59, 'mtc'],
]);

const extendedOpcodes = new Map<number, PacketKind>([
  [0x82, 'psb'],
  [0x23, 'psbend'],
  [0xf3, 'ovf'],
  [0x83, 'stop'],
  [0xa3, 'tnt'],
  [0x43, 'pip'],
  [0xc8, 'vmcs'],
  [0x03, 'cbr'],
  [0x73, 'tma'],
  [0x62, 'exstop'],
  [0xe2, 'exstop'],
  [0xc2, 'mwait'],
  [0x22, 'pwre'],
  [0xa2, 'pwrx'],
  [0x63, 'bbp'],
  [0x33, 'bep'],
  [0xb3, 'bep'],
  [0x13, 'cfe'],
  [0x53, 'evd'],
]);

const ipPackets = new Map<number, IpPacketKind>([
  [0x0d, 'tip'],
  [0x11, 'tip.pge'],
  [0x01, 'tip.pgd'],
  [0x1d, 'fup'],
]);

/** Bytes with the opcode, of kinds that are always as long. */
const sizes: Partial<Record<PacketKind, number>> = {
  pad: 1,
  psb: psbSize,
  psbend: 2,
  ovf: 2,
  stop: 2,
  'mode.exec': 2,
  pip: 8,
  vmcs: 7,
  cbr: 4,
  tsc: 8,
  tma: 7,
  mtc: 2,
  mnt: 11,
  exstop: 2,
  mwait: 10,
  pwre: 4,
  pwrx: 7,
  bbp: 3,
  bep: 2,
  cfe: 4,
  evd: 11,
};

/** Reads the packet at an offset, which is inside the data. */
export function readPtPacket(bytes: Uint8Array, offset: number, block: OpenBlock = 0): PtPacket {
  const opcode = bytes[offset] ?? 0;
  if (block !== 0 && (opcode & 7) === 4) return readBlockItem(bytes, offset, block);
  const known = opcodes.get(opcode);
  if (known) return readSized(bytes, offset, known);
  if (opcode === 0x02) return readExtended(bytes, offset);
  if ((opcode & 1) === 0) return readTnt(offset, 1, opcode >> 1);
  if ((opcode & 3) === 3) return readCyc(bytes, offset);
  const ip = ipPackets.get(opcode & 0x1f);
  return ip ? readIp(bytes, offset, ip) : bad(offset, 1, undefined, DecodeError.unknownOpcode);
}

function readExtended(bytes: Uint8Array, offset: number): PtPacket {
  const extension = bytes[offset + 1];
  if (extension === undefined) return bad(offset, 1, undefined, DecodeError.endOfStream);
  if ((extension & 0x1f) === 0x12) return readPtw(bytes, offset, extension);
  if (extension === 0xc3) {
    const second = bytes[offset + 2];
    if (second === undefined) return bad(offset, 2, undefined, DecodeError.endOfStream);
    if (second === 0x88) return readSized(bytes, offset, 'mnt');
  }
  if (extension === 0xa3) {
    if (offset + 8 > bytes.length) return bad(offset, 8, 'tnt', DecodeError.endOfStream);
    return readTnt(offset, 8, little(bytes, offset + 2, 6));
  }
  const kind = extendedOpcodes.get(extension);
  return kind
    ? readSized(bytes, offset, kind)
    : bad(offset, 2, undefined, DecodeError.unknownOpcode);
}

function readSized(bytes: Uint8Array, offset: number, kind: PacketKind): PtPacket {
  const size = sizes[kind] ?? 1;
  if (offset + size > bytes.length) return bad(offset, size, kind, DecodeError.endOfStream);
  const payload = payloadOf(bytes, offset, kind);
  if (payload) return Object.assign(payload, { offset, size });
  return bad(offset, size, kind, DecodeError.unknownPacket);
}

/** What a packet of a fixed size says; undefined where its bytes are not allowed. */
function payloadOf(bytes: Uint8Array, offset: number, kind: PacketKind): Payload | undefined {
  return payloads[kind]?.((index) => bytes[offset + index] ?? 0, bytes, offset);
}

/** Reads a payload. `at`: the byte at an index of the packet. */
type ReadPayload = (
  at: (index: number) => number,
  bytes: Uint8Array,
  offset: number,
) => Payload | undefined;

const payloads: Partial<Record<PacketKind, ReadPayload>> = {
  pad: () => ({ kind: 'pad' }),
  psb: (_, bytes, offset) => (isPsb(bytes, offset) ? { kind: 'psb' } : undefined),
  psbend: () => ({ kind: 'psbend' }),
  ovf: () => ({ kind: 'ovf' }),
  stop: () => ({ kind: 'stop' }),
  'mode.exec': (at) => modeOf(at(1)),
  pip: (_, bytes, offset) => {
    const payload = BigInt(little(bytes, offset + 2, 6));
    return { kind: 'pip', cr3: (payload >> 1n) << 5n, nonRoot: (payload & 1n) === 1n };
  },
  vmcs: (_, bytes, offset) => ({
    kind: 'vmcs',
    base: BigInt(little(bytes, offset + 2, 5)) << 12n,
  }),
  cbr: (at) => ({ kind: 'cbr', ratio: at(2) }),
  tsc: (_, bytes, offset) => ({ kind: 'tsc', tsc: uint64At(bytes, offset) >> 8n }),
  tma: (at) => {
    const fastCounter = at(5) | (at(6) << 8);
    if (fastCounter > 0x1ff || at(4) !== 0) return undefined;
    return { kind: 'tma', ctc: at(2) | (at(3) << 8), fastCounter };
  },
  mtc: (at) => ({ kind: 'mtc', ctc: at(1) }),
  mnt: (_, bytes, offset) => ({ kind: 'mnt', payload: uint64At(bytes, offset + 3) }),
  exstop: (at) => ({ kind: 'exstop', hasIp: at(1) >= 0x80 }),
  mwait: (_, bytes, offset) => ({
    kind: 'mwait',
    hints: little(bytes, offset + 2, 4),
    extensions: little(bytes, offset + 6, 4),
  }),
  pwre: (at) => ({
    kind: 'pwre',
    byHardware: (at(2) & 8) !== 0,
    state: at(3) >> 4,
    subState: at(3) & 15,
  }),
  pwrx: (at) => ({ kind: 'pwrx', last: at(2) >> 4, deepest: at(2) & 15, wakeReason: at(3) & 15 }),
  bbp: (at) => ({ kind: 'bbp', type: at(2) & 0x1f, itemSize: at(2) >= 0x80 ? 4 : 8 }),
  bep: (at) => ({ kind: 'bep', hasIp: at(1) >= 0x80 }),
  cfe: (at) => ({ kind: 'cfe', hasIp: at(2) >= 0x80, type: at(2) & 0x1f, vector: at(3) }),
  evd: (at, bytes, offset) => ({
    kind: 'evd',
    type: at(2) & 0x3f,
    payload: uint64At(bytes, offset + 3),
  }),
};

function modeOf(byte: number): Payload | undefined {
  const bits = byte & 0x1f;
  switch (byte >> 5) {
    case 0: {
      const modes: readonly ExecutionMode[] = [16, 64, 32, undefined];
      return { kind: 'mode.exec', mode: modes[bits & 3] };
    }
    case 1:
      return { kind: 'mode.tsx', inTransaction: (bits & 1) !== 0, aborted: (bits & 2) !== 0 };
    default:
      return undefined;
  }
}

/** Whether a PSB is at an offset. */
function isPsb(bytes: Uint8Array, offset: number): boolean {
  for (let at = offset; at < offset + psbSize; at += 2) {
    if (bytes[at] !== 0x02 || bytes[at + 1] !== 0x82) return false;
  }
  return true;
}

/** Branches, with a 1 before the first. */
function readTnt(offset: number, size: number, payload: number): PtPacket {
  const count = Math.floor(Math.log2(payload));
  if (count < 1) return bad(offset, size, 'tnt', DecodeError.unknownPacket);
  return { kind: 'tnt', bits: payload - 2 ** count, count, offset, size };
}

const ipSizes: readonly (number | undefined)[] = [0, 2, 4, 6, 6, undefined, 8, undefined];

function readIp(bytes: Uint8Array, offset: number, kind: IpPacketKind): PtPacket {
  const compression = (bytes[offset] ?? 0) >> 5;
  const length = ipSizes[compression];
  if (length === undefined) return bad(offset, 1, kind, DecodeError.unknownPacket);
  const size = 1 + length;
  if (offset + size > bytes.length) return bad(offset, size, kind, DecodeError.endOfStream);
  const ip = length === 8 ? uint64At(bytes, offset + 1) : BigInt(little(bytes, offset + 1, length));
  return { kind, compression, ip, offset, size };
}

/** A number that continues in the next byte where a bit says so: 5 bits, then 7 each. */
function readCyc(bytes: Uint8Array, offset: number): PtPacket {
  const first = bytes[offset] ?? 0;
  let cycles = BigInt(first >> 3);
  let size = 1;
  let continues = (first & 4) !== 0;
  for (let shift = 5; continues; shift += 7) {
    const byte = bytes[offset + size];
    if (byte === undefined) return bad(offset, size, 'cyc', DecodeError.endOfStream);
    if (shift + 7 > 64) return bad(offset, size, 'cyc', DecodeError.unknownPacket);
    cycles |= BigInt(byte >> 1) << BigInt(shift);
    continues = (byte & 1) !== 0;
    size++;
  }
  return { kind: 'cyc', cycles, offset, size };
}

function readPtw(bytes: Uint8Array, offset: number, extension: number): PtPacket {
  const length = [4, 8][(extension >> 5) & 3];
  if (length === undefined) return bad(offset, 2, 'ptw', DecodeError.unknownPacket);
  const size = 2 + length;
  if (offset + size > bytes.length) return bad(offset, size, 'ptw', DecodeError.endOfStream);
  const payload = item(bytes, offset + 2, length);
  return { kind: 'ptw', hasIp: extension >= 0x80, payload, offset, size };
}

function readBlockItem(bytes: Uint8Array, offset: number, length: 4 | 8): PtPacket {
  const size = 1 + length;
  if (offset + size > bytes.length) return bad(offset, size, 'bip', DecodeError.endOfStream);
  const payload = item(bytes, offset + 1, length);
  return { kind: 'bip', id: (bytes[offset] ?? 0) >> 3, payload, offset, size };
}

function bad(
  offset: number,
  size: number,
  of: PacketKind | undefined,
  error: DecodeError,
): PtPacket {
  return { kind: 'bad', of, error, offset, size };
}

function item(bytes: Uint8Array, offset: number, length: number): bigint {
  return length === 8 ? uint64At(bytes, offset) : BigInt(little(bytes, offset, length));
}

function uint64At(bytes: Uint8Array, offset: number): bigint {
  return (BigInt(little(bytes, offset + 4, 4)) << 32n) | BigInt(little(bytes, offset, 4));
}

/** A number of up to 6 bytes. */
function little(bytes: Uint8Array, offset: number, length: number): number {
  let number = 0;
  for (let at = length - 1; at >= 0; at--) number = number * 256 + (bytes[offset + at] ?? 0);
  return number;
}

/** Where the next PSB begins in a range; undefined where none does. */
export function nextPsb(bytes: Uint8Array, from: number, end = bytes.length): number | undefined {
  for (let at = from; at < end; at++) {
    if (!isPsb(bytes, at)) continue;
    // Of its pattern, what is before the last 16 bytes belongs to a packet that was cut.
    while (at < end && bytes[at + psbSize] === 0x02 && bytes[at + psbSize + 1] === 0x82) at += 2;
    return at < end ? at : undefined;
  }
  return undefined;
}

/** Packets that give an event. */
export const eventPackets: ReadonlySet<PacketKind> = new Set<PacketKind>([
  'tip.pge',
  'tip.pgd',
  'pip',
  'ovf',
  'mode.exec',
  'mode.tsx',
  'cbr',
  'stop',
  'vmcs',
  'mnt',
  'exstop',
  'mwait',
  'pwre',
  'pwrx',
  'ptw',
]);

/** Packets that a PSB may have before its PSBEND. */
export const inHeaders: ReadonlySet<PacketKind> = new Set<PacketKind>([
  'pad',
  'fup',
  'pip',
  'vmcs',
  'mode.exec',
  'mode.tsx',
  'cbr',
  'mnt',
  'tsc',
  'tma',
  'mtc',
  'cyc',
]);

/** The kind of a packet, also of a bad one. */
export function kindOf(packet: PtPacket): PacketKind | undefined {
  return packet.kind === 'bad' ? packet.of : packet.kind;
}
