// Packets that the recorded conversation does not have, in the manual's forms, and those that are
// wrong.
import { describe, expect, it } from 'vitest';
import {
  readBufferReply,
  readFoundFrame,
  writeFoundFrame,
} from '../../../src/remote/packets/frameSelection';
import { readFeatures } from '../../../src/remote/packets/features';
import { readPacket, writePacket } from '../../../src/remote/packets/packet';
import { readReply, writeReply } from '../../../src/remote/packets/fields';
import {
  readStatusReply,
  readTracepointStatus,
  readVariableValue,
  writeStatusReply,
  writeVariableValue,
} from '../../../src/remote/packets/run';
import { readDocumentPart } from '../../../src/remote/packets/transfer';
import {
  readTracepointPiece,
  readUploadedVariable,
  writeTracepointPiece,
} from '../../../src/remote/packets/upload';

function parsed(packet: string) {
  const read = readPacket(packet);
  if (!read || read.kind === 'malformed') throw new Error(`not read: ${packet}`);
  return read;
}

describe('a packet of any form', () => {
  it.each([
    'QTinit',
    'QTDP:1:0000000000401000:E:0:0',
    'QTDP:ff:00007fffffffe000:D:3:64:F5-',
    'QTDP:1:0000000000401000:E:0:0:S:X2,2227',
    'QTDP:1:0000000000401000:E:0:0:F5:X3,220127-',
    'QTDP:-1:0000000000401000:-',
    'QTDP:-1:0000000000401000:S-',
    'QTDP:-1:0000000000401000:R03fLM7,fffffffffffffff0,1ASM-1,404010,4X00000003,220127-',
    'QTDPsrc:1:401000:cmd:5:2a:616263',
    'QTDV:2:fffffffffffffffe',
    'QTDV:2:0000000000000001:0:61',
    'QTEnable:1:0000000000401000',
    'QTDisable:1:0000000000401000',
    'QTro',
    'QTro:0000000000400000,0000000000401000:0000000000402000,0000000000403000',
    'QTStart',
    'QTStop',
    'QTDisconnected:1',
    'QTBuffer:circular:1',
    'QTBuffer:size:500000',
    'QTBuffer:size:-1',
    'QTNotes:',
    'QTNotes:tstop:61;',
    'QTSave:2f746d702f61',
    'QTFrame:0',
    'QTFrame:ffffffff',
    'QTFrame:pc:401000',
    'QTFrame:tdp:3',
    'QTFrame:range:401000:401010',
    'QTFrame:outside:401000:401010',
    'qTMinFTPILen',
    'qTStatus',
    'qTP:2:401000',
    'qTV:1',
    'qTfP',
    'qTsP',
    'qTfV',
    'qTsV',
    'qTfSTM',
    'qTsSTM',
    'qTSTMat:401000',
    'qTBuffer:1000,7d0',
    'qXfer:traceframe-info:read::0,1000',
    'qXfer:statictrace:read::0,1000',
    'qXfer:features:read:target.xml:ffb,1000',
    'qXfer:btrace:read:delta:0,1000',
    'qXfer:btrace-conf:read::0,1000',
    'qXfer:libraries-svr4:read:start=1,prev=2:0,1000',
    'Qbtrace:bts',
    'Qbtrace:off',
    'Qbtrace-conf:bts:size=0x10000',
    'Qbtrace-conf:pt:size=0x10000',
    'qSupported',
    'qSupported:multiprocess+;xmlRegisters=i386;a-;b?',
    'vFile:setfs:0',
    'vFile:open:2f61,0,0',
    'vFile:pread:1,1000,0',
    'vFile:fstat:1',
    'vFile:close:1',
    'vFile:readlink:2f61',
  ])('is read, and written the same again: %s', (packet) => {
    expect(writePacket(parsed(packet))).toBe(packet);
  });

  it('is read into its parts', () => {
    expect(parsed('QTDP:-4:0000000000401159:SR01M-1,404028,8')).toEqual({
      kind: 'define-actions',
      number: 4,
      address: 0x401159n,
      actions: [],
      opensStepping: true,
      steppingActions: [
        { kind: 'registers', mask: '01' },
        { kind: 'memory', baseRegister: undefined, offset: 0x404028n, length: 8 },
      ],
      more: false,
    });
    expect(parsed('QTFrame:-1')).toEqual(parsed('QTFrame:ffffffff'));
    expect(parsed('QTNotes:user:61;notes:62')).toEqual(parsed('QTNotes:user:61;notes:62;'));
  });
});

describe('a packet that is wrong', () => {
  it.each([
    'QTDP:',
    'QTDP:1',
    'QTDP:1:401000:X:0:0',
    'QTDP:1:401000:E:0:0:Q',
    'QTDP:1:401000:E:0:0:X5,2227',
    'QTDP:1:401000:E:0:0-more',
    'QTDP:-1',
    'QTDPsrc:1:401000:at:0',
    'QTDPsrc:1:401000:at:0:1:6',
    'QTDV:',
    'QTDV:1:0:2:61',
    'QTEnable:1',
    'QTro:1',
    'QTDisconnected:2',
    'QTBuffer:circular:',
    'QTBuffer:size:',
    'QTNotes:user',
    'QTSave:6',
    'QTFrame:',
    'QTFrame:pc:',
    'QTFrame:range:1',
    'QTFrame:0x',
    'qTP:1',
    'qTV:',
    'qTSTMat:',
    'qTBuffer:0',
    'qXfer:features:read:target.xml',
    'qXfer:features:read:target.xml:0',
    'Qbtrace:on',
    'Qbtrace-conf:bts:0',
    'qSupported:a',
    'vFile:open:2f61',
    'vFile:pread:1,2',
  ])('is said to be: %s', (packet) => {
    expect(readPacket(packet)).toMatchObject({ kind: 'malformed', packet });
  });

  it('of another purpose is none', () => {
    for (const packet of ['', 'g', 'm0,4', 'qC', 'qTThread', 'toString', 'qXfer:spu:write::0:a']) {
      expect(readPacket(packet)).toBeUndefined();
    }
  });
});

