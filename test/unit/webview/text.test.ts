// Numbers, places and rows in words.
import { describe, expect, it } from 'vitest';
import {
  bufferUse,
  collectedLabel,
  collectedWords,
  countText,
  fileName,
  indentCommands,
  placeText,
  roughSize,
  spokenRow,
} from '../../../webview/text';
import { rowOf } from './rows';

describe('numbers', () => {
  it.each([
    [0, '0 frames'],
    [1, '1 frame'],
    [10_000_000, '10,000,000 frames'],
  ])('counts %d as %s', (count, text) => {
    expect(countText(count, 'frame')).toBe(text);
  });

  it.each([
    [1, '1 byte'],
    [816, '816 bytes'],
    [5_242_880, '5 MiB'],
    [1_536, '1.5 KiB'],
    [10_900_000_000, '10 GiB'],
  ])('gives %d bytes as %s', (bytes, text) => {
    expect(roughSize(bytes)).toBe(text);
  });

  it.each([
    [5_135_412, '2 % of 5 MiB'],
    [5_242_880, '0 % of 5 MiB'],
    [5_242_000, '< 1 % of 5 MiB'],
    [0, '100 % of 5 MiB'],
    [6_000_000, '0 % of 5 MiB'],
  ])('says of %d bytes free: %s', (free, text) => {
    expect(bufferUse({ free, size: 5_242_880 }).text).toBe(text);
  });

  it('survives a buffer of no size', () => {
    expect(bufferUse({ free: 0, size: 0 })).toEqual({ share: 0, text: '0 % of 0 bytes' });
  });
});

describe('places', () => {
  it.each([
    ['/build/app/app.c', 'app.c'],
    ['C:\\src\\app.c', 'app.c'],
    ['app.c', 'app.c'],
  ])('names %s %s', (path, name) => {
    expect(fileName(path)).toBe(name);
  });

  it('gives file and line', () => {
    expect(placeText({ file: '/build/app.c', line: 13 })).toBe('app.c:13');
  });
});

describe('what was collected', () => {
  it('is a letter and a count', () => {
    expect(collectedLabel({ kind: 'R', count: 1 })).toBe('R');
    expect(collectedLabel({ kind: 'M', count: 2 })).toBe('M ×2');
  });

  it('is said in words', () => {
    expect(collectedWords({ kind: 'M', count: 2 })).toBe('2 memory blocks');
    expect(collectedWords({ kind: 'V', count: 1 })).toBe('1 trace state variable');
    expect(collectedWords({ kind: 'S', count: 3 })).toBe('3 blocks of static trace data');
  });
});

describe('spokenRow', () => {
  it('says frame, tracepoint, function and place', () => {
    expect(spokenRow(rowOf(41))).toBe('frame 41, tracepoint 2, helper, app.c line 13');
  });

  it('says what is special and leaves out what is unknown', () => {
    const { functionName, place, ...bare } = rowOf(7);
    expect([functionName, place?.line]).toEqual(['helper', 13]);
    expect(spokenRow({ ...bare, stepping: true, damaged: true })).toBe(
      'frame 7, tracepoint 2, stepping, damaged',
    );
  });
});

describe('indentCommands', () => {
  it('indents what is stepped', () => {
    const commands = ['collect $regs', 'while-stepping 3', '  collect n', 'end', 'collect m'];
    expect(indentCommands(commands).map(({ depth, text }) => '>'.repeat(depth) + text)).toEqual([
      'collect $regs',
      'while-stepping 3',
      '>collect n',
      'end',
      'collect m',
    ]);
  });

  it.each(['stepping 3', 'ws 3'])('knows gdb’s other name: %s', (command) => {
    expect(indentCommands([command, 'collect n'])[1]?.depth).toBe(1);
  });
});
