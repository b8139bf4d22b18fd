import { describe, expect, it } from 'vitest';
import { fromHex } from '../../../../src/bytes/hex';
import { floatText } from '../../../../src/machine/float/floatText';
import { floatFormats } from '../../../../src/machine/float/binaryFloat';

/** Of bytes written most significant first. */
function text(format: keyof typeof floatFormats, hex: string): string {
  return floatText(fromHex(hex), 'big', floatFormats[format]);
}

describe('a floating-point number', () => {
  it('has the digits that tell it from its neighbours', () => {
    expect(text('double', '3fb999999999999a')).toBe('0.10000000000000001');
    expect(text('single', '3dcccccd')).toBe('0.100000001');
    expect(text('half', '2e66')).toBe('0.099976');
    expect(text('bfloat16', '3dcd')).toBe('0.1001');
  });

  it('agrees with JavaScript at 17 digits', () => {
    const view = new DataView(new ArrayBuffer(8));
    let state = 7n;
    let compared = 0;
    for (let round = 0; round < 500; round++) {
      state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
      view.setBigUint64(0, state);
      const value = view.getFloat64(0);
      if (!Number.isFinite(value)) continue;
      const bytes = new Uint8Array(view.buffer);
      const said = floatText(bytes, 'big', floatFormats.double);
      expect(Number(said)).toBe(value);
      expect(Number(said)).toBe(Number(value.toPrecision(17)));
      compared++;
    }
    expect(compared).toBeGreaterThan(490);
  });

  it('rounds half to even, as the C library does', () => {
    // 2^54 + 4 = 18014398509481988: the 17th digit lies half way.
    expect(text('double', '4350000000000001')).toBe('18014398509481988');
    // 1 + 2^-16 = 1.0000152587890625, at 9 digits 1.00001526.
    expect(text('single', '3f800080')).toBe('1.00001526');
    // 2^-5 * (1 + 2^-9) = 0.03131103515625, whose 6th digit would be the half.
    expect(text('half', '2802')).toBe('0.031311');
  });

  it('changes to an exponent where C does', () => {
    expect(text('double', '3f1a36e2eb1c432d')).toBe('0.0001');
    expect(text('double', '3ee4f8b588e368f1')).toBe('1.0000000000000001e-05');
    expect(text('double', '4341c37937e08000')).toBe('10000000000000000');
    expect(text('double', '4376345785d8a000')).toBe('1e+17');
  });

  it('can be no number', () => {
    expect(text('double', 'fff0000000000000')).toBe('-inf');
    expect(text('double', '7ff8000000000000')).toBe('nan(0x8000000000000)');
    expect(text('double', '8000000000000000')).toBe('-0');
    expect(text('i387', '3fff4000000000000000')).toBe('<invalid float value>');
  });

  it('can be wider than a JavaScript number', () => {
    expect(text('quad', '3fff0000000000000000000000000001')).toBe(
      '1.00000000000000000000000000000000019',
    );
    expect(text('quad', '7ffeffffffffffffffffffffffffffff')).toBe(
      '1.18973149535723176508575932662800702e+4932',
    );
    expect(text('i387', '00000000000000000001')).toBe('3.64519953188247460253e-4951');
  });

  it('is read in its byte order', () => {
    const little = Uint8Array.from(fromHex('3ff8000000000000')).reverse();
    expect(floatText(little, 'little', floatFormats.double)).toBe('1.5');
    const fpa = fromHex('ff3f000000000000000000c0');
    expect(floatText(fpa, 'little', floatFormats.fpa)).not.toBe('1.5');
    expect(floatText(fromHex('ff3f0000000000c000000000'), 'little', floatFormats.fpa)).toBe('1.5');
  });
});
