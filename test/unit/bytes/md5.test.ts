import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { md5 } from '../../../src/bytes/md5';

describe('MD5', () => {
  it("is that of node's crypto, for every length about the size of a block", () => {
    const bytes = Uint8Array.from({ length: 200 }, (_, i) => (i * 151 + 7) & 0xff);
    for (let length = 0; length <= bytes.length; length++) {
      const part = bytes.subarray(bytes.length - length);
      expect(md5(part)).toBe(createHash('md5').update(part).digest('hex'));
    }
    const long = new Uint8Array(1 << 20).fill(0x41);
    expect(md5(long)).toBe(createHash('md5').update(long).digest('hex'));
  });
});
