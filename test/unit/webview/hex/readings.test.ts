// Bytes as numbers, in both byte orders.
import { describe, expect, it } from 'vitest';
import { readings } from '../../../../webview/hex/readings';

function read(bytes: readonly (number | undefined)[], type: string) {
  const { little, big } = readings(bytes).find((each) => each.type === type) ?? {};
  return [little, big];
}

describe('readings', () => {
  const bytes = [0xfe, 0xff, 0xff, 0xff, 0x01, 0x00, 0x00, 0x80];

  it.each([
    ['binary', '11111110', '11111110'],
    ['char', "'\\376'", "'\\376'"],
    ['int8', '-2', '-2'],
    ['uint8', '254', '254'],
    ['int16', '-2', '-257'],
    ['uint16', '65534', '65279'],
    ['int32', '-2', '-16777217'],
    ['uint32', '4294967294', '4278190079'],
    ['int64', '-9223372028264841218', '-72057598316117888'],
    ['uint64', '9223372045444710398', '18374686475393433728'],
  ])('reads %s', (type, little, big) => {
    expect(read(bytes, type)).toEqual([little, big]);
  });

  it('reads floating-point numbers with the digits that they have', () => {
    expect(read([0xcd, 0xcc, 0xcc, 0x3d], 'float')[0]).toBe('0.1');
    expect(read([0x3d, 0xcc, 0xcc, 0xcd], 'float')[1]).toBe('0.1');
    expect(read([0x9a, 0x99, 0x99, 0x99, 0x99, 0x99, 0xb9, 0x3f], 'double')[0]).toBe('0.1');
    expect(read([0, 0, 0x80, 0x7f], 'float')[0]).toBe('inf');
    expect(read([0, 0, 0x80, 0xff], 'float')[0]).toBe('-inf');
    expect(read([0, 0, 0xc0, 0x7f], 'float')[0]).toBe('nan');
    expect(read([0, 0, 0, 0x80], 'float')[0]).toBe('-0');
    expect(read([0x01, 0, 0, 0], 'float')[0]).toBe('1e-45');
    expect(read([0xff, 0xff, 0x7f, 0x7f], 'float')[0]).toBe('3.4028235e+38');
  });

  it.each([
    [0x67, "'g'"],
    [0x0a, "'\\n'"],
    [0x27, "'\\''"],
    [0x5c, "'\\\\'"],
    [0x00, "'\\000'"],
    [0x7f, "'\\177'"],
  ])('writes the character %i as C does', (byte, text) => {
    expect(read([byte], 'char')[0]).toBe(text);
  });

  it('has no number where bytes are missing', () => {
    expect(read([1, 2, undefined, 4], 'int16')).toEqual(['513', '258']);
    expect(read([1, 2, undefined, 4], 'int32')).toEqual([undefined, undefined]);
    expect(readings([]).every(({ little }) => little === undefined)).toBe(true);
    expect(readings([undefined]).some(({ little }) => little !== undefined)).toBe(false);
  });
});
