import { describe, expect, it } from 'vitest';
import { readTargetAddress } from '../../../src/platform/targetAddress';

describe('what target remote takes', () => {
  const read = [
    ['localhost:2345', { kind: 'tcp', host: 'localhost', port: 2345, family: 0 }],
    [' target remote :2345 ', { kind: 'tcp', host: 'localhost', port: 2345, family: 0 }],
    ['target extended-remote tcp:box:1', { kind: 'tcp', host: 'box', port: 1, family: 0 }],
    ['tcp4:box:65535', { kind: 'tcp', host: 'box', port: 65535, family: 4 }],
    ['tcp6:[::1]:23', { kind: 'tcp', host: '::1', port: 23, family: 6 }],
    ['::1:23', { kind: 'tcp', host: '::1', port: 23, family: 0 }],
    ['[fe80::1]:23', { kind: 'tcp', host: 'fe80::1', port: 23, family: 0 }],
    ['unix:run/gdb.sock', { kind: 'socket', path: 'run/gdb.sock' }],
    ['/dev/ttyUSB0', { kind: 'path', path: '/dev/ttyUSB0' }],
    ['/tmp/a:1', { kind: 'path', path: '/tmp/a:1' }],
    ['COM3', { kind: 'path', path: 'COM3' }],
    ['| ssh -T box gdbserver - ./a', { kind: 'command', command: 'ssh -T box gdbserver - ./a' }],
  ] as const;
  it.each(read)('%s', (text, address) => {
    expect(readTargetAddress(text)).toEqual(address);
  });

  const wrong = [
    '',
    '  ',
    'target remote ',
    '|',
    '|  ',
    'box:',
    'box:0',
    'box:65536',
    'box:1x',
    'udp:box:1',
  ];
  it.each(wrong)('but not “%s”', (text) => {
    expect(readTargetAddress(text)).toHaveProperty('problem');
  });
});
