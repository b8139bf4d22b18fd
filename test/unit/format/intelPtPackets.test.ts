// Packets of Intel Processor Trace, byte by byte: Intel SDM volume 3, "Intel Processor Trace",
// "Packet Definitions", whose tables the comments name.
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../../../src/format/intelPt/decodeError';
import { nextPsb, type OpenBlock, readPtPacket } from '../../../src/format/intelPt/packets';

function read(hex: string, block: OpenBlock = 0): unknown {
  const { offset, ...packet } = readPtPacket(Uint8Array.from(Buffer.from(hex, 'hex')), 0, block);
  expect(offset).toBe(0);
  return packet;
}

const psb = '0282'.repeat(8);

describe('a packet', () => {
  const packets: readonly (readonly [title: string, hex: string, packet: object])[] = [
    ['PAD', '00', { kind: 'pad', size: 1 }],
    ['PSB', psb, { kind: 'psb', size: 16 }],
    ['PSBEND', '0223', { kind: 'psbend', size: 2 }],
    ['OVF', '02f3', { kind: 'ovf', size: 2 }],
    ['TraceStop', '0283', { kind: 'stop', size: 2 }],
    // 0b1_10110_0: the stop bit, then the oldest branch.
    ['short TNT', '6c', { kind: 'tnt', bits: 0b10110, count: 5, size: 1 }],
    ['short TNT of one', '06', { kind: 'tnt', bits: 1, count: 1, size: 1 }],
    ['long TNT', '02a3010000000080', { kind: 'tnt', bits: 1, count: 47, size: 8 }],
    ['TIP without an address', '0d', { kind: 'tip', compression: 0, ip: 0n, size: 1 }],
    ['TIP, 16 bits', '2d3412', { kind: 'tip', compression: 1, ip: 0x1234n, size: 3 }],
    ['TIP, 32 bits', '4d78563412', { kind: 'tip', compression: 2, ip: 0x12345678n, size: 5 }],
    [
      'TIP, 48 bits with their sign',
      '6dbc9a78563412',
      { kind: 'tip', compression: 3, ip: 0x123456789abcn, size: 7 },
    ],
    [
      'TIP, 48 bits',
      '8dbc9a78563412',
      { kind: 'tip', compression: 4, ip: 0x123456789abcn, size: 7 },
    ],
    [
      'TIP, whole',
      'cdf0debc9a78563412',
      { kind: 'tip', compression: 6, ip: 0x123456789abcdef0n, size: 9 },
    ],
    ['TIP.PGE', '313412', { kind: 'tip.pge', compression: 1, ip: 0x1234n, size: 3 }],
    ['TIP.PGD', '213412', { kind: 'tip.pgd', compression: 1, ip: 0x1234n, size: 3 }],
    ['FUP', '3d3412', { kind: 'fup', compression: 1, ip: 0x1234n, size: 3 }],
    ['MODE.Exec, 64 bits', '9901', { kind: 'mode.exec', mode: 64, size: 2 }],
    ['MODE.Exec, 32 bits', '9902', { kind: 'mode.exec', mode: 32, size: 2 }],
    ['MODE.Exec, 16 bits', '9900', { kind: 'mode.exec', mode: 16, size: 2 }],
    ['MODE.TSX', '9921', { kind: 'mode.tsx', inTransaction: true, aborted: false, size: 2 }],
    [
      'PIP',
      '0243010000000010',
      { kind: 'pip', cr3: 0x1000_0000_0000n << 4n, nonRoot: true, size: 8 },
    ],
    ['VMCS', '02c80100000000', { kind: 'vmcs', base: 0x1000n, size: 7 }],
    ['CBR', '02032000', { kind: 'cbr', ratio: 32, size: 4 }],
    ['TSC', '1907060504030201', { kind: 'tsc', tsc: 0x01020304050607n, size: 8 }],
    ['TMA', '02733412000101', { kind: 'tma', ctc: 0x1234, fastCounter: 0x101, size: 7 }],
    ['MTC', '5942', { kind: 'mtc', ctc: 0x42, size: 2 }],
    ['CYC', '1b', { kind: 'cyc', cycles: 3n, size: 1 }],
    ['CYC of two bytes', '1f04', { kind: 'cyc', cycles: 3n + (2n << 5n), size: 2 }],
    ['MNT', '02c3880807060504030201', { kind: 'mnt', payload: 0x0102030405060708n, size: 11 }],
    ['EXSTOP', '0262', { kind: 'exstop', hasIp: false, size: 2 }],
    ['EXSTOP with a FUP', '02e2', { kind: 'exstop', hasIp: true, size: 2 }],
    ['MWAIT', '02c21200000001000000', { kind: 'mwait', hints: 0x12, extensions: 1, size: 10 }],
    ['PWRE', '02228843', { kind: 'pwre', byHardware: true, state: 4, subState: 3, size: 4 }],
    ['PWRX', '02a22101000000', { kind: 'pwrx', last: 2, deepest: 1, wakeReason: 1, size: 7 }],
    [
      'PTW of 4 bytes',
      '021278563412',
      { kind: 'ptw', hasIp: false, payload: 0x12345678n, size: 6 },
    ],
    [
      'PTW of 8 bytes with a FUP',
      '02b20807060504030201',
      { kind: 'ptw', hasIp: true, payload: 0x0102030405060708n, size: 10 },
    ],
    // Table "Block Begin Packet": SZ in bit 7 says items of 4 bytes.
    ['BBP', '026384', { kind: 'bbp', type: 4, itemSize: 4, size: 3 }],
    ['BBP of 8 bytes', '026301', { kind: 'bbp', type: 1, itemSize: 8, size: 3 }],
    // Table "Block End Packet": IP in bit 7 of the second byte.
    ['BEP', '0233', { kind: 'bep', hasIp: false, size: 2 }],
    ['BEP with a FUP', '02b3', { kind: 'bep', hasIp: true, size: 2 }],
    // Table "Control Flow Event Packet": IP in bit 7, the type below, the vector.
    ['CFE', '02138130', { kind: 'cfe', hasIp: true, type: 1, vector: 0x30, size: 4 }],
    // Table "Event Data Packet".
    [
      'EVD',
      '0253000807060504030201',
      { kind: 'evd', type: 0, payload: 0x0102030405060708n, size: 11 },
    ],
  ];

  it.each(packets)('%s', (_, hex, packet) => {
    expect(read(hex)).toEqual(packet);
  });

  it.each(packets)('%s that is cut says so', (_, hex) => {
    for (let size = 2; size < hex.length; size += 2) {
      expect(read(hex.slice(0, size))).toMatchObject({
        kind: 'bad',
        error: DecodeError.endOfStream,
      });
    }
  });
});

