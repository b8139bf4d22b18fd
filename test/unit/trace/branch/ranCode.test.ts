// Which ranges of a recording a search for an address leaves out.
import { expect, it } from 'vitest';
import { RanCode } from '../../../../src/trace/branch/ranCode';

const blocks = (begin: bigint, end: bigint, gap = 0) => ({
  count: 1,
  begins: BigUint64Array.of(begin),
  ends: BigUint64Array.of(end),
  gaps: Int8Array.of(gap),
});

it('holds every line of a block, and little else', () => {
  const ran = new RanCode();
  ran.add(blocks(0x40_1030n, 0x40_10c2n));
  ran.add(blocks(0x40_1030n, 0x40_10c2n, 3));
  for (let at = 0x40_1030n; at <= 0x40_10c2n; at++) {
    expect([ran.mayHold(0, new Set([at])), ran.mayHold(1, new Set([at]))]).toEqual([true, false]);
  }
  const others = Array.from({ length: 1000 }, (_, i) => 0x7fff_0000_0000n + BigInt(64 * i));
  expect(others.filter((at) => ran.mayHold(0, new Set([at]))).length).toBeLessThan(20);
});

it('holds a block at the end of all addresses', () => {
  const ran = new RanCode();
  ran.add(blocks(2n ** 64n - 8n, 2n ** 64n - 1n));
  expect(ran.mayHold(0, new Set([2n ** 64n - 2n]))).toBe(true);
});