describe('replies', () => {
  it('to qTStatus are read as the manual and as gdbserver write them', () => {
    expect(readStatusReply('T1')).toMatchObject({ running: true, stopReason: 'unknown' });
    expect(readStatusReply('T0;terror:6f6f7073:3;tframes:a')).toMatchObject({
      stopReason: 'error',
      stopText: 'oops',
      stopTracepoint: 3,
      framesInBuffer: 10,
    });
    const full =
      'T0;tstop:646f6e65:0;tframes:1;tcreated:2;tfree:3;tsize:4;circular:1;disconn:0;starttime:5;stoptime:6;username:61;notes:62';
    const read = readStatusReply(`${full}:`);
    expect('kind' in read ? read : writeStatusReply(read)).toBe(full);
    expect(readStatusReply('X')).toMatchObject({ kind: 'malformed' });
  });

  it('to qTP have decimal or hexadecimal digits, which stay as they are', () => {
    expect(readTracepointStatus('V12:9669')).toEqual({ hits: '12', usage: '9669' });
    expect(readTracepointStatus('V')).toMatchObject({ kind: 'malformed' });
  });

  it('to qTV', () => {
    expect(readVariableValue('Vfffffffffffffffe')).toEqual({ value: -2n });
    expect(readVariableValue('U')).toEqual({ value: undefined });
    expect(readVariableValue('V')).toMatchObject({ kind: 'malformed' });
    expect(writeVariableValue(-2n)).toBe('Vfffffffffffffffe');
  });

  it('to QTFrame', () => {
    expect(readFoundFrame('F1aT3')).toEqual({ frame: 26, tracepoint: 3 });
    expect(readFoundFrame('F0Tffffffff')).toEqual({ frame: 0, tracepoint: -1 });
    expect(writeFoundFrame({ frame: 0, tracepoint: -1 })).toBe('F0Tffffffff');
    expect(readFoundFrame('F-1')).toEqual({});
    expect(readFoundFrame('Q')).toMatchObject({ kind: 'malformed' });
  });

  it('to qTfP may be counters, as in a file', () => {
    const piece = readTracepointPiece('V2:401000:b:25c5');
    expect(piece).toEqual({ piece: 'V', number: 2, address: 0x401000n, hits: 'b', usage: '25c5' });
    if ('piece' in piece) expect(writeTracepointPiece(piece)).toBe('V2:401000:b:25c5');
    expect(readTracepointPiece('Q1:2')).toMatchObject({ kind: 'malformed' });
    expect(readTracepointPiece('')).toEqual({ piece: 'end' });
    expect(readUploadedVariable('1:2:3')).toMatchObject({ kind: 'malformed' });
  });

  it('of any packet', () => {
    for (const reply of ['', 'OK', 'E01', 'E.it is so', 'V1']) {
      expect(writeReply(readReply(reply))).toBe(reply);
    }
    expect(readReply('E01')).toEqual({ kind: 'error', code: '01' });
    expect(readReply('E.No Trace.')).toEqual({ kind: 'error', text: 'No Trace.' });
    expect(readBufferReply('0102')).toEqual({ bytes: Uint8Array.of(1, 2) });
    expect(readBufferReply('010')).toMatchObject({ kind: 'malformed' });
    expect(readDocumentPart('m<a}\x03>')).toEqual({ data: '<a#>', last: false });
    expect(readDocumentPart('x')).toMatchObject({ kind: 'malformed' });
    expect(readFeatures('PacketSize=47ff;tracenz+')).toEqual({
      features: [
        { name: 'PacketSize', state: { value: '47ff' } },
        { name: 'tracenz', state: 'yes' },
      ],
    });
  });
});

describe('random bytes', () => {
  it('are read without a word, and what is read is written and read the same', () => {
    const random = seeded(7);
    const names = [
      'QTDP:',
      'QTDP:-',
      'QTDPsrc:',
      'QTDV:',
      'QTFrame:',
      'QTro:',
      'QTNotes:',
      'QTBuffer:size:',
      'qTP:',
      'qTBuffer:',
      'qXfer:a:read:',
      'vFile:pread:',
      'qSupported:',
      'Qbtrace-conf:',
    ];
    const alphabet = '0123456789abcdefEDXFSRML:;,-+=?pc#$*}\0\xff';
    let understood = 0;
    for (let round = 0; round < 20_000; round++) {
      const length = Math.floor(random() * 24);
      const characters = Array.from({ length }, () =>
        alphabet.charAt(Math.floor(random() * alphabet.length)),
      );
      const packet = (names[round % names.length] ?? '') + characters.join('');
      const read = readPacket(packet);
      if (!read || read.kind === 'malformed') continue;
      understood++;
      expect(readPacket(writePacket(read))).toEqual(read);
      for (const reply of [readTracepointPiece, readStatusReply, readFoundFrame])
        reply(characters.join(''));
    }
    expect(understood).toBeGreaterThan(300);
  });
});

/** Numbers from 0 up to 1 that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
