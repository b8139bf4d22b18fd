import { describe, expect, it } from 'vitest';
import { Findings } from '../../../src/format/findings';
import { Lexer } from '../../../src/format/lexer';
import { readStatus, withFrameCount } from '../../../src/format/statusLine';

function read(text: string) {
  const findings = new Findings();
  const status = readStatus({ offset: 7, text: `status ${text}` }, new Lexer(text), findings);
  return { status, codes: findings.list.map(({ code }) => code), findings: findings.list };
}

describe('status line', () => {
  it('reads what gdb writes', () => {
    const { status, codes } = read(
      '0;tstop:656e6f756768:0;tframes:72;tcreated:80;tfree:4e5c34;tsize:500000;disconn:1;' +
        'circular:1;starttime:ed970548;stoptime:ed973860;notes:6f6b;username:6d65',
    );
    expect(codes).toEqual([]);
    expect(status).toMatchObject({
      running: false,
      stopReason: 'stop-command',
      stopWord: 'tstop',
      stopTracepoint: 0,
      stopText: 'enough',
      framesInBuffer: 0x72,
      framesCreated: 0x80,
      bufferFree: 0x4e5c34,
      bufferSize: 0x500000,
      disconnectedTracing: true,
      circularBuffer: true,
      startTime: 0xed970548n,
      stopTime: 0xed973860n,
      notes: 'ok',
      userName: 'me',
      unknownFields: [],
    });
  });

  it('leaves absent what the file does not say', () => {
    const { status } = read('1;tnotrun:0;notes:;username:');
    expect(status).toEqual({
      line: { offset: 7, text: 'status 1;tnotrun:0;notes:;username:' },
      running: true,
      stopReason: 'not-run',
      stopWord: 'tnotrun',
      stopTracepoint: 0,
      stopText: '',
      notes: '',
      userName: '',
      unknownFields: [],
    });
  });

  it.each([
    ['tunknown:0', 'unknown', 0, ''],
    ['tnotrun:0', 'not-run', 0, ''],
    ['tnorrun:0', 'not-run', 0, ''],
    ['tstop:0', 'stop-command', 0, ''],
    ['tstop::0', 'stop-command', 0, ''],
    ['tstop:6869:0', 'stop-command', 0, 'hi'],
    ['tfull:0', 'buffer-full', 0, ''],
    ['tdisconnected:0', 'disconnected', 0, ''],
    ['tpasscount:2', 'pass-count', 2, ''],
    ['tpasscount:1f', 'pass-count', 31, ''],
    ['tpasscount:-1', 'pass-count', -1, ''],
    ['terror:737461636b20756e646572666c6f77:3', 'error', 3, 'stack underflow'],
    ['tpass:4', 'pass-count', 4, ''],
    ['terr:61:1', 'error', 1, 'a'],
  ])('reads the stop reason %s', (field, stopReason, stopTracepoint, stopText) => {
    const { status, codes } = read(`0;${field};tframes:1`);
    expect(codes).toEqual([]);
    expect(status).toMatchObject({ stopReason, stopTracepoint, stopText, framesInBuffer: 1 });
    expect(status.stopWord).toBe(field.split(':')[0]);
  });

  it('reads the form of a qTStatus reply, its leading T and its trailing colon', () => {
    const { status, codes } = read('T1;tfull:0;tframes:a;username:6d65;notes:6f6b:');
    expect(codes).toEqual([]);
    expect(status).toMatchObject({
      running: true,
      stopReason: 'buffer-full',
      framesInBuffer: 10,
      userName: 'me',
      notes: 'ok',
    });
  });

  it('keeps fields and reasons that it does not know', () => {
    const { status } = read('0;teclipse:0;vendor:x:y;tframes:2');
    expect(status).toMatchObject({
      stopReason: 'unknown',
      stopWord: 'teclipse',
      unknownFields: ['teclipse:0', 'vendor:x:y'],
      framesInBuffer: 2,
    });
  });

  it('says what it cannot read, with offset, expectation and finding', () => {
    const { status, findings } = read('x;nocolon;tframes:zz;tcreated:10000000000000000000;tfull:');
    expect(status.framesInBuffer).toBeUndefined();
    expect(status.framesCreated).toBeUndefined();
    expect(status.stopReason).toBe('buffer-full');
    expect(status.unknownFields).toEqual(['nocolon']);
    expect(findings.map(({ code, offset, found }) => [code, offset, found])).toEqual([
      ['malformed-status', 7, 'x'],
      ['malformed-status', 7, 'nocolon'],
      ['malformed-status', 7, 'zz'],
      ['malformed-status', 7, '10000000000000000000'],
      ['malformed-status', 7, ''],
    ]);
  });

  it('is not led astray by the names of an object', () => {
    expect(read('0;constructor:1;__proto__:2').status.unknownFields).toHaveLength(2);
  });

  it('changes the count of frames and nothing else', () => {
    const before = 'status 0;tstop::0;tframes:72;tcreated:72;notes:7466;x';
    expect(withFrameCount(before, 10)).toBe('status 0;tstop::0;tframes:a;tcreated:72;notes:7466;x');
    expect(withFrameCount('status 0;tfull:0', 10)).toBe('status 0;tfull:0');
    expect(withFrameCount('status 0;tfr:1', 16)).toBe('status 0;tfr:10');
  });
});