describe('in a block', () => {
  // Table "Block Item Packet": the lowest three bits of its first byte are 100, the others its ID.
  it('an item is no branch', () => {
    expect(read('2c78563412', 4)).toEqual({ kind: 'bip', id: 5, payload: 0x12345678n, size: 5 });
    expect(read('2c0807060504030201', 8)).toEqual({
      kind: 'bip',
      id: 5,
      payload: 0x0102030405060708n,
      size: 9,
    });
    expect(read('2c')).toMatchObject({ kind: 'tnt' });
  });
});

describe('what is no packet', () => {
  it.each([
    ['an unknown opcode', 'd9', DecodeError.unknownOpcode],
    ['an unknown extension', '0204', DecodeError.unknownOpcode],
    ['an unknown second extension', '02c300', DecodeError.unknownOpcode],
    ['a compression that is reserved', 'ad0000', DecodeError.unknownPacket],
    ['a long TNT without branches', '02a3010000000000', DecodeError.unknownPacket],
    ['a mode that is reserved', '9940', DecodeError.unknownPacket],
    ['a TMA with reserved bits', '02733412010101', DecodeError.unknownPacket],
    ['a PSB of other bytes', '0282'.repeat(7) + '0283', DecodeError.unknownPacket],
    ['a CYC that never ends', `07${'01'.repeat(9)}00`, DecodeError.unknownPacket],
  ])('%s', (_, hex, error) => {
    expect(read(hex)).toMatchObject({ kind: 'bad', error });
  });
});

describe('synchronisation', () => {
  const at = (hex: string, from = 0) => nextPsb(Uint8Array.from(Buffer.from(hex, 'hex')), from);

  it('is at a PSB', () => {
    expect(at(`000000${psb}0223`)).toBe(3);
    expect(at(`${psb}00${psb}`, 1)).toBe(17);
    expect(at('0282'.repeat(7))).toBeUndefined();
    expect(at('')).toBeUndefined();
  });

  it('is at the last of several after each other', () => {
    expect(at(`0282${psb}0223`)).toBe(2);
  });
});
