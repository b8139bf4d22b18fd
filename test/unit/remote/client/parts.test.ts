// The parts of the client that need no target.
import { describe, expect, it } from 'vitest';
import { readLibraries } from '../../../../src/remote/client/target';
import { readStop } from '../../../../src/remote/client/execution';
import { describeRun, piecesOf } from '../../../../src/remote/client/traceDescription';
import { WholeFrames } from '../../../../src/remote/client/download';
import { frame, variable } from './stubTarget';

describe('whole frames', () => {
  const bytes = Buffer.concat([
    frame(1, variable(1, 1n)),
    frame(2, new Uint8Array(0)),
    frame(3, variable(2, 2n)),
  ]);

  it.each([1, 2, 5, 6, 7, 18, 19, 20, 1000])('are cut out of pieces of %i bytes', (size) => {
    const whole = new WholeFrames('little');
    const taken: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += size)
      taken.push(whole.take(bytes.subarray(at, at + size)));
    expect(Buffer.concat(taken)).toEqual(bytes);
    expect([whole.count, whole.remainder]).toEqual([3, 0]);
  });

  it('end where a frame is cut, or none begins', () => {
    const cut = new WholeFrames('little');
    expect(cut.take(bytes.subarray(0, -1))).toEqual(bytes.subarray(0, 25));
    expect([cut.count, cut.remainder]).toEqual([2, 18]);
    const ended = new WholeFrames('little');
    expect(ended.take(Buffer.concat([bytes, new Uint8Array(8)]))).toEqual(bytes);
    expect(ended.take(bytes)).toHaveLength(0);
    expect(ended.count).toBe(3);
  });

  it('have the target’s byte order', () => {
    const whole = new WholeFrames('big');
    whole.take(Uint8Array.of(0, 1, 0, 0, 0, 1, 0x52));
    expect(whole.count).toBe(1);
  });
});

describe('a stop reply', () => {
  it.each([
    ['T05syscall_entry:e7;06:00;thread:12;', { signal: 5, thread: '12', call: 0xe7 }],
    ['T05syscall_return:e7;thread:12;', { signal: 5, thread: '12', call: 0xe7 }],
    ['T0bthread:p1.2;core:0;', { signal: 11, thread: 'p1.2', call: undefined }],
    ['S05', { signal: 5, thread: undefined, call: undefined }],
  ])('%s stands', (reply, stop) => {
    expect(readStop(reply)).toEqual({ kind: 'signal', ...stop });
  });

  it.each([
    ['W07', { exitCode: 7 }],
    ['X0b;process:12', { signal: 'SIGSEGV' }],
  ])('%s tells the end', (reply, how) => {
    expect(readStop(reply)).toEqual({ kind: 'ended', ...how });
  });

  it.each(['', 'OK', 'N', 'T', 'E01', 'W', 'x05'])('is not %s', (reply) => {
    expect(readStop(reply)).toBeUndefined();
  });
});

describe('a list of libraries', () => {
  it('is read up to what is wrong', () => {
    const xml =
      '<library-list-svr4 version="1.0" main-lm="0x1"><library name="/lib/a.so" lm="0x2" l_addr="0x7ffff7c00000" l_ld="0x3"/><library name="" l_addr="0x1"/><library name="b" l_addr="x"/><library name="/lib/c&amp;.so" l_addr="16"/></library-list-svr4>';
    const libraries = [
      { path: '/lib/a.so', slide: 0x7ffff7c00000n },
      { path: '/lib/c&.so', slide: 16n },
    ];
    expect(readLibraries(xml)).toEqual(libraries);
    expect(readLibraries(xml.slice(0, 120))).toEqual(libraries.slice(0, 1));
    expect(readLibraries('')).toEqual([]);
  });
});

describe('a description', () => {
  const status = {
    running: false,
    stopReason: 'buffer-full' as const,
    stopWord: '',
    stopTracepoint: 2,
    stopText: '',
    unknownFields: [],
    circularBuffer: true,
    userName: 'ü',
  };
  const lines = (xml: string | undefined, tracepoints: ReturnType<typeof piecesOf>) => {
    const described = describeRun({
      registerBlockSize: 16,
      xml,
      status,
      variables: [],
      tracepoints,
    });
    return { ...described, lines: new TextDecoder().decode(described.bytes).split('\n') };
  };

  it('has lines that gdb can read', () => {
    const text = new Uint8Array(600).fill(0x61);
    const source = {
      kind: 'define-source' as const,
      number: 1,
      address: 1n,
      type: 'cmd',
      start: 0,
    };
    const long = `<?xml version="1.0"?>\r\n<target>${'<reg name="r"/>'.repeat(100)}</target>\n`;
    const described = lines(
      long,
      piecesOf([
        { ...source, length: 600, text },
        { ...source, length: 2, text: text.subarray(0, 2) },
      ]),
    );
    expect(Math.max(...described.lines.map(({ length }) => length))).toBeLessThan(1000);
    expect(described.lines.filter((line) => line === 'tdesc <reg name="r"/>')).toHaveLength(100);
    expect(described.lines[1]).toBe('R 10');
    expect(described.lines[2]).toBe('tdesc ');
    expect(described.lines.filter((line) => line.startsWith('tp '))).toEqual([
      'tp Z1:1:cmd:0:2:6161',
    ]);
    expect(described.findings.map(({ code }) => code)).toEqual(['source-too-long']);
    expect(described.lines).toContain('status 0;tfull:2;circular:1;username:c3bc');
    expect(described.lines.slice(-2)).toEqual(['', '']);
  });

  it('has the tracepoints in the reverse of their order, as gdb saves them', () => {
    const at = (number: number) => ({
      kind: 'define-tracepoint' as const,
      number,
      address: 16n,
      enabled: true,
      step: 2,
      pass: 3,
      isStatic: false,
      more: true,
    });
    const actions = {
      kind: 'define-actions' as const,
      number: 1,
      address: 16n,
      more: false,
      actions: [{ kind: 'registers' as const, mask: 'FF' }],
      opensStepping: true,
      steppingActions: [{ kind: 'registers' as const, mask: '01' }],
    };
    const later = { ...actions, actions: [], steppingActions: [], opensStepping: false };
    const more = { ...later, actions: [{ kind: 'static-data' as const }] };
    const described = lines(undefined, piecesOf([at(1), actions, more, at(2)]));
    expect(described.lines.filter((line) => line.startsWith('tp '))).toEqual([
      'tp T2:10:E:2:3',
      'tp T1:10:E:2:3',
      'tp A1:10:RFF',
      'tp S1:10:R01',
      'tp S1:10:L',
    ]);
  });
});
