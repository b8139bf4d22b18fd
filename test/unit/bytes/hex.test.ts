import { describe, expect, it } from 'vitest';
import { fromHex, hexAddress, toHex } from '../../../src/bytes/hex';

describe('hexadecimal text', () => {
  it('becomes bytes and text again', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(fromHex(toHex(all))).toEqual(all);
    expect(fromHex(toHex(all).toUpperCase())).toEqual(all);
    expect(hexAddress(0x401159n)).toBe('0x401159');
  });

  it('ends at the first pair of other characters', () => {
    for (const bad of ['g0', '0g', '/0', '0:', '@0', '0G', '  ', '\u0661\u0661']) {
      expect(fromHex(`4142${bad}43`)).toEqual(Uint8Array.of(0x41, 0x42));
    }
    expect(fromHex('414')).toEqual(Uint8Array.of(0x41));
    expect(fromHex('')).toEqual(new Uint8Array(0));
  });
});
