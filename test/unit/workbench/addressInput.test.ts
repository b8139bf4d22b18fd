import { describe, expect, it } from 'vitest';
import { readSections, readSlide } from '../../../src/workbench/addressInput';

describe('a slide that is typed', () => {
  it.each([
    ['auto', 'auto'],
    ['  ', 'auto'],
    ['0x555555554000', 0x555555554000n],
    [' 4096 ', 4096n],
    ['0', 0n],
    ['0xffffffffffffffff', 0xffffffffffffffffn],
    ['0x10000000000000000', undefined],
    ['-1', undefined],
    ['main', undefined],
    ['0x', undefined],
  ] as const)('%j is %s', (text, slide) => {
    expect(readSlide(text)).toBe(slide);
  });
});

describe('section addresses that are typed', () => {
  it.each([
    [
      '.text=0xffffffffc0401000 .data=0x10',
      [
        ['.text', 0xffffffffc0401000n],
        ['.data', 16n],
      ],
    ],
    [
      '.text: 4096,\n.init.text: 0x2000',
      [
        ['.text', 4096n],
        ['.init.text', 0x2000n],
      ],
    ],
    ['', []],
    ['text=0x10', undefined],
    ['.text', undefined],
    ['.text=main', undefined],
  ] as const)('%j', (text, sections) => {
    const read = readSections(text);
    expect(read && [...read]).toEqual(sections);
  });
});
