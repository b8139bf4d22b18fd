import { describe, expect, it } from 'vitest';
import { fromHex } from '../../../src/bytes/hex';
import { floatFormats } from '../../../src/machine/float/binaryFloat';
import {
  hasRegisterParts,
  registerNaturalText,
  registerParts,
  registerText,
} from '../../../src/machine/registerText';
import {
  flags,
  float,
  integer,
  pointer,
  union,
  vector,
  type RegisterType,
} from '../../../src/machine/registerType';

const single = float(floatFormats.single);
const status = flags('status', 4, { IF: 9, EL: [2, 3] });

/** Both columns of bytes that are written most significant first. */
function columns(type: RegisterType, hex: string): [string, string] {
  const bytes = fromHex(hex);
  return [registerText({ type }, bytes, 'big'), registerNaturalText({ type }, bytes, 'big')];
}

describe('a register as text', () => {
  it('has gdb’s two columns', () => {
    expect(columns(integer(4, true), 'fffffffe')).toEqual(['0xfffffffe', '-2']);
    expect(columns(integer(4, false), 'fffffffe')).toEqual(['0xfffffffe', '4294967294']);
    expect(columns(integer(8, true), '0000000000000000')).toEqual(['0x0', '0']);
    expect(columns(status, '00000208')).toEqual(['0x208 [ IF EL=2 ]', '[ IF EL=2 ]']);
    expect(columns(single, '3fc00000')).toEqual(['1.5 (raw 0x3fc00000)', '(raw 0x3fc00000)']);
    expect(columns(vector(integer(2, true), 2), '0001ffff')).toEqual(['{0x1, 0xffff}', '']);
  });

  it('shows the symbol that an address has', () => {
    const register = { type: pointer(4, 'code') };
    const symbol = (address: bigint) => (address === 0x401159n ? 'helper+19' : undefined);
    const natural = (hex: string) => registerNaturalText(register, fromHex(hex), 'big', { symbol });
    expect(natural('00401159')).toBe('0x401159 <helper+19>');
    expect(natural('00401158')).toBe('0x401158');
  });

  it('is gdb’s word where it was not collected', () => {
    expect(registerText({ type: single }, undefined, 'little')).toBe('<unavailable>');
  });

  it('counts more than ten equal lanes, and stops at two hundred', () => {
    const bytes = (count: number) => new Uint8Array(count);
    const lanes = (count: number) =>
      registerText({ type: vector(integer(1, false), count) }, bytes(count), 'little');
    expect(lanes(2)).toBe('{0x0, 0x0}');
    expect(lanes(10)).toBe(`{${Array(10).fill('0x0').join(', ')}}`);
    expect(lanes(11)).toBe('{0x0 <repeats 11 times>}');
    const counting = Uint8Array.from({ length: 201 }, (_, i) => i);
    const text = registerText({ type: vector(integer(1, false), 201) }, counting, 'little');
    expect(text.endsWith(', 0xc7...}')).toBe(true);
  });

  it('does not change the bytes that it is given', () => {
    const bytes = Buffer.from('0102030405060708', 'hex');
    registerText({ type: integer(8, true) }, bytes, 'little');
    registerNaturalText({ type: float(floatFormats.double) }, bytes, 'little');
    expect(bytes.toString('hex')).toBe('0102030405060708');
  });
});

describe('the parts of a register', () => {
  it('are lanes and members, as deep as they go', () => {
    const type = union('v', { f: vector(single, 2), u: integer(8, false) });
    const parts = registerParts({ type }, fromHex('3fc0000040000000'), 'big');
    expect(parts).toEqual([
      {
        name: 'f',
        text: '{0x3fc00000, 0x40000000}',
        parts: [
          { name: '[0]', text: '1.5 (raw 0x3fc00000)' },
          { name: '[1]', text: '2 (raw 0x40000000)' },
        ],
      },
      { name: 'u', text: '0x3fc0000040000000' },
    ]);
  });

  it('are the named bits of flags', () => {
    expect(registerParts({ type: status }, fromHex('00000208'), 'big')).toEqual([
      { name: 'IF', text: '0x1' },
      { name: 'EL', text: '0x2' },
    ]);
  });

  it('are none of a number', () => {
    expect(registerParts({ type: integer(4, true) }, fromHex('00000001'), 'big')).toEqual([]);
  });

  it.each([
    ['a number', integer(4, true), false],
    ['a vector', vector(single, 1), true],
    ['flags', status, true],
    ['flags without names', flags('unnamed', 4, { '': 9 }), false],
  ] as const)('are known to be there without being read: %s', (_, type, expected) => {
    expect(hasRegisterParts({ type })).toBe(expected);
    expect(registerParts({ type }, fromHex('00000001'), 'big').length > 0).toBe(expected);
  });
});
