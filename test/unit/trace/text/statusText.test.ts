import { describe, expect, it } from 'vitest';
import type { StopReason, TraceStatus } from '../../../../src/format/description';
import {
  durationText,
  sizeText,
  stopReasonText,
  tstatusLines,
} from '../../../../src/trace/text/statusText';

function status(stopReason: StopReason, more: Partial<TraceStatus> = {}): TraceStatus {
  return {
    line: { offset: 0, text: '' },
    running: false,
    stopReason,
    stopWord: '',
    stopTracepoint: 0,
    stopText: '',
    unknownFields: [],
    ...more,
  };
}

describe('the count of frames', () => {
  it.each([
    ['tframes:zz', 'zz'],
    ['tframes:-1', '-1'],
    [`tframes:${'z'.repeat(1000)}`, `${'z'.repeat(60)}…`],
    ['tstop::0', 'an unknown number of'],
  ])('of %s is what the file says where that is no count', (field, said) => {
    const line = { offset: 0, text: `status 0;${field};tcreated:50` };
    const lines = tstatusLines(status('stop-command', { line, framesCreated: 80 }), undefined);
    expect(lines).toContain(`Buffer contains ${said} trace frames (of 80 created total).`);
  });
});

describe('the status in words', () => {
  it.each([
    [undefined, 'Status not recorded'],
    [status('not-run', { running: true }), 'Still running when it was saved'],
    [status('not-run'), 'Never run'],
    [status('stop-command'), 'Stopped by user'],
    [status('stop-command', { stopText: 'enough seen' }), 'Stopped by user: “enough seen”'],
    [status('stop-command', { stopText: 'The program exited.' }), 'The program exited'],
    [status('stop-command', { stopText: '.' }), 'Stopped by user: “.”'],
    [status('buffer-full'), 'Stopped: trace buffer full'],
    [status('disconnected'), 'Stopped: gdb disconnected'],
    [status('pass-count', { stopTracepoint: 2 }), 'Stopped: pass count of tracepoint 2'],
    [
      status('error', { stopTracepoint: 3, stopText: 'divide by zero' }),
      'Stopped by an error of tracepoint 3 “divide by zero”',
    ],
    [status('unknown', { stopWord: 'tunheard' }), 'Stopped: tunheard'],
    [status('unknown'), 'Stopped: no reason recorded'],
  ])('%#', (given, text) => {
    expect(stopReasonText(given)).toBe(text);
  });

  it.each([
    [0n, '0 µs'],
    [999n, '999 µs'],
    [13080n, '13.1 ms'],
    [380652n, '381 ms'],
    [61_500_000n, '61.5 s'],
    [600_000_000n, '10 min'],
    [36_000_000_000n, '10 h'],
  ])('%d µs is %s', (microseconds, text) => {
    expect(durationText(microseconds)).toBe(text);
  });

  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [5242880, '5 MiB'],
    [20000, '19.5 KiB'],
  ])('%d bytes is %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });
});
