import { describe, expect, it } from 'vitest';
import { cArray, cellText, rowsText } from '../../../../src/trace/export/tables';

const columns = [
  { heading: 'frame', valueIn: (frame: number) => frame },
  { heading: 'note', valueIn: (frame: number) => (frame === 2 ? 'here' : undefined) },
];

describe('copying', () => {
  it('takes a cell, or rows', async () => {
    const [frame, note] = columns;
    if (!frame || !note) throw new Error('There are two columns.');
    expect(await cellText(frame, 2)).toBe('2');
    expect(await cellText(note, 1)).toBe('');
    expect(await rowsText(columns, [2, 1])).toBe('2\there\n1\t\n');
  });

  it('takes nothing that steers a terminal', async () => {
    const column = { heading: 'function', valueIn: () => 'f\x1b[31m' };
    expect(await cellText(column, 0)).toBe(String.raw`f\033[31m`);
    expect(await rowsText([column], [0])).toBe(`${String.raw`f\033[31m`}\n`);
    expect(cArray('v', Uint8Array.of(1), 'f\x1b')).toContain(String.raw`/* f\033 */`);
  });

  it('writes bytes as an array of C', () => {
    const bytes = Uint8Array.from({ length: 18 }, (_, i) => i);
    expect(cArray('buffer + 4', bytes, 'memory */ at 0x10', (offset) => offset !== 1)).toBe(
      [
        '/* memory * / at 0x10 */',
        'static const unsigned char buffer_4[18] = {',
        '  0x00, 0x00 /* unavailable */, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,',
        '  0x10, 0x11,',
        '};',
        '',
      ].join('\n'),
    );
    expect(cArray('$1', Uint8Array.of(1))).toBe(
      'static const unsigned char _1[1] = {\n  0x01,\n};\n',
    );
    expect(cArray('->', Uint8Array.of(1))).toContain(' bytes[1] ');
  });
});
