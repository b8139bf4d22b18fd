// The small readers of text: numbers, lines, and the list of findings.
import { describe, expect, it } from 'vitest';
import { Findings, maxFindings, quote } from '../../../src/format/findings';
import {
  decodeLine,
  encodeLine,
  Lexer,
  readHexCount,
  readableText,
} from '../../../src/format/lexer';

describe('hexadecimal numbers', () => {
  it.each([
    ['72', 0x72n, ''],
    ['0x330', 0x330n, ''],
    ['-1', -1n, ''],
    ['1f:rest', 0x1fn, ':rest'],
    ['0x', 0n, 'x'],
    ['FFFFFFFFFFFFFFFF', 0xffff_ffff_ffff_ffffn, ''],
    ['0000000000000000000000012', 0x12n, ''],
  ])('reads %s', (text, value, rest) => {
    const lexer = new Lexer(text);
    expect(lexer.hexNumber()).toEqual({ value, wrapped: false });
    expect(lexer.rest).toBe(rest);
  });

  it('wraps at 64 bits, as gdb does, and says so', () => {
    expect(new Lexer('1ffffffffffffffff').hexNumber()).toEqual({
      value: 0xffff_ffff_ffff_ffffn,
      wrapped: true,
    });
  });

  it('finds none where there is no digit', () => {
    for (const text of ['', 'x1', '-', ' 1', 'gg']) {
      const lexer = new Lexer(text);
      expect(lexer.hexNumber()).toBeUndefined();
      expect(lexer.rest).toBe(text);
    }
  });

  it('takes as a count only what is one', () => {
    expect(readHexCount('10')).toBe(16);
    for (const text of [
      '',
      '-1',
      '-ffffffffffffffff',
      '10 ',
      '1:2',
      'ffffffffffffff',
      '1ffffffffffffffff',
    ]) {
      expect(readHexCount(text)).toBeUndefined();
    }
  });
});

describe('a line', () => {
  it('is read field by field', () => {
    const lexer = new Lexer('tp T1:0x40:E:rest-');
    expect(lexer.skip('tsv ')).toBe(false);
    expect(lexer.skip('tp ')).toBe(true);
    expect([lexer.take(1), lexer.count()]).toEqual(['T', 1]);
    lexer.expect(':');
    expect([lexer.number(), lexer.skip(':'), lexer.field()]).toEqual([0x40n, true, 'E']);
    expect([lexer.skipLast('-'), lexer.skipLast('-'), lexer.rest]).toEqual([true, false, 'rest']);
    expect([lexer.remainder(), lexer.atEnd, lexer.failed]).toEqual(['rest', true, false]);
  });

  it('remembers that a field could not be read', () => {
    const failures: ((lexer: Lexer) => unknown)[] = [
      (lexer) => lexer.field(),
      (lexer) => lexer.number(),
      (lexer) => lexer.count(),
      (lexer) => lexer.digits(),
      (lexer) => lexer.bytes(),
      (lexer) => {
        lexer.expect(':');
      },
    ];
    for (const read of failures) {
      const lexer = new Lexer('xyz');
      read(lexer);
      expect(lexer.failed).toBe(true);
    }
  });
});

describe('the text of a line', () => {
  it('comes back byte by byte, whatever the bytes', () => {
    const lines = [
      [],
      [0x41, 0x42],
      [0xc3, 0xa9],
      [0xef, 0xbb, 0xbf, 0x41],
      [0xff, 0x41, 0xc3, 0xa9],
      [0xed, 0xb2, 0x80],
      Array.from({ length: 256 }, (_, byte) => byte),
      new Array<number>(10_000).fill(0xfe),
    ];
    for (const line of lines) {
      expect([...encodeLine(decodeLine(Uint8Array.from(line)))]).toEqual(line);
    }
  });

  it('is UTF-8 where it can be', () => {
    expect(decodeLine(new TextEncoder().encode('café 😀'))).toBe('café 😀');
    expect(readableText(decodeLine(Uint8Array.of(0x41, 0xff, 0x42)))).toBe('A\ufffdB');
  });
});

describe('findings', () => {
  it('keeps a thousand and counts the others', () => {
    const findings = new Findings();
    for (let count = 0; count < maxFindings; count++) {
      findings.add({ severity: 'info', code: 'one', message: String(count) });
    }
    expect(findings.list).toHaveLength(maxFindings);
    for (let count = 0; count < 7; count++) {
      findings.add({ severity: 'info', code: 'one', message: 'more' });
    }
    findings.conclude({ severity: 'error', code: 'the-end', message: 'It was cut off.' });
    expect(findings.list).toHaveLength(maxFindings + 2);
    expect(findings.list.slice(-2)).toMatchObject([
      { code: 'more-findings', message: '7 more findings are not listed.' },
      { code: 'the-end' },
    ]);
  });

  it('quotes no more than a line of the screen', () => {
    expect(quote('short')).toBe('short');
    expect(quote('x'.repeat(1000))).toHaveLength(61);
  });
});
