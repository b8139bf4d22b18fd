import { describe, expect, it } from 'vitest';
import { linkAddress, runTimeAddress } from '../../../src/machine/stackFrame';

describe('link-time and run-time addresses', () => {
  it.each([
    ['no slide', 0x401000n, 0n, 0x401000n],
    ['a position-independent program', 0x5555_5555_5129n, 0x5555_5555_4000n, 0x1129n],
    ['a slide down', 0x1000n, -0x1000n, 0x2000n],
    ['past the end of the address space', 0x10n, 0x20n, 0xffff_ffff_ffff_fff0n],
  ])('belong together by the slide: %s', (_, runTime, slide, link) => {
    expect(linkAddress(runTime, slide)).toBe(link);
    expect(runTimeAddress(link, slide)).toBe(runTime);
  });
});
