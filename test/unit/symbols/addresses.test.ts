import { describe, expect, it } from 'vitest';
import { AddressMap, orderByAddress, upperBound } from '../../../src/symbols/addressMap';

describe('the order of addresses', () => {
  it('is ascending over all 64 bits, and keeps equal addresses in their order', () => {
    const addresses = BigUint64Array.from([
      0xffff_ffff_8100_0000n,
      0x10n,
      0n,
      0x1_0000_0000n,
      0x10n,
      0xffff_ffff_ffff_ffffn,
    ]);
    expect([...orderByAddress(addresses)]).toEqual([2, 1, 4, 3, 0, 5]);
  });

  it('is that of a sort by comparison', () => {
    let seed = 1n;
    const addresses = BigUint64Array.from({ length: 500 }, () => {
      seed = BigInt.asUintN(64, seed * 6364136223846793005n + 1442695040888963407n);
      return seed >> (seed & 63n);
    });
    const sorted = Array.from(orderByAddress(addresses), (index) => addresses[index]);
    expect(sorted).toEqual([...addresses].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  });

  it('is that of a sort by comparison for addresses near one another', () => {
    const addresses = BigUint64Array.from({ length: 300 }, (_, i) => {
      return 0xffff_ffff_8100_0000n + BigInt((i * 7919) % 97) * 0x4000_0000n;
    });
    const order = [...orderByAddress(addresses)];
    const expected = [...addresses.keys()].sort((a, b) => {
      const [one, other] = [addresses[a] ?? 0n, addresses[b] ?? 0n];
      return one < other ? -1 : one > other ? 1 : a - b;
    });
    expect(order).toEqual(expected);
    expect([...orderByAddress(new BigUint64Array(0))]).toEqual([]);
  });

  it('counts what is at or below an address', () => {
    const addresses = BigUint64Array.from([1n, 3n, 3n, 5n]);
    expect([0n, 1n, 3n, 4n, 9n].map((each) => upperBound(addresses, each))).toEqual([
      0, 1, 3, 3, 4,
    ]);
    expect(upperBound(addresses, 3n, 2, 4)).toBe(3);
  });
});

describe('a map of ranges', () => {
  const map = AddressMap.of(
    [
      { start: 0x40n, end: 0x50n },
      { start: 0x10n, end: 0x30n },
      { start: 0x20n, end: 0x24n },
      { start: 0x60n, end: 0x60n },
    ],
    [1, 2, 3, 4],
  );

  it('finds the range that begins last among those that hold the address', () => {
    const values = [0xfn, 0x10n, 0x20n, 0x24n, 0x2fn, 0x30n, 0x4fn, 0x50n, 0x60n].map(
      (address) => map.find(address)?.value,
    );
    expect(values).toEqual([undefined, 2, 3, 2, 2, undefined, 1, undefined, undefined]);
  });

  it('gives the range with the value', () => {
    expect(map.find(0x21n)).toEqual({ start: 0x20n, end: 0x24n, value: 3 });
  });

  it('takes ranges that reach the end of the address space', () => {
    const high = AddressMap.of([{ start: 0xffff_ffff_ffff_f000n, end: 1n << 64n }], [7]);
    expect(high.find(0xffff_ffff_ffff_fff0n)?.value).toBe(7);
  });

  it('may be empty', () => {
    expect(AddressMap.of([], []).find(0n)).toBeUndefined();
  });
});
