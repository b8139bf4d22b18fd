import { describe, expect, it } from 'vitest';
import type { Location } from '../../../src/machine/location';
import type { SavedRegister } from '../../../src/machine/stackFrame';
import { Contents } from '../../../src/values/contents';
import { memberNamed } from '../../../src/values/navigate';
import { asInteger, Value } from '../../../src/values/value';
import type { Type } from '../../../src/symbols/type';
import { base, double, int, long, member, struct, valueContext, type Setting } from './makers';

const register = (...bytes: number[]): SavedRegister => ({
  kind: 'value',
  bytes: Uint8Array.from(bytes),
});

const inRegister = (type: Type, number: number, setting: Setting) =>
  new Value(type, { kind: 'register', register: number }, valueContext(setting));

describe('values in registers', () => {
  it('are the low bytes, in either order', async () => {
    const little = { registers: { 3: register(5, 0, 0, 0, 9, 9, 9, 9) } };
    expect(await asInteger(inRegister(int, 3, little))).toBe(5n);
    const big = { order: 'big', registers: { 3: register(9, 9, 9, 9, 0, 0, 0, 5) } } as const;
    expect(await asInteger(inRegister(int, 3, big))).toBe(5n);
  });

  it('go on in the next register', async () => {
    const registers = { 3: register(1, 0, 0, 0), 4: register(2, 0, 0, 0) };
    expect(await asInteger(inRegister(long, 3, { registers }))).toBe(0x2_0000_0001n);
    const some = { 3: register(1, 0, 0, 0) };
    expect(await asInteger(inRegister(long, 3, { registers: some }))).toBeUndefined();
  });

  it('are converted from x87’s format', async () => {
    const registers = { 33: register(0, 0, 0, 0, 0, 0, 0, 0xc0, 0xff, 0x3f) };
    const { bytes } = await inRegister(double, 33, { registers }).contents();
    expect(new DataView(bytes.buffer).getFloat64(0, true)).toBe(1.5);
    const whole = base('long double', 16, 4);
    const kept = await inRegister(whole, 33, { registers }).contents();
    expect(kept.missing).toBeUndefined();
    expect([...kept.bytes.subarray(6)]).toEqual([0, 0xc0, 0xff, 0x3f, 0, 0, 0, 0, 0, 0]);
  });

  it('say why they are missing', async () => {
    const registers = { 3: { kind: 'notSaved' } } as const;
    const missing = async (number: number) =>
      (await inRegister(int, number, { registers }).contents()).missing;
    expect([await missing(3), await missing(4)]).toEqual(['optimizedOut', 'unavailable']);
  });
});

describe('pieces', () => {
  const number = (...bytes: number[]): Location => ({
    kind: 'number',
    bytes: Uint8Array.from(bytes),
  });

  it('of big-endian registers are their low ends', async () => {
    const place: Location = {
      kind: 'pieces',
      pieces: [
        { location: number(0, 0, 0, 0, 0, 0, 0x12, 0x34), size: 16 },
        { location: number(0, 0, 0, 0, 0, 0, 0x56, 0x78), size: 16 },
      ],
    };
    const value = new Value(int, place, valueContext({ order: 'big' }));
    expect(await asInteger(value)).toBe(0x12345678n);
  });

  it('that end early leave the rest to pointers without an address, as in gdb', async () => {
    const pair = struct('pair', 8, [member('x', int, 0), member('y', int, 4)]);
    const place: Location = {
      kind: 'pieces',
      pieces: [{ location: number(7, 0, 0, 0), size: 32 }],
    };
    const value = new Value(pair, place, valueContext());
    const [x, y] = [await memberNamed(value, 'x'), await memberNamed(value, 'y')];
    expect(x && !('problem' in x) && (await asInteger(x))).toBe(7n);
    expect(y && !('problem' in y) && (await y.contents()).missing).toBe('syntheticPointer');
  });

  it('that end inside a number leave zeros in it, as in gdb', async () => {
    const pair = struct('pair', 16, [member('x', int, 0), member('y', long, 8)]);
    const place: Location = {
      kind: 'pieces',
      pieces: [{ location: number(7, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0), size: 96 }],
    };
    const y = await memberNamed(new Value(pair, place, valueContext()), 'y');
    expect(y && !('problem' in y) && (await asInteger(y))).toBe(9n);
  });
});

describe('contents', () => {
  it('compare what is missing too', () => {
    const contents = new Contents(new Uint8Array(8), [{ start: 32, end: 64, why: 'unavailable' }]);
    expect(contents.same(0, 4, 4)).toBe(false);
    expect(contents.same(4, 6, 2)).toBe(true);
    expect(contents.isEntirely('unavailable')).toBe(false);
    expect(contents.slice(4, 4).isEntirely('unavailable')).toBe(true);
    expect(contents.slice(0, 4).complete).toBe(true);
    expect(contents.slice(6, 4).gaps).toEqual([
      { start: 0, end: 16, why: 'unavailable' },
      { start: 16, end: 32, why: 'unavailable' },
    ]);
  });
});
